"""A client for engines: starts one and asks it, within limits of time and size.

After any error but a refusal an engine cannot be trusted to answer again, so it is killed at once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import NamedTuple, Self

from commonfactor.agents import protocol
from commonfactor.agents.engine_errors import (
    EngineCrashedError,
    EngineError,
    EngineNotStartedError,
    EngineRefusedError,
    EngineTooLoudError,
    EngineUnreadableError,
    EngineUntoldError,
    IllegalEngineMoveError,
)
from commonfactor.agents.engines.process_link import EngineLink
from commonfactor.agents.protocol import LONGEST_LINE, Accepted, Answer, Bare, Go, Refused, Word
from commonfactor.rules.base import IllegalMoveError, InvalidMoveError, Move
from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import quoted

# Seconds that an engine may take to answer:
STARTING = 10.0  # the greeting, since it may have to load things first
PATIENCE = 2.0  # every other command but ``go``
GRACE = 1.0  # a search, beyond its limit, since a busy machine delays both sides
UNTIMED = 60.0  # a search without a limit of time

MOST_BYTES = 1 << 18  # of an answer
_SECONDS_TO_QUIT = 0.5
_INFO_PREFIX = b"info "


class Found(NamedTuple):
    """A legal move that an engine has found, and the last info line about it."""

    move: Move
    info: protocol.Info


class EngineClient:
    """An engine in a process of its own, from ``start`` to ``close``, or to the end of a ``with`` statement."""

    def __init__(self, link: EngineLink, patience: float = PATIENCE) -> None:
        self.link, self.patience = link, patience
        self._is_open = True
        self._has_spoken = False
        self._searched_line: Line | None = None
        self._search_deadline = 0.0
        self.name = self.author = ""
        self.options: dict[str, protocol.Option] = {}

    @classmethod
    def start(cls, command: Sequence[str], *, starting: float = STARTING, patience: float = PATIENCE) -> Self:
        """Run a command and greet it; ``EngineError`` if it is no engine."""
        client = cls(EngineLink(command), patience)
        try:
            client.hello(starting)
        except EngineRefusedError:
            client.close()
            raise
        return client

    def hello(self, seconds: float = STARTING) -> None:
        self.send(str(protocol.Hello()).encode())
        *lines, closing = self.answer_to(Word.HELLO, monotonic() + seconds)
        with self._trust():
            if not isinstance(closing, Accepted) or closing.text != str(protocol.VERSION):
                raise EngineUnreadableError(f"the engine speaks another version of the protocol: {_shown(closing)}")
        identities = {line.key: line.text for line in lines if isinstance(line, protocol.Identity)}
        self.name, self.author = identities.get("name", ""), identities.get("author", "")
        self.options = {line.name: line for line in lines if isinstance(line, protocol.Option)}

    def ping(self) -> None:
        self.ask(Bare(Word.PING))

    def commands(self) -> tuple[str, ...]:
        return tuple(_text_of(self.ask(Bare(Word.LIST_COMMANDS))).split())

    def set_option(self, name: str, value: str) -> None:
        """Set an option; ``EngineRefusedError`` if there is no such option, or not with this value."""
        self.ask(protocol.SetOption(name, value))

    def legal_moves(self, line: Line) -> tuple[str, ...]:
        """The moves that the engine considers legal at the end of a line, as it writes them."""
        self.ask(protocol.SetPosition(line))
        return tuple(_text_of(self.ask(Bare(Word.LEGAL))).split())

    def best_move(self, line: Line, limits: Go, *, grace: float = GRACE, untimed: float = UNTIMED) -> Found:
        self.begin(line, limits, grace=grace, untimed=untimed)
        return self.found()

    def begin(self, line: Line, limits: Go, *, grace: float = GRACE, untimed: float = UNTIMED) -> None:
        """Begin a search without waiting for its result."""
        self.ask(protocol.SetPosition(line))
        self.send(str(limits).encode())
        self._searched_line = line
        self._search_deadline = monotonic() + (untimed if limits.seconds is None else limits.seconds) + grace

    def found(self) -> Found:
        """Wait for the search that was begun, and return its move."""
        line = self._searched_line
        if line is None:
            raise ValueError("no search was begun")
        self._searched_line = None
        *lines, closing = self.answer_to(Word.GO, self._search_deadline)
        infos = [line for line in lines if isinstance(line, protocol.Info)]
        with self._trust():
            return Found(_move(line, _text_of([closing])), infos[-1] if infos else protocol.Info())

    def stop(self) -> Found:
        """End the search and return its move, even if it had just ended by itself."""
        self._search_deadline = min(self._search_deadline, monotonic() + self.patience)
        self.send(str(Word.STOP).encode())
        try:
            return self.found()
        finally:
            if self._is_open:
                with suppress(EngineRefusedError):
                    self.answer_to(Word.STOP)

    def ask(self, command: protocol.Command) -> list[Answer]:
        """All lines of the answer to a command; ``EngineRefusedError`` if it is refused, ``ValueError`` in a search."""
        if self._searched_line is not None:
            raise ValueError("a search was begun: take what it finds with found() or stop() before you ask more")
        line = str(command).encode()
        if len(line) > LONGEST_LINE:
            problem = f"a line of the engine protocol has at most {LONGEST_LINE:,} bytes, not {len(line):,}"
            raise EngineUntoldError(problem)
        self.send(line)
        return self.answer_to(command.word)

    def send(self, line: bytes) -> None:
        """Send any line. It is an error if the engine has said something unasked before."""
        with self._trust():
            # Before the first line, output comes in a race with our question, so only the answer counts.
            if self._has_spoken and self._searched_line is None and self.link.has_unread():
                raise EngineUnreadableError("the engine said something that it was not asked for")
            self._has_spoken = True
            self.link.write_line(line, monotonic() + self.patience)

    def answer_to(self, word: str, deadline: float | None = None) -> list[Answer]:
        """All lines of the answer to the sent command with this word; ``EngineRefusedError`` if it was refused."""
        answer = self.next_answer(monotonic() + self.patience if deadline is None else deadline)
        with self._trust():
            closing = answer[-1]
            expected = protocol.BEST_MOVE if word == Word.GO and isinstance(closing, Accepted) else word
            if isinstance(closing, Accepted | Refused) and closing.word != expected:
                raise EngineUnreadableError(f"the engine was asked {word} and answered {_shown(closing)}")
            if isinstance(closing, Refused):
                raise EngineRefusedError(f"the engine refused {word}: {protocol.one_line(closing.sentence)}")
        return answer

    def next_answer(self, deadline: float) -> list[Answer]:
        """The lines of the next answer, whatever it answers, up to its closing line; of info lines, only the last."""
        answer: list[Answer] = []
        size, last_info = 0, b""
        with self._trust():
            while not answer or not isinstance(answer[-1], Accepted | Refused):
                raw = self.link.read_line(deadline)
                size += len(raw) + 1
                if size > MOST_BYTES:
                    raise EngineTooLoudError(f"the engine's answer has more than {MOST_BYTES:,} bytes")
                if raw.startswith(_INFO_PREFIX):
                    last_info = raw
                else:
                    answer.append(_answer(raw))
            return [_answer(last_info), *answer] if last_info else answer

    def close(self) -> None:
        """Ask the engine to quit, and kill what is left of it."""
        if self._is_open:
            self._is_open = False
            with suppress(EngineError):  # it is killed in any case
                self.link.write_line(str(Word.QUIT).encode(), monotonic())
            self.link.end_input()
            self.link.exit_code(_SECONDS_TO_QUIT)
            self.link.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _trust(self) -> Iterator[None]:
        """Kill the engine on any error but a refusal, and quote its last complaint if it has crashed."""
        if not self._is_open:
            raise EngineNotStartedError("the engine was closed")
        try:
            yield
        except EngineRefusedError:
            raise
        except EngineError as error:
            self._is_open = False
            self.link.end()
            if isinstance(error, EngineCrashedError) and (complaint := self.link.last_complaint):
                raise EngineCrashedError(f"{error}; it last complained: {protocol.one_line(complaint)}") from None
            raise


def _answer(raw: bytes) -> Answer:
    try:
        return protocol.answer_in(protocol.text_in(raw, protocol.LONGEST_ANSWER))
    except protocol.BadLineError as error:
        raise EngineUnreadableError(f"the engine's answer cannot be read: {protocol.one_line(str(error))}") from None


def _move(line: Line, text: str) -> Move:
    """The move of a text at the end of a line; ``IllegalEngineMoveError`` if it cannot be played."""
    try:
        return line.play(line.rules.parse_move(text)).moves[-1]
    except (InvalidMoveError, IllegalMoveError) as error:
        problem = protocol.one_line(f"the engine plays {quoted(text)}, which is not possible: {error}")
        raise IllegalEngineMoveError(problem) from None


def _text_of(answer: Sequence[Answer]) -> str:
    closing = answer[-1]
    return closing.text if isinstance(closing, Accepted) else ""


def _shown(answer: Answer) -> str:
    return quoted(protocol.one_line(str(answer)))
