"""A conformance test for engines: named checks, in the order in which they are made, each told with a sentence."""

from collections.abc import Iterator, Sequence
from time import monotonic, sleep
from typing import NamedTuple

from commonfactor.agents import protocol
from commonfactor.agents.engine_bench import (
    CHECKS,
    LONG_SEARCHES,
    SECONDS_TO_END,
    Bench,
    Check,
    NotHeldError,
    clause,
    require,
    require_refusal,
    sample_lines,
    starts,
)
from commonfactor.agents.engine_client import GRACE, EngineClient
from commonfactor.agents.engine_errors import EngineCrashedError, EngineError, EngineNotStartedError, EngineRefusedError
from commonfactor.agents.protocol import Bare, Go, SetPosition, Word
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games

_SHORT = 0.05
_LONG = 60.0

_BAD_POSITIONS = (
    "",
    "chess:8-8:",
    "factor-clash:2-20",
    "factor-clash:20-2:",
    "factor-clash:2-20:15,7",
    "factor-clash:2-20:15,5,5",
    "factor-clash:2-20:nine",
    "divisor-duel:60:7",
    "divisor-duel:60+48:2",
)
_BAD_LIMITS = (
    "",
    " seconds",
    " seconds -1",
    " seconds soon",
    " nodes 0",
    " nodes 1.5",
    " depth x",
    " moves 3",
    " seconds 1 seconds 1",
)


class Finding(NamedTuple):
    """What a check has found."""

    name: str
    has_passed: bool
    sentence: str


def findings(command: Sequence[str], seconds: float, checks: Sequence[Check] = CHECKS) -> Iterator[Finding]:
    """What each check finds; ``EngineNotStartedError`` if the command cannot be run at all."""
    bench = Bench(command, seconds)
    try:
        for check in checks:
            yield _finding(check, bench)
            if not bench.was_greeted:
                return  # to whom nobody can talk, nobody can put questions
    finally:
        bench.give_up()


def _finding(check: Check, bench: Bench) -> Finding:
    try:
        check.run(bench)
    except EngineNotStartedError:
        raise
    except (EngineError, NotHeldError) as error:
        bench.give_up()
        return Finding(check.name, has_passed=False, sentence=f"{check.clause}, but {error}.")
    return Finding(check.name, has_passed=True, sentence=f"{check.clause}.")


@clause("It answers hello with its name and version 1 of the protocol")
def hello(bench: Bench) -> None:
    require(bench.client.name, "it has no name: the line id name is missing")


@clause("It refuses a version of the protocol that does not exist")
def hello_in_another_version(bench: Bench) -> None:
    require_refusal(bench.client, b"hello 999999", Word.HELLO)


@clause("It answers ping")
def ping(bench: Bench) -> None:
    bench.client.ping()


@clause("It lists every command of the protocol")
def list_commands(bench: Bench) -> None:
    missing = set(Word) - set(bench.client.commands())
    require(not missing, f"it does not list {', '.join(sorted(missing))}")


@clause("It knows which commands it knows")
def known_command(bench: Bench) -> None:
    for name in (*Word, "castle"):
        (answer,) = bench.client.ask(protocol.KnownCommand(name))
        expected = f"= known_command {'false' if name == 'castle' else 'true'}"
        require(str(answer) == expected, f"to known_command {name} it does not answer {expected!r}")


@clause("It refuses a line that is no command, an empty one too, and goes on")
def unknown_command(bench: Bench) -> None:
    for line in (b"castle", b"", b"PING", b"= ping"):
        require_refusal(bench.client, line)
    bench.client.ping()


@clause("It refuses a command with words that do not belong to it")
def words_too_many(bench: Bench) -> None:
    for word in (Word.PING, Word.LEGAL, Word.STOP, Word.WAIT, Word.QUIT):
        require_refusal(bench.client, f"{word} now".encode(), word)


@clause("It refuses a line that is not UTF-8, and goes on")
def text_that_is_not_utf8(bench: Bench) -> None:
    require_refusal(bench.client, b"ping \xff\xfe\x80")
    bench.client.ping()


@clause("It refuses a line that is longer than lines may be, and goes on")
def line_that_is_too_long(bench: Bench) -> None:
    require_refusal(bench.client, b"ping" + b" " * protocol.LONGEST_LINE)
    bench.client.ping()


@clause("Every option can be set to its default, and none to what it cannot be")
def options(bench: Bench) -> None:
    client = bench.client
    for option in client.options.values():
        client.set_option(option.name, option.default)
        if option.kind is protocol.Kind.NUMBER:
            require_refusal(client, f"setoption {option.name} {option.high + 1}".encode(), Word.SETOPTION)
        if option.kind is not protocol.Kind.TEXT:
            require_refusal(client, f"setoption {option.name} no such value".encode(), Word.SETOPTION)
    require_refusal(client, b"setoption no-such-option 1", Word.SETOPTION)


@clause("Before there is a position, it refuses legal and go")
def no_position(bench: Bench) -> None:
    with bench.fresh() as client:
        require_refusal(client, b"legal", Word.LEGAL)
        require_refusal(client, b"go seconds 1", Word.GO)


@clause("It takes positions of all games, with the short names of games as well")
def positions(bench: Bench) -> None:
    for line in starts():
        bench.client.ask(SetPosition(line))
    for game in all_games():
        bench.client.send(f"position {game.short_name}:{game.default_setup}:".encode())
        bench.client.answer_to(Word.POSITION)


