"""Watching the database: whether it is still there and ours, and whether it can be written.

When the claim on the database is lost, nobody may be shown what the server remembers: another server may know better.
A PostgreSQL database can come back; a SQLite file that was replaced cannot, and the server has to end.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError

from commonfactor.web import store
from commonfactor.web.ground import LostGroundError, StoreError
from commonfactor.web.journal import Journal, JournalError
from commonfactor.web.refusals import Code, RefusalError

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_PROBES = 1.0
_SECONDS_TO_ASK_AGAIN = 2

_log = logging.getLogger(__name__)


class StorageWatch:
    """Looks after the database of a running server."""

    def __init__(self, journal: Journal, on_gap: Callable[[], Awaitable[None]]) -> None:
        """Call ``on_gap`` whenever the database was out of the server's hands, even for a moment."""
        self._journal, self._on_gap = journal, on_gap
        self._probed_at = -SECONDS_BETWEEN_PROBES
        self._probing: asyncio.Task[str | None] | None = None
        self._problem: str | None = None
        self.on_end: Callable[[], None] = lambda: None
        """Called once the database is lost for good."""
        self.loss: LostGroundError | None = None
        """How the database was lost for good."""

    async def run(self) -> None:
        """Look again and again, until the database is lost for good."""
        claim, is_held = self._journal.ground.claim, True
        while not self.loss:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            failure = await self._failure()
            had_gap = is_held if failure else claim != self._journal.ground.claim
            if failure and is_held:
                _log.error("the storage is lost: %s", store.cause(failure))
            elif not (failure or is_held):
                _log.warning("the storage is back, and all games are read again")
            claim, is_held = self._journal.ground.claim, failure is None
            if had_gap:
                await self._on_gap()
            if isinstance(failure, LostGroundError) and failure.is_final:
                self.loss = failure
        self.on_end()

    def check(self) -> None:
        """Refuse if the claim on the database is lost."""
        if not self._journal.ground.is_held:
            raise _not_ready("its claim on the database is lost")

    async def check_by_writing(self) -> None:
        """Refuse unless something can be written to the database; those who ask within a second share a probe."""
        if self._probing is None or (self._probing.done() and monotonic() - self._probed_at >= SECONDS_BETWEEN_PROBES):
            self._probed_at = monotonic()
            self._probing = asyncio.create_task(self._probe())
        if problem := await asyncio.shield(self._probing):
            raise _not_ready(problem)

    async def _failure(self) -> Exception | None:
        """The reason why the claim on the database is lost, if it is: a database can fail and still be ours."""
        ground = self._journal.ground
        try:
            if ground.is_far:
                await self._journal.do(store.confirm)
            else:
                ground.check()
        except (SQLAlchemyError, JournalError, StoreError) as error:
            return None if ground.is_held else error
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
