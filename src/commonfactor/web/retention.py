"""Retention: which games are removed, and when.

A wrong clock must not cost anybody a game. So ages are measured against the newest game instead of the clock, nothing
is removed in the first hour after a start, and no cleaning removes more than half of the games. If more than half seem
to be old, only games without a move are removed, so that a flood of those cannot fill the server for ever.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from commonfactor.web import store
from commonfactor.web.game_hub import GameHub
from commonfactor.web.refusals import RefusalError
from commonfactor.web.store import Due

SECONDS_BETWEEN_CLEANINGS = 3600.0
MOST_REMOVED_TOGETHER = 500
"""How many games one transaction removes, so that moves need not wait long for it."""
_SECONDS_BETWEEN_TRANSACTIONS = 1.0
HOURS_UNPLAYED = 24
"""How long an untouched game without a move is kept."""

_NEVER = datetime.min.replace(tzinfo=UTC)

_MOST_SEEM_OLD = "%d of %d games seem to be old: none with a move is removed; is the clock of this machine right?"

_log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]


class Retention:
    """Removes games that have not been used for long."""

    def __init__(
        self, games: GameHub, days_kept: int, clock: Callable[[], datetime], sleep: Sleep = asyncio.sleep
    ) -> None:
        self._games, self._days, self._clock, self._sleep = games, days_kept, clock, sleep
        self._present: datetime | None = None
        self._warned_of: tuple[int, int] | None = None

    async def run(self) -> None:
        """Clean every hour, first after an hour."""
        while True:
            await self._sleep(SECONDS_BETWEEN_CLEANINGS)
            try:
                removed = await self.clean(timedelta(seconds=SECONDS_BETWEEN_CLEANINGS))
            except RefusalError:
                continue  # the reason is logged, and there is a next time
            if removed:
                _log.info("removed %d games that nobody had touched for long", removed)

    async def clean(self, elapsed: timedelta) -> int:
        """Remove the games that are due, never more than half of all, and return their number.

        ``elapsed`` is the time since the last cleaning.
        """
        newest = await self._games.asked(store.newest_touch)
        if newest is None:
            return 0
        # The uptime does not depend on the clock, and lets games age while nobody plays.
        aged = newest if self._present is None else max(newest, self._present + elapsed)
        self._present = min(aged, self._clock())
        kept = timedelta(days=self._days)
        due = Due(self._present - kept, self._present - timedelta(hours=HOURS_UNPLAYED))
        stored, old = await self._games.asked(partial(_counts, due=due))
        half = stored // 2
        if old > half:
            if self._warned_of != (stored, old):
                _log.warning(_MOST_SEEM_OLD, old, stored)
            self._warned_of = stored, old
            due = due._replace(untouched_since=_NEVER)
        return await self._remove(due, half)

    async def _remove(self, due: Due, most: int) -> int:
        removed = 0
        while True:
            together = min(MOST_REMOVED_TOGETHER, most - removed)
            gone = await self._games.remove_due(due, together)
            removed += gone
            if gone < together or removed == most:
                return removed
            await self._sleep(_SECONDS_BETWEEN_TRANSACTIONS)


def _counts(connection: Connection, due: Due) -> tuple[int, int]:
    """The numbers of stored games, and of those that are due to be removed."""
    store.forget_count(connection)  # somebody may have removed games by hand
    return store.game_count(connection), store.due_count(connection, due)
