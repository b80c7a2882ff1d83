"""Players and watchers who go on while the server is killed under them, and remember what they were promised."""

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import Any

from web.servers import RunningServer
from web.watching import Follower, digest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

PATIENCE = 30.0

_OPPONENTS = ("one-device", "friend", "one-device", "friend", "one-device", "friend", "one-device", "computer")


class EndedError(Exception):
    """There is nothing more to do."""


@dataclass
class Promises:
    """What somebody was told of a game by the answers to their requests."""

    opponent: str
    token: str
    """The token of Player 1."""
    friends_token: str | None = None
    """The one of Player 2, once that was acknowledged."""
    moves: list[tuple[int, int, Any]] = field(default_factory=list)
    """What was acknowledged: the number of the event, the ply and the move."""

    def token_of(self, player: int) -> str:
        """With what to act for a player."""
        return self.friends_token if player == 2 and self.friends_token else self.token


@dataclass
class Client:
    """Plays one game after another, and sends again whatever was not answered."""

    server: RunningServer
    random: Random
    opponent: str
    has_ended: Event
    promises: dict[str, Promises] = field(default_factory=dict)
    has_left: Event = field(default_factory=Event)
    to_watch: "SimpleQueue[str | None]" = field(default_factory=SimpleQueue)
    """The games that somebody else follows, one after the other; None after the last."""
    sent_again: int = 0
    failures: list[str] = field(default_factory=list)

    def play_on(self) -> None:
        """Play until told to stop."""
        try:
            while not self.has_ended.is_set():
                self._play_one_game()
        except EndedError:
            return
        except Exception as error:  # noqa: BLE001  # the test that waits for this thread tells it
            self.failures.append(repr(error))
        finally:
            self.has_left.set()
            self.to_watch.put(None)

    def _play_one_game(self) -> None:
        wanted = {"game": "factor-challenge", "setup": "2-40", "opponent": self.opponent}
        created = self._ask("/api/games", wanted | ({"level": 1} if self.opponent == "computer" else {}))
        game, path = created["game"], f"/api/games/{created['id']}"
        promises = self.promises[created["id"]] = Promises(self.opponent, created["tokens"]["1"])
        self.to_watch.put(created["id"])
        if self.opponent == "friend":
            # Chosen by the client, so that the claim can be sent again.
            chosen = f"{self.random.getrandbits(128):032x}"
            joined = self._ask(f"{path}/join", {"invitation": created["invitation"], "name": "Ben", "token": chosen})
            assert (joined["token"], joined["player"]) == (chosen, 2)
            promises.friends_token, game = chosen, joined["game"]
        while game["to_move"] is not None:
            if self.opponent == "computer" and game["to_move"] == 2:
                time.sleep(0.02)
                game = self._ask(path)
                continue
            game = self._move(path, game, promises)

    def _move(self, path: str, game: Any, promises: Promises) -> Any:
        ply = len(game["position"]["moves"]) + 1
        move = self.random.choice(game["position"]["legal"])
        request = {"ply": ply, "move": move, "id": f"{ply}-{self.random.getrandbits(64):x}"}
        answer = self._ask(f"{path}/moves", request, promises.token_of(game["to_move"]))
        promises.moves.append((answer["number"], ply, move))
        return answer["game"]

    def _ask(self, path: str, body: object = None, token: str | None = None) -> Any:
        """The answer to a request, however often it has to be sent."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.has_ended.is_set():
                raise EndedError
            try:
                return answer_of(self.server, path, body, token)
            except (OSError, HTTPException):
                self.sent_again += 1
                time.sleep(0.02)
        raise AssertionError("the server did not come back")


def answer_of(server: RunningServer, path: str, body: object = None, token: str | None = None) -> Any:
    """The answer to a request that is sent once, and must not be refused."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=5)) as connection:
        connection.request("GET" if body is None else "POST", path, json.dumps(body) if body else None, headers)
        response = connection.getresponse()
        content = response.read()
    assert response.status < 300, f"{response.status} {content.decode()}"
    return json.loads(content)