@clause("It refuses a position that cannot be, and keeps the one that it has")
def bad_positions(bench: Bench) -> None:
    client, line = bench.client, parse("factor-clash:2-20:15,5")
    client.ask(SetPosition(line))
    for notation in _BAD_POSITIONS:
        require_refusal(client, f"position {notation}".encode(), Word.POSITION)
    require(str(client.ask(Bare(Word.LEGAL))[-1]) == "= legal 10 20", "it has lost the position that it had")


@clause("It lists the legal moves of all games as the rules have them, ascending")
def legal_moves(bench: Bench) -> None:
    for line in sample_lines():
        told, legal = bench.client.legal_moves(line), tuple(map(str, line.rules.legal_moves(line.position)))
        require(told == legal, f"at {line} the moves are {' '.join(legal) or 'none'}, not {' '.join(told) or 'none'}")


@clause("It refuses go where a game is over")
def finished_game(bench: Bench) -> None:
    for line in sample_lines():
        if not line.rules.can_move(line.position):
            bench.client.ask(SetPosition(line))
            require_refusal(bench.client, b"go seconds 1", Word.GO)


@clause("It refuses go without a limit that makes sense")
def bad_limits(bench: Bench) -> None:
    bench.client.ask(SetPosition(starts()[0]))
    for limits in _BAD_LIMITS:
        require_refusal(bench.client, f"go{limits}".encode(), Word.GO)


@clause("It finds legal moves at all stages of all games")
def moves(bench: Bench) -> None:
    for line in sample_lines():
        if line.rules.can_move(line.position):
            bench.client.best_move(line, Go(seconds=_SHORT))


@clause("It keeps to a limit of nodes and of depth, or refuses it")
def nodes_and_depth(bench: Bench) -> None:
    for limits in (Go(nodes=1), Go(seconds=bench.seconds, nodes=1000), Go(depth=1), Go(bench.seconds, depth=2)):
        for line in starts()[::3]:
            try:
                bench.client.best_move(line, limits, untimed=bench.seconds)
            except EngineRefusedError:
                break


@clause("It plays whole games of every kind against itself")
def whole_games(bench: Bench) -> None:
    for start in starts():
        line = start
        while line.rules.can_move(line.position):
            line = line.play(bench.client.best_move(line, Go(seconds=_SHORT)).move)


@clause("It keeps to its time where there is much to think about")
def time_limit(bench: Bench) -> None:
    for notation in LONG_SEARCHES:
        bench.client.best_move(parse(notation), Go(seconds=bench.seconds))


@clause("It ends a search when told to, and has a legal move then")
def stop(bench: Bench) -> None:
    for notation in LONG_SEARCHES:
        bench.client.begin(parse(notation), Go(seconds=_LONG))
        sleep(_SHORT)
        started = monotonic()
        bench.client.stop()
        require(monotonic() - started < GRACE, f"it took {monotonic() - started:.1f} s to stop")
    require_refusal(bench.client, b"stop", Word.STOP)


@clause("During a search it answers ping, and refuses another position")
def commands_during_a_search(bench: Bench) -> None:
    for notation in LONG_SEARCHES:
        bench.client.ask(SetPosition(parse(notation)))
        bench.client.send(f"go seconds {_LONG}\nping\nposition {notation}\nstop".encode())
        deadline = monotonic() + bench.client.patience
        answers = [bench.client.next_answer(deadline)[-1] for _ in range(4)]
        words = [answer.word for answer in answers if isinstance(answer, protocol.Accepted | protocol.Refused)]
        expected = [protocol.BEST_MOVE, Word.PING, Word.POSITION, Word.STOP]
        require(sorted(words) == sorted(expected), f"it answered {words}")
        # A search may also end by itself, before the position comes.
        was_searching = words.index(Word.POSITION) < words.index(protocol.BEST_MOVE)
        is_refused = isinstance(answers[words.index(Word.POSITION)], protocol.Refused)
        require(is_refused or not was_searching, "it took another position")


@clause("With wait, it answers when the search is over, and what follows after that")
def wait(bench: Bench) -> None:
    client = bench.client
    client.begin(starts()[0], Go(seconds=_SHORT))
    client.send(b"wait\nlegal")
    client.found()
    for word in (Word.WAIT, Word.LEGAL):
        client.answer_to(word)
    client.ask(Bare(Word.WAIT))


@clause("It says nothing that it was not asked for")
def silence(bench: Bench) -> None:
    bench.client.best_move(starts()[0], Go(seconds=_SHORT))
    sleep(4 * _SHORT)
    require(not bench.client.link.has_unread(), "it went on talking after its answer")


@clause("It quits when told to, with exit code 0, also during a search")
def quits(bench: Bench) -> None:
    with bench.fresh() as client:
        client.send(str(Word.QUIT).encode())
        _require_answers_before_end(client, Word.QUIT)
    with bench.fresh() as client:
        client.ask(SetPosition(parse(LONG_SEARCHES[0])))
        client.send(f"go seconds {_LONG}\nquit".encode())
        _require_answers_before_end(client, Word.GO, Word.QUIT)


@clause("It ends with its input, with exit code 0, also during a search")
def end_of_input(bench: Bench) -> None:
    for line in (None, parse(LONG_SEARCHES[0])):
        with bench.fresh() as client:
            if line is not None:
                client.begin(line, Go(seconds=_LONG))
            client.link.end_input()
            _require_end(client)


def _require_answers_before_end(client: EngineClient, *words: Word) -> None:
    for word in words:
        try:
            client.answer_to(word)
        except EngineCrashedError:
            raise NotHeldError(f"it ended before it had answered {word}") from None
    _require_end(client)


def _require_end(client: EngineClient) -> None:
    code = client.link.exit_code(SECONDS_TO_END)
    require(code is not None, f"it still runs {SECONDS_TO_END:g} s later")
    require(code == 0, f"it ended with exit code {code}")
