"""The engine protocol: its commands and answers. ``docs/engine-protocol.md`` tells it to people.

Commands and answers become lines by ``str``, and lines become them again in ``protocol_reading``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.solver.analysis import Verdict

VERSION = 1
LONGEST_LINE = 65_536
"""How many bytes a line has at most, its end not counted."""
LONGEST_ANSWER = LONGEST_LINE + 64
"""The same for a line of an answer, which may repeat a command, with the long name of a game instead of the short."""
MOST_SECONDS = 86_400

UNKNOWN = "unknown"
"""What stands in the place of a command that is none."""


class BadLineError(ValueError):
    """A line is no command, or no answer; the message is a sentence that says why."""

    def __init__(self, sentence: str, word: str = UNKNOWN) -> None:
        """Name the command that the line seemed to be."""
        super().__init__(sentence)
        self.word = word


class Word(StrEnum):
    """The commands there are, each by its first word."""

    HELLO = "hello"
    PING = "ping"
    LIST_COMMANDS = "list_commands"
    KNOWN_COMMAND = "known_command"
    SETOPTION = "setoption"
    POSITION = "position"
    LEGAL = "legal"
    GO = "go"
    STOP = "stop"
    WAIT = "wait"
    QUIT = "quit"


BEST_MOVE = "bestmove"
"""The word that answers ``go``; every other command is answered by its own."""


@dataclass(frozen=True)
class Hello:
    """The greeting, with the version of the protocol that the client speaks."""

    version: int = VERSION
    word: ClassVar[Word] = Word.HELLO

    def __str__(self) -> str:
        return f"{self.word} {self.version}"


@dataclass(frozen=True)
class KnownCommand:
    """The question whether a command exists."""

    name: str
    word: ClassVar[Word] = Word.KNOWN_COMMAND

    def __str__(self) -> str:
        return f"{self.word} {self.name}"


@dataclass(frozen=True)
class SetOption:
    """An option, and what it is to be."""

    name: str
    value: str
    word: ClassVar[Word] = Word.SETOPTION

    def __str__(self) -> str:
        return f"{self.word} {self.name} {self.value}".rstrip()


@dataclass(frozen=True)
class SetPosition:
    """The position that further commands are about."""

    line: Line
    word: ClassVar[Word] = Word.POSITION

    def __str__(self) -> str:
        return f"{self.word} {self.line}"


@dataclass(frozen=True)
class Go:
    """The order to find a move within limits, of which there is one at least."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    word: ClassVar[Word] = Word.GO

    def __str__(self) -> str:
        limits = [("seconds", self.seconds), ("nodes", self.nodes), ("depth", self.depth)]
        return " ".join([self.word, *(f"{name} {_number(limit)}" for name, limit in limits if limit is not None)])


class Bare(NamedTuple):
    """A command of one word: ping, list_commands, legal, stop, wait or quit."""

    word: Word

    def __str__(self) -> str:
        return self.word


Command = Hello | KnownCommand | SetOption | SetPosition | Go | Bare


class Accepted(NamedTuple):
    """The closing line of an answer to a command that was obeyed."""

    word: str
    text: str = ""

    def __str__(self) -> str:
        return f"= {self.word} {one_line(self.text)}".rstrip()


class Refused(NamedTuple):
    """The closing line of an answer to a command that was not obeyed."""

    word: str
    sentence: str

    def __str__(self) -> str:
        return f"? {self.word}: {one_line(self.sentence)}"


class Identity(NamedTuple):
    """A line of the answer to ``hello``: who the engine is."""

    key: str
    text: str

    def __str__(self) -> str:
        return f"id {self.key} {one_line(self.text)}"


class Kind(StrEnum):
    """What the value of an option can be."""

    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    TEXT = "text"


class Option(NamedTuple):
    """A line of the answer to ``hello``: something that can be set."""

    name: str
    kind: Kind
    default: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        limits = f" min {self.low} max {self.high}" if self.kind is Kind.NUMBER else ""
        among = f" among {' '.join(self.choices)}" if self.kind is Kind.CHOICE else ""
        return f"option {self.name} {self.kind} {one_line(self.default)}{limits}{among}".rstrip()

    def checked(self, value: str) -> str:
        """The value if the option can have it; ``BadLineError`` says what it can be."""
        if self.kind is Kind.NUMBER:
            if not self.low <= signed(value, Word.SETOPTION) <= self.high:
                raise BadLineError(
                    f"{self.name} is a number from {self.low} to {self.high}, not {value}", Word.SETOPTION
                )
        elif self.kind is not Kind.TEXT:
            values = self.choices if self.kind is Kind.CHOICE else ("on", "off")
            if value not in values:
                raise BadLineError(f"{self.name} is one of {', '.join(values)}, not {quoted(value)}", Word.SETOPTION)
        return value


class Info(NamedTuple):
    """A line of the answer to ``go``: what the search has found and spent by then."""

    verdict: Verdict | None = None
    """Win and loss are said only of what is proven."""
    line: tuple[str, ...] = ()
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    text: str = ""

    def __str__(self) -> str:
        told = {
            "verdict": self.verdict,
            "line": ",".join(self.line) or None,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": None if self.seconds is None else f"{self.seconds:.3f}",
            "text": one_line(self.text) or None,
        }
        return " ".join(["info", *(f"{key} {value}" for key, value in told.items() if value is not None)])


Answer = Accepted | Refused | Identity | Option | Info


def one_line(text: str) -> str:
    """The text with every character that could end a line or drive a terminal replaced by a mark."""
    return "".join(character if character.isprintable() else "?" for character in text)


def whole(text: str, word: str) -> int:
    """The number that a text is; ``BadLineError`` says what is wrong with it."""
    try:
        return number_in(text)
    except ValueError as error:
        raise BadLineError(str(error), word) from None


def signed(text: str, word: str) -> int:
    """The number that a text is, which may be negative."""
    return -whole(text[1:], word) if text.startswith("-") else whole(text, word)


def _number(limit: float) -> str:
    return str(limit) if isinstance(limit, int) else f"{limit:.6f}".rstrip("0").rstrip(".")
