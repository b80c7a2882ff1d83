"""Old games are removed, and no wrong clock removes any other."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from web.playing import Place, Scene, Seat
from web.servers import RunningServer, constants, wait_until
from web.test_database_claim import NEW_GAME, ask, move

from commonfactor.web import retention
from commonfactor.web.retention import SECONDS_BETWEEN_CLEANINGS, Retention

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
YEAR = 365 * DAY
KEPT = 90 * DAY
"""How long untouched games are kept, unless told otherwise."""


class Clock:
    """A clock that stands still, and can be set."""

    def __init__(self) -> None:
        """Begin at noon."""
        self.time = NOON

    def __call__(self) -> datetime:
        """The time that it shows."""
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def scene(tmp_path: Path, clock: Clock) -> Iterator[Scene]:
    """A server with a clock that can be set."""
    with Scene(tmp_path, clock=clock) as running:
        yield running


async def played_games(place: Place, count: int) -> list[Seat]:
    """New games in each of which a move was made."""
    seats = [await place.new_game(opponent="one-device") for _ in range(count)]
    for seat in seats:
        await seat.moves()
    return seats


async def left(seats: list[Seat]) -> list[bool]:
    """Whether each of some games is still there."""
    return [(await seat.place.got(seat.address)).status == 200 for seat in seats]


class TestWrongClocks:
    @pytest.mark.parametrize("days_ahead", [20, 100])
    def test_a_clock_that_is_ahead_removes_nothing(self, scene: Scene, clock: Clock, days_ahead: int) -> None:
        async def scenario(place: Place) -> list[bool]:
            seats = await played_games(place, 3)
            clock.time += 80 * DAY
            seats += await played_games(place, 18)
            clock.time += days_ahead * DAY
            assert await scene.application.retention.clean(HOUR) == 0
            assert await scene.application.retention.clean(HOUR) == 0
            return await left(seats)

        assert scene.play(scenario) == [True] * 21

    def test_games_that_are_created_meanwhile_do_not_make_the_others_old(
        self, scene: Scene, clock: Clock, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(place: Place) -> list[bool]:
            seats = await played_games(place, 21)
            clock.time += 10 * YEAR
            seats += await played_games(place, 20)
            for _ in range(3):
                assert await scene.application.retention.clean(HOUR) == 0
            return await left(seats)

        assert scene.play(scenario) == [True] * 41
        warnings = [record.getMessage() for record in caplog.records if record.name == retention.__name__]
        assert warnings == [
            "21 of 41 games seem to be old: none with a move is removed; is the clock of this machine right?"
        ]

    def test_a_game_of_the_future_keeps_no_other_and_makes_none_old(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            old = await played_games(place, 1)
            clock.time += 10 * YEAR
            of_the_future = await played_games(place, 1)
            clock.time = NOON + KEPT + HOUR
            young = await played_games(place, 1)
            assert await scene.application.retention.clean(HOUR) == 1
            return await left(old + of_the_future + young)

        assert scene.play(scenario) == [False, True, True]

    def test_a_clock_that_is_behind_removes_nothing(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            seats = await played_games(place, 3)
            clock.time = NOON - 50 * YEAR
            seats += await played_games(place, 3)
            assert await scene.application.retention.clean(HOUR) == 0
            return await left(seats)

        assert scene.play(scenario) == [True] * 6

    def test_games_that_were_played_while_it_was_behind_are_not_old(self, tmp_path: Path, clock: Clock) -> None:
        with Scene(tmp_path, clock=clock) as before:
            kept = before.play(partial(played_games, count=5))
        clock.time = NOON - 50 * YEAR
        with Scene(tmp_path, clock=clock) as behind:
            meanwhile = behind.play(partial(played_games, count=2))
        clock.time = NOON + DAY

        async def scenario(place: Place) -> list[bool]:
            await played_games(place, 1)
            assert await after.application.retention.clean(HOUR) == 0
            return await left([Seat(place, seat.game, None) for seat in kept + meanwhile])

        with Scene(tmp_path, clock=clock) as after:
            assert after.play(scenario) == [True] * 7


class TestUnplayedGames:
    def test_they_are_removed_after_a_day(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            unplayed = [await place.new_game(opponent=opponent) for opponent in ("one-device", "friend", "computer")]
            unplayed.append(await place.new_game(opponent="computer", you=2))
            await unplayed[-1].waits()  # the computer has moved, and nobody else
            played = await played_games(place, 5)
            clock.time += DAY
            played += await played_games(place, 1)
            assert await scene.application.retention.clean(HOUR) == 0
            clock.time += HOUR
            await played[-1].moves()
            assert await scene.application.retention.clean(HOUR) == 4
            return await left(unplayed + played)

        assert scene.play(scenario) == [False] * 4 + [True] * 6

    def test_a_friend_who_joins_late_has_another_day(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            seat = await place.new_game(opponent="friend")
            clock.time += DAY - HOUR
            await seat.joins()
            clock.time += DAY
            await played_games(place, 2)
            assert await scene.application.retention.clean(HOUR) == 0
            await seat.moves()
            clock.time += KEPT - DAY
            await played_games(place, 2)
            assert await scene.application.retention.clean(HOUR) == 0
            return await left([seat])

        assert scene.play(scenario) == [True]

    def test_a_flood_of_them_goes_by_halves_and_takes_no_other_game_along(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            played = await played_games(place, 4)
            clock.time += KEPT + HOUR
            for _ in range(20):
                await place.new_game(opponent="one-device")
            clock.time += DAY + HOUR
            played += await played_games(place, 1)
            removed = [await scene.application.retention.clean(HOUR) for _ in range(4)]
            assert removed == [12, 6, 2, 0]
            return await left(played)

        assert scene.play(scenario) == [True] * 5


class TestCleaning:
    def test_half_of_the_games_may_go_and_not_more(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            old = await played_games(place, 3)
            clock.time += KEPT + HOUR
            young = await played_games(place, 2)
            assert await scene.application.retention.clean(HOUR) == 0
            young += await played_games(place, 1)
            assert await scene.application.retention.clean(HOUR) == 3
            return await left(old + young)

        assert scene.play(scenario) == [False] * 3 + [True] * 3

    def test_many_go_a_few_at_a_time(self, scene: Scene, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
        pauses: list[float] = []

        async def pause(seconds: float) -> None:
            pauses.append(seconds)

        async def scenario(place: Place) -> list[bool]:
            old = await played_games(place, 5)
            clock.time += KEPT + HOUR
            young = await played_games(place, 5)
            cleaning = Retention(scene.application.games, KEPT.days, clock, pause)
            assert await cleaning.clean(HOUR) == 5
            return await left(old + young)

        monkeypatch.setattr(retention, "MOST_REMOVED_TOGETHER", 2)
        assert scene.play(scenario) == [False] * 5 + [True] * 5
        assert pauses == [1.0] * 2

    def test_games_age_while_nobody_plays(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> list[bool]:
            old = await played_games(place, 1)
            clock.time += 2 * DAY
            young = await played_games(place, 1)
            assert await scene.application.retention.clean(HOUR) == 0
            clock.time += KEPT
            assert await scene.application.retention.clean(KEPT - 3 * DAY) == 0
            assert await scene.application.retention.clean(2 * DAY) == 1
            return await left(old + young)

        assert scene.play(scenario) == [False, True]

    def test_a_database_without_games_is_clean(self, scene: Scene) -> None:
        assert scene.play(lambda _: scene.application.retention.clean(HOUR)) == 0

    def test_the_first_hour_passes_before_anything_is_removed(self, scene: Scene, clock: Clock) -> None:
        async def scenario(place: Place) -> None:
            old = await played_games(place, 1)
            clock.time += KEPT + HOUR
            await played_games(place, 1)
            sleeps = asyncio.Queue[float]()
            hour = asyncio.Event()

            async def sleep(seconds: float) -> None:
                sleeps.put_nowait(seconds)
                await hour.wait()
                hour.clear()

            running = asyncio.create_task(Retention(scene.application.games, KEPT.days, clock, sleep).run())
            assert await sleeps.get() == SECONDS_BETWEEN_CLEANINGS == HOUR.total_seconds()
            assert await left(old) == [True]
            hour.set()
            assert await sleeps.get() == SECONDS_BETWEEN_CLEANINGS
            assert await left(old) == [False]
            running.cancel()

        scene.play(scenario)


def age(path: Path, games: list[str], by: timedelta) -> None:
    """Let games seem to be older, as a clock does that is ahead by so much."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for game in games:
            then = (datetime.now(UTC) - by).strftime("%Y-%m-%d %H:%M:%S.%f")
            connection.execute("UPDATE games SET touched = ? WHERE id = ?", (then, game))


