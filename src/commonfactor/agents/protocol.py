"""The commands and answers of ``docs/engine-protocol.md`` as values, which ``str`` writes as lines."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from math import isfinite
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, astuple

from commonfactor.rules.notation import Line, parse
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.solver.analysis import Verdict

VERSION = 1
LONGEST_LINE = 65_536  # in bytes, without the line end
LONGEST_ANSWER = LONGEST_LINE + 64  # since an answer may repeat a command with a longer name for the game
MOST_SECONDS = 86_400
UNKNOWN = "unknown"  # stands for the command where a line is none

_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_REFUSAL = re.compile(r"\?\s+([a-z][a-z0-9_-]{0,31}):\s+(\S.*)")


class BadLineError(ValueError):
    """A line is no command or no answer; the message is a sentence that says why, and ``word`` names the command."""

    def __init__(self, sentence: str, word: str = UNKNOWN) -> None:
        super().__init__(sentence)
        self.word = word


class Word(StrEnum):
    """The commands, each by its first word."""

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
"""The word that answers ``go``; every other command is answered by its own word."""


class _WithFields(Struct, frozen=True):
    """A command written as its word and its fields."""

    word: ClassVar[Word]

    def __str__(self) -> str:
        return " ".join([self.word, *map(str, astuple(self))]).rstrip()


class Hello(_WithFields, frozen=True):
    version: int = VERSION
    word: ClassVar[Word] = Word.HELLO


class KnownCommand(_WithFields, frozen=True):
    name: str
    word: ClassVar[Word] = Word.KNOWN_COMMAND


class SetOption(_WithFields, frozen=True):
    name: str
    value: str
    word: ClassVar[Word] = Word.SETOPTION


class SetPosition(_WithFields, frozen=True):
    line: Line
    word: ClassVar[Word] = Word.POSITION


class Go(_WithFields, frozen=True):
    """A search for a move, with at least one limit."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    word: ClassVar[Word] = Word.GO

    def __str__(self) -> str:
        limits = asdict(self)
        if self.seconds is not None:
            limits["seconds"] = f"{self.seconds:.6f}".rstrip("0").rstrip(".")
        return " ".join([self.word, *(f"{name} {limit}" for name, limit in limits.items() if limit is not None)])


class Bare(NamedTuple):
    """A command of one word: ping, list_commands, legal, stop, wait or quit."""

    word: Word

    def __str__(self) -> str:
        return self.word


Command = Hello | KnownCommand | SetOption | SetPosition | Go | Bare


class Accepted(NamedTuple):
    """The closing line for a command that was obeyed."""

    word: str
    text: str = ""

    def __str__(self) -> str:
        return f"= {self.word} {one_line(self.text)}".rstrip()


class Refused(NamedTuple):
    """The closing line for a command that was not obeyed."""

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
    NUMBER = "number"
    SWITCH = "switch"
    CHOICE = "choice"
    TEXT = "text"


class Option(NamedTuple):
    """A line of the answer to ``hello``: an option that can be set."""

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
        """The value, if the option can have it; otherwise ``BadLineError``."""
        with _refusing(Word.SETOPTION):
            if self.kind is Kind.NUMBER:
                if not self.low <= _signed(value) <= self.high:
                    raise ValueError(f"{self.name} is a number from {self.low} to {self.high}, not {value}")
            elif self.kind is not Kind.TEXT:
                values = self.choices if self.kind is Kind.CHOICE else ("on", "off")
                if value not in values:
                    raise ValueError(f"{self.name} is one of {', '.join(values)}, not {quoted(value)}")
        return value


class Info(NamedTuple):
    """A line of the answer to ``go``: what the search has found and spent so far."""

    verdict: Verdict | None = None
    """A win or a loss is proven."""
    line: tuple[str, ...] = ()
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    text: str = ""

    def __str__(self) -> str:
        seconds = "" if self.seconds is None else f"{self.seconds:.3f}"
        told = self._asdict() | {"line": ",".join(self.line), "seconds": seconds, "text": one_line(self.text)}
        return " ".join(["info", *(f"{key} {value}" for key, value in told.items() if value not in {None, ""})])


Answer = Accepted | Refused | Identity | Option | Info


def one_line(text: str) -> str:
    """The text with a question mark for every character that could end a line or control a terminal."""
    return "".join(character if character.isprintable() else "?" for character in text)


