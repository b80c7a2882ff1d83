"""A conformance test for engines: named checks, in the order in which they are made, each reported in a sentence."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

from commonfactor.agents import protocol
from commonfactor.agents.engine_client import GRACE, EngineClient
from commonfactor.agents.engine_errors import EngineCrashedError, EngineError, EngineNotStartedError, EngineRefusedError
from commonfactor.agents.protocol import UNKNOWN, Bare, Go, SetPosition, Word
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games

LONG_SEARCHES = ("factor-frenzy:2-300:", "factor-challenge:2-90:", "factor-duel:2-120:")
"""Positions in which most engines find something to think about."""

_SHORT = 0.05
_LONG = 60.0
_SECONDS_TO_END = 2.0

_BAD_POSITIONS = (
    *("", "chess:8-8:", "factor-clash:2-20", "factor-clash:20-2:", "factor-clash:2-20:15,7"),
    *("factor-clash:2-20:15,5,5", "factor-clash:2-20:nine", "divisor-duel:60:7", "divisor-duel:60+48:2"),
)
_BAD_LIMITS = (
    *("", " seconds", " seconds -1", " seconds soon"),
    *(" nodes 0", " nodes 1.5", " depth x", " moves 3", " seconds 1 seconds 1"),
)


class FailedCheckError(Exception):
    """An engine does not do what a check asks; the message is a sentence that says what."""


class Check(NamedTuple):
    """A clause of the protocol, and a test that raises an error unless an engine keeps it."""

    name: str
    clause: str
    run: Callable[["CheckedEngine"], None]


class Finding(NamedTuple):
    name: str
    has_passed: bool
    sentence: str


CHECKS: list[Check] = []


def findings(command: Sequence[str], seconds: float, checks: Sequence[Check] = CHECKS) -> Iterator[Finding]:
    """The results of all checks; ``EngineNotStartedError`` if the command cannot be run at all."""
    engine = CheckedEngine(command, seconds)
    try:
        for check in checks:
            problem = ""
            try:
                check.run(engine)
            except EngineNotStartedError:
                raise
            except (EngineError, FailedCheckError) as error:
                engine.close()
                problem = f", but {error}"
            yield Finding(check.name, not problem, f"{check.clause}{problem}.")
            if not engine.was_greeted:
                return  # the handshake failed, so skip the other checks
    finally:
        engine.close()


def _clause(text: str) -> Callable[[Callable[["CheckedEngine"], None]], Callable[["CheckedEngine"], None]]:
    """Register a method as the check of a clause, under its own name."""

    def add(run: Callable[["CheckedEngine"], None]) -> Callable[["CheckedEngine"], None]:
        CHECKS.append(Check(run.__name__.replace("_", "-"), text, run))
        return run

    return add


class CheckedEngine:
    """An engine with its checks, which run one after another, and start it anew where they need to."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self.command, self.seconds = command, seconds
        self.was_greeted = False
        self._client: EngineClient | None = None

    @property
    def client(self) -> EngineClient:
        """The engine as the last check left it."""
        if self._client is None:
            self._client = self.fresh()
        return self._client

    def fresh(self) -> EngineClient:
        """The engine just started, for the caller to close."""
        client = EngineClient.start(self.command)
        self.was_greeted = True
        return client

    def close(self) -> None:
        """End the engine, so that the next check starts a new one."""
        if self._client is not None:
            self._client.close()
            self._client = None

    @_clause("It answers hello with its name and version 1 of the protocol")
    def hello(self) -> None:
        _require(self.client.name, "it has no name: the line id name is missing")

    @_clause("It refuses a version of the protocol that does not exist")
    def hello_in_another_version(self) -> None:
        _require_refusals(self.client, Word.HELLO, b"hello 999999")

    @_clause("It answers ping")
    def ping(self) -> None:
        self.client.ping()

    @_clause("It lists every command of the protocol")
    def list_commands(self) -> None:
        missing = set(Word) - set(self.client.commands())
        _require(not missing, f"it does not list {', '.join(sorted(missing))}")

    @_clause("It knows which commands it knows")
    def known_command(self) -> None:
        for name in (*Word, "castle"):
            (answer,) = self.client.ask(protocol.KnownCommand(name))
            expected = f"= known_command {'false' if name == 'castle' else 'true'}"
            _require(str(answer) == expected, f"to known_command {name} it does not answer {expected!r}")

    @_clause("It refuses a line that is no command, an empty one too, and goes on")
    def unknown_command(self) -> None:
        _require_refusals(self.client, UNKNOWN, b"castle", b"", b"PING", b"= ping")
        self.client.ping()

    @_clause("It refuses a command with words that do not belong to it")
    def words_too_many(self) -> None:
        for word in (Word.PING, Word.LEGAL, Word.STOP, Word.WAIT, Word.QUIT):
            _require_refusals(self.client, word, f"{word} now".encode())

    @_clause("It refuses a line that is not UTF-8, and goes on")
    def text_that_is_not_utf8(self) -> None:
        _require_refusals(self.client, UNKNOWN, b"ping \xff\xfe\x80")
        self.client.ping()

    @_clause("It refuses a line that is longer than lines may be, and goes on")
    def line_that_is_too_long(self) -> None:
        _require_refusals(self.client, UNKNOWN, b"ping" + b" " * protocol.LONGEST_LINE)
        self.client.ping()

    @_clause("Every option can be set to its default, and none to what it cannot be")
    def options(self) -> None:
        client = self.client
        for option in client.options.values():
            client.set_option(option.name, option.default)
            if option.kind is protocol.Kind.NUMBER:
                _require_refusals(client, Word.SETOPTION, f"setoption {option.name} {option.high + 1}".encode())
            if option.kind is not protocol.Kind.TEXT:
                _require_refusals(client, Word.SETOPTION, f"setoption {option.name} no such value".encode())
        _require_refusals(client, Word.SETOPTION, b"setoption no-such-option 1")

    @_clause("Before there is a position, it refuses legal and go")
    def no_position(self) -> None:
        with self.fresh() as client:
            _require_refusals(client, Word.LEGAL, b"legal")
            _require_refusals(client, Word.GO, b"go seconds 1")

    @_clause("It takes positions of all games, with the short names of games as well")
    def positions(self) -> None:
        for line in starts():
            self.client.ask(SetPosition(line))
        for game in all_games():
            self.client.send(f"position {game.short_name}:{game.default_setup}:".encode())
            self.client.answer_to(Word.POSITION)

    @_clause("It refuses a position that cannot be, and keeps the one that it has")
    def bad_positions(self) -> None:
        client, line = self.client, parse("factor-clash:2-20:15,5")
        client.ask(SetPosition(line))
        _require_refusals(client, Word.POSITION, *(f"position {notation}".encode() for notation in _BAD_POSITIONS))
        _require(str(client.ask(Bare(Word.LEGAL))[-1]) == "= legal 10 20", "it has lost the position that it had")

    @_clause("It lists the legal moves of all games as the rules have them, ascending")
    def legal_moves(self) -> None:
        for line in sample_lines():
            told, legal = self.client.legal_moves(line), tuple(map(str, line.rules.legal_moves(line.position)))
            _require(
                told == legal, f"at {line} the moves are {' '.join(legal) or 'none'}, not {' '.join(told) or 'none'}"
            )

    @_clause("It refuses go where a game is over")
    def finished_game(self) -> None:
        for line in sample_lines():
            if not line.rules.can_move(line.position):
                self.client.ask(SetPosition(line))
                _require_refusals(self.client, Word.GO, b"go seconds 1")

    @_clause("It refuses go without a limit that makes sense")
    def bad_limits(self) -> None:
        self.client.ask(SetPosition(starts()[0]))
        _require_refusals(self.client, Word.GO, *(f"go{limits}".encode() for limits in _BAD_LIMITS))

    @_clause("It finds legal moves at all stages of all games")
    def moves(self) -> None:
        for line in sample_lines():
            if line.rules.can_move(line.position):
                self.client.best_move(line, Go(seconds=_SHORT))

    @_clause("It keeps to a limit of nodes and of depth, or refuses it")
    def nodes_and_depth(self) -> None:
        for limits in (Go(nodes=1), Go(seconds=self.seconds, nodes=1000), Go(depth=1), Go(self.seconds, depth=2)):
            for line in starts()[::3]:
                try:
                    self.client.best_move(line, limits, untimed=self.seconds)
                except EngineRefusedError:
                    break

    @_clause("It plays whole games of every kind against itself")
    def whole_games(self) -> None:
        for start in starts():
            line = start
            while line.rules.can_move(line.position):
                line = line.play(self.client.best_move(line, Go(seconds=_SHORT)).move)

    @_clause("It keeps to its time where there is much to think about")
    def time_limit(self) -> None:
        for notation in LONG_SEARCHES:
            self.client.best_move(parse(notation), Go(seconds=self.seconds))

    @_clause("It ends a search when told to, and has a legal move then")
    def stop(self) -> None:
        for notation in LONG_SEARCHES:
            self.client.begin(parse(notation), Go(seconds=_LONG))
            sleep(_SHORT)
            started = monotonic()
            self.client.stop()
            _require(monotonic() - started < GRACE, f"it took {monotonic() - started:.1f} s to stop")
        _require_refusals(self.client, Word.STOP, b"stop")

    @_clause("During a search it answers ping, and refuses another position")
    def commands_during_a_search(self) -> None:
        for notation in LONG_SEARCHES:
            self.client.ask(SetPosition(parse(notation)))
            self.client.send(f"go seconds {_LONG}\nping\nposition {notation}\nstop".encode())
            deadline = monotonic() + self.client.patience
            answers = [self.client.next_answer(deadline)[-1] for _ in range(4)]
            words = [answer.word for answer in answers if isinstance(answer, protocol.Accepted | protocol.Refused)]
            expected = [protocol.BEST_MOVE, Word.PING, Word.POSITION, Word.STOP]
            _require(sorted(words) == sorted(expected), f"it answered {words}")
            # A search may also end by itself, before the position comes.
            was_searching = words.index(Word.POSITION) < words.index(protocol.BEST_MOVE)
            is_refused = isinstance(answers[words.index(Word.POSITION)], protocol.Refused)
            _require(is_refused or not was_searching, "it took another position")

    @_clause("With wait, it answers when the search is over, and what follows after that")
    def wait(self) -> None:
        client = self.client
        client.begin(starts()[0], Go(seconds=_SHORT))
        client.send(b"wait\nlegal")
        client.found()
        for word in (Word.WAIT, Word.LEGAL):
            client.answer_to(word)
        client.ask(Bare(Word.WAIT))

    @_clause("It says nothing that it was not asked for")
    def silence(self) -> None:
        self.client.best_move(starts()[0], Go(seconds=_SHORT))
        sleep(4 * _SHORT)
        _require(not self.client.link.has_unread(), "it went on talking after its answer")

    @_clause("It quits when told to, with exit code 0, also during a search")
    def quits(self) -> None:
        with self.fresh() as client:
            client.send(str(Word.QUIT).encode())
            _require_answers_before_end(client, Word.QUIT)
        with self.fresh() as client:
            client.ask(SetPosition(parse(LONG_SEARCHES[0])))
            client.send(f"go seconds {_LONG}\nquit".encode())
            _require_answers_before_end(client, Word.GO, Word.QUIT)

    @_clause("It ends with its input, with exit code 0, also during a search")
    def end_of_input(self) -> None:
        for line in (None, parse(LONG_SEARCHES[0])):
            with self.fresh() as client:
                if line is not None:
                    client.begin(line, Go(seconds=_LONG))
                client.link.end_input()
                _require_end(client)


