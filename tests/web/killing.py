"""Players who go on while the server is killed under them, and remember what they were promised."""

import sqlite3
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import msgspec
from web.servers import RunningServer

_PATIENCE = 30.0


@dataclass
class Client:
    """Plays one game after another against itself, and sends again whatever was not answered."""

    server: RunningServer
    random: Random
    has_ended: Event
    acknowledged: dict[str, list[tuple[int, int, Any]]] = field(default_factory=dict)
    """Of every game, what was acknowledged: the number of the event, the ply and the move."""
    sent_again: int = 0
    failures: list[str] = field(default_factory=list)

    def play_on(self) -> None:
        """Play until told to stop."""
        try:
            while not self.has_ended.is_set():
                self._play_one_game()
        except InterruptedError:
            return
        except Exception as error:  # noqa: BLE001  # the test that waits for this thread tells it
            self.failures.append(repr(error))

    def _play_one_game(self) -> None:
        created = self._ask("/api/games", {"game": "factor-challenge", "setup": "2-40", "opponent": "one-device"})
        game, token = created["game"], created["tokens"]["1"]
        told = self.acknowledged.setdefault(created["id"], [])
        while game["to_move"] is not None and not self.has_ended.is_set():
            ply = len(game["position"]["moves"]) + 1
            move = self.random.choice(game["position"]["legal"])
            request = {"ply": ply, "move": move, "id": f"{ply}-{self.random.getrandbits(64):x}"}
            answer = self._ask(f"/api/games/{created['id']}/moves", request, token)
            told.append((answer["number"], ply, move))
            game = answer["game"]

    def _ask(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        """The answer to a request, however often it has to be sent."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            if self.has_ended.is_set() and token is None:
                raise InterruptedError
            connection = HTTPConnection("127.0.0.1", self.server.port, timeout=5)
            try:
                connection.request("POST", path, msgspec.json.encode(body), headers)
                response = connection.getresponse()
                content = response.read()
            except (OSError, HTTPException):
                self.sent_again += 1
                time.sleep(0.02)
                continue
            finally:
                connection.close()
            if response.status >= 300:
                raise AssertionError(f"{response.status} {content.decode()}")
            return msgspec.json.decode(content)
        raise AssertionError("the server did not come back")


def play_and_kill(folder: Path, kills: int, clients: int = 8, seed: int = 0) -> list[Client]:
    """What clients were promised while the server was killed so many times; it is there again at the end."""
    random, has_ended = Random(seed), Event()
    with RunningServer(folder, "--creations", "100000", "--moves", "1000000") as server:
        players = [Client(server, Random(f"{seed}-{number}"), has_ended) for number in range(clients)]
        threads = [Thread(target=player.play_on) for player in players]
        for thread in threads:
            thread.start()
        try:
            for _ in range(kills):
                time.sleep(random.uniform(0.1, 0.6))
                server.kill()
                server.start()
        finally:
            time.sleep(0.2)
            has_ended.set()
            for thread in threads:
                thread.join(_PATIENCE)
        assert [failure for player in players for failure in player.failures] == []
        for player in players:
            check_promises(server, player)
    check_database(folder / "games.sqlite")
    return players


def check_promises(server: RunningServer, player: Client) -> None:
    """Everything that was acknowledged is there, once and in order, and nothing is there twice."""
    for game_id, acknowledged in player.acknowledged.items():
        connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", f"/api/games/{game_id}?since=0")
        game = msgspec.json.decode(connection.getresponse().read())
        connection.close()
        events = game["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        stored = [(event["number"], event["ply"], event["move"]) for event in events if event["kind"] == "move"]
        # The last move may have been stored although nobody was left to hear of it.
        assert stored[: len(acknowledged)] == acknowledged
        assert len(stored) - len(acknowledged) in (0, 1)
        assert game["position"]["moves"] == [move for _, _, move in stored]


def check_database(path: Path) -> None:
    """The file is sound."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
