"""The journal, the one thread that uses the database, and the watch over whether that can still be relied on.

While one commit is on its way to the disk, what comes in meanwhile gathers and makes the next.
Nothing is acknowledged before its commit.

When the claim on the database is lost, the server must not answer from memory: another one may have newer games.
A PostgreSQL database can come back; a SQLite file that was replaced cannot, and the server has to end.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from commonfactor.web import store
from commonfactor.web.database_claim import ClaimLostError, StoreError
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.store import Store

MOST_TOGETHER = 256
MOST_WAITING = 10_000
SECONDS_FOR_WORK = 10.0
"""After so long it is unknown to the caller whether the work was done."""
SECONDS_TO_CLOSE = 1.0

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_PROBES = 1.0
_SECONDS_TO_ASK_AGAIN = 2

_log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")
Work = Callable[[Connection], _Answer]


class JournalError(Exception):
    """The work was not taken, or it is not known whether it was done."""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Work[Any]
    future: asyncio.Future[Any]

    def settle(self, set_outcome: Callable[[Any], None], outcome: Any) -> None:
        """Set the result or the exception of the future, from the journal's thread."""
        with suppress(RuntimeError):  # the event loop is closed
            self.future.get_loop().call_soon_threadsafe(self._settle, set_outcome, outcome)

    def _settle(self, set_outcome: Callable[[Any], None], outcome: Any) -> None:
        if not self.future.cancelled():
            set_outcome(outcome)


class Journal:
    """Does work on the database in the order of arrival, many pieces in one transaction."""

    def __init__(self, store: Store) -> None:
        """Take over a store, which nobody else may use from now on."""
        self._store = store
        self.claim = store.claim
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def do(self, work: Work[_Answer]) -> _Answer:
        """The result of a piece of work once it is committed; raises what the work raises after rolling it back."""
        if self._jobs.qsize() >= MOST_WAITING:
            raise JournalError("too much waits for the database")
        future: asyncio.Future[_Answer] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, future))
        try:
            async with asyncio.timeout(SECONDS_FOR_WORK):
                # The caller may be cancelled; work that was begun is finished all the same.
                return await asyncio.shield(future)
        except TimeoutError:
            self.claim.hang_up()
            raise JournalError("the database does not answer") from None

    def close(self) -> None:
        """Finish all work and close the database, unless that takes too long."""
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
        except Exception as error:  # noqa: BLE001  # it is raised where the work was asked for
            if len(jobs) == 1 or isinstance(error, OperationalError | StoreError):
                for job in jobs:
                    job.settle(job.future.set_exception, error)
                return
            # One of them is at fault, and the others must not fail with it.
            for job in jobs:
                self._do_together([job])
            return
        for job, answer in zip(jobs, answers, strict=True):
            job.settle(job.future.set_result, answer)

    def _transaction(self, works: list[Work[Any]]) -> list[Any]:
        connection = self._store.connection
        try:
            answers = [work(connection) for work in works]
            connection.commit()
            # A commit counts only if it went to the database that the next start will open.
            self.claim.check()
        except BaseException as error:
            connection.rollback()
            store.forget_count(connection)
            # SQLAlchemy takes what goes wrong while it connects for a fault of the statement.
            if isinstance(origin := getattr(error, "orig", None), StoreError):
                raise origin from None
            raise
        return answers


class StorageWatch:
    """Watches the database of a running server."""

    def __init__(self, journal: Journal, on_gap: Callable[[], Awaitable[None]]) -> None:
        """Call ``on_gap`` whenever the claim on the database was lost, even for a moment."""
        self._journal, self._on_gap = journal, on_gap
        self._probed_at = -SECONDS_BETWEEN_PROBES
        self._probing: asyncio.Task[str | None] | None = None
        self._problem: str | None = None
        self.on_end: Callable[[], None] = lambda: None
        """Called once the database is lost for good."""
        self.loss: ClaimLostError | None = None
        """How the database was lost for good."""

    async def run(self) -> None:
        """Check again and again, until the database is lost for good."""
        claim, is_held = self._journal.claim.number, True
        while not self.loss:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            failure = await self._failure()
            had_gap = is_held if failure else claim != self._journal.claim.number
            if failure and is_held:
                _log.error("the storage is lost: %s", store.cause(failure))
            elif not (failure or is_held):
                _log.warning("the storage is back, and all games are read again")
            claim, is_held = self._journal.claim.number, failure is None
            if had_gap:
                await self._on_gap()
            if isinstance(failure, ClaimLostError) and failure.is_final:
                self.loss = failure
        self.on_end()

    def check(self) -> None:
        """Refuse if the claim on the database is lost."""
        if not self._journal.claim.is_held:
            raise _not_ready("its claim on the database is lost")

    async def check_by_writing(self) -> None:
        """Refuse unless the database can be written; callers within a second share a probe."""
        if self._probing is None or (self._probing.done() and monotonic() - self._probed_at >= SECONDS_BETWEEN_PROBES):
            self._probed_at = monotonic()
            self._probing = asyncio.create_task(self._probe())
        if problem := await asyncio.shield(self._probing):
            raise _not_ready(problem)

    async def _failure(self) -> Exception | None:
        """Why the claim on the database is lost, if it is: a database can fail and still be ours."""
        claim = self._journal.claim
        try:
            if claim.is_far:
                await self._journal.do(store.confirm)
            else:
                claim.check()
        except (SQLAlchemyError, JournalError, StoreError) as error:
            return None if claim.is_held else error
        return None

    async def _probe(self) -> str | None:
        problem = detail = None
        try:
            await self._journal.do(store.probe)
        except (SQLAlchemyError, JournalError, StoreError) as error:
            problem, detail = store.reason(error), store.cause(error)
        if problem != self._problem:
            _log.warning("the storage can be written again" if problem is None else f"not ready: {detail}")
        self._problem = problem
        return problem


def _not_ready(problem: str) -> RefusalError:
    message = f"The server cannot store games now: {problem}."
    return RefusalError(Code.UNAVAILABLE, message, retry_after=_SECONDS_TO_ASK_AGAIN)
