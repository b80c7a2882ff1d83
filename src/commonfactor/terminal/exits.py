"""How a game at the terminal ends, and the exit code for it."""

import os
import signal
from collections.abc import Callable
from enum import IntEnum
from types import FrameType
from typing import NoReturn

from commonfactor.terminal.screen import EndOfInput


class ExitCode(IntEnum):
    """What the command line answers to the shell; documented in docs/command-line.md."""

    FINISHED = 0
    INPUT_ENDED = 1
    CHECK_FAILED = 1
    BAD_INPUT = 2
    STORAGE_LOST = 3
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143


class Terminated(BaseException):
    """The program was asked to end by SIGTERM."""


def exit_code_of(run: Callable[[], None]) -> ExitCode:
    """Run something that asks questions, and tell how it ended."""
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
        _set_handler(_end_at_once)  # what is left to say must not be interrupted by an exception
    return ExitCode.FINISHED


def _set_handler(handler: Callable[[int, FrameType | None], NoReturn]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    # The first signal ends the game in good order; another one means that this takes too long,
    # for example because nobody reads the output. The record is safe at any moment.
    _set_handler(_end_at_once)
    raise KeyboardInterrupt if number == signal.SIGINT else Terminated


def _end_at_once(number: int, _frame: FrameType | None) -> NoReturn:
    os._exit(128 + number)
