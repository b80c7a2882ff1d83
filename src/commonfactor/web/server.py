"""Runs the server until it is told to stop."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from time import monotonic_ns
from types import FrameType

import uvicorn

from commonfactor.web.app import Application
from commonfactor.web.connections import (
    CONNECTIONS_BESIDE_SOCKETS,
    Config,
    Connections,
    listener_at,
    most_connections,
    raised_descriptor_limit,
)
from commonfactor.web.rate_limits import Clients, LogLimit
from commonfactor.web.settings import Settings
from commonfactor.web.store import Store

# All in all, a server that is told to stop exits within 5 seconds.
_SECONDS_TO_FINISH = 3
_SECONDS_IDLE = 30
_SECONDS_BETWEEN_PINGS = 10
_SECONDS_FOR_A_PONG = 8
_LONGEST_SOCKET_MESSAGE = 4096
_BACKLOG = 1024
_MOST_ACCEPTED_AT_ONCE = 1


class CannotServeError(Exception):
    """The server cannot be run like this; the message says why."""


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; call ``announce`` with the address once clients can connect."""
    connections = _connections(settings)
    with _listener(settings) as listener:
        # With port 0 the system chooses, and hosts and origins are checked with what it chose.
        settings = settings._replace(port=listener.getsockname()[1])
        application = _application(settings)
        _log_to_standard_error()
        config = Config(
            application.asgi,
            connections,
            loop="asyncio",
            # asyncio accepts so many in one go, and answers none meanwhile. With 16, a move in a flood of new
            # connections took 60 to 140 ms at p99; with 1 it takes 25 to 50.
            backlog=_MOST_ACCEPTED_AT_ONCE,
            log_config=None,
            access_log=False,
            proxy_headers=False,  # ``Clients`` decides which proxies to trust
            server_header=False,
            timeout_keep_alive=_SECONDS_IDLE,
            timeout_graceful_shutdown=_SECONDS_TO_FINISH,
            ws_max_size=_LONGEST_SOCKET_MESSAGE,
            ws_ping_interval=_SECONDS_BETWEEN_PINGS,
            ws_ping_timeout=_SECONDS_FOR_A_PONG,
            # An idle socket takes 25 KB without it, and 59 KB with it.
            ws_per_message_deflate=False,
        )
        _tune_for_many_small_answers()
        _Server(config, application, connections, lambda: announce(address(settings))).run(sockets=[listener])
    if application.storage.loss:
        raise application.storage.loss


def _connections(settings: Settings) -> Connections:
    most = most_connections(raised_descriptor_limit())
    most_per_address = settings.limits.sockets + CONNECTIONS_BESIDE_SOCKETS
    try:
        clients = Clients(settings.trusted_proxies)
    except ValueError as error:  # a proxy that is no address
        raise CannotServeError(str(error)) from None
    return Connections(most, most_per_address, clients)


def _log_to_standard_error() -> None:
    handler = logging.StreamHandler()
    handler.addFilter(LogLimit(monotonic_ns))
    logging.basicConfig(
        format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING, handlers=[handler], force=True
    )
    logging.getLogger("commonfactor").setLevel(logging.INFO)


def _application(settings: Settings) -> Application:
    try:
        return Application(settings, Store(settings.database))
    except ValueError as error:  # an address that is none
        raise CannotServeError(str(error)) from None


def _tune_for_many_small_answers() -> None:
    # A full collection looks at everything that lives, which is mostly what was imported, and
    # stopped the server for 70 to 300 ms every few seconds under load.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    # The journal's thread waits for the interpreter at every call of the database, 5 ms unless told otherwise.
    sys.setswitchinterval(0.001)


def address(settings: Settings) -> str:
    """The address for people."""
    if settings.public_urls:
        return settings.public_urls[0]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def _listener(settings: Settings) -> socket.socket:
    try:
        return listener_at(settings.host, settings.port)
    except OSError as error:
        cause = str(error.strerror).partition(" (while")[0]  # the place is in the message already
        raise CannotServeError(
            f"cannot listen at {settings.host}, port {settings.port}: {cause}; choose another with --host or --port"
        ) from None


class _Server(uvicorn.Server):
    """A server that announces itself, and stops the application before the connections."""

    def __init__(
        self, config: Config, application: Application, connections: Connections, announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._application, self._connections, self._announce = application, connections, announce
        application.storage.on_end = lambda: setattr(self, "should_exit", True)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)  # asyncio has set it to what it accepts in one go
        self._dropping = asyncio.create_task(self._connections.drop_unread())
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._application.stop()
        await super().shutdown(sockets)
        self._dropping.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A stop on request is no failure, so do not raise the signal again afterwards.
        self.should_exit = True
