"""Running the server until it is told to stop."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from commonfactor.web.app import Application
from commonfactor.web.settings import Settings
from commonfactor.web.store import Store

# All in all, a server that is told to stop has gone within 5 seconds.
_SECONDS_TO_FINISH = 3
_SECONDS_IDLE = 30
_LONGEST_SOCKET_MESSAGE = 4096
_BACKLOG = 1024


class CannotServeError(Exception):
    """The server cannot be run like this; the message says why."""


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM comes; ``announce`` is told where, once somebody can connect."""
    listener = _listener(settings)
    with listener:
        # With port 0 the system chooses, and hosts and origins are checked with what it chose.
        settings = settings._replace(port=listener.getsockname()[1])
        application = _application(settings)
        logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
        logging.getLogger("commonfactor").setLevel(logging.INFO)
        config = uvicorn.Config(
            application.asgi,
            http=_ImpatientProtocol,
            loop="asyncio",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # whom to believe is decided with the limits
            server_header=False,
            timeout_keep_alive=_SECONDS_IDLE,
            timeout_graceful_shutdown=_SECONDS_TO_FINISH,
            ws="websockets-sansio",
            ws_max_size=_LONGEST_SOCKET_MESSAGE,
            # An idle socket takes 25 KB without it, and 59 KB with it.
            ws_per_message_deflate=False,
        )
        _tune_for_many_small_answers()
        _Server(config, application, lambda: announce(address(settings))).run(sockets=[listener])


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
    """Where people find the server."""
    if settings.public_urls:
        return settings.public_urls[0]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


def _listener(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        cause = str(error.strerror).partition(" (while")[0]  # the place is told already
        raise CannotServeError(
            f"cannot listen at {settings.host}, port {settings.port}: {cause}; choose another with --host or --port"
        ) from None
    # Every connection inherits it: asyncio sees to it only for sockets that it has made. Without it the body of an
    # answer waits some 40 ms, until the client has acknowledged the headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


class _ImpatientProtocol(H11Protocol):
    """Closes connections on which no request, or only half of one, arrives.

    uvicorn's own time-out begins after a first answer. Of its readers this one bounds the headers too.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._hurry: asyncio.TimerHandle | None = None
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._calm()

    def _expect_request(self) -> None:
        """Wait only so long, unless a request is being answered, or the connection has become a socket."""
        is_busy = self.cycle is not None and not self.cycle.response_complete
        if is_busy or self.transport.get_protocol() is not self:
            self._calm()
        elif self._hurry is None:
            self._hurry = self.loop.call_later(_SECONDS_IDLE, self.transport.close)

    def _calm(self) -> None:
        if self._hurry:
            self._hurry.cancel()
        self._hurry = None


class _Server(uvicorn.Server):
    """A server that tells when it is there, and says why before it goes."""

    def __init__(self, config: uvicorn.Config, application: Application, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._application, self._announce = application, announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._application.stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Being told to stop is no failure, so the signal is not raised again afterwards.
        self.should_exit = True
