"""What a person sees while the program thinks, and how they stop it."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from time import monotonic
from typing import TypeVar

from commonfactor.solver._core import Control
from commonfactor.terminal.screen import Screen, is_terminal

Answer = TypeVar("Answer")

_SECONDS_BETWEEN_SIGNS = 0.5
_BAR = 30


class StatusLine(AbstractContextManager["StatusLine"]):
    """One line on standard error that is written over and over, where a person can see it; gone after the block."""

    def __init__(self) -> None:
        self._is_seen = is_terminal(sys.stderr)
        self._has_text = False
        self._screen = Screen(plain=True, sink=sys.stderr)

    def show(self, text: str) -> None:
        """Put a text in place of the one before."""
        if self._is_seen and (text or self._has_text):
            self._has_text = bool(text)
            print(f"\r\x1b[K{text[: self._screen.width - 1]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Leave no trace."""
        self.show("")

    def __exit__(self, *_: object) -> None:
        self.clear()


def watched(work: Callable[[], Answer], control: Control) -> Answer:
    """Do work that takes a while, with a sign of life, and stop it when interrupted.

    The work runs in a thread of its own: only the main thread hears of an interrupt, and only
    while it is not busy.
    """
    started = monotonic()
    with ThreadPoolExecutor(1) as worker, StatusLine() as status:
        try:
            # Even while the thread starts an interrupt may come, and has to stop it.
            answer = worker.submit(work)
            while not wait([answer], _SECONDS_BETWEEN_SIGNS).done:
                status.show(f"thinking for {monotonic() - started:.0f} s, {control.nodes:,} nodes (Ctrl-C quits)")
            return answer.result()
        except BaseException:
            control.cancel()
            raise


def bar(done: int, total: int) -> str:
    """How far something has come."""
    filled = _BAR * done // total if total else _BAR
    return f"[{'#' * filled}{'.' * (_BAR - filled)}] {done} of {total}"
