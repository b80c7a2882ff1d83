"""Peers that are silent, never read or come in numbers: they are dropped, and the others notice nothing."""

import asyncio
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, cast

import pytest
from processes import PATIENCE
from web.peers import Peers, Player, greeting, handshake, ping, request
from web.servers import RunningServer, constants

from commonfactor.web import connections as connections_module
from commonfactor.web.connections import (
    MOST_CONNECTIONS,
    SEND_BUFFER,
    Connections,
    listener_at,
    most_connections,
)
from commonfactor.web.rate_limits import Clients

NEVER = 3600


class Accepted:
    """A transport, as far as counting goes."""

    def __init__(self, address: str) -> None:
        """Come from an address."""
        self._address = address

    def get_extra_info(self, _: str) -> tuple[str, int]:
        """The address and the port of the peer."""
        return self._address, 50_000


def accepted(address: str) -> Any:
    return cast("Any", Accepted(address))


class TestCounting:
    def test_every_address_has_its_share_and_all_have_theirs(self) -> None:
        connections = Connections(8, 3, Clients(["192.0.2.9"]))
        first = [accepted("192.0.2.1") for _ in range(4)]
        assert [connections.add(one) for one in first] == [True, True, True, False]
        assert [connections.add(accepted("192.0.2.9")) for _ in range(6)] == [True] * 5 + [False]
        assert len(connections) == 8
        connections.remove(first[3])
        assert not connections.add(accepted("192.0.2.2"))
        connections.remove(first[0])
        assert connections.add(accepted("192.0.2.2"))

    def test_no_address_gets_all_however_few_there_are(self) -> None:
        connections = Connections(8, 600, Clients([]))
        assert sum(connections.add(accepted("2001:db8::1")) for _ in range(8)) == 6
        assert connections.add(accepted("2001:db8:0:1::1"))

    @pytest.mark.parametrize(
        ("descriptors", "least", "most"), [(256, 128, 128), (1_024, 512, 896), (1 << 20, 10_000, 10_000)]
    )
    def test_descriptors_are_left_for_everything_else(self, descriptors: int, least: int, most: int) -> None:
        assert least <= most_connections(descriptors) <= most <= MOST_CONNECTIONS


