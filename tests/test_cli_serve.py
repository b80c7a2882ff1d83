"""The command that serves: where it listens, what it refuses, and how it goes."""

import asyncio
import json
import sys
from http.client import HTTPConnection
from os import geteuid
from pathlib import Path
from socket import create_server
from threading import Thread
from typing import Any, Self

import pytest
from processes import PATIENCE, run
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


ROOT_WARNING = "commonfactor: the server runs as root and needs no such rights: run it as a user of its own\n"
NEW_GAME = {"game": "factor-clash", "setup": "2-20", "opponent": "one-device"}

AS_A_USER = """\
#!{python}
import os, sys
os.geteuid = lambda: {user}
from commonfactor.__main__ import main
sys.exit(main())
"""
"""The program as a user with this number would run it, whoever runs the tests."""


def test_it_says_where_it_is_and_ends_well_when_told_to_stop(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        assert server.said == f"Common Factor is at http://127.0.0.1:{server.port}\n"
        with RunningClock() as clock:
            assert server.stop() == 0
        assert clock.seconds < 5
        assert server.errors == (ROOT_WARNING if geteuid() == 0 else "")


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
    ("options", "is_warned"),
    [
        (["--host", "0.0.0.0"], True),  # noqa: S104  # that is what the warning is about
        (["--host", "0.0.0.0", "--public-url", "http://192.0.2.7:8000"], False),  # noqa: S104
        (["--host", "127.0.0.2"], False),
    ],
)
def test_listening_for_others_without_a_public_url_is_warned_of(
    tmp_path: Path, options: list[str], *, is_warned: bool
) -> None:
    with RunningServer(tmp_path, *options, port=free_port()) as server:
        pass
    assert ("add --public-url" in server.errors) == is_warned


@pytest.mark.parametrize("user", [0, 1000])
def test_running_as_root_is_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int) -> None:
    program = tmp_path / "commonfactor"
    program.write_text(AS_A_USER.format(python=sys.executable, user=user), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("web.servers.PROGRAM", program)
    with RunningServer(tmp_path) as server:
        pass
    assert server.errors == (ROOT_WARNING if user == 0 else "")


def test_a_proxy_that_is_not_trusted_is_warned_of_once(tmp_path: Path) -> None:
    def ask_from(server: RunningServer, address: str, header: str) -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(address, 0))
        connection.request("GET", "/api/health", headers={header: "for=198.51.100.7"})
        assert connection.getresponse().status == 200
        connection.close()

    with RunningServer(tmp_path, "--trust-proxy", "127.0.0.2") as server:
        for address in "127.0.0.2", "127.0.0.3", "127.0.0.3", "127.0.0.4":
            ask_from(server, address, "X-Forwarded-For")
        ask_from(server, "127.0.0.5", "Forwarded")
    warned = [line.rpartition(" ")[2] for line in server.errors.splitlines() if "--trust-proxy" in line]
    assert warned == ["127.0.0.3", "127.0.0.4", "127.0.0.5"]


class OddDatabase:
    """A server that takes a PostgreSQL client's user and password, and then hangs up."""

    def __enter__(self) -> Self:
        """Listen at any port."""
        self._listener = create_server(("127.0.0.1", 0))
        self._listener.settimeout(PATIENCE)
        self.port = self._listener.getsockname()[1]
        self.password: str | None = None
        self._thread = Thread(target=self._serve)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until a client has come."""
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        client, _ = self._listener.accept()
        with client, client.makefile("rwb") as stream:
            while (length := int.from_bytes(stream.read(4))) == 8:  # whether encryption is possible
                stream.read(4)
                stream.write(b"N")
                stream.flush()
            stream.read(length - 4)
            stream.write(b"R" + (8).to_bytes(4) + (3).to_bytes(4))  # the password, as it is
            stream.flush()
            assert stream.read(1) == b"p"
            self.password = stream.read(int.from_bytes(stream.read(4)) - 4).rstrip(b"\0").decode()


PASSWORD = "s3cret/@:%é"  # noqa: S105  # it opens nothing


class TestPasswords:
    @pytest.mark.parametrize("has_options", [False, True])
    def test_they_come_from_a_file_or_the_environment_and_are_never_shown(
        self, tmp_path: Path, *, has_options: bool
    ) -> None:
        file = tmp_path / "password"
        file.write_text(f"{PASSWORD}\n", encoding="utf-8")
        with OddDatabase() as database:
            url = f"postgresql://games@127.0.0.1:{database.port}/games"
            options = ["--db", url, "--db-password-file", str(file)] if has_options else []
            env = {} if has_options else {"COMMONFACTOR_DB": url, "COMMONFACTOR_DB_PASSWORD_FILE": str(file)}
            ended = run("serve", "--port", "0", *options, env=env)
        assert database.password == PASSWORD
        assert ended.code == 2
        assert f"postgresql+psycopg://games:***@127.0.0.1:{database.port}/games cannot be opened" in ended.complaint
        assert "s3cret" not in ended.err + ended.out

    def test_the_whole_address_may_stand_in_the_environment(self) -> None:
        with OddDatabase() as database:
            url = f"postgresql://games:s3cret%40@127.0.0.1:{database.port}/games"
            ended = run("serve", "--port", "0", env={"COMMONFACTOR_DB": url})
        assert database.password == "s3cret@"  # noqa: S105  # it opens nothing
        assert "s3cret" not in ended.complaint

    @pytest.mark.parametrize(
        "database",
        ["sqlite:///games.sqlite", "postgresql://localhost/games", "postgresql://games:known@localhost/games"],
    )
    def test_a_file_is_for_a_user_without_a_password(self, tmp_path: Path, database: str) -> None:
        file = tmp_path / "password"
        file.write_text(PASSWORD, encoding="utf-8")
        ended = run("serve", "--db", database, "--db-password-file", str(file))
        assert ended.code == 2
        assert ended.complaint == "a password file needs a database written as postgresql://USER@HOST/NAME"

    def test_a_file_that_cannot_be_read_is_told(self, tmp_path: Path) -> None:
        missing = tmp_path / "missing"
        ended = run("serve", "--db", "postgresql://games@localhost/games", "--db-password-file", str(missing))
        assert ended.complaint == f"the password file {missing} cannot be read: No such file or directory"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--port", "65536"], "--port is a number from 0 to 65,535, not 65,536"),
        (["--port", "http"], "--port: 'http' is not a number"),
        (["--db", "games.sqlite"], "a database is written sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME"),
        (["--keep-days", "0"], "--keep-days is a number from 1 to 36,500, not 0"),
        (["--most-games", "0"], "--most-games is a number from 1 to 100,000,000, not 0"),
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
