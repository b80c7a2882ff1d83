"""From lines of the engine protocol to commands and answers."""

import re
from collections.abc import Sequence
from contextlib import suppress
from math import isfinite

from commonfactor.agents.protocol import (
    LONGEST_LINE,
    MOST_SECONDS,
    Accepted,
    Answer,
    BadLineError,
    Bare,
    Command,
    Go,
    Hello,
    Identity,
    Info,
    Kind,
    KnownCommand,
    Option,
    Refused,
    SetOption,
    SetPosition,
    Word,
    signed,
    whole,
)
from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import parse
from commonfactor.rules.numerals import quoted
from commonfactor.solver.analysis import Verdict

_SECONDS = re.compile(r"[0-9]{1,5}(\.[0-9]{1,6})?")
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_REFUSAL = re.compile(r"\?\s+([a-z][a-z0-9_-]{0,31}):\s+(\S.*)")


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
    """The command that a line is; ``BadLineError`` says what is wrong with it."""
    first, *rest = text.split() or [""]
    if first not in Word.__members__.values():
        problem = f"{quoted(first)} is no command" if first else "an empty line is no command"
        raise BadLineError(f"{problem}; {Word.LIST_COMMANDS} lists what there is")
    word = Word(first)
    match word:
        case Word.HELLO:
            return Hello(whole(_only(word, rest, "a version"), word)) if rest else Hello()
        case Word.KNOWN_COMMAND:
            return KnownCommand(_only(word, rest, "the name of a command"))
        case Word.SETOPTION:
            return _setting(rest)
        case Word.POSITION:
            return _position(_only(word, rest, "one position GAME:SETUP:MOVES"))
        case Word.GO:
            return _limits(rest)
    if rest:
        raise BadLineError(f"nothing follows {word}, not even {quoted(rest[0])}", word)
    return Bare(word)


def answer_in(text: str) -> Answer:
    """The answer that a line is part of; ``BadLineError`` says what is wrong with it."""
    if refusal := _REFUSAL.fullmatch(text.strip()):
        return Refused(refusal[1], refusal[2])
    first, word, tail = [*text.strip().split(maxsplit=2), "", "", ""][:3]
    if first == "info":
        return _info(text.split()[1:])
    if not _WORD.fullmatch(word):
        raise BadLineError(f"{quoted(text)} is no line of an answer")
    match first:
        case "=":
            return Accepted(word, tail)
        case "id":
            return Identity(word, tail)
        case "option":
            return _option(word, tail)
    raise BadLineError(f"{quoted(text)} is no line of an answer")


def _only(word: Word, rest: Sequence[str], what: str) -> str:
    if len(rest) != 1:
        raise BadLineError(f"{word} is followed by {what}, not by {len(rest)} words", word)
    return rest[0]


def _setting(rest: Sequence[str]) -> SetOption:
    if not rest:
        raise BadLineError("setoption is followed by the name of an option and its value", Word.SETOPTION)
    return SetOption(rest[0], " ".join(rest[1:]))


def _position(notation: str) -> SetPosition:
    try:
        return SetPosition(parse(notation))
    except NotationError as error:
        raise BadLineError(str(error), Word.POSITION) from None


def _limits(rest: Sequence[str]) -> Go:
    """The limits of a search; pairs of a name and a number, each name once."""
    limits = dict(zip(rest[::2], rest[1::2], strict=False))
    if not rest or 2 * len(limits) != len(rest) or not limits.keys() <= {"seconds", "nodes", "depth"}:
        raise BadLineError("go is followed by one or more of seconds S, nodes N and depth D, each once", Word.GO)
    numbers = {name: whole(limits[name], Word.GO) for name in limits.keys() - {"seconds"}}
    if 0 in numbers.values():
        raise BadLineError("a search has at least 1 node and depth 1, not 0", Word.GO)
    seconds = _seconds(limits["seconds"], Word.GO) if "seconds" in limits else None
    return Go(seconds, numbers.get("nodes"), numbers.get("depth"))


def _seconds(text: str, word: str) -> float:
    if not _SECONDS.fullmatch(text) or float(text) > MOST_SECONDS:
        raise BadLineError(f"seconds are a number from 0 to {MOST_SECONDS}, such as 0.5, not {quoted(text)}", word)
    return float(text)


def _option(name: str, text: str) -> Option:
    kind, rest = [*text.split(maxsplit=1), "", ""][:2]
    words = rest.split()
    match kind, words:
        case Kind.NUMBER, [default, "min", low, "max", high]:
            return Option(name, Kind.NUMBER, default, signed(low, "option"), signed(high, "option"))
        case Kind.SWITCH, ["on" | "off" as default]:
            return Option(name, Kind.SWITCH, default)
        case Kind.CHOICE, [default, "among", *choices] if default in choices:
            return Option(name, Kind.CHOICE, default, choices=tuple(choices))
        case Kind.TEXT, _:
            return Option(name, Kind.TEXT, rest)
    raise BadLineError(f"{quoted(name)} is described as no option is: {quoted(text)}")


def _info(words: Sequence[str]) -> Info:
    """What an info line tells; ``text`` takes all that follows it.

    It decides nothing, so keys that are not known, and values that cannot be read, are passed over.
    """
    keys = words[::2]
    end = 2 * keys.index("text") if "text" in keys else len(words)
    told = dict(zip(words[:end:2], words[1:end:2], strict=False))
    verdict, line = told.get("verdict", ""), told.get("line")
    return Info(
        Verdict(verdict) if verdict in Verdict.__members__.values() else None,
        tuple(line.split(",")) if line else (),
        _count(told.get("depth", "")),
        _count(told.get("nodes", "")),
        _duration(told.get("seconds", "")),
        " ".join(words[end + 1 :]),
    )


def _count(text: str) -> int | None:
    with suppress(BadLineError):
        return whole(text, "info")
    return None


def _duration(text: str) -> float | None:
    with suppress(ValueError):
        seconds = float(text)
        return seconds if seconds >= 0 and isfinite(seconds) else None
    return None
