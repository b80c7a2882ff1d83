"""Text on its way to a terminal: harmless, and in whatever encoding the terminal has."""

import codecs
import os
import sys
from io import TextIOWrapper
from typing import TextIO

_IN_ASCII = {"·": "*", "…": "...", "●": "o", "◆": "#", "✓": "+", "✕": "x"}
_ERRORS = "commonfactor-ascii"


def _spelt_in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unencodable = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(character, "?") for character in unencodable), error.end


def prepare_streams() -> None:
    """Let the standard streams take any text, so that no encoding can end a game."""
    codecs.register_error(_ERRORS, _spelt_in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def neutral(text: str) -> str:
    """The text with every character that could drive a terminal replaced by a mark."""
    return "".join(character if character.isprintable() else "?" for character in text)


def complain(message: str) -> None:
    """Say on standard error, in one line, what is wrong or what can be done now."""
    if sys.stderr is None:  # closed by whoever started the program; print would turn to standard output
        return
    try:
        print(f"commonfactor: {neutral(message)}", file=sys.stderr, flush=True)
    except OSError:  # where complaints cannot be written, the exit code has to do
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that Python's own flush at exit stays silent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
