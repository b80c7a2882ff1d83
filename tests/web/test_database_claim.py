"""The database is pulled away from under a server, or claimed twice: nothing is acknowledged that would be lost."""

import asyncio
import json
import os
import resource
import sqlite3
import stat
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from web.playing import Place, Scene
from web.servers import RunningServer
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from commonfactor.terminal.exits import ExitCode
from commonfactor.web import store
from commonfactor.web.database_claim import ClaimLostError, StoreError
from commonfactor.web.journal import Journal
from commonfactor.web.store import Store

PATIENCE = 30.0
NEW_GAME = {"game": "factor-clash", "setup": "2-20", "opponent": "one-device"}


def ask(server: RunningServer, path: str, body: object = None, token: str = "", host: str = "") -> tuple[int, Any]:
    """The status and the answer to a request."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    headers |= {"Host": host} if host else {}
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("GET" if body is None else "POST", path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def move(server: RunningServer, created: Any, ply: int, number: int) -> tuple[int, Any]:
    """The status and the answer to a move in a game on one device."""
    body = {"ply": ply, "move": number, "id": f"m{ply}"}
    return ask(server, f"/api/games/{created['id']}/moves", body, created["tokens"]["1"])


def delete(path: Path) -> None:
    path.unlink()


def delete_with_its_log(path: Path) -> None:
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        file.unlink()


def delete_the_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def replace_with_a_copy(path: Path) -> None:
    copy = path.with_name("copy")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    copy.replace(path)


def move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))
    path.parent.mkdir()


@pytest.mark.parametrize("pull", [delete, delete_with_its_log, delete_the_log, replace_with_a_copy, move_the_folder])
def test_a_commit_that_the_next_start_would_not_find_is_no_commit(pull: Any, tmp_path: Path) -> None:
    path = tmp_path / "games" / "games.sqlite"

    async def main() -> None:
        journal = Journal(Store(f"sqlite:///{path}"))
        await journal.do(store.probe)
        pull(path)
        together = await asyncio.gather(*(journal.do(store.probe) for _ in range(3)), return_exceptions=True)
        assert {type(error) for error in together} == {ClaimLostError}
        assert not journal.claim.is_held
        journal.close()

    asyncio.run(main())


class TestPulledAway:
    def test_no_move_is_acknowledged_and_the_server_ends_and_says_why(self, tmp_path: Path) -> None:
        with RunningServer(tmp_path) as server:
            _, created = ask(server, "/api/games", NEW_GAME)
            assert move(server, created, 1, 6)[0] == 200
            delete(tmp_path / "games.sqlite")
            status, refusal = move(server, created, 2, 9)
            assert (status, refusal["error"]["code"]) == (503, "unavailable")
            assert server.ended() == ExitCode.STORAGE_LOST
        cause = "the database file was removed or replaced under the running server"
        assert server.errors.count("the storage is lost") == server.errors.count(f"the storage is lost: {cause}\n") == 1
        assert server.errors.endswith(f"\ncommonfactor: the server has ended, because {cause}\n")

    def test_whoever_looks_on_is_told_and_the_server_ends_though_nobody_moves(self, tmp_path: Path) -> None:
        async def watch(game: str) -> tuple[int, str]:
            async with connect(f"{server.live_address}/api/games/{game}/events") as socket:
                await socket.send('{"token": null}')
                assert json.loads(await socket.recv())["type"] == "game"
                replace_with_a_copy(tmp_path / "games.sqlite")
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(socket.recv(), PATIENCE)
                assert closed.value.rcvd is not None
                return closed.value.rcvd.code, closed.value.rcvd.reason

        with RunningServer(tmp_path) as server:
            _, created = ask(server, "/api/games", NEW_GAME)
            assert asyncio.run(watch(created["id"])) == (1013, "the server has lost its storage")
            assert server.ended() == ExitCode.STORAGE_LOST

    def test_the_server_is_neither_healthy_nor_ready(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> list[tuple[int, str]]:
            assert (await place.got("/api/health")).status == 200
            delete(tmp_path / "games.sqlite")
            assert (await place.posted("/api/games", NEW_GAME)).status == 503
            replies = [await place.got(f"/api/{name}") for name in ("health", "ready")]
            return [(reply.status, reply.code) for reply in replies]

        with Scene(tmp_path) as scene:
            assert scene.play(scenario) == [(503, "unavailable")] * 2


def test_a_second_server_is_kept_out_by_whatever_way_it_comes(server: RunningServer) -> None:
    for lock in server.folder.glob("*.lock"):
        lock.unlink()
    for name in ("games.sqlite", "linked.sqlite", "pointed.sqlite"):
        path = server.folder / name
        if name == "linked.sqlite":
            path.hardlink_to(server.folder / "games.sqlite")
        if name == "pointed.sqlite":
            path.symlink_to(server.folder / "games.sqlite")
        with pytest.raises(StoreError, match="another server uses the database"):
            Store(f"sqlite:///{path}")
    (server.folder / "linked.sqlite").unlink()
    assert ask(server, "/api/games", NEW_GAME)[0] == 201


def test_readiness_tells_of_a_full_disk_and_of_its_end(server: RunningServer) -> None:
    _, created = ask(server, "/api/games", NEW_GAME)
    assert ask(server, "/api/ready", host="10.0.0.7") == (200, {"status": "ready"})
    _, most = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    # The system refuses every write beyond so many bytes of a file, as a disk does that has no room.
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, most))
    message = "The server cannot store games now: disk I/O error."
    assert wait_for(server, 503) == {"error": {"code": "unavailable", "message": message}}
    assert move(server, created, 1, 6)[0] == 503
    assert ask(server, "/api/health") == (200, {"status": "ok"})
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (most, most))
    wait_for(server, 200)
    assert move(server, created, 1, 6)[0] == 200


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("file:{}/games?uri=true", "a SQLite database is a plain file"),
        ("file:{}/games?mode=rw&nolock=1&uri=true", "a SQLite database is a plain file"),
        ("file::memory:?cache=shared&uri=true", "a SQLite database is a plain file"),
        ("{}", "Is a directory"),
        ("/dev/null", "is not a plain file"),
    ],
)
def test_a_database_that_cannot_be_locked_is_refused(name: str, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=complaint):
        Store(f"sqlite:///{name.format(tmp_path)}")
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    (tmp_path / "linked.sqlite").hardlink_to(path)
    with pytest.raises(StoreError, match="has another name, a hard link"):
        Store(f"sqlite:///{path}")
    assert path.stat().st_size == 0


def test_a_database_that_cannot_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Store(f"sqlite:///{path}").close()
    with path.open("rb+") as file:
        # The version that a program must know to write to the file: one that SQLite does not know yet.
        file.seek(18)
        file.write(b"\3")
    with pytest.raises(StoreError, match="cannot be opened: attempt to write a readonly database"):
        Store(f"sqlite:///{path}")


def test_only_its_owner_can_read_what_is_stored(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "games"
    umask = os.umask(0o022)
    try:
        opened = Store(f"sqlite:///{folder / 'games.sqlite'}")
    finally:
        os.umask(umask)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}
    opened.close()
    files = ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm")
    assert modes == {"games": 0o700, **dict.fromkeys(files, 0o600)}


def wait_for(server: RunningServer, status: int) -> Any:
    """What readiness says once it has come to a status; it is found out anew every second."""
    deadline = time.monotonic() + PATIENCE
    while (answer := ask(server, "/api/ready"))[0] != status:
        assert time.monotonic() < deadline, answer
    return answer[1]
