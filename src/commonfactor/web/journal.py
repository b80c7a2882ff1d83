"""The journal: the one thread that uses the database, so that whatever waits is committed together.

While one commit is on its way to the disk, what comes in meanwhile gathers and makes the next.
Nothing is acknowledged before its commit.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from commonfactor.web.ground import StoreError
from commonfactor.web.store import Store, forget_count

MOST_TOGETHER = 256
MOST_WAITING = 10_000
SECONDS_FOR_WORK = 10.0
"""After so long whoever waits is told that it is unknown whether the work was done."""
SECONDS_TO_CLOSE = 1.0

_Answer = TypeVar("_Answer")
Work = Callable[[Connection], _Answer]


class JournalError(Exception):
    """The work was not taken, or it is not known whether it was done."""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Work[Any]
    future: asyncio.Future[Any]

    def settle(self, answer: Any, error: Exception | None = None) -> None:
        with suppress(RuntimeError):  # the server has gone, and nobody waits any more
            self.future.get_loop().call_soon_threadsafe(self._settle, answer, error)

    def _settle(self, answer: Any, error: Exception | None) -> None:
        if self.future.cancelled():
            return
        if error is None:
            self.future.set_result(answer)
        else:
            self.future.set_exception(error)


class Journal:
    """Does work on the database, in the order in which it is asked for, many pieces in one transaction."""

    def __init__(self, store: Store) -> None:
        """Take over a store; it is used by nobody else from now on."""
        self._store = store
        self.ground = store.ground
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def do(self, work: Work[_Answer]) -> _Answer:
        """The answer of a piece of work, once it is committed; what it raises, if it was rolled back."""
        if self._jobs.qsize() >= MOST_WAITING:
            raise JournalError("too much waits for the database")
        future: asyncio.Future[_Answer] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, future))
        try:
            async with asyncio.timeout(SECONDS_FOR_WORK):
                # Who asked may go away; what was begun is finished all the same.
                return await asyncio.shield(future)
        except TimeoutError:
            self.ground.hang_up()
            raise JournalError("the database does not answer") from None

    def close(self) -> None:
        """Finish what was asked for, and let go of the database, unless that takes too long."""
        self._jobs.put(None)
        self._thread.join(SECONDS_TO_CLOSE)
        if not self._thread.is_alive():
            self._store.close()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                jobs.append(job)
            self._do_together(jobs)

    def _do_together(self, jobs: list[_Job]) -> None:
        try:
            answers = self._transaction([job.work for job in jobs])
        except Exception as error:  # noqa: BLE001  # whatever went wrong is told to who asked for it
            if len(jobs) == 1 or isinstance(error, OperationalError | StoreError):
                for job in jobs:
                    job.settle(None, error)
                return
            # One of them is at fault, and the others must not suffer for it.
            for job in jobs:
                self._do_together([job])
            return
        for job, answer in zip(jobs, answers, strict=True):
            job.settle(answer)

    def _transaction(self, works: list[Work[Any]]) -> list[Any]:
        connection = self._store.connection
        try:
            answers = [work(connection) for work in works]
            connection.commit()
            # A commit counts only if it went to the database that the next start will find.
            self.ground.check()
        except BaseException as error:
            connection.rollback()
            forget_count(connection)
            # SQLAlchemy takes what goes wrong while it connects for a fault of the statement.
            if isinstance(origin := getattr(error, "orig", None), StoreError):
                raise origin from None
            raise
        return answers
