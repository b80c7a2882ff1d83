"""A server that is told to stop goes within 5 seconds, whatever it does, and it lets go of whoever says nothing."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest
from running_clock import RunningClock
from web.killing import check_database
from web.servers import RunningServer, constants
from websockets.asyncio.client import connect

PATIENCE = 30.0
SECONDS_TO_GO = 5.0
NEW_GAME = {"game": "factor-clash", "setup": "2-20", "opponent": "one-device"}


class Asking:
    """A request that was sent, and whose answer is waited for later."""

    def __init__(self, server: RunningServer, method: str, path: str, body: object = None, token: str = "") -> None:
        """Send it."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        self._connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)

    def answer(self) -> tuple[int, Any]:
        """The status and what came back."""
        with closing(self._connection):
            answer = self._connection.getresponse()
            content = answer.read()
            is_json = answer.headers["Content-Type"] == "application/json"
            return answer.status, json.loads(content) if is_json else content

    def status(self) -> int:
        """The status; 0 if the connection was closed without an answer."""
        try:
            return self.answer()[0]
        except (OSError, HTTPException):
            return 0


def ask(server: RunningServer, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
    """The status and the answer to a request."""
    return Asking(server, method, path, body, token).answer()


def seconds_to_stop(server: RunningServer) -> float:
    """How long the server took to end well."""
    with RunningClock() as clock:
        assert server.stop() == 0, server.errors
    assert "Traceback" not in server.errors, server.errors
    return clock.seconds


def wait_until_a_worker_is_busy(server: RunningServer) -> None:
    """Wait until something that the server has started computes."""
    before = _ticks(server)
    deadline = time.monotonic() + PATIENCE
    # A hundredth of a second each; starting takes longer than that, so the workers have to be there already.
    while _ticks(server) < before + 10:
        assert time.monotonic() < deadline, "nobody computes"
        time.sleep(0.02)


def wait_for_the_workers(server: RunningServer) -> None:
    """Wait until both have started, and rest."""
    assert ask(server, "GET", "/api/positions/factor-clash:2-20:15/analysis")[0] == 200
    _, created = ask(server, "POST", "/api/games", {**NEW_GAME, "opponent": "computer", "level": 1, "you": 2})
    wait_for_moves(server, created["id"], 1)


def wait_for_moves(server: RunningServer, game: str, number: int) -> None:
    """Wait until so many moves were made."""
    deadline = time.monotonic() + PATIENCE
    while len(ask(server, "GET", f"/api/games/{game}")[1]["position"]["moves"]) < number:
        assert time.monotonic() < deadline, "nobody moves"
        time.sleep(0.05)


def _ticks(server: RunningServer) -> int:
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    fields = [Path(f"/proc/{child}/stat").read_text().rpartition(") ")[2].split() for child in children]
    return sum(int(field[11]) + int(field[12]) for field in fields)


class TestTold:
    def test_while_an_analysis_runs(self, tmp_path: Path) -> None:
        with RunningServer(tmp_path) as server:
            wait_for_the_workers(server)
            analyses = [
                Asking(server, "GET", f"/api/positions/factor-frenzy:2-30{digit}:/analysis?seconds=10")
                for digit in range(3)
            ]
            wait_until_a_worker_is_busy(server)
            assert seconds_to_stop(server) < SECONDS_TO_GO
            assert {analysis.status() for analysis in analyses} <= {0, 503}
        check_database(tmp_path / "games.sqlite")

    def test_while_the_computer_thinks(self, tmp_path: Path) -> None:
        with RunningServer(tmp_path) as server:
            wait_for_the_workers(server)
            hard = {"game": "factor-frenzy", "setup": "2-501", "opponent": "computer", "level": "perfect", "you": 2}
            status, created = ask(server, "POST", "/api/games", hard)
            assert (status, created["game"]["to_move"]) == (201, 1)
            wait_until_a_worker_is_busy(server)
            assert seconds_to_stop(server) < SECONDS_TO_GO
            check_database(tmp_path / "games.sqlite")
            # Whoever looks at the game next lets the computer think again.
            server.start()
            wait_for_moves(server, created["id"], 1)
            kinds = [event["kind"] for event in ask(server, "GET", f"/api/games/{created['id']}?since=0")[1]["events"]]
            assert kinds == ["created", "move"]

    def test_while_a_move_waits_for_the_database(self, tmp_path: Path) -> None:
        path = tmp_path / "games.sqlite"
        with RunningServer(tmp_path) as server:
            _, created = ask(server, "POST", "/api/games", NEW_GAME)
            request = ("POST", f"/api/games/{created['id']}/moves", {"ply": 1, "move": 6, "id": "a"})
            token = created["tokens"]["1"]
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                move = Asking(server, *request, token)
                # What was sent after it is answered, so it has arrived.
                assert ask(server, "GET", "/api/health")[0] == 200
                assert seconds_to_stop(server) < SECONDS_TO_GO
                assert move.status() in {0, 503}
                other.execute("ROLLBACK")
            check_database(path)
            server.start()
            assert ask(server, *request, token)[1]["number"] == 2
            assert ask(server, *request, token)[1]["number"] == 2
            assert ask(server, "GET", f"/api/games/{created['id']}")[1]["number"] == 2
        check_database(path)


_SECONDS_IDLE = 1.5


@pytest.fixture(scope="module")
def impatient_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The real server, but for how long a connection may be idle."""
    folder = tmp_path_factory.mktemp("impatient")
    values = {"server._SECONDS_IDLE": _SECONDS_IDLE, "connections.SECONDS_FOR_A_REQUEST": _SECONDS_IDLE}
    with constants(folder, values), RunningServer(folder) as running:
        yield running


class TestIdle:
    @pytest.mark.parametrize(
        "pieces",
        [
            [],
            [b"GET /api/health HTTP/1.1\r\nHost: local"],
            [b"GET /api/health HTTP/1.1\r\n", b"X-A: 1\r\n", b"X-B: 2\r\n", b"X-C: 3\r\n", b"X-D: 4\r\n"],
        ],
        ids=["nothing", "half a header", "a header in pieces"],
    )
    def test_a_connection_on_which_no_request_comes_is_closed(
        self, impatient_server: RunningServer, pieces: list[bytes]
    ) -> None:
        async def scenario() -> float:
            started = time.monotonic()  # not later than the server's own count
            reader, writer = await asyncio.open_connection("127.0.0.1", impatient_server.port)
            for piece in pieces:
                writer.write(piece)
                await asyncio.sleep(_SECONDS_IDLE / 6)
            async with asyncio.timeout(PATIENCE):
                # A piece that comes after the end is answered with a reset.
                with suppress(ConnectionResetError):
                    assert await reader.read() == b""
            writer.close()
            return time.monotonic() - started

        assert asyncio.run(scenario()) >= 0.9 * _SECONDS_IDLE

    def test_a_connection_is_closed_after_its_last_answer(self, impatient_server: RunningServer) -> None:
        request = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{impatient_server.port}\r\n\r\n".encode()

        async def scenario() -> tuple[bytes, float]:
            reader, writer = await asyncio.open_connection("127.0.0.1", impatient_server.port)
            writer.write(request)
            await reader.readuntil(b'{"status":"ok"}')
            started = time.monotonic()
            writer.write(request)
            answer = await reader.readuntil(b'{"status":"ok"}')
            async with asyncio.timeout(PATIENCE):
                assert await reader.read() == b""
            writer.close()
            return answer, time.monotonic() - started

        answer, seconds = asyncio.run(scenario())
        assert answer.startswith(b"HTTP/1.1 200")
        assert seconds >= 0.9 * _SECONDS_IDLE

    def test_a_request_that_takes_longer_is_answered(self, impatient_server: RunningServer) -> None:
        seconds = 2 * _SECONDS_IDLE
        path = f"/api/positions/factor-frenzy:2-300:/analysis?seconds={seconds}"
        status, analysis = ask(impatient_server, "GET", path)
        assert status == 200
        assert analysis["seconds"] > _SECONDS_IDLE

    def test_a_socket_stays_open_however_quiet_it_is(self, impatient_server: RunningServer) -> None:
        _, created = ask(impatient_server, "POST", "/api/games", NEW_GAME)

        async def scenario() -> None:
            address = f"{impatient_server.live_address}/api/games/{created['id']}/events"
            opening = partial(connect, address, proxy=None, ping_interval=None)
            async with opening() as greeted, opening() as silent:
                await greeted.send('{"token": null}')
                assert json.loads(await greeted.recv())["type"] == "game"
                await asyncio.sleep(2 * _SECONDS_IDLE)
                await greeted.send('{"type": "ping"}')
                assert json.loads(await greeted.recv()) == {"type": "pong"}
                # The first message may take longer too.
                await silent.send('{"token": null}')
                assert json.loads(await silent.recv())["type"] == "game"

        asyncio.run(scenario())
