"""Peers that mean no good: they connect and say nothing, or ask and never read. And players beside them."""

import asyncio
import json
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Self

from processes import PATIENCE
from web.servers import RunningServer

_SMALL_BUFFER = 4096
_CLOSED = {"05", "06", "07"}
"""How /proc/net/tcp writes FIN_WAIT2, TIME_WAIT and CLOSE: states without anything to send, and without a descriptor
if the other side has not closed its own."""


class Peers:
    """Connections from one address, which are closed at the end of a block."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        """Begin with none."""
        self._port, self._address = port, address
        self._sockets: list[socket.socket] = []
        self._addresses: set[str] = set()

    async def __aenter__(self) -> Self:
        """Be closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections."""
        for endpoint in self._sockets:
            endpoint.close()

    async def connect(self, number: int, say: bytes = b"", then: bytes = b"", *, is_answered: bool = False) -> None:
        """Open connections, say the same on each, and read nothing, or one byte of what is answered before more."""
        loop = asyncio.get_running_loop()
        for _ in range(number):
            endpoint = socket.socket()
            endpoint.settimeout(0)
            endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_BUFFER)
            endpoint.bind((self._address, 0))
            self._addresses.add(_as_in_proc(*endpoint.getsockname()))
            self._sockets.append(endpoint)
            # Whoever is refused may be told so while still connecting.
            with suppress(ConnectionError):
                await loop.sock_connect(endpoint, ("127.0.0.1", self._port))
                self.say(say, [endpoint])
                if (then or is_answered) and await loop.sock_recv(endpoint, 1):
                    self.say(then, [endpoint])

    async def read_until(self, *texts: bytes) -> bytes:
        """Read from the first connection until one of these texts comes; that text."""
        content, loop = b"", asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            while not (found := [text for text in texts if text in content]):
                content += await loop.sock_recv(self._sockets[0], 1 << 16)
        return found[0]

    def say(self, what: bytes, endpoints: Iterable[socket.socket] | None = None) -> None:
        """Send something as far as the server takes it."""
        for endpoint in self._sockets if endpoints is None else endpoints:
            with suppress(BlockingIOError, ConnectionError):
                endpoint.send(what)

    @property
    def number_connected(self) -> int:
        """How many the server still has, as the system knows it, its send buffers included."""
        return len(self._connected)

    @property
    def _connected(self) -> list[str]:
        """What /proc/net/tcp tells of those connections: state, and bytes in the queues."""
        return [facts for address, facts in _connections_to(self._port) if address in self._addresses]

    async def are_gone(self, seconds: float = PATIENCE) -> float:
        """The seconds until the server has none of them any more, which must not be more than so many."""
        started = time.monotonic()
        while self.number_connected:
            assert time.monotonic() - started < seconds, Counter(self._connected)
            await asyncio.sleep(0.1)
        return time.monotonic() - started


def stay(port: int, address: str, number: int, says: tuple[bytes, bytes], seconds: float) -> float:
    """Send peers of one kind, and return how long the last of them stayed, which must be at most so many seconds."""

    async def come_and_stay() -> float:
        async with Peers(port, address) as peers:
            await peers.connect(number, *says)
            return await peers.are_gone(seconds)

    return asyncio.run(come_and_stay())


def _as_in_proc(host: str, port: int) -> str:
    return f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"


def _connections_to(port: int) -> Iterator[tuple[str, str]]:
    """All connections to a port of this machine: the address of the other side, the state and what is queued."""
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        _, local, remote, state, queued, *_ = line.split()
        if int(local.partition(":")[2], 16) == port and state not in _CLOSED:
            yield remote, f"{state} {queued}"


def request(port: int, path: str) -> bytes:
    """A GET as it is sent."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()


def handshake(port: int, game: str) -> bytes:
    """The request that opens a WebSocket at a game."""
    headers = [
        f"GET /api/games/{game}/events HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
        "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]  # fmt: skip
    return "\r\n".join([*headers, "", ""]).encode()


def greeting(token: str | None = None) -> bytes:
    """The first message at a WebSocket."""
    return _frame(1, json.dumps({"token": token}).encode())


def ping() -> bytes:
    """A ping as large as there can be."""
    return _frame(9, b"x" * 125)


def _frame(opcode: int, content: bytes) -> bytes:
    """A short WebSocket frame of a client, masked with zeros."""
    return bytes([0x80 | opcode, 0x80 | len(content), 0, 0, 0, 0]) + content


class Player:
    """Somebody who plays alone on one connection that stays open."""

    def __init__(self, server: RunningServer, setup: str = "2-20") -> None:
        """Be ready to play there."""
        self._server, self._setup = server, setup
        self._ids = count(1)
        self.token = ""
        self.seconds: list[float] = []
        """How long each acknowledgement took."""

    async def __aenter__(self) -> Self:
        """Connect, and begin a game."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        wanted = {"game": "factor-clash", "setup": self._setup, "opponent": "one-device"}
        new = await self._asked("POST", "/api/games", wanted)
        self.game, self.token = new["id"], new["tokens"]["1"]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connection."""
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    async def move_and_take_back(self) -> None:
        """Make a move and take it back; note how long each took to be acknowledged."""
        for command, body in ("moves", {"ply": 1, "move": 6}), ("takeback", {}):
            started = time.monotonic()
            await self._asked("POST", f"/api/games/{self.game}/{command}", {"id": str(next(self._ids)), **body})
            self.seconds.append(time.monotonic() - started)

    async def _asked(self, method: str, path: str, body: object = None) -> Any:
        """An answer, which must be one of success."""
        content = b"" if body is None else json.dumps(body).encode()
        head = [
            f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._server.port}", "Content-Type: application/json",
            f"Content-Length: {len(content)}", f"Authorization: Bearer {self.token}",
        ]  # fmt: skip
        self._writer.write("\r\n".join([*head, "", ""]).encode() + content)
        async with asyncio.timeout(PATIENCE):
            headers = await self._reader.readuntil(b"\r\n\r\n")
            (length,) = (
                int(line.partition(b":")[2])
                for line in headers.splitlines()
                if line.lower().startswith(b"content-length")
            )
            answer = await self._reader.readexactly(length)
        assert headers.split()[1] in {b"200", b"201"}, answer[:200]
        return json.loads(answer)
