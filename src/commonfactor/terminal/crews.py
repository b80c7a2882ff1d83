"""Who plays the games of a tournament: processes of this machine, or a cluster."""

import logging
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from typing import NamedTuple

from commonfactor.rules.base import NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.solver.worker_processes import workers

_SECONDS_TO_REACH_A_CLUSTER = 5


class CrewError(NotationError):
    """There is nobody to play, or no longer; the message says why."""


class Crew(NamedTuple):
    """What games are given to, and how many tasks to give at once so that nobody waits."""

    executor: Executor
    at_once: int


@contextmanager
def local_crew(jobs: int) -> Iterator[Crew]:
    """Processes of this machine, which end at once with the block, wherever they are."""
    with workers(jobs) as pool:
        try:
            yield Crew(pool, 2 * jobs)
        except BrokenProcessPool:
            raise CrewError("a process was ended from outside, or by a player; the games so far are kept") from None


def check_cluster(address: str) -> None:
    """Raise ``CrewError`` unless there may be a cluster at an address, before there is anything to play."""
    # Of an address that is none, Dask would think for ten seconds.
    if not re.fullmatch(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}", address):
        raise CrewError(f"the address of a cluster is written tcp://HOST:PORT, not {quoted(address)}")
    try:
        import_module("distributed")
    except ModuleNotFoundError:
        raise CrewError("a cluster needs Dask: pip install 'commonfactor[cluster]'") from None


@contextmanager
def cluster_crew(address: str) -> Iterator[Crew]:
    """The workers of a Dask cluster."""
    distributed = import_module("distributed")
    # What it would log of a scheduler that is gone, for as long as this program runs, is told in a sentence below.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_SECONDS_TO_REACH_A_CLUSTER, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise CrewError(f"there is no Dask scheduler at {quoted(address)}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise CrewError(f"the cluster at {quoted(address)} has no worker")
        # The same task twice is two tasks here: a player that is no function of its chances may differ.
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, 2 * threads)
        except CancelledError:
            raise CrewError(f"the cluster at {quoted(address)} is gone; the games so far are kept") from None
        except distributed.KilledWorker:
            raise CrewError("workers ended over a game, perhaps by a player; the games so far are kept") from None
        finally:
            executor.shutdown(wait=False)