class TestListener:
    """What the system does about every connection that is accepted."""

    def test_it_keeps_little_for_a_peer_that_does_not_read(self) -> None:
        with listener_at("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
            accepted, _ = listener.accept()
            with accepted:
                kept = accepted.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        assert kept == 2 * SEND_BUFFER  # Linux adds as much for its own notes

    def test_it_gives_up_what_was_closed_here_and_is_unread_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def scenario(listener: socket.socket) -> None:
            async with Peers(listener.getsockname()[1]) as peers:
                await peers.connect(1)
                accepted, _ = listener.accept()
                accepted.settimeout(0)
                with suppress(BlockingIOError):
                    while True:
                        accepted.send(bytes(SEND_BUFFER))
                accepted.close()
                assert peers.number_connected == 1
                await peers.are_gone()

        monkeypatch.setattr(connections_module, "SECONDS_UNACKNOWLEDGED", 1)
        with listener_at("127.0.0.1", 0) as listener:
            asyncio.run(scenario(listener))


@contextmanager
def server_with(folder: Path, *options: str, **values: float) -> Iterator[RunningServer]:
    """A server with other constants than usual: ``module__NAME=value``. It alone drops whoever does not read."""
    values = {"connections__SECONDS_UNACKNOWLEDGED": NEVER, "server___SECONDS_BETWEEN_PINGS": NEVER, **values}
    dotted = {name.replace("__", "."): value for name, value in values.items()}
    with constants(folder, dotted), RunningServer(folder, *options) as server:
        yield server
    assert "Traceback" not in server.errors, server.errors


def status_for(server: RunningServer, address: str) -> int | None:
    """The status of an answer to somebody at an address; None if there is no answer but the end of the connection."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=(address, 0))
    try:
        connection.request("GET", "/api/health")
        return connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()


async def wait_until_gone(peers: Peers, player: Player) -> None:
    """Play on, of which every peer that watches is told, until the server has dropped the peers."""
    deadline = time.monotonic() + PATIENCE
    while peers.number_connected:
        assert time.monotonic() < deadline, "they are still connected"
        await player.move_and_take_back()


class TestSilentPeers:
    def test_an_address_that_has_too_many_connections_gets_no_more_until_one_has_gone(self, tmp_path: Path) -> None:
        async def scenario(server: RunningServer) -> None:
            async with Peers(server.port, "127.0.0.2") as peers:
                await peers.connect(4, request(server.port, "/api/health"), is_answered=True)
                assert peers.number_connected == 4
                assert status_for(server, "127.0.0.2") is None
                assert status_for(server, "127.0.0.1") == 200
            await peers.are_gone()
            assert status_for(server, "127.0.0.2") == 200

        with server_with(tmp_path, "--sockets", "1", server__CONNECTIONS_BESIDE_SOCKETS=3) as server:
            asyncio.run(scenario(server))
            assert "it has 4, the most for one address" in server.errors

    def test_more_than_there_are_descriptors_stop_nobody(self, tmp_path: Path) -> None:
        async def scenario(server: RunningServer) -> None:
            async with (
                Player(server) as player,
                Peers(server.port, "127.0.0.2") as some,
                Peers(server.port, "127.0.0.3") as others,
            ):
                await some.connect(200)
                await others.connect(200)
                await player.move_and_take_back()

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("web.servers.LIMITED_DESCRIPTORS", (100, min(300, hard)))
            with server_with(tmp_path) as server:
                allowed = Path(f"/proc/{server.pid}/limits").read_text(encoding="ascii")
                assert "Max open files            300                  300" in allowed
                asyncio.run(scenario(server))


class TestUnreadAnswers:
    def test_whoever_asks_and_never_reads_is_dropped(self, tmp_path: Path) -> None:
        async def scenario(server: RunningServer) -> None:
            async with Peers(server.port) as peers:
                await peers.connect(3, request(server.port, "/api/openapi.json") * 20)
                await peers.are_gone()

        with server_with(tmp_path, connections__SECONDS_UNREAD=0.3) as server:
            asyncio.run(scenario(server))

    def test_whoever_watches_and_never_reads_is_dropped(self, tmp_path: Path) -> None:
        async def scenario(server: RunningServer) -> None:
            async with Player(server, "2-250") as player, Peers(server.port) as peers:
                await peers.connect(3, handshake(server.port, player.game), greeting())
                await wait_until_gone(peers, player)

        values = {"api.socket_routes__SECONDS_FOR_A_MESSAGE": 0.2, "connections__SECONDS_TO_HANG_UP": 0.2}
        with server_with(tmp_path, connections__SECONDS_UNREAD=NEVER, **values) as server:
            asyncio.run(scenario(server))

    def test_whoever_watches_and_never_reads_has_a_place_until_it_is_really_gone(self, tmp_path: Path) -> None:
        refused, told = b"too many sockets", b'"type":"game"'

        async def scenario(server: RunningServer) -> None:
            async with Player(server, "2-250") as player, Peers(server.port) as first:
                await first.connect(1, handshake(server.port, player.game), greeting())
                answer = refused
                while answer == refused:
                    await player.move_and_take_back()
                    async with Peers(server.port) as second:
                        await second.connect(1, handshake(server.port, player.game), greeting())
                        answer = await second.read_until(refused, told)
                        is_first_gone = not first.number_connected
                assert is_first_gone

        values = {"api.socket_routes__SECONDS_FOR_A_MESSAGE": 0.1, "api.socket_routes__SECONDS_FOR_A_GOODBYE": 0.1}
        with server_with(tmp_path, "--sockets", "1", **values, connections__SECONDS_TO_HANG_UP=1) as server:
            asyncio.run(scenario(server))

    def test_whoever_pings_and_never_reads_is_dropped(self, tmp_path: Path) -> None:
        async def scenario(server: RunningServer) -> None:
            # In the game that is watched nothing happens: whoever does not read of a game is dropped for that.
            async with Player(server) as player, Player(server) as watched, Peers(server.port) as peers:
                await peers.connect(1, handshake(server.port, watched.game), greeting())
                deadline = time.monotonic() + PATIENCE
                while peers.number_connected:
                    assert time.monotonic() < deadline, "it is still connected"
                    peers.say(ping() * 500)
                    await player.move_and_take_back()

        with server_with(tmp_path, connections__SECONDS_UNREAD=NEVER) as server:
            asyncio.run(scenario(server))


def test_a_flood_of_bad_requests_does_not_flood_the_log(tmp_path: Path) -> None:
    async def scenario(server: RunningServer) -> None:
        async with Peers(server.port) as peers:
            await peers.connect(300, b"\0\r\n\r\n", is_answered=True)

    with server_with(tmp_path) as server:
        asyncio.run(scenario(server))
        assert 1 <= server.errors.count("Invalid HTTP request received.") < 100
