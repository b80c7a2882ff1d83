"""A player as an engine that answers the commands of the protocol.

One thread reads, one searches, and the thread that calls ``run`` does the rest. It alone writes, so ``stop`` and
``quit`` work at any time, and answers never mix.
"""

import sys
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from time import monotonic
from typing import BinaryIO

from commonfactor import __version__
from commonfactor.agents import protocol
from commonfactor.agents.engines.move_search import Search
from commonfactor.agents.protocol import Accepted, Answer, BadLineError, Word
from commonfactor.arena.referee import chances
from commonfactor.players.base import THINKING, Player
from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import quoted

_MEGABYTE = 1_000_000
_OPTIONS = {
    "seed": protocol.Option("seed", protocol.Kind.NUMBER, "0", 0, 10**18),
    "memory": protocol.Option("memory", protocol.Kind.NUMBER, str(THINKING.bytes // _MEGABYTE), 1, 1_000_000),
}

_SECONDS_UNTIL_REPORT = 1.0  # then 2, 4, 8 and so on, so that reports stay few however long a search takes
_SECONDS_BETWEEN_SWITCHES = 0.0005  # of threads; an answer during a search in Python takes several
_LONGEST_SLEEP = 1.0  # since a signal just before a thread goes to sleep does not wake it
_POSSIBLE_WHILE_SEARCHING = {Word.STOP, Word.WAIT, Word.QUIT, Word.PING, Word.LIST_COMMANDS, Word.KNOWN_COMMAND}


class Engine:
    """A conversation with one client, from its first line to ``quit`` or the end of input."""

    def __init__(self, player: Player, source: BinaryIO, sink: BinaryIO) -> None:
        self._player, self._source, self._sink = player, source, sink
        self._values = {name: option.default for name, option in _OPTIONS.items()}
        self._line: Line | None = None
        self._search: Search | None = None
        self._concluded: Search | None = None
        self._report_at = 0.0
        self._is_waiting = False
        self._is_over = False
        # A line that came in (an empty one is the end of input), or a search that has ended.
        self._events: SimpleQueue[bytes | Search] = SimpleQueue()
        # Reads one line at a time, so no client can fill the memory with commands.
        self._may_read = Semaphore()

    def run(self) -> None:
        """Answer until ``quit`` or the end of input; errors of writing are the caller's."""
        sys.setswitchinterval(_SECONDS_BETWEEN_SWITCHES)
        Thread(target=self._read, daemon=True).start()
        try:
            while not self._is_over:
                self._take_next()
        finally:
            if self._search is not None:
                self._search.end()

    def _read(self) -> None:
        raw = b"\n"
        while raw:
            self._may_read.acquire()
            raw = self._source.readline(protocol.LONGEST_LINE + len("\r\n") + 1)
            rest = raw
            while rest and not rest.endswith(b"\n"):  # discards the rest of a line that is too long
                rest = self._source.readline(protocol.LONGEST_LINE)
            self._events.put(raw)

    def _take_next(self) -> None:
        try:
            event = self._events.get(timeout=self._longest_sleep)
        except Empty:
            self._check_time()
            return
        if isinstance(event, bytes):
            self._obey(event)
        elif event is self._search:
            self._conclude()

    @property
    def _longest_sleep(self) -> float:
        if self._search is None:
            return _LONGEST_SLEEP
        return min(_LONGEST_SLEEP, max(0.0, min(self._report_at, self._search.deadline) - monotonic()))

    def _check_time(self) -> None:
        """Answer a search whose time is up, or report on one that goes on."""
        search, now = self._search, monotonic()
        if search is None:
            return
        if now >= search.deadline:
            self._conclude()
        elif now >= self._report_at:
            self._say(search.progress)
            self._report_at = now + (now - search.started)

    def _obey(self, raw: bytes) -> None:
        if not raw:
            self._conclude()
            self._is_over = True
            return
        try:
            for answer in self._answers(protocol.command_in(protocol.text_in(raw))):
                self._say(answer)
        except BadLineError as error:
            self._say(protocol.Refused(error.word, str(error)))
        if not self._is_waiting:
            self._may_read.release()

    def _answers(self, command: protocol.Command) -> Iterator[Answer]:
        if self._search is not None and command.word not in _POSSIBLE_WHILE_SEARCHING:
            raise BadLineError("a search is running: stop it first, or wait for it", command.word)
        match command:
            case protocol.Hello():
                yield from self._greeting(command.version)
            case protocol.KnownCommand():
                yield Accepted(command.word, "true" if command.name in Word.__members__.values() else "false")
            case protocol.SetOption():
                self._set(command.name, command.value)
                yield Accepted(command.word, f"{command.name} {command.value}")
            case protocol.SetPosition():
                self._line = command.line
                yield Accepted(command.word, str(command.line))
            case protocol.Go():
                self._go(command)
            case protocol.Bare():
                yield from self._answers_to_word(command.word)

    def _answers_to_word(self, word: Word) -> Iterator[Answer]:
        match word:
            case Word.LEGAL:
                yield self._legal_moves()
                return
            case Word.STOP if self._search is None:
                raise BadLineError("no search is running", word)
            case Word.STOP | Word.QUIT:
                self._conclude()
            case Word.WAIT if self._search is not None:
                self._is_waiting = True
                return
        self._is_over = word is Word.QUIT
        yield Accepted(word, " ".join(Word) if word is Word.LIST_COMMANDS else "")

    def _greeting(self, version: int) -> Iterator[Answer]:
        if version != protocol.VERSION:
            raise BadLineError(f"this engine speaks version {protocol.VERSION}, not {version}", Word.HELLO)
        yield protocol.Identity("name", f"Common Factor {__version__} {self._player.name}")
        yield from _OPTIONS.values()
        yield Accepted(Word.HELLO, str(protocol.VERSION))

    def _set(self, name: str, value: str) -> None:
        if name not in _OPTIONS:
            options = ", ".join(_OPTIONS)
            raise BadLineError(f"there is no option {quoted(name)}; the options are {options}", Word.SETOPTION)
        self._values[name] = _OPTIONS[name].checked(value)

    def _position(self, word: Word) -> Line:
        if self._line is None:
            raise BadLineError("there is no position yet: position GAME:SETUP:MOVES sets one", word)
        return self._line

    def _legal_moves(self) -> Accepted:
        line = self._position(Word.LEGAL)
        answer = Accepted(Word.LEGAL, " ".join(map(str, line.rules.legal_moves(line.position))))
        if len(str(answer)) > protocol.LONGEST_LINE:
            count = line.rules.mobility(line.position)
            problem = f"the {count:,} moves do not fit into a line of {protocol.LONGEST_LINE:,} bytes"
            raise BadLineError(problem, Word.LEGAL)
        return answer

    def _go(self, limits: protocol.Go) -> None:
        line = self._position(Word.GO)
        if not line.rules.can_move(line.position):
            raise BadLineError("the game is over: there is no move to find", Word.GO)
        if self._concluded is not None and self._concluded.is_stuck:
            raise BadLineError(f"{self._player.name} has not come back from the search before", Word.GO)
        random = chances(int(self._values["seed"]), line)
        search = Search(self._player, line, limits, random, int(self._values["memory"]) * _MEGABYTE)
        self._search, self._report_at = search, search.started + _SECONDS_UNTIL_REPORT
        search.start(self._events.put)

    def _conclude(self) -> None:
        """End and answer the search, if one runs."""
        if self._search is None:
            return
        search = self._concluded = self._search
        self._search = None
        search.end()
        if search.refusal:
            self._say(protocol.Refused(Word.GO, search.refusal))
        else:
            findings = search.findings  # read once, since a search that is slow to end may still change it
            self._say(findings)
            self._say(Accepted(protocol.BEST_MOVE, findings.line[0]))
        if self._is_waiting:
            self._is_waiting = False
            self._say(Accepted(Word.WAIT))
            self._may_read.release()

    def _say(self, answer: Answer) -> None:
        self._sink.write(f"{answer}\n".encode())
        self._sink.flush()
