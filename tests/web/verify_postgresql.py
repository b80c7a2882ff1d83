"""PostgreSQL instead of SQLite: a private one is started, played on, and pulled away from under the server.

``make verify`` runs this. It needs the programs of PostgreSQL, in the search path or where Debian puts them.
"""

import json
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from processes import run
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from web.clusters import Cluster, name_of
from web.servers import RunningServer, wait_until

# Each is a fact about any database; here they get the fixtures below.
from web.test_store import (  # noqa: F401
    test_a_database_of_an_older_program_learns_which_games_are_played,
    test_a_database_serves_one_server_at_a_time,
    test_a_game_is_read_as_it_was_stored,
    test_a_new_database_is_created_with_its_folder_and_has_all_tables,
    test_a_number_a_request_and_a_seat_are_each_taken_once,
    test_a_second_process_is_kept_out_too,
    test_games_are_counted_whatever_becomes_of_them,
    test_games_that_nobody_has_moved_in_are_due_sooner,
    test_the_count_is_looked_up_and_not_counted_each_time,
    test_untouched_games_are_removed_with_all_that_belongs_to_them,
    test_what_gathers_while_one_commit_runs_is_committed_together,
    test_work_is_finished_even_if_nobody_waits_for_it_any_more,
    test_work_that_fails_is_rolled_back_and_takes_nothing_with_it,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from commonfactor.web.database_claim import StoreError
from commonfactor.web.journal import SECONDS_FOR_WORK
from commonfactor.web.store import Store

PATIENCE = 60.0
NEW_GAME = {"game": "factor-challenge", "setup": "2-40", "opponent": "one-device"}

_LOCK = 7_302_117


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """The PostgreSQL of all these tests."""
    # Folders of tests are closed to the user that it is run by.
    with tempfile.TemporaryDirectory(prefix="commonfactor-", ignore_cleanup_errors=True) as folder:
        started = Cluster(Path(folder))
        yield started
        started.stop()


@pytest.fixture
def url(cluster: Cluster) -> str:
    """A new database."""
    return cluster.new_database()


@pytest.fixture
def opened(url: str) -> Iterator[Store]:
    """A new database, open."""
    database = Store(url)
    yield database
    database.close()


def ask(server: RunningServer, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
    """The status and the answer to a request."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
        connection.request("GET" if body is None else "POST", path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


class Player:
    """Plays games against itself, sends refused moves again, and remembers both."""

    def __init__(self, server: RunningServer) -> None:
        """Play on a server."""
        self._server, self._random = server, Random(1)
        self.refusals = self.acts = 0
        self.acknowledged: dict[str, list[tuple[int, int]]] = {}

    def play_a_game(self) -> None:
        """Play one game to its end."""
        created = self._done("/api/games", NEW_GAME)
        path, token, game = f"/api/games/{created['id']}", created["tokens"]["1"], created["game"]
        told = self.acknowledged[path] = []
        while game["to_move"]:
            ply, move = len(game["position"]["moves"]) + 1, self._random.choice(game["position"]["legal"])
            answer = self._done(f"{path}/moves", {"ply": ply, "move": move, "id": f"m{ply}"}, token)
            told.append((answer["number"], move))
            game = answer["game"]

    def play_while(self, goes_on: Callable[[], bool]) -> None:
        """Play one game after another."""
        while goes_on():
            self.play_a_game()

    def _done(self, path: str, body: object, token: str = "") -> Any:
        deadline = time.monotonic() + PATIENCE
        while True:
            status, answer = ask(self._server, path, body, token)
            if status < 300:
                self.acts += 1
                return answer
            assert (status, answer["error"]["code"]) == (503, "unavailable"), answer
            assert time.monotonic() < deadline, "the server does not recover"
            self.refusals += 1

    def check(self) -> None:
        """Nothing that was acknowledged is lost, and nothing is there twice."""
        for path, told in self.acknowledged.items():
            events = ask(self._server, f"{path}?since=0")[1]["events"]
            assert [event["number"] for event in events] == list(range(1, len(events) + 1))
            assert [(event["number"], event["move"]) for event in events[1:]] == told


def refuses_a_second(url: str) -> bool:
    """Whether another server is kept out of a database, and told why."""
    second = run("serve", "--port", "0", "--db", url)
    return second.code == 2 and "another server uses the database" in second.complaint


def test_a_game_is_played_and_is_there_after_a_restart_and_after_a_kill(tmp_path: Path, url: str) -> None:
    with RunningServer(tmp_path, database=url) as server:
        player = Player(server)
        player.play_a_game()
        player.check()
        (path,) = player.acknowledged
        before = ask(server, f"{path}?since=0")
        server.restart()
        assert ask(server, f"{path}?since=0") == before
        server.kill()
        server.start()
        assert ask(server, f"{path}?since=0") == before
        player.play_a_game()
        player.check()
        assert player.refusals == 0


def test_a_lost_connection_costs_one_refusal_at_most_and_lets_nobody_else_in(
    tmp_path: Path, url: str, cluster: Cluster
) -> None:
    with RunningServer(tmp_path, database=url) as server:
        player = Player(server)
        player.play_a_game()
        assert refuses_a_second(url)
        for cuts in range(1, 6):
            assert cluster.cut(url) == 1
            player.play_a_game()
            assert player.refusals <= cuts
        assert refuses_a_second(url)
        player.check()
        assert "Traceback" not in server.errors, server.errors


def test_connections_lost_in_the_middle_of_everything_lose_nothing(tmp_path: Path, url: str, cluster: Cluster) -> None:
    with RunningServer(tmp_path, "--creations", "100000", "--moves", "1000000", database=url) as server:
        has_ended, random = Event(), Random(2)
        players = [Player(server) for _ in range(4)]
        threads = [
            Thread(target=player.play_while, args=(lambda: not has_ended.is_set(),), daemon=True) for player in players
        ]
        for thread in threads:
            thread.start()
        cuts = 0
        for _ in range(20):
            time.sleep(random.uniform(0.05, 0.4))
            cuts += cluster.cut(url)
        has_ended.set()
        for thread in threads:
            thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in threads)
        for player in players:
            player.check()
            # Each of them was asking for one thing at a time.
            assert player.refusals <= cuts
        assert cuts >= 10
        assert sum(player.acts for player in players) > 100
        assert refuses_a_second(url)
        assert "Traceback" not in server.errors, server.errors


def test_no_more_games_are_stored_than_may_be_whatever_becomes_of_the_connection(
    tmp_path: Path, url: str, cluster: Cluster
) -> None:
    def is_refused() -> bool:
        return "too_many_games" in str(ask(server, "/api/games", NEW_GAME))

    with RunningServer(tmp_path, "--most-games", "5", database=url) as server:
        for _ in range(3):
            assert not is_refused()
            cluster.cut(url)
        wait_until(is_refused)
        with closing(psycopg.connect(url)) as connection:
            assert connection.execute("SELECT count(*) FROM games").fetchone() == (5,)


def test_play_goes_on_after_the_database_was_away(tmp_path: Path, url: str, cluster: Cluster) -> None:
    with RunningServer(tmp_path, database=url) as server:
        player = Player(server)
        player.play_a_game()
        cluster.stop()
        status, refusal = ask(server, "/api/games", NEW_GAME)
        assert (status, refusal["error"]["code"]) == (503, "unavailable")
        assert ask(server, "/api/health")[0] == 503
        assert ask(server, "/api/ready")[0] == 503
        assert ask(server, "/api/catalogue")[0] == 200
        cluster.start()
        player.play_a_game()
        player.check()
        assert refuses_a_second(url)


class OtherServer:
    """Takes the database over, as another server would do when the first one seems to be gone."""

    def __init__(self, cluster: Cluster, url: str) -> None:
        """Wait in line for the lock, and cut off whoever has it."""
        (self.replaced,) = cluster.backends(url)
        self.connection = psycopg.connect(url, autocommit=True)
        waiting = Thread(target=self.connection.execute, args=(f"SELECT pg_advisory_lock({_LOCK})",))
        waiting.start()
        wait_until(lambda: bool(cluster.ask("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")))
        cluster.ask(f"SELECT pg_terminate_backend({self.replaced})")
        waiting.join(PATIENCE)

    def move(self, game: str, number: int, ply: int, move: int) -> None:
        """Store a move of the second player."""
        what = json.dumps({"kind": "move", "player": 2, "ply": ply, "move": move})
        query = "INSERT INTO events (game, number, at, what) VALUES (%s, %s, now(), %s)"
        self.connection.execute(query, (game, number, what))

    def end(self) -> None:
        """Give the database back, and wait until the server can know that it had lost it."""
        self.connection.close()
        wait_until(lambda: not Path(f"/proc/{self.replaced}").exists())


def new_game(server: RunningServer) -> tuple[str, str]:
    """The id and the token of a game on one device, of which one move was made."""
    _, created = ask(server, "/api/games", {"game": "factor-clash", "setup": "2-20", "opponent": "one-device"})
    game, token = created["id"], created["tokens"]["1"]
    assert ask(server, f"/api/games/{game}/moves", {"ply": 1, "move": 6, "id": "m1"}, token)[0] == 200
    return game, token


def moves(server: RunningServer, game: str) -> Any:
    """The moves of a game, as the server tells them."""
    return ask(server, f"/api/games/{game}")[1]["position"]["moves"]


def test_without_the_lock_games_are_refused_and_afterwards_they_are_read_anew(
    tmp_path: Path, url: str, cluster: Cluster
) -> None:
    with RunningServer(tmp_path, database=url) as server:
        game, token = new_game(server)
        with connect(f"{server.live_address}/api/games/{game}/events") as socket:
            socket.send('{"token": null}')
            socket.recv(PATIENCE)
            other = OtherServer(cluster, url)
            # PostgreSQL frees the lock some milliseconds before it closes the connection.
            wait_until(lambda: ask(server, f"/api/games/{game}")[0] == 503)
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1013, "the server has lost its storage")
        assert ask(server, "/api/health")[0] == 503
        _, refusal = ask(server, "/api/ready")
        message = "The server cannot store games now: another server has taken the database over."
        assert refusal == {"error": {"code": "unavailable", "message": message}}
        assert ask(server, f"/api/games/{game}/moves", {"ply": 2, "move": 9, "id": "m2"}, token)[0] == 503
        other.move(game, 3, 2, 12)
        other.end()
        wait_until(lambda: ask(server, "/api/health")[0] == 200)
        assert moves(server, game) == [6, 12]
        assert ask(server, f"/api/games/{game}/moves", {"ply": 3, "move": 9, "id": "m3"}, token)[0] == 200
        assert server.errors.count("the storage is lost") == 1
        assert "Traceback" not in server.errors, server.errors


def test_games_are_read_anew_even_if_the_lock_was_away_for_a_moment_only(
    tmp_path: Path, url: str, cluster: Cluster
) -> None:
    with RunningServer(tmp_path, database=url) as server:
        game, _ = new_game(server)
        other = OtherServer(cluster, url)
        other.move(game, 3, 2, 12)
        other.end()
        wait_until(lambda: ask(server, f"/api/games/{game}")[0] == 200)
        assert moves(server, game) == [6, 12]


def test_a_database_that_hangs_is_given_up_and_comes_back(tmp_path: Path, url: str, cluster: Cluster) -> None:
    with RunningServer(tmp_path, database=url) as server:
        game, token = new_game(server)
        (backend,) = cluster.backends(url)
        os.kill(backend, signal.SIGSTOP)
        started = time.monotonic()
        body = {"ply": 2, "move": 9, "id": "m2"}
        assert ask(server, f"/api/games/{game}/moves", body, token)[0] == 503
        assert time.monotonic() - started < 2 * SECONDS_FOR_WORK
        wait_until(lambda: ask(server, "/api/health")[0] == 503)
        # Nobody waits that long again, and nobody is told what may be old.
        started = time.monotonic()
        assert ask(server, f"/api/games/{game}")[0] == 503
        assert time.monotonic() - started < SECONDS_FOR_WORK / 2
        os.kill(backend, signal.SIGCONT)
        wait_until(lambda: ask(server, "/api/health")[0] == 200)
        assert ask(server, f"/api/games/{game}/moves", body, token)[1]["number"] == 3
        assert moves(server, game) == [6, 9]


def test_a_statement_that_takes_too_long_is_given_up_by_the_database(opened: Store) -> None:
    with pytest.raises(OperationalError, match="canceling statement due to statement timeout"):
        opened.connection.execute(text(f"SELECT pg_sleep({PATIENCE})"))


def test_the_lock_of_a_machine_that_crashed_is_free_within_a_minute(opened: Store) -> None:
    idle, interval, count = (
        int(opened.connection.scalar(text(f"SHOW tcp_keepalives_{name}"))) for name in ("idle", "interval", "count")
    )
    assert idle > 0
    assert idle + interval * count <= 60
    assert opened.connection.scalar(text("SHOW tcp_user_timeout")) == "30000"
    assert opened.connection.scalar(text("SHOW lock_timeout")) == "2s"


@pytest.mark.parametrize("is_on_the_command_line", [True, False])
def test_a_password_that_other_users_can_see_is_warned_of(
    tmp_path: Path, url: str, *, is_on_the_command_line: bool
) -> None:
    database = url.replace("games@", "games:s3cret@") if is_on_the_command_line else url
    with RunningServer(tmp_path, database=database):
        pass
    said = (tmp_path / "server.err").read_text(encoding="utf-8")
    assert ("can see the password in --db" in said) is is_on_the_command_line
    assert "s3cret" not in said


def test_a_database_that_can_only_be_read_is_refused_and_told_of(tmp_path: Path, url: str, cluster: Cluster) -> None:
    read_only = f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = on"
    with RunningServer(tmp_path, database=url) as server:
        assert ask(server, "/api/ready")[0] == 200
        cluster.ask(read_only)
        cluster.cut(url)
        wait_until(lambda: "read-only transaction" in str(ask(server, "/api/ready")))
        assert ask(server, "/api/health")[0] == 200
    with pytest.raises(StoreError, match=r"cannot be opened: cannot execute \w+ in a read-only transaction"):
        Store(url)
