"""The terminal: lines out, answers in, and text made harmless on the way."""

import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from shutil import get_terminal_size
from typing import TextIO

# Longer input is no move and no command; reading it in bounded pieces keeps it harmless.
_LONGEST_INPUT = 1 << 16
_LONGEST_ECHO = 60
_NARROWEST = 20
_WIDEST_TEXT = 80

BOLD, DIM, BLUE, ORANGE, VERMILLION = "1", "2", "38;5;32", "38;5;214", "38;5;166"
_WHITE_ON_BLACK = "38;5;231;48;5;16"


class EndOfInput(Exception):  # noqa: N818 (an end, not an error: the caller knows what it means)
    """There is nothing more to read."""


class Screen:
    """Lines out, answers in, by the standard streams unless others are given.

    A plain screen prints lines as they are; any other wraps them to its width and has colour if the terminal does.
    """

    def __init__(self, *, plain: bool, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self.plain = plain or not is_terminal(self._sink)
        self.has_colour = not self.plain and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @property
    def width(self) -> int:
        return max(_NARROWEST, get_terminal_size().columns)

    def show(self, lines: Iterable[str], style: str = "") -> None:
        for line in lines:
            for row in [neutral(line)] if self.plain else wrapped(neutral(line), self.width):
                print(self.styled(row, style), file=self._sink)

    def tell(self, paragraphs: Iterable[str]) -> None:
        """Print running text with space between paragraphs, fitted to a width that reads well."""
        width = min(self.width, _WIDEST_TEXT)
        print("\n\n".join("\n".join(wrapped(text, width)) for text in paragraphs), file=self._sink)

    def show_command(self, command: str) -> None:
        """Print a command for the shell, a long one in rows that end in a backslash."""
        room = self.width - 1
        rows = [command[start : start + room] for start in range(0, len(command), room)]
        print("\\\n".join(rows), file=self._sink)

    def draw(self, row: str) -> None:
        """Print a row as it is, styles and all."""
        print(row, file=self._sink)

    def styled(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if style and text and self.has_colour else text

    def ask(self, prompt: str) -> str:
        """The answer to a prompt, without the spaces around it; ``EndOfInput`` if none comes."""
        *above, last = [prompt] if self.plain else wrapped(prompt, self.width)
        self.show(above, BOLD)
        try:
            answer = self._read_line(last)
        except BaseException:
            # What follows must not stand behind the prompt.
            print(file=self._sink, flush=True)
            raise
        # A terminal echoes what is typed; a transcript of piped input should read the same.
        if not is_terminal(self._source):
            print(neutral(answer[:_LONGEST_ECHO]), file=self._sink)
        return answer

    def _read_line(self, prompt: str) -> str:
        if self._can_edit:
            return self._edited_line(prompt)
        print(self.styled(prompt, BOLD), end=" ", file=self._sink, flush=True)
        if self._source is None:
            raise EndOfInput
        try:
            line = piece = self._source.readline(_LONGEST_INPUT)
            while piece and not piece.endswith("\n"):
                piece = self._source.readline(_LONGEST_INPUT)
        except OSError:  # such as a descriptor that is open for writing only
            raise EndOfInput from None
        if not line:
            raise EndOfInput
        return line.strip()

    @property
    def _can_edit(self) -> bool:
        """Whether a person types at a terminal with a movable cursor."""
        at_terminal = self._source is sys.stdin and self._sink is sys.stdout and is_terminal(self._source)
        return at_terminal and not self.plain and os.environ.get("TERM") != "dumb" and _has_line_editing()

    def _edited_line(self, prompt: str) -> str:
        """A line from Python's own prompt, with arrow keys and history."""
        start, end = (f"\x01\x1b[{style}m\x02" if self.has_colour else "" for style in (BOLD, "0"))
        try:
            return input(f"{start}{prompt}{end} ").strip()
        except (EOFError, OSError):
            raise EndOfInput from None

    def finish(self) -> None:
        if self._sink is not None:
            self._sink.flush()


def report(lines: Iterable[str], facts: Callable[[], object], *, as_json: bool) -> None:
    """Print the answer of a command: lines for people, or its facts as one JSON object."""
    if as_json:
        print(json.dumps(facts()))
    else:
        Screen(plain=False).show(lines)


def show_code(drawn: str) -> None:
    """Show a QR code made of block characters, white on black, if the terminal can show all of it."""
    screen, blocks = Screen(plain=False), drawn.strip("\n").split("\n")
    if not screen.has_colour or len(blocks[0]) > screen.width:
        return
    try:
        drawn.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return
    for row in blocks:
        screen.draw(screen.styled(row, _WHITE_ON_BLACK))
    screen.finish()


@lru_cache
def _has_line_editing() -> bool:
    """Whether there is a readline; importing it makes ``input`` use it."""
    try:
        readline = import_module("readline")
    except ImportError:  # Windows, where the console does it itself
        return False
    # Otherwise it writes control codes around the prompt, and takes several pasted lines for one.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.parse_and_bind("set bell-style none")
    return True


def is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def wrapped(line: str, width: int) -> list[str]:
    """A line as indented rows of at most ``width`` columns, broken after spaces and commas where possible."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)][: width // 2]
    room = width - len(indent)
    rows = [""]
    for word in re.split(r"(?<=[ ,])(?=[^ ])", text):
        piece = word
        if rows[-1] and columns_of(rows[-1] + piece.rstrip()) > room:
            rows.append("")
        while columns_of(piece.rstrip()) > room:
            fitting = next(end for end in range(min(len(piece), room), 0, -1) if columns_of(piece[:end]) <= room)
            rows[-1:] = [piece[:fitting], ""]
            piece = piece[fitting:]
        rows[-1] += piece
    return [(indent + row).rstrip() for row in rows]


def columns_of(text: str) -> int:
    """The width of a text on a terminal: two columns for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def neutral(text: str) -> str:
    """The text with control characters replaced by question marks."""
    return "".join(character if character.isprintable() else "?" for character in text)
