"""Retention: which games are removed, and when.

A wrong clock must not cost anybody a game. So the age of a game is measured against the newest game and not against the
clock, nothing is removed in the first hour after a start, and no cleaning removes most of the games.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from commonfactor.web import store
from commonfactor.web.live import LiveGames
from commonfactor.web.refusals import RefusalError

SECONDS_BETWEEN_CLEANINGS = 3600.0
MOST_REMOVED_TOGETHER = 500
"""How many old games are removed in one transaction, so that moves need not wait long for it."""
_SECONDS_BETWEEN_TRANSACTIONS = 1.0

_log = logging.getLogger(__name__)


Sleep = Callable[[float], Awaitable[None]]


class _Census(NamedTuple):
    """The numbers of stored games and of those that are due to be removed."""

    stored: int
    due: int


class Retention:
    """Removes the games that nobody touches."""

    def __init__(
        self, games: LiveGames, days_kept: int, clock: Callable[[], datetime], sleep: Sleep = asyncio.sleep
    ) -> None:
        """Keep untouched games for so many days."""
        self._games, self._days, self._clock, self._sleep = games, days_kept, clock, sleep
        self._present: datetime | None = None
        self._warned_of: _Census | None = None

    async def run(self) -> None:
        """Clean every hour, and not before the first hour is over."""
        while True:
            await self._sleep(SECONDS_BETWEEN_CLEANINGS)
            try:
                removed = await self.clean(timedelta(seconds=SECONDS_BETWEEN_CLEANINGS))
            except RefusalError:
                continue  # the reason is logged, and there is a next time
            if removed:
                _log.info("removed %d games that nobody had touched for %d days", removed, self._days)

    async def clean(self, elapsed: timedelta) -> int:
        """Remove the games that are due, unless they are most of all; ``elapsed`` since the last cleaning.

        The number of removed games is returned.
        """
        newest = await self._games.asked(store.newest_touch)
        if newest is None:
            return 0
        # The server's own running time is no matter of the clock, and lets games age while nobody plays.
        aged = newest if self._present is None else max(newest, self._present + elapsed)
        self._present = min(aged, self._clock())
        before = self._present - timedelta(days=self._days)
        census = await self._games.asked(partial(_census, before=before))
        if census.due > census.stored // 2:
            self._warn(census)
            return 0
        return await self._remove(before, census.due)

    async def _remove(self, before: datetime, most: int) -> int:
        removed = 0
        while True:
            together = min(MOST_REMOVED_TOGETHER, most - removed)
            gone = await self._games.remove_untouched(before, together)
            removed += gone
            if gone < together or removed == most:
                return removed
            await self._sleep(_SECONDS_BETWEEN_TRANSACTIONS)

    def _warn(self, census: _Census) -> None:
        if census != self._warned_of:
            message = (
                "%d of %d games seem to be older than %d days: none is removed; is the clock of this machine right?"
            )
            _log.warning(message, census.due, census.stored, self._days)
        self._warned_of = census


def _census(connection: Connection, before: datetime) -> _Census:
    return _Census(store.game_count(connection), store.untouched_count(connection, before))
