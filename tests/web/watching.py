"""Somebody who looks on at a game, and notices at once if anything is missing, doubled or out of order."""

import hashlib
import json
from typing import Any

from web.playing import Socket


class Follower:
    """What somebody has heard of a game, over however many sockets."""

    def __init__(self) -> None:
        """Begin before the first event."""
        self.events: list[Any] = []
        self.game: Any = None

    @property
    def number(self) -> int:
        """The number of the last event, which is what to come back with."""
        return len(self.events)

    @property
    def digest(self) -> str:
        """What stands for the game as it was last told."""
        return digest(self.game)

    def take(self, message: Any) -> None:
        """Hear a message of the server: it begins where the last one ended, and ends where the game stands."""
        if message["type"] != "game":
            return
        numbers = [event["number"] for event in message["events"]]
        assert numbers == list(range(self.number + 1, self.number + 1 + len(numbers))), (self.number, numbers)
        self.events += message["events"]
        self.game = message["game"]
        assert self.game["number"] == self.number

    async def hear(self, socket: Socket, number: int) -> None:
        """Listen at a socket of this process until an event has come."""
        while self.number < number:
            self.take(await socket.hears())


def digest(game: Any) -> str:
    """A hash of a game as it is told, without who looks on, for whom it is told, and what led there."""
    told = {key: value for key, value in game.items() if key not in {"you", "events"}}
    told["players"] = [{**player, "is_here": None} for player in game["players"]]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
