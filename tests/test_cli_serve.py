"""The command that serves: where it listens, what it refuses, and how it goes."""

import asyncio
import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from processes import run
from running_clock import RunningClock
from web.servers import RunningServer, free_port
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def ask(server: RunningServer, method: str, path: str, body: object = None, token: str = "") -> Any:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    answer = json.loads(connection.getresponse().read())
    connection.close()
    return answer


NEW_GAME = {"game": "factor-clash", "setup": "2-20", "opponent": "one-device"}


def test_it_says_where_it_is_and_ends_well_when_told_to_stop(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        assert server.said == f"Common Factor is at http://127.0.0.1:{server.port}\n"
        with RunningClock() as clock:
            assert server.stop() == 0
        assert clock.seconds < 5
        assert server.errors == ""


def test_whoever_looks_on_is_told_why_the_server_goes(tmp_path: Path) -> None:
    async def watch(server: RunningServer, game: str) -> tuple[int, str]:
        async with connect(f"{server.live_address}/api/games/{game}/events") as socket:
            await socket.send('{"token": null}')
            assert json.loads(await socket.recv())["type"] == "game"
            stopping = asyncio.create_task(asyncio.to_thread(server.stop))
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            with RunningClock() as clock:
                assert await stopping == 0
            assert clock.seconds < 5
            frame = closed.value.rcvd
            assert frame is not None
            return frame.code, frame.reason

    with RunningServer(tmp_path) as server:
        game = ask(server, "POST", "/api/games", NEW_GAME)["id"]
        assert asyncio.run(watch(server, game)) == (1012, "the server is restarting")


def test_a_socket_that_nobody_reads_does_not_keep_the_server(tmp_path: Path) -> None:
    async def stop_while_watched(server: RunningServer, game: str) -> float:
        # Nothing is read, so the closing handshake is not answered either.
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        handshake = [
            f"GET /api/games/{game}/events HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        writer.write(("\r\n".join(handshake) + "\r\n\r\n").encode())
        assert (await reader.readline()).startswith(b"HTTP/1.1 101")
        with RunningClock() as clock:
            assert await asyncio.to_thread(server.stop) == 0
        writer.close()
        return clock.seconds

    with RunningServer(tmp_path) as server:
        game = ask(server, "POST", "/api/games", NEW_GAME)["id"]
        assert asyncio.run(stop_while_watched(server, game)) < 5


def test_started_again_it_has_the_games_it_had(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        created = ask(server, "POST", "/api/games", NEW_GAME)
        path = f"/api/games/{created['id']}"
        ask(server, "POST", f"{path}/moves", {"ply": 1, "move": 14, "id": "a"}, created["tokens"]["1"])
        before = ask(server, "GET", f"{path}?since=0")
        server.restart()
        assert ask(server, "GET", f"{path}?since=0") == before
        server.kill()
        server.start()
        assert ask(server, "GET", f"{path}?since=0") == before


def test_a_database_is_not_served_twice(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        second = run("serve", "--port", "0", "--db", server.database)
        assert second.code == 2
        assert "another server uses the database" in second.complaint


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        other = f"sqlite:///{tmp_path / 'other.sqlite'}"
        second = run("serve", "--port", str(server.port), "--db", other)
        assert second.code == 2
        assert f"cannot listen at 127.0.0.1, port {server.port}" in second.complaint


def test_others_are_told_apart_from_this_machine(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://192.0.2.7:{port}"
    with RunningServer(tmp_path, "--public-url", address, port=port) as server:
        assert server.said == f"Common Factor is at {address}\n"
        assert ask(server, "GET", "/api/health") == {"status": "ok"}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--port", "65536"], "--port is a number from 0 to 65,535, not 65,536"),
        (["--port", "http"], "--port: 'http' is not a number"),
        (["--db", "games.sqlite"], "a database is written sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME"),
        (["--keep-days", "0"], "--keep-days is a number from 1 to 36,500, not 0"),
        (["--moves", "0"], "--moves is a number from 1 to 1,000,000, not 0"),
        (["--host", "no.such.host.invalid"], "cannot listen at no.such.host.invalid"),
        (["--public-url", "example.org"], "example.org"),
        (["--trust-proxy", "everybody"], "everybody"),
    ],
)
def test_bad_options_are_refused_in_one_line(tmp_path: Path, options: list[str], complaint: str) -> None:
    database = [] if "--db" in options else ["--db", f"sqlite:///{tmp_path / 'games.sqlite'}"]
    port = [] if "--port" in options else ["--port", "0"]
    ended = run("serve", *port, *database, *options)
    assert ended.code == 2
    assert complaint in ended.complaint.splitlines()[-1]
