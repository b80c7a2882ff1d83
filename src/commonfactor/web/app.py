"""The server put together: what there is at which address."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import chain

import flint  # noqa: F401  # arithmetic imports it for the first large number, and no request is to wait for that
from starlette.routing import Router
from starlette.types import ASGIApp

from commonfactor.web.api.codes import CodesApi
from commonfactor.web.api.games import GamesApi
from commonfactor.web.api.monitoring import MonitoringApi
from commonfactor.web.api.operations import routes_of
from commonfactor.web.api.positions import PositionsApi
from commonfactor.web.api.sockets import TRY_AGAIN, SocketsApi
from commonfactor.web.assets import Assets
from commonfactor.web.computer import Computer
from commonfactor.web.edge import Edge
from commonfactor.web.journal import Journal
from commonfactor.web.limits import Gate
from commonfactor.web.live import LiveGames
from commonfactor.web.openapi import DescriptionApi
from commonfactor.web.oracle import Oracle
from commonfactor.web.retention import Retention
from commonfactor.web.settings import Settings
from commonfactor.web.storage_watch import StorageWatch
from commonfactor.web.store import Store
from commonfactor.web.workers import Workers


def now() -> datetime:
    """The time of day, in the universal time zone."""
    return datetime.now(UTC)


class Application:
    """Everything that a running server has."""

    def __init__(self, settings: Settings, store: Store, clock: Callable[[], datetime] = now) -> None:
        """Put the parts together; nothing runs yet."""
        self._journal = Journal(store)
        self._workers = Workers()
        self.games = LiveGames(self._journal, settings.most_games, store.usual_touch, clock)
        self.retention = Retention(self.games, settings.days_kept, clock)
        gate = Gate(settings)
        oracle = Oracle(self._workers)
        positions = PositionsApi(oracle, gate)
        games = GamesApi(self.games, Computer(self.games, oracle), positions, gate)
        self.sockets = SocketsApi(self.games, gate)
        assets = Assets()
        self.storage = StorageWatch(self._journal, self._after_a_gap)
        apis = (MonitoringApi(self.storage), DescriptionApi(), positions, games, CodesApi(gate), self.sockets)
        addresses = chain.from_iterable(map(routes_of, apis))
        router = Router(
            [*addresses, *assets.routes()], redirect_slashes=False, default=assets.elsewhere, lifespan=self._running
        )
        self.asgi: ASGIApp = Edge(router, settings)

    @asynccontextmanager
    async def _running(self, _: object) -> AsyncIterator[None]:
        await self._workers.start()
        upkeep = [asyncio.create_task(self.retention.run()), asyncio.create_task(self.storage.run())]
        try:
            yield
        finally:
            for task in upkeep:
                task.cancel()
            self.games.close()
            await self._workers.stop()
            await asyncio.to_thread(self._journal.close)

    async def stop(self) -> None:
        """Send away whoever looks on, and break off what is computed; moves that have come in are finished."""
        self.games.stop()
        await self.sockets.close()
        await self._workers.stop()

    async def _after_a_gap(self) -> None:
        """Send away whoever looks on, to come back to games that are read anew."""
        await self.sockets.close(TRY_AGAIN, "the server has lost its storage")
