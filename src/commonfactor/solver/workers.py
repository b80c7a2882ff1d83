"""Processes that work for this one, and never outlive what they work for."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread


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


def _prepare() -> None:
    """Make a process harmless to the one that has started it."""
    # The terminal sends an interrupt to all processes; it is for the first one to end the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What is printed here must not get among what the first one prints.
    sys.stdout = sys.stderr
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Let the process end when the one is killed that it works for; it would wait for ever."""
    if parent := parent_process():
        parent.join()
    os._exit(1)
