"""The journal: the one thread that uses the database, so that whatever waits is committed together.

While one commit is on its way to the disk, what comes in meanwhile gathers and makes the next.
Nothing is acknowledged before its commit.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection

from commonfactor.web.store import Store

_MOST_TOGETHER = 256

_Answer = TypeVar("_Answer")
Work = Callable[[Connection], _Answer]


@dataclass(frozen=True, slots=True)
class _Job:
    work: Work[Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop

    def settle(self, answer: Any, error: Exception | None = None) -> None:
        self.loop.call_soon_threadsafe(self._settle, answer, error)

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
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def do(self, work: Work[_Answer]) -> _Answer:
        """The answer of a piece of work, once it is committed; what it raises, if it was rolled back."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_Answer] = loop.create_future()
        self._jobs.put(_Job(work, future, loop))
        # Who asked may go away; what was begun is finished all the same.
        return await asyncio.shield(future)

    def close(self) -> None:
        """Finish what was asked for, and let go of the database."""
        self._jobs.put(None)
        self._thread.join()
        self._store.close()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            while len(jobs) < _MOST_TOGETHER and not self._jobs.empty():
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
            if len(jobs) == 1:
                return jobs[0].settle(None, error)
            # One of them is at fault, and the others must not suffer for it.
            for job in jobs:
                self._do_together([job])
            return None
        for job, answer in zip(jobs, answers, strict=True):
            job.settle(answer)
        return None

    def _transaction(self, works: list[Work[Any]]) -> list[Any]:
        connection = self._store.connection
        try:
            answers = [work(connection) for work in works]
            connection.commit()
        except BaseException:
            connection.rollback()
            raise
        return answers