def _require_answers_before_end(client: EngineClient, *words: Word) -> None:
    for word in words:
        try:
            client.answer_to(word)
        except EngineCrashedError:
            raise FailedCheckError(f"it ended before it had answered {word}") from None
    _require_end(client)


def _require_end(client: EngineClient) -> None:
    code = client.link.exit_code(_SECONDS_TO_END)
    _require(code is not None, f"it still runs {_SECONDS_TO_END:g} s later")
    _require(code == 0, f"it ended with exit code {code}")


def _require(condition: object, sentence: str) -> None:
    if not condition:
        raise FailedCheckError(sentence)


def _require_refusals(client: EngineClient, word: str, *lines: bytes) -> None:
    """Require that each line is refused, by a line that names the right command."""
    for line in lines:
        client.send(line)
        try:
            client.answer_to(word)
        except EngineRefusedError:
            continue
        text = line.decode(errors="replace")
        raise FailedCheckError(f"{text if len(text) <= 60 else text[:59] + '…'!r} was not refused")


@cache
def starts() -> tuple[Line, ...]:
    """Starts of every game: the usual one, and small ones with other openings and other counts of numbers."""
    usual = [game.from_setup(game.default_setup) for game in all_games()]
    others = [(rules, setup) for rules in usual for setup in rules.candidate_setups(16)[-2:]]
    return tuple(map(Line.start, (*usual, *(rules.from_setup(setup) for rules, setup in others))))


def sample_lines() -> list[Line]:
    """Lines of play of every game, at several setups, from the start to the end."""
    random = Random(1)  # noqa: S311  # a game needs no cryptography
    lines = []
    for start in starts():
        line = start
        lines.append(line)
        while moves := line.rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
            if random.random() < 0.4:
                lines.append(line)
        lines.append(line)
    return lines
