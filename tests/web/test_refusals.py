"""Every way in which the server turns something down: in one shape, in one sentence, with how things are now."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from web.playing import Place, Reply, Scene, Seat, two_people
from web.refused import WAYS, Way, disk_failure

from commonfactor.web import store
from commonfactor.web.refusals import Code
from commonfactor.web.settings import Limits, rate

ABOUT_A_GAME = {
    Code.NO_TOKEN, Code.WRONG_TOKEN, Code.WRONG_INVITATION, Code.TWO_PEOPLE_PLAY, Code.NOT_YOUR_TURN, Code.WRONG_PLY,
    Code.ILLEGAL_MOVE, Code.SWAP_OPEN, Code.NO_SWAP_OPEN, Code.GAME_OVER, Code.GAME_RUNNING, Code.MATCH_OVER,
    Code.MATCH_RUNNING, Code.WAITING, Code.SEAT_TAKEN, Code.NOTHING_TO_TAKE_BACK, Code.NO_OFFER, Code.ID_USED,
    Code.GAME_FULL, Code.OFFER_REPEATED,
}  # fmt: skip
"""The refusals that only a game can lead to."""

WITH_A_WAIT = {Code.TOO_MANY_REQUESTS, Code.QUEUE_FULL, Code.TOO_MANY_GAMES, Code.UNAVAILABLE}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server for all tests of this module."""
    with Scene(tmp_path_factory.mktemp("games")) as running:
        yield running


def check(reply: Reply, code: Code) -> None:
    """A refusal has one shape, one sentence, and its status."""
    assert (reply.status, reply.code) == (code.status, code.name.lower()), reply
    assert reply.headers["content-type"] == "application/json"
    assert set(reply.json) <= {"error", "game", "position"}
    assert set(reply.json["error"]) - {"field"} == {"code", "message"}
    assert "field" not in reply.json["error"] or code.status == 400
    message = reply.json["error"]["message"]
    assert re.fullmatch(r"[^a-z\s].*\.", message), message
    assert len(message) <= 250
    assert ("retry-after" in reply.headers) == (code in WITH_A_WAIT)
    assert int(reply.headers.get("retry-after", 1)) >= 1


def test_every_refusal_is_produced() -> None:
    assert {*WAYS, Code.TOO_MANY_REQUESTS} == set(Code)


@pytest.mark.parametrize(
    ("code", "way"),
    [(code, way) for code, ways in WAYS.items() for way in ways],
    ids=lambda value: value.name.lower() if isinstance(value, Code) else value.__name__,
)
def test_a_refusal_says_what_was_wrong_and_how_the_game_stands(
    code: Code, way: Way, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = scene.play(lambda place: way(place, monkeypatch))
    check(reply, code)
    assert "game" in reply.json or code not in ABOUT_A_GAME
    assert {"game", "position"} & set(reply.json) or code is not Code.BAD_MOVE
    if game := reply.json.get("game"):
        now = scene.play(lambda place: place.got(f"/api/games/{game['id']}")).json
        assert game == {key: value for key, value in now.items() if key not in {"you", "events"}}


@pytest.fixture
def strict_scene(tmp_path: Path) -> Iterator[Scene]:
    """A server at which everything can be done twice, and then not for a while."""
    twice = rate(8)
    with Scene(tmp_path, Limits(twice, twice, twice, twice, sockets=2)) as running:
        yield running


async def _asked_too_often(place: Place) -> AsyncIterator[Reply]:
    ann = await place.new_game(opponent="friend")
    await place.new_game()
    yield await place.posted("/api/games", {"game": "duel", "setup": "2-20"})
    joining = {"invitation": ann.invitation}
    await place.posted(f"{ann.address}/join", joining)
    await place.posted(f"{ann.address}/join", joining)
    yield await place.posted(f"{ann.address}/join", joining)
    await ann.moves(6)
    await ann.asked("takeback")
    yield await ann.asked("moves", ply=2, move=9)
    analysis = "/api/positions/factor-clash:2-20:/analysis"
    await place.got(analysis)
    await place.got("/api/positions/factor-clash:2-20:15/review")
    yield await place.got(analysis)


def test_whoever_asks_too_often_is_told_when_to_come_back(strict_scene: Scene) -> None:
    async def scenario(place: Place) -> list[Reply]:
        return [reply async for reply in _asked_too_often(place)]

    replies = strict_scene.play(scenario)
    assert len(replies) == 4
    for reply in replies:
        check(reply, Code.TOO_MANY_REQUESTS)
        assert 1 <= int(reply.headers["retry-after"]) <= 8


def test_a_client_with_too_many_sockets_is_sent_away(strict_scene: Scene) -> None:
    async def scenario(place: Place) -> None:
        address = f"{(await place.new_game()).address}/events"
        async with place.socket(address), place.socket(address), place.socket(address) as third:
            assert await third.is_closed_with() == 4429
        async with place.socket(address) as another:
            another.says({"token": None})
            assert (await another.hears())["type"] == "game"

    strict_scene.play(scenario)


def test_what_could_not_be_stored_has_not_happened_and_can_be_tried_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(place: Place) -> None:
        seats = await two_people(place, opponent="friend")
        async with place.socket(f"{seats[1].address}/events") as socket:
            socket.says({"token": None})
            assert (await socket.hears())["game"]["number"] == 2
            with monkeypatch.context() as broken:
                broken.setattr(store, "add_event", disk_failure)
                assert (await seats[1].asked("moves", ply=1, move=6, id="same")).code == "unavailable"
            assert (await seats[1].looks())["position"]["moves"] == []
            await seats[1].does("moves", ply=1, move=6, id="same")
            assert [event["number"] for event in (await socket.hears())["events"]] == [3]

    scene.play(scenario)


def test_a_server_that_stops_takes_nothing_new(tmp_path: Path) -> None:
    async def before(place: Place) -> Seat:
        return (await two_people(place, opponent="friend"))[1]

    with Scene(tmp_path) as scene:
        seat = scene.play(before)
        scene.application.games.close()
        reply = scene.play(lambda _: seat.asked("moves", ply=1, move=6))
    check(reply, Code.UNAVAILABLE)
    assert reply.json["game"]["position"]["moves"] == []
