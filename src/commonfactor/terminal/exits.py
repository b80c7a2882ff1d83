"""Exit codes, and the signals that end a command."""

import os
import signal
from collections.abc import Callable
from enum import IntEnum
from types import FrameType
from typing import NoReturn

from commonfactor.terminal.screen import EndOfInput


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
