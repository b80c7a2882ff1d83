"""TCP connections: how many there may be, and how long a peer may stay silent or leave its answers unread.

The caps count a connection from the moment it is accepted until its descriptor is closed, whether
it carries HTTP or has become a WebSocket.
"""

import asyncio
import logging
import os
import socket
import struct
from collections import Counter
from contextlib import ExitStack, suppress
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from commonfactor.web.rate_limits import HELD_UNTIL_GONE, Clients

try:
    import resource
except ImportError:  # Windows, where sockets are not counted as files
    resource = None  # type: ignore[assignment]

MOST_CONNECTIONS = 10_000
CONNECTIONS_BESIDE_SOCKETS = 200
"""How many connections an address may have beyond its WebSockets: five for each of forty pupils."""
SECONDS_FOR_A_REQUEST = 10
SECONDS_UNREAD = 10
SECONDS_UNACKNOWLEDGED = 15
SECONDS_TO_HANG_UP = 3
SEND_BUFFER = 1 << 16
MOST_UNREAD_BYTES = 1 << 20

_SECONDS_BETWEEN_CHECKS = 0.5
_DESCRIPTORS_RESERVED = 128
_DESCRIPTORS_PER_CORE = 8
_DESCRIPTORS_IF_UNLIMITED = 65_536

_log = logging.getLogger(__name__)


def listener_at(host: str, port: int) -> socket.socket:
    """A listening socket whose options every accepted connection inherits; ``OSError`` if there can be none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    # Without it the body of an answer waits some 40 ms, until the client has acknowledged the headers. asyncio sets
    # it only on sockets that it has made itself.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # The system would let the buffer of a peer that never reads grow to megabytes.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; it also ends what was closed here but is still unread there
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SECONDS_UNACKNOWLEDGED)
    return listener


def raised_descriptor_limit() -> int:
    """Raise the limit of open files as far as the system allows, and return it."""
    if resource is None:
        return _DESCRIPTORS_IF_UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _DESCRIPTORS_IF_UNLIMITED if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    with suppress(ValueError, OSError):  # macOS has a further limit that this one does not tell
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def most_connections(descriptors: int) -> int:
    """How many connections fit into so many descriptors beside the database, the workers and the log."""
    reserved = _DESCRIPTORS_RESERVED + _DESCRIPTORS_PER_CORE * (os.cpu_count() or 1)
    return min(MOST_CONNECTIONS, max(descriptors - reserved, descriptors // 2))


class Connections:
    """All open connections, counted by address."""

    def __init__(self, most: int, most_per_address: int, clients: Clients) -> None:
        """Allow ``most`` in all, and ``most_per_address`` except for trusted proxies."""
        # Even a small total must not go to one address.
        self._most, self._most_per_address = most, min(most_per_address, max(1, most * 3 // 4))
        self._clients = clients
        self._open: dict[asyncio.Transport, _Watch] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> bool:
        """Count a new connection; False if it is one too many and must be dropped."""
        peer = transport.get_extra_info("peername")
        address, is_proxy = self._clients.peer_at(peer[0] if isinstance(peer, tuple) else "")
        if len(self._open) >= self._most:
            _log.warning("refused a connection from %s: %d are open, the most there may be", address, self._most)
            return False
        if self._by_address[address] >= self._most_per_address and not is_proxy:
            most = self._most_per_address
            _log.warning("refused a connection from %s: it has %d, the most for one address", address, most)
            return False
        self._by_address[address] += 1
        self._open[transport] = _Watch(address)
        return True

    def remove(self, transport: asyncio.Transport) -> None:
        """Stop counting a closed connection, unless it was refused."""
        if watch := self._open.pop(transport, None):
            self._by_address[watch.address] -= 1
            if not self._by_address[watch.address]:
                del self._by_address[watch.address]

    async def drop_unread(self) -> None:
        """Abort connections whose peer reads nothing of what waits for it, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_CHECKS)
            now = loop.time()
            for transport, watch in tuple(self._open.items()):
                if watch.seconds_unread(transport.get_write_buffer_size(), now) >= SECONDS_UNREAD:
                    _reset(transport)


class _Watch:
    """Tells for how long nothing has left the write buffer of a connection."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._size, self._since = 0, 0.0

    def seconds_unread(self, size: int, now: float) -> float:
        """For how long the buffer, now of this size, has not shrunk."""
        if not size or size < self._size or not self._size:
            self._since = now
        self._size = size
        return now - self._since


class Config(uvicorn.Config):
    """uvicorn's configuration, through which each connection finds the count of all."""

    def __init__(self, app: Any, connections: Connections, **options: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=LiveConnection, **options)
        self.open_connections = connections


class HttpConnection(H11Protocol):
    """A connection that is closed if no request arrives on it, or only half of one.

    uvicorn's own time-out begins after a first answer. Of its readers this one bounds the headers too.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._deadline: asyncio.TimerHandle | None = None
        if cast("Config", self.config).open_connections.add(transport):
            self._expect_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        cast("Config", self.config).open_connections.remove(self.transport)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn forgets it where the connection broke
        self._cancel_deadline()

    def _expect_request(self) -> None:
        """Set a deadline, unless a request is being answered or the connection has become a WebSocket."""
        is_busy = self.cycle is not None and not self.cycle.response_complete
        if is_busy or self.transport.get_protocol() is not self:
            self._cancel_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_FOR_A_REQUEST, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        self._deadline = None


class LiveConnection(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._held = ExitStack()

    async def run_asgi(self) -> None:
        """Serve, then give the peer a few seconds to close its side."""
        cast("dict[str, Any]", self.scope["extensions"])[HELD_UNTIL_GONE] = self._held
        await super().run_asgi()
        # Closing waits until the peer has read everything, and this one may never do so.
        self.loop.call_later(SECONDS_TO_HANG_UP, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        cast("Config", self.config).open_connections.remove(self.transport)
        super().connection_lost(exc)
        self._held.close()

    def handle_ping(self) -> None:
        # Answers to pings wait for no peer, so one that pings and never reads would fill the memory.
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_UNREAD_BYTES:
            _reset(self.transport)

    def _hang_up(self) -> None:
        if self.transport.get_write_buffer_size():
            _reset(self.transport)
        else:  # the system still delivers what it was given
            self.transport.abort()


def _reset(transport: asyncio.Transport) -> None:
    """Close a connection and discard what its peer has not read, here and in the system's buffers."""
    if endpoint := transport.get_extra_info("socket"):
        with suppress(OSError):  # it is closed already
            endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
