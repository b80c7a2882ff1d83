"""How the program meets the shell: exit codes, signals, and complaints on standard error."""

import codecs
import os
import signal
import sys
from collections.abc import Callable
from enum import IntEnum
from io import TextIOWrapper
from types import FrameType
from typing import NoReturn, TextIO

from commonfactor.terminal.screen import EndOfInput, neutral

_IN_ASCII = {"·": "*", "…": "...", "●": "o", "◆": "#", "✓": "+", "✕": "x"}
_ERRORS = "commonfactor-ascii"


class ExitCode(IntEnum):
    """Documented in docs/command-line.md."""

    FINISHED = 0
    INPUT_ENDED = 1
    CHECK_FAILED = 1
    BAD_INPUT = 2
    STORAGE_LOST = 3
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143


class Terminated(BaseException):
    """SIGTERM was received."""


def exit_code_of(run: Callable[[], None]) -> ExitCode:
    """Run a command that signals may interrupt."""
    _set_handler(_end)
    try:
        run()
    except EndOfInput:
        return ExitCode.INPUT_ENDED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Terminated:
        return ExitCode.TERMINATED
    finally:
        _set_handler(_end_at_once)  # an exception must not interrupt the last messages
    return ExitCode.FINISHED


def _set_handler(handler: Callable[[int, FrameType | None], NoReturn]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    # The first signal ends the command in good order; a second one means that this takes too long,
    # for example because nobody reads the output. Records are safe at any moment.
    _set_handler(_end_at_once)
    raise KeyboardInterrupt if number == signal.SIGINT else Terminated


def _end_at_once(number: int, _frame: FrameType | None) -> NoReturn:
    os._exit(128 + number)


def _spelt_in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unencodable = error.object[error.start : error.end]
    return "".join(_IN_ASCII.get(character, "?") for character in unencodable), error.end


def prepare_streams() -> None:
    """Make the standard streams take any text, so that no encoding can end a game."""
    codecs.register_error(_ERRORS, _spelt_in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def complain(message: str) -> None:
    """Print one line to standard error."""
    if sys.stderr is None:  # closed by the parent process; print would use standard output instead
        return
    try:
        print(f"commonfactor: {neutral(message)}", file=sys.stderr, flush=True)
    except OSError:  # the exit code has to do
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Redirect a broken stream to nowhere, so that Python's flush at exit stays silent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
