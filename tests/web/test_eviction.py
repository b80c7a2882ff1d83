"""Games that are in use are never read a second time, however many others come, and may be removed all the same."""

import asyncio
import gc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakSet

import pytest
from web.playing import PATIENCE, Place, Scene, Seat, two_people
from web.watching import Follower, digest

from commonfactor.web import game_hub
from commonfactor.web.computations import Oracle
from commonfactor.web.live_game import LiveGame
from commonfactor.web.store import Due

MOST_REMEMBERED = 2


class OnlyGame(LiveGame):
    """A game in memory that notices another one of the same game."""

    there: ClassVar[WeakSet[LiveGame]] = WeakSet()
    doubled: ClassVar[list[str]] = []

    def __init__(self, game_id: str, *others: Any) -> None:
        """Take up a game, and tell if somebody has it already."""
        if any(other.id == game_id for other in self.there):
            self.doubled.append(game_id)
        super().__init__(game_id, *others)
        self.there.add(self)


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """A server that remembers next to nothing."""
    monkeypatch.setattr(game_hub, "MOST_REMEMBERED", MOST_REMEMBERED)
    monkeypatch.setattr(game_hub, "LiveGame", OnlyGame)
    OnlyGame.doubled.clear()
    with Scene(tmp_path) as running:
        yield running
    assert OnlyGame.doubled == []


class Thought:
    """A computation that takes until it is let go."""

    def __init__(self, answer: object) -> None:
        """Come to this answer."""
        self.begun, self.may_end = asyncio.Event(), asyncio.Event()
        self.times = 0
        self._answer = answer

    async def think(self, *_: object) -> Any:
        """Stand in for a method of the oracle."""
        self.times += 1
        self.begun.set()
        async with asyncio.timeout(PATIENCE):
            await self.may_end.wait()
        return self._answer


async def crowd_out(place: Place) -> None:
    """Create so many games that none of the earlier ones is remembered, and let go of whatever can go."""
    for _ in range(MOST_REMEMBERED + 1):
        await place.new_game(opponent="one-device")
    gc.collect()


async def ended(task: "asyncio.Task[None]") -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait({task})


async def clean(scene: Scene) -> int:
    """Remove all games, as if nobody had touched them for long."""
    later = datetime.now(UTC) + timedelta(hours=1)
    return await scene.application.games.remove_due(Due(later, later), most=500)


