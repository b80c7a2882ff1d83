"""The server stores so many games and no more, whatever happens at once."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from web.playing import Place, Reply, Scene
from web.refused import disk_failure

from commonfactor.web import store
from commonfactor.web.refusals import Code
from commonfactor.web.store import Due

WANTED = {"game": "factor-clash", "setup": "2-20", "opponent": "one-device"}


async def ask_for_games(place: Place, count: int) -> list[Reply]:
    """The answers to requests for new games, all sent at once."""
    return await asyncio.gather(*(place.posted("/api/games", WANTED) for _ in range(count)))


def statuses(replies: list[Reply]) -> dict[int, int]:
    return Counter(reply.status for reply in replies)


def test_no_more_are_created_and_those_that_have_begun_go_on(tmp_path: Path) -> None:
    async def scenario(place: Place) -> None:
        seats = [await place.new_game(opponent="friend") for _ in range(3)]
        (refused,) = await ask_for_games(place, 1)
        assert (refused.status, refused.code) == (503, "too_many_games")
        assert refused.headers["retry-after"] == "3600"
        assert refused.json["error"]["message"] == (
            "The server stores as many games as it may, so it cannot begin another one. "
            "Every hour it removes old games; try again then. Games that have begun go on."
        )
        await seats[0].joins()
        await seats[0].moves()

    with Scene(tmp_path, most_games=3) as scene:
        scene.play(scenario)


def test_requests_at_the_same_time_do_not_pass_the_bound(tmp_path: Path) -> None:
    with Scene(tmp_path, most_games=7) as scene:
        assert statuses(scene.play(lambda place: ask_for_games(place, 40))) == {201: 7, 503: 33}
        assert statuses(scene.play(lambda place: ask_for_games(place, 5))) == {503: 5}


def test_games_that_are_removed_make_room(tmp_path: Path) -> None:
    async def scenario(place: Place) -> None:
        assert statuses(await ask_for_games(place, 5)) == {201: 4, 503: 1}
        later = datetime.now(UTC) + timedelta(hours=1)
        assert await scene.application.games.remove_due(Due(later, later), most=2) == 2
        assert statuses(await ask_for_games(place, 5)) == {201: 2, 503: 3}

    with Scene(tmp_path, most_games=4) as scene:
        scene.play(scenario)


def test_games_that_are_there_when_the_server_starts_count(tmp_path: Path) -> None:
    with Scene(tmp_path, most_games=5) as scene:
        assert statuses(scene.play(lambda place: ask_for_games(place, 3))) == {201: 3}
    with Scene(tmp_path, most_games=5) as scene:
        assert statuses(scene.play(lambda place: ask_for_games(place, 3))) == {201: 2, 503: 1}
    with Scene(tmp_path, most_games=2) as scene:
        assert statuses(scene.play(lambda place: ask_for_games(place, 1))) == {503: 1}


def test_a_game_that_could_not_be_stored_takes_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(place: Place) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(store, "add_event", disk_failure)
            codes = {reply.code for reply in await ask_for_games(place, 5)}
            assert codes == {Code.UNAVAILABLE.name.lower()}
        assert statuses(await ask_for_games(place, 5)) == {201: 2, 503: 3}

    with Scene(tmp_path, most_games=2) as scene:
        scene.play(scenario)