def text_in(raw: bytes, longest: int = LONGEST_LINE) -> str:
    """A line without its end; ``BadLineError`` if it is too long or not UTF-8."""
    content = raw.removesuffix(b"\n").removesuffix(b"\r")
    if len(content) > longest:
        raise BadLineError(f"a line has at most {longest:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise BadLineError(f"the line is not UTF-8 from byte {error.start + 1} on") from None


def command_in(text: str) -> Command:
    """The command on a line; ``BadLineError`` if it is none."""
    first, *rest = text.split() or [""]
    if first not in Word.__members__.values():
        problem = f"{quoted(first)} is no command" if first else "an empty line is no command"
        raise BadLineError(f"{problem}; {Word.LIST_COMMANDS} lists what there is")
    word = Word(first)
    with _refusing(word):
        return _command(word, rest)


def _command(word: Word, rest: Sequence[str]) -> Command:
    match word:
        case Word.HELLO:
            return Hello(number_in(_only(word, rest, "a version"))) if rest else Hello()
        case Word.KNOWN_COMMAND:
            return KnownCommand(_only(word, rest, "the name of a command"))
        case Word.SETOPTION:
            if not rest:
                raise ValueError("setoption is followed by the name of an option and its value")
            return SetOption(rest[0], " ".join(rest[1:]))
        case Word.POSITION:
            return SetPosition(parse(_only(word, rest, "one position GAME:SETUP:MOVES")))
        case Word.GO:
            return _limits(rest)
    if rest:
        raise ValueError(f"nothing follows {word}, not even {quoted(rest[0])}")
    return Bare(word)


def answer_in(text: str) -> Answer:
    """The line of an answer; ``BadLineError`` if it is none."""
    if refusal := _REFUSAL.fullmatch(text.strip()):
        return Refused(refusal[1], refusal[2])
    first, word, tail = [*text.strip().split(maxsplit=2), "", "", ""][:3]
    if first == "info":
        return _info(text.split()[1:])
    if _WORD.fullmatch(word):
        match first:
            case "=":
                return Accepted(word, tail)
            case "id":
                return Identity(word, tail)
            case "option":
                with _refusing(UNKNOWN):
                    return _option(word, tail)
    raise BadLineError(f"{quoted(text)} is no line of an answer")


@contextmanager
def _refusing(word: str) -> Iterator[None]:
    """Turn any ``ValueError`` into the ``BadLineError`` of a command."""
    try:
        yield
    except ValueError as error:
        raise BadLineError(str(error), word) from None


def _only(word: Word, rest: Sequence[str], what: str) -> str:
    if len(rest) != 1:
        raise ValueError(f"{word} is followed by {what}, not by {len(rest)} words")
    return rest[0]


def _limits(rest: Sequence[str]) -> Go:
    """The limits of a search: pairs of a name and a number, each name once."""
    limits = dict(zip(rest[::2], rest[1::2], strict=False))
    if not rest or 2 * len(limits) != len(rest) or not limits.keys() <= {"seconds", "nodes", "depth"}:
        raise ValueError("go is followed by one or more of seconds S, nodes N and depth D, each once")
    seconds = limits.pop("seconds", None)
    counts = {name: number_in(limit) for name, limit in limits.items()}
    if 0 in counts.values():
        raise ValueError("a search has at least 1 node and depth 1, not 0")
    if seconds is not None and (not _SECONDS.fullmatch(seconds) or float(seconds) > MOST_SECONDS):
        raise ValueError(f"seconds are a number from 0 to {MOST_SECONDS}, such as 0.5, not {quoted(seconds)}")
    return Go(None if seconds is None else float(seconds), **counts)


def _option(name: str, text: str) -> Option:
    kind, rest = [*text.split(maxsplit=1), "", ""][:2]
    words = rest.split()
    match kind, words:
        case Kind.NUMBER, [default, "min", low, "max", high]:
            return Option(name, Kind.NUMBER, default, _signed(low), _signed(high))
        case Kind.SWITCH, ["on" | "off" as default]:
            return Option(name, Kind.SWITCH, default)
        case Kind.CHOICE, [default, "among", *choices] if default in choices:
            return Option(name, Kind.CHOICE, default, choices=tuple(choices))
        case Kind.TEXT, _:
            return Option(name, Kind.TEXT, rest)
    raise ValueError(f"{quoted(name)} is described as no option is: {quoted(text)}")


def _info(words: Sequence[str]) -> Info:
    """An info line. It decides nothing, so unknown keys and unreadable values are skipped."""
    keys = words[::2]
    end = 2 * keys.index("text") if "text" in keys else len(words)
    told = dict(zip(words[:end:2], words[1:end:2], strict=False))
    readers: dict[str, Callable[[str], Any]] = {
        "verdict": Verdict,
        "line": lambda moves: tuple(moves.split(",")),
        "depth": number_in,
        "nodes": number_in,
        "seconds": _duration,
    }
    values: dict[str, Any] = {"text": " ".join(words[end + 1 :])}
    for key in told.keys() & readers.keys():
        with suppress(ValueError):
            values[key] = readers[key](told[key])
    return Info(**values)


def _duration(text: str) -> float:
    seconds = float(text)
    if not (isfinite(seconds) and seconds >= 0):
        raise ValueError(text)
    return seconds


def _signed(text: str) -> int:
    return -number_in(text[1:]) if text.startswith("-") else number_in(text)
