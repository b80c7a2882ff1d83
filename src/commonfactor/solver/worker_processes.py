"""Worker processes, which never outlive what they work for."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end at once with the block, or if this one is killed; a thread could not be ended."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare) as pool:
        try:
            yield pool
        finally:
            # The pool would wait for what they are doing, and has nothing to end them with.
            for process in active_children():
                process.terminate()


def mapped(
    pool: Executor, function: Callable[[Item], Result], items: Sequence[Item], at_once: int = 1
) -> Iterator[Result]:
    """The results of a function in the order of the items, of which a process takes so many at once."""
    # The pool's own ``map`` cancels the rest when nobody asks on, which a pool whose processes are ended cannot handle.
    portions = (items[start : start + at_once] for start in range(0, len(items), at_once))
    waiting = deque([pool.submit(_results, function, portion) for portion in portions])
    return chain.from_iterable(waiting.popleft().result() for _ in range(len(waiting)))


def _results(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [function(item) for item in items]


def _prepare() -> None:  # pragma: no cover  # runs in a child process; tested by tests/solver/test_worker_processes.py
    # The terminal sends an interrupt to all processes; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # the first one may be printing, too
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:  # pragma: no cover  # runs in a child process; tested by tests/test_cli_solver.py
    """End when the parent is killed, rather than wait for ever."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
