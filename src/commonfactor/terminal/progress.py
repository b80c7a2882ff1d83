"""Signs of life on standard error while the program works, and how people interrupt it."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager
from time import monotonic
from typing import TypeVar

from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget
from commonfactor.terminal.screen import Screen, is_terminal, neutral

Answer = TypeVar("Answer")

_SECONDS_BETWEEN_SIGNS = 0.5
_BAR = 30


class StatusLine(AbstractContextManager["StatusLine"]):
    """One line on standard error, overwritten in place where a person can see it; gone after the block."""

    def __init__(self) -> None:
        self._is_seen = is_terminal(sys.stderr)
        self._has_text = False
        self._screen = Screen(plain=True, sink=sys.stderr)

    def show(self, text: str) -> None:
        if self._is_seen and (text or self._has_text):
            self._has_text = bool(text)
            print(f"\r\x1b[K{text[: self._screen.width - 1]}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        self.show("")

    def __exit__(self, *_: object) -> None:
        self.clear()


def watched(budget: Budget, work: Callable[[Control], Answer]) -> Answer:
    """Do work within a budget, with a status line while it takes long, and cancel it when interrupted.

    The work runs in its own thread: only the main thread receives signals, and only while it is not busy.
    """
    control, started = budget.control(), monotonic()
    with ThreadPoolExecutor(1) as worker, StatusLine() as status:
        try:
            # Submitting is inside, since an interrupt may come as soon as the thread starts.
            answer = worker.submit(work, control)
            while not wait([answer], _SECONDS_BETWEEN_SIGNS).done:
                status.show(f"thinking for {monotonic() - started:.0f} s, {control.nodes:,} nodes (Ctrl-C quits)")
            return answer.result()
        except BaseException:
            control.cancel()
            raise


def with_progress(names: Sequence[str], work: Callable[[str], Answer]) -> Iterator[Answer]:
    """Results for one name after another, with a progress bar meanwhile."""
    with StatusLine() as status:
        for done, name in enumerate(names):
            status.show(f"{bar(done, len(names))}, {neutral(name)}")
            answer = work(name)
            status.clear()
            yield answer


def bar(done: int, total: int) -> str:
    filled = _BAR * done // total if total else _BAR
    return f"[{'#' * filled}{'.' * (_BAR - filled)}] {done} of {total}"