@dataclass
class Watcher:
    """Follows the games of a client, and comes back with the number of what it has heard last."""

    client: Client
    followers: dict[str, Follower] = field(default_factory=dict)
    returns: int = 0
    failures: list[str] = field(default_factory=list)

    def watch_on(self) -> None:
        """Watch until there is no further game."""
        try:
            while game_id := self.client.to_watch.get(timeout=2 * PATIENCE):
                self._follow(game_id, self.followers.setdefault(game_id, Follower()))
        except Exception as error:  # noqa: BLE001  # the test that waits for this thread tells it
            self.failures.append(repr(error))

    def _follow(self, game_id: str, follower: Follower) -> None:
        """Hear all of a game: until it is over, or for a last time after its players have left."""
        deadline = time.monotonic() + 10 * PATIENCE
        while True:
            has_left = self.client.has_left.is_set()
            try:
                if self._listen(game_id, follower, until_over=not has_left):
                    return
            except (ConnectionError, HTTPException, WebSocketException):
                self.returns += 1
                time.sleep(0.02)
            except TimeoutError:
                pass
            assert time.monotonic() < deadline, "the server did not come back"

    def _listen(self, game_id: str, follower: Follower, *, until_over: bool) -> bool:
        address = f"{self.client.server.live_address}/api/games/{game_id}/events?since={follower.number}"
        with connect(address, proxy=None, open_timeout=5, close_timeout=1) as socket:
            socket.send('{"token": null}')
            follower.take(json.loads(socket.recv(timeout=5)))
            while until_over and not follower.game["result"]:
                follower.take(json.loads(socket.recv(timeout=1)))
        return True


def play_and_kill(folder: Path, kills: int, seed: int = 0) -> tuple[list[Client], list[Watcher]]:
    """What clients were promised while the server was killed so many times; it is there again at the end."""
    random, has_ended = Random(seed), Event()
    with RunningServer(folder, "--creations", "100000", "--joins", "100000", "--moves", "1000000") as server:
        clients = [
            Client(server, Random(f"{seed}-{number}"), opponent, has_ended)
            for number, opponent in enumerate(_OPPONENTS)
        ]
        watchers = [Watcher(client) for client in clients]
        threads = [Thread(target=client.play_on) for client in clients]
        threads += [Thread(target=watcher.watch_on) for watcher in watchers]
        for thread in threads:
            thread.start()
        try:
            for number in range(kills):
                _let_play(clients, random.uniform(0.1, 0.6), moves=12)
                # The computer's worker takes a while to start, and is mostly killed before it has moved.
                if number % 5 == 0:
                    _let_play(clients[-1:], 0, moves=2)
                server.kill()
                server.start()
            _let_play(clients, 0, moves=12)
        finally:
            has_ended.set()
            for thread in threads:
                thread.join(PATIENCE)
        assert not any(thread.is_alive() for thread in threads)
        assert [failure for client in clients for failure in client.failures] == []
        assert [failure for watcher in watchers for failure in watcher.failures] == []
        for watcher in watchers:
            for game_id, promises in watcher.client.promises.items():
                check_promises(server, game_id, promises, watcher.followers[game_id])
    check_database(folder / "games.sqlite")
    return clients, watchers


def _let_play(clients: list[Client], seconds: float, moves: int) -> None:
    """Wait so long, and on a busy machine longer: until so many moves were acknowledged meanwhile."""

    def acknowledged() -> int:
        return sum(len(promises.moves) for client in clients for promises in tuple(client.promises.values()))

    enough, deadline = acknowledged() + moves, time.monotonic() + PATIENCE
    time.sleep(seconds)
    while acknowledged() < enough and not any(client.failures for client in clients):
        assert time.monotonic() < deadline, "nobody plays"
        time.sleep(0.02)


def check_promises(server: RunningServer, game_id: str, promises: Promises, follower: Follower) -> None:
    """Everything that was acknowledged is there, once and in order, nothing is there twice, and all of it was told."""
    game = answer_of(server, f"/api/games/{game_id}?since=0", token=promises.token)
    events = game["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    moves = [event for event in events if event["kind"] == "move"]
    assert game["position"]["moves"] == [event["move"] for event in moves]
    assert [event["ply"] for event in moves] == list(range(1, len(moves) + 1))
    people = {1} if promises.opponent == "computer" else {1, 2}
    stored = [(event["number"], event["ply"], event["move"]) for event in moves if event["player"] in people]
    # The last move may have been stored although nobody was left to hear of it.
    assert stored[: len(promises.moves)] == promises.moves
    assert len(stored) - len(promises.moves) in (0, 1)
    joins = [event["name"] for event in events if event["kind"] == "joined"]
    if promises.friends_token:
        assert joins == ["Ben"]
        assert answer_of(server, f"/api/games/{game_id}", token=promises.friends_token)["you"] == [2]
    assert len(joins) <= (promises.opponent == "friend")
    # What happened after the watcher's last look was asked for by nobody: it is the computer's.
    assert follower.events == events[: follower.number]
    assert {event["player"] for event in events[follower.number :]} <= {1, 2} - people
    if follower.number == len(events):
        assert follower.digest == digest(game)


def check_database(path: Path) -> None:
    """The file is sound."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
