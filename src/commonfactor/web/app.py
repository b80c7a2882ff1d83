"""The server put together: what there is at which address."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache

import flint  # noqa: F401  # arithmetic imports it for the first large number, and no request is to wait for that
import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import ASGIApp

from commonfactor.web.api.bodies import answer
from commonfactor.web.api.games import GamesApi
from commonfactor.web.api.monitoring import MonitoringApi
from commonfactor.web.api.positions import PositionsApi
from commonfactor.web.api.sockets import TRY_AGAIN, SocketsApi
from commonfactor.web.assets import Assets
from commonfactor.web.computer import Computer
from commonfactor.web.edge import READINESS, Edge
from commonfactor.web.gate import Gate
from commonfactor.web.journal import Journal
from commonfactor.web.live import LiveGames
from commonfactor.web.openapi import description
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
        addresses = routes(positions, games, self.sockets, MonitoringApi(self.storage), assets)
        router = Router(addresses, redirect_slashes=False, default=assets.elsewhere, lifespan=self._running)
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


def routes(
    positions: PositionsApi, games: GamesApi, sockets: SocketsApi, monitoring: MonitoringApi, assets: Assets
) -> list[BaseRoute]:
    """What there is at which address. The first that fits answers."""
    game = "/api/games/{id}"
    return [
        Route("/api/health", monitoring.health),
        Route(READINESS, monitoring.ready),
        Route("/api/openapi.json", _openapi),
        Route("/api/catalogue", positions.catalogue),
        Route("/api/positions/{notation:path}/analysis", positions.analysis),
        Route("/api/positions/{notation:path}/review", positions.review),
        Route("/api/positions/{notation:path}", positions.position),
        Route("/api/records", positions.records, methods=["POST"]),
        Route("/api/games", games.create, methods=["POST"]),
        Route(game, games.game),
        Route(f"{game}/join", games.join, methods=["POST"]),
        Route(f"{game}/moves", games.move, methods=["POST"]),
        Route(f"{game}/swap", games.swap, methods=["POST"]),
        Route(f"{game}/takeback", games.takeback, methods=["POST"]),
        Route(f"{game}/rematch", games.rematch, methods=["POST"]),
        Route(f"{game}/next", games.next, methods=["POST"]),
        Route(f"{game}/resign", games.resign, methods=["POST"]),
        Route(f"{game}/hint", games.hint, methods=["POST"]),
        Route(f"{game}/analysis", games.analysis),
        Route(f"{game}/review", games.review),
        Route(f"{game}/record", games.record),
        WebSocketRoute(f"{game}/events", sockets.events),
        *assets.routes(),
    ]


async def _openapi(_: Request) -> Response:
    return answer(_encoded_description())


@cache
def _encoded_description() -> msgspec.Raw:
    """The description of the interface, which is always the same, and large."""
    return msgspec.Raw(msgspec.json.encode(description()))
