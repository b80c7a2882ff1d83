"""Processes that work for this one, and never outlive what they work for."""

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
    """Some processes, which end at once with the block, wherever they are, and also if this one is killed.

    Processes, and not threads, even for one job: a thread could not be ended from outside.
    """
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
    """What a function gives for some items, in their order; a process takes so many of them at once.

    The pool's own ``map`` cancels what is left when nobody asks on, and a pool whose processes are ended then cannot
    do with what was cancelled.
    """
    portions = (items[start : start + at_once] for start in range(0, len(items), at_once))
    waiting = deque([pool.submit(_results, function, portion) for portion in portions])
    return chain.from_iterable(waiting.popleft().result() for _ in range(len(waiting)))


def _results(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    return [function(item) for item in items]


def _prepare() -> None:  # pragma: no cover  # runs in a child process; tested by tests/solver/test_workers.py
    """Make a process harmless to the one that has started it."""
    # The terminal sends an interrupt to all processes; it is for the first one to end the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is printed here must not get among what the first one prints.
    sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:  # pragma: no cover  # runs in a child process; tested by tests/test_cli_solver.py
    """Let the process end when the one is killed that it works for; it would wait for ever."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