class TestInUse:
    def test_a_socket_that_has_not_said_its_token_yet_hears_everything_in_the_end(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            follower = Follower()
            async with place.socket(f"{seats[1].address}/events") as socket:
                await crowd_out(place)
                await seats[1].moves(6)
                await crowd_out(place)
                socket.says({"token": seats[2].token})
                await follower.hear(socket, 3)
                await crowd_out(place)
                await seats[2].moves(9)
                await follower.hear(socket, 4)
            assert follower.events == await seats[1].events()

        scene.play(scenario)

    def test_whoever_watches_hears_every_event_while_others_come_and_go(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            games = [await two_people(place, opponent="friend") for _ in range(2 * MOST_REMEMBERED)]
            followers = [Follower() for _ in games]
            sockets = [place.socket(f"{seats[1].address}/events") for seats in games]
            for socket in sockets:
                await socket.__aenter__()
                socket.says({"token": None})
            for move, player in ((6, 1), (9, 2), (12, 1), (14, 2)):
                await asyncio.gather(*(seats[player].moves(move) for seats in games), crowd_out(place))
            for seats, follower, socket in zip(games, followers, sockets, strict=True):
                await follower.hear(socket, 6)
                assert follower.events == await seats[1].events()
                assert follower.digest == digest(await seats[2].looks())
                await socket.__aexit__()

        scene.play(scenario)

    @pytest.mark.parametrize("goes_on", [False, True])
    def test_a_hint_that_is_being_computed_belongs_to_the_game_as_it_is(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch, *, goes_on: bool
    ) -> None:
        async def scenario(place: Place) -> None:
            thought = Thought({"text": "Look at 6.", "moves": [6], "claims": [], "short": None})
            monkeypatch.setattr(Oracle, "hint", thought.think)
            seat = await place.new_game(opponent="one-device")
            asking = asyncio.create_task(seat.asked("hint"))
            await thought.begun.wait()
            await crowd_out(place)
            if goes_on:
                await seat.moves(6)
                await crowd_out(place)
            thought.may_end.set()
            reply = await asking
            assert reply.status == (409 if goes_on else 200), reply
            assert reply.json["game"]["number"] == 2
            await seat.moves()
            kinds = [event["kind"] for event in await seat.events()]
            assert kinds == ["created", "move", "move"] if goes_on else ["created", "hint", "move"]

        scene.play(scenario)

    def test_the_computer_thinks_once_however_often_its_game_is_forgotten(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def scenario(place: Place) -> None:
            thought = Thought({"move": 9, "note": None})
            monkeypatch.setattr(Oracle, "choice", thought.think)
            seat = await place.new_game(level=1)
            await seat.moves(6)
            await thought.begun.wait()
            for _ in range(3):
                await crowd_out(place)
                assert (await seat.looks())["to_move"] == 2
            thought.may_end.set()
            assert (await seat.waits())["position"]["moves"] == [6, 9]
            assert thought.times == 1
            await seat.moves(12)

        scene.play(scenario)

    def test_what_nobody_uses_is_let_go(self, scene: Scene) -> None:
        async def scenario(place: Place) -> int:
            for _ in range(5 * MOST_REMEMBERED):
                await place.new_game(opponent="one-device")
            gc.collect()
            return len(OnlyGame.there)

        assert scene.play(scenario) <= MOST_REMEMBERED + 1


class TestRemoved:
    async def _is_gone(self, seat: Seat) -> None:
        for reply in (
            await seat.asked("moves", ply=1, move=6),
            await seat.asked("takeback"),
            await seat.asked("hint"),
            await seat.place.got(seat.address),
            await seat.place.got(f"{seat.address}?since=0"),
        ):
            assert (reply.status, reply.code) == (404, "no_such_game")
        async with seat.place.socket(f"{seat.address}/events") as socket:
            socket.says({"token": seat.token})
            assert await socket.is_closed_with() == 4404

    def test_a_game_that_is_watched_is_refused_at_its_next_use(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(opponent="one-device")
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": None})
                await socket.hears()
                assert await clean(scene) == 1
                await self._is_gone(seat)
            await self._is_gone(seat)

        scene.play(scenario)

    def test_a_socket_that_has_not_said_its_token_yet_is_told(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(opponent="one-device")
            async with place.socket(f"{seat.address}/events") as socket:
                await clean(scene)
                socket.says({"token": seat.token})
                assert await socket.is_closed_with() == 4404

        scene.play(scenario)

    @pytest.mark.parametrize("is_watched", [False, True])
    def test_the_computer_thinks_no_more_about_it(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch, *, is_watched: bool
    ) -> None:
        async def scenario(place: Place) -> None:
            thought = Thought({"move": 9, "note": None})
            monkeypatch.setattr(Oracle, "choice", thought.think)
            seat = await place.new_game(level=1)
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": None} if is_watched else {"type": "nothing that is known"})
                await seat.moves(6)
                await thought.begun.wait()
                thinking = (await scene.application.games.game(seat.game)).thinking
                assert thinking is not None
                await clean(scene)
                thought.may_end.set()
                await ended(thinking)
                assert thought.times == 1
                await self._is_gone(seat)
            await crowd_out(place)
            assert thought.times == 1

        scene.play(scenario)

    def test_a_hint_that_is_being_computed_is_refused(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        async def scenario(place: Place) -> None:
            thought = Thought({"text": "Look at 6.", "moves": [6], "claims": [], "short": None})
            monkeypatch.setattr(Oracle, "hint", thought.think)
            seat = await place.new_game(opponent="one-device")
            asking = asyncio.create_task(seat.asked("hint"))
            await thought.begun.wait()
            await clean(scene)
            thought.may_end.set()
            reply = await asking
            assert (reply.status, reply.code) == (404, "no_such_game")

        scene.play(scenario)
