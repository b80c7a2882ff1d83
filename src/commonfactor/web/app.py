"""The application: all parts of the server, put together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import chain

import flint  # noqa: F401  # else the first large number imports it, and a request waits for that
from starlette.routing import Router
from starlette.types import ASGIApp

from commonfactor.web.api.game_routes import GamesApi
from commonfactor.web.api.operations import routes_of
from commonfactor.web.api.position_routes import PositionsApi
from commonfactor.web.api.qr_codes import CodesApi
from commonfactor.web.api.socket_routes import TRY_AGAIN, SocketsApi
from commonfactor.web.assets import Assets
from commonfactor.web.computations import Oracle
from commonfactor.web.game_computer import Computer
from commonfactor.web.game_hub import GameHub
from commonfactor.web.journal import Journal, StorageWatch
from commonfactor.web.middleware import Middleware
from commonfactor.web.openapi import ServerApi
from commonfactor.web.rate_limits import RateLimits
from commonfactor.web.retention import Retention
from commonfactor.web.settings import Settings
from commonfactor.web.store import Store
from commonfactor.web.worker_lanes import Workers


def now() -> datetime:
    return datetime.now(UTC)


class Application:
    """All parts of a server."""

    def __init__(self, settings: Settings, store: Store, clock: Callable[[], datetime] = now) -> None:
        self._journal = Journal(store)
        self._workers = Workers()
        self.games = GameHub(self._journal, settings.most_games, store.usual_touch, clock)
        self.retention = Retention(self.games, settings.days_kept, clock)
        limits = RateLimits(settings)
        oracle = Oracle(self._workers)
        positions = PositionsApi(oracle, limits)
        games = GamesApi(self.games, Computer(self.games, oracle), oracle, limits)
        self.sockets = SocketsApi(self.games, limits)
        assets = Assets()
        self.storage = StorageWatch(self._journal, self._after_a_gap)
        apis = (ServerApi(self.storage), positions, games, CodesApi(limits), self.sockets)
        addresses = chain.from_iterable(map(routes_of, apis))
        router = Router(
            [*addresses, *assets.routes()], redirect_slashes=False, default=assets.elsewhere, lifespan=self._running
        )
        self.asgi: ASGIApp = Middleware(router, settings)

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
        """Close all sockets and cancel computations; moves that have come in are finished."""
        self.games.stop()
        await self.sockets.close()
        await self._workers.stop()

    async def _after_a_gap(self) -> None:
        """Close all sockets, so that clients come back to games that are read again."""
        await self.sockets.close(TRY_AGAIN, "the server has lost its storage")