def created_games(server: RunningServer, count: int) -> list[str]:
    """The ids of new games, in each of which a move was made."""
    games = []
    for _ in range(count):
        _, created = ask(server, "/api/games", NEW_GAME)
        assert move(server, created, 1, 6)[0] == 200
        games.append(created["id"])
    return games


def is_there(server: RunningServer, game: str) -> bool:
    return ask(server, f"/api/games/{game}")[0] == 200


class TestRealServer:
    """To a server, games that are 100 days old and a clock that is 100 days ahead are the same."""

    def test_a_start_with_a_clock_that_is_ahead_removes_nothing(self, tmp_path: Path) -> None:
        with RunningServer(tmp_path) as server:
            games = created_games(server, 21)
            server.stop()
            age(tmp_path / "games.sqlite", games, 100 * DAY)
            server.start()
            # The database is asked in order, so a cleaning that the start had begun would be over.
            assert [is_there(server, game) for game in games] == [True] * 21

    def test_a_cleaning_with_a_clock_that_is_ahead_removes_only_what_was_old(self, tmp_path: Path) -> None:
        with constants(tmp_path, {"retention.SECONDS_BETWEEN_CLEANINGS": 0.1}), RunningServer(tmp_path) as server:
            games, (old,) = created_games(server, 21), created_games(server, 1)
            server.stop()
            age(tmp_path / "games.sqlite", games, 100 * DAY)
            age(tmp_path / "games.sqlite", [old], 100 * DAY + KEPT + HOUR)
            server.start()
            wait_until(lambda: not is_there(server, old))
            assert [is_there(server, game) for game in games] == [True] * 21
