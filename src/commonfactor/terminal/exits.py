"""How a game at the terminal ends, and the exit code for it."""

import os
import signal
from collections.abc import Callable
from enum import IntEnum
from types import FrameType
from typing import NoReturn

from commonfactor.terminal.screen import EndOfInput

_ENDING_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ExitCode(IntEnum):
    """What the command line answers to the shell; documented in docs/command-line.md."""

    FINISHED = 0
    INPUT_ENDED = 1
    BAD_INPUT = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143


class Terminated(BaseException):
    """The program was asked to end by SIGTERM."""


def exit_code_of(run: Callable[[], None]) -> ExitCode:
    """Run something that asks questions, and tell how it ended."""
    for number in _ENDING_SIGNALS:
        signal.signal(number, _end)
    try:
        run()
    except EndOfInput:
        return ExitCode.INPUT_ENDED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Terminated:
        return ExitCode.TERMINATED
    return ExitCode.FINISHED


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    # The first signal ends the game in good order; another one means that this takes too long,
    # for example because nobody reads the output. The record is safe at any moment.
    for each in _ENDING_SIGNALS:
        signal.signal(each, _end_at_once)
    raise KeyboardInterrupt if number == signal.SIGINT else Terminated


def _end_at_once(number: int, _frame: FrameType | None) -> NoReturn:
    os._exit(128 + number)
