"""Whoever is cut off and comes back ends with exactly what the server has, however often that happens."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from httpx2 import AsyncClient
from web.servers import RunningServer
from web.watching import Follower, digest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

CUTS, ACTS = 100, 100
PATIENCE = 60.0
WATCHERS = 3
OPPONENTS = ("one-device", "friend", "one-device", "friend")


class Players:
    """Both players of a game: they move, take back, and begin again."""

    def __init__(self, client: AsyncClient, random: Random, opponent: str) -> None:
        """Play through a client."""
        self._client, self._random, self._opponent = client, random, opponent
        self.acts = 0
        self.kinds: set[str] = set()

    async def sit_down(self) -> None:
        """Create the game, and join it."""
        wanted = {"game": "factor-clash", "setup": "2-20", "opponent": self._opponent}
        created = await self._posted("/api/games", wanted)
        self.address, self._game = f"/api/games/{created['id']}", created["game"]
        self._tokens = {int(player): token for player, token in created["tokens"].items()}
        if self._opponent == "friend":
            joined = await self._posted(f"{self.address}/join", {"invitation": created["invitation"]})
            self._tokens[2], self._game = joined["token"], joined["game"]

    async def play(self, is_enough: Callable[[], bool]) -> None:
        """Go on until all has happened that is to happen."""
        while not is_enough():
            await asyncio.sleep(self._random.uniform(0.0, 0.05))
            if self._game["result"]:
                await self._both("rematch")
            elif any(self._game["can_undo"]) and self._random.random() < 0.3:
                await self._both("takeback")
            else:
                move = self._random.choice(self._game["position"]["legal"])
                ply = len(self._game["position"]["moves"]) + 1
                await self._act(self._game["to_move"], "moves", ply=ply, move=move)

    async def _both(self, what: str) -> None:
        """Ask for something, and grant it unless it has happened already."""
        player = next(player for player in (1, 2) if what == "rematch" or self._game["can_undo"][player - 1])
        await self._act(player, what)
        if self._game["offer"]:
            await self._act(3 - player, what, offer=self._game["offer"]["number"])

    async def _act(self, player: int, what: str, **body: object) -> None:
        self.acts += 1
        self.kinds.add(what)
        headers = {"authorization": f"Bearer {self._tokens[player]}"}
        answer = await self._posted(f"{self.address}/{what}", {"id": f"{self.acts}", **body}, headers)
        self._game = answer["game"]

    async def _posted(self, path: str, body: object, headers: dict[str, str] | None = None) -> Any:
        reply = await self._client.post(path, json=body, headers=headers)
        assert reply.is_success, reply.text
        return reply.json()


async def watch(
    address: str, follower: Follower, random: Random, ending: "asyncio.Future[int]", cuts: list[str]
) -> None:
    """Follow a game until its last event is known and has come; until then the connection is cut again and again."""
    while not (ending.done() and follower.number >= ending.result()):
        may_be_cut = not ending.done()
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(f"{address}?since={follower.number}", proxy=None) as socket:
                try:
                    async with asyncio.timeout(_moment(random) if may_be_cut else PATIENCE):
                        await socket.send('{"token": null}')
                        while not (ending.done() and follower.number >= ending.result()):
                            follower.take(json.loads(await socket.recv()))
                finally:
                    # The server is not told, and finds out for itself.
                    socket.transport.abort()
        if may_be_cut:
            cuts.append(address)


def _moment(random: Random) -> float:
    """How long a connection lasts: some are cut before anything was said, some after a while."""
    return random.choice([0.0, 0.005, random.uniform(0, 0.1), random.uniform(0, 1)])


async def _scenario(server: RunningServer) -> None:
    loop, cuts = asyncio.get_running_loop(), list[str]()
    async with AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
        tables = [Players(client, Random(number), opponent) for number, opponent in enumerate(OPPONENTS)]
        for players in tables:
            await players.sit_down()
        followers = [[Follower() for _ in range(WATCHERS)] for _ in tables]
        endings = [loop.create_future() for _ in tables]
        watching = [
            asyncio.create_task(
                watch(f"{server.live_address}{players.address}/events", follower, Random(place), ending, cuts)
            )
            for players, group, ending in zip(tables, followers, endings, strict=True)
            for place, follower in enumerate(group)
        ]

        def is_enough() -> bool:
            has_all_kinds = all(players.kinds == {"moves", "takeback", "rematch"} for players in tables)
            return has_all_kinds and len(cuts) >= CUTS and sum(players.acts for players in tables) >= ACTS

        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(players.play(is_enough) for players in tables))
        games = [(await client.get(f"{players.address}?since=0")).json() for players in tables]
        for ending, game in zip(endings, games, strict=True):
            ending.set_result(game["number"])
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*watching)
    for game, group in zip(games, followers, strict=True):
        assert [event["number"] for event in game["events"]] == list(range(1, game["number"] + 1))
        for follower in group:
            assert follower.events == game["events"]
            assert follower.digest == digest(game)
    kinds = {event["kind"] for game in games for event in game["events"]}
    assert kinds >= {"created", "joined", "move", "offer", "takeback", "rematch"}


def test_watchers_that_are_cut_off_at_any_moment_miss_nothing(tmp_path: Path) -> None:
    with RunningServer(tmp_path, "--moves", "1000000") as server:
        asyncio.run(_scenario(server))
        assert server.stop() == 0
        assert "Traceback" not in server.errors, server.errors
