"""Forty pupils against level 5 on 2-60 at once: nobody waits long, and level 1 not at all; a minute on two cores."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any, Self

import pytest
from web.servers import RunningServer
from websockets.asyncio.client import ClientConnection, connect

PUPILS = 40
NEWCOMERS = 5
SECONDS = 20.0
NEWCOMERS_ADDRESS = "127.0.2.1"


class Client:
    """Somebody at an address of this machine who plays at random against the computer."""

    def __init__(self, server: RunningServer, host: str, random: Random) -> None:
        """Ask a server from this host."""
        self._server, self._own, self._random = server, (host, 0), random
        self._path, self._token = "", ""
        self.game: Any = None
        self.seconds: list[float] = []
        """How long the computer took to answer each move, from the moment when the move was sent."""

    async def begun(self, setup: str, level: int) -> Self:
        """Begin a game, in which the computer answers."""
        body = {"game": "factor-challenge", "setup": setup, "level": level}
        created = await self._posted("/api/games", body)
        self._path, self._token, self.game = f"/api/games/{created['id']}", created["tokens"]["1"], created["game"]
        return self

    @asynccontextmanager
    async def looking_on(self) -> AsyncIterator[ClientConnection]:
        """A socket that tells what happens in the game."""
        address = f"{self._server.live_address}{self._path}/events?since={self.game['number']}"
        async with connect(address, local_addr=self._own, proxy=None) as socket:
            await socket.send(json.dumps({"token": self._token}))
            yield socket

    async def move(self, socket: ClientConnection) -> None:
        """Make a move, and wait until the computer has answered, or has lost."""
        position, started = self.game["position"], monotonic()
        move = self._random.choice(position["legal"])
        body = {"id": str(self.game["number"]), "ply": len(position["moves"]) + 1, "move": move}
        self.game = (await self._posted(f"{self._path}/moves", body))["game"]
        while self.game["to_move"] == 2:
            told = json.loads(await socket.recv()).get("game", self.game)
            self.game = max(self.game, told, key=lambda game: game["number"])
        self.seconds.append(monotonic() - started)

    async def _posted(self, path: str, body: object) -> Any:
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._server.port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
            f"Authorization: Bearer {self._token}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port, local_addr=self._own)
        writer.write(head.encode() + content)
        answer_head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        assert answer_head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")), answer
        return json.loads(answer)


async def play_on(client: Client, setup: str, level: int, end: float) -> None:
    """Play game after game until some time, and to the end of a move that has begun by then."""
    while monotonic() < end:
        async with client.looking_on() as socket:
            while monotonic() < end and client.game["result"] is None:
                await client.move(socket)
        if monotonic() < end:
            await client.begun(setup, level)


async def crowd(server: RunningServer, host_of: Callable[[int], str]) -> tuple[list[float], list[float]]:
    """The seconds until each pupil's first answer, and those of all answers to newcomers meanwhile."""
    random = Random(1)
    pupils = [await Client(server, host_of(number), random).begun("2-60", 5) for number in range(PUPILS)]
    newcomers = [await Client(server, NEWCOMERS_ADDRESS, random).begun("2-60", 1) for _ in range(NEWCOMERS)]
    end = monotonic() + SECONDS
    await asyncio.gather(
        *(play_on(pupil, "2-60", 5, end) for pupil in pupils), *(play_on(one, "2-60", 1, end) for one in newcomers)
    )
    return [pupil.seconds[0] for pupil in pupils], [each for one in newcomers for each in one.seconds]


@pytest.mark.parametrize(
    "host_of",
    [lambda _: NEWCOMERS_ADDRESS, lambda number: f"127.0.1.{number + 1}"],
    ids=["one address", "40 addresses"],
)
def test_level_one_answers_at_once_and_level_five_soon(tmp_path: Path, host_of: Callable[[int], str]) -> None:
    with RunningServer(tmp_path, "--moves", "100000", "--creations", "10000", "--readings", "100000") as server:
        pupils, newcomers = asyncio.run(crowd(server, host_of))
    perfect_p95, newcomer_p99 = quantiles(pupils, n=20)[-1], quantiles(newcomers, n=100)[-1]
    print(  # noqa: T201  # figures to look at
        f"level 5, first answer: median {quantiles(pupils, n=2)[0]:.2f} s, p95 {perfect_p95:.2f} s; "
        f"level 1, {len(newcomers)} answers: median {quantiles(newcomers, n=2)[0]:.3f} s, p99 {newcomer_p99:.3f} s"
    )
    assert len(newcomers) > 100
    assert newcomer_p99 <= 1.5
    assert perfect_p95 <= 10
