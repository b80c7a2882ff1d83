"""A refused request says which of its fields, or which parameter, is to be corrected."""

from collections.abc import Iterator
from typing import Any

import pytest
from web.playing import Place, Reply, Scene

from commonfactor.arena.record import LARGEST_RECORD

DUEL = {"game": "factor-duel", "setup": "2-20"}
ONE_DEVICE = DUEL | {"opponent": "one-device"}
BAD_NAME = "-Ann"


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server for all tests of this module."""
    with Scene(tmp_path_factory.mktemp("games")) as running:
        yield running


def _field(reply: Reply) -> str | None:
    assert reply.status == 400, reply
    field: str | None = reply.json["error"].get("field")
    return field


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (DUEL | {"game": "chess"}, "game"),
        (DUEL | {"setup": "20-2"}, "setup"),
        (DUEL | {"setup": "2-1000000000"}, "setup"),
        (DUEL | {"setup": "2" * 201}, "setup"),
        (DUEL | {"setup": 20}, "setup"),
        (DUEL | {"level": 6}, "level"),
        (DUEL | {"opponent": "friend", "level": 3}, "level"),
        (DUEL | {"opponent": "nobody"}, "opponent"),
        (DUEL | {"you": 3}, "you"),
        (DUEL | {"target": 0}, "target"),
        (DUEL | {"colour": "blue"}, "colour"),
        ({"position": "factor-clash:2-20:15,7"}, "position"),
        (DUEL | {"names": [BAD_NAME]}, "names[0]"),
        (DUEL | {"names": [BAD_NAME], "you": 2}, "names[0]"),
        (DUEL | {"names": ["Computer"]}, "names[0]"),
        (DUEL | {"names": ["x" * 201]}, "names[0]"),
        (ONE_DEVICE | {"names": [BAD_NAME, "Bob"]}, "names[0]"),
        (ONE_DEVICE | {"names": ["Ann", BAD_NAME]}, "names[1]"),
        (ONE_DEVICE | {"names": ["Ann", "ANN"]}, "names[1]"),
        (ONE_DEVICE | {"names": ["Player 2", None]}, "names[0]"),
        ({"game": "factor-duel"}, None),
        (DUEL | {"position": "factor-clash:2-20:15"}, None),
    ],
)
def test_a_new_game(scene: Scene, wanted: dict[str, Any], field: str | None) -> None:
    assert _field(scene.play(lambda place: place.posted("/api/games", wanted))) == field


@pytest.mark.parametrize(
    ("wanted", "field"),
    [({"name": BAD_NAME}, "name"), ({"name": "ann"}, "name"), ({"name": 7}, "name"), ({"token": "short"}, "token")],
)
def test_an_invitation(scene: Scene, wanted: dict[str, Any], field: str) -> None:
    async def refused(place: Place) -> Reply:
        host = await place.new_game(opponent="friend", names=["Ann"])
        return await place.posted(f"{host.address}/join", {"invitation": host.invitation, **wanted})

    assert _field(scene.play(refused)) == field


@pytest.mark.parametrize(
    ("wanted", "field"),
    [({"ply": 1, "move": "seven"}, "move"), ({"ply": "one", "move": 7}, "ply"), ({"move": 7}, "ply")],
)
def test_a_move(scene: Scene, wanted: dict[str, Any], field: str) -> None:
    async def refused(place: Place) -> Reply:
        return await (await place.new_game()).asked("moves", **wanted)

    assert _field(scene.play(refused)) == field


@pytest.mark.parametrize("text", ["{}", "no record", "x" * (LARGEST_RECORD + 1)])
def test_a_record(scene: Scene, text: str) -> None:
    assert _field(scene.play(lambda place: place.posted("/api/records", {"text": text}))) == "text"


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/api/positions/chess:e4", "notation"),
        ("/api/positions/factor-clash:2-20:15,7/analysis", "notation"),
        ("/api/positions/factor-clash:2-20:15,7/review", "notation"),
        ("/api/positions/factor-clash:2-20:?why=seven", "why"),
        ("/api/positions/factor-clash:2-20:/analysis?seconds=11", "seconds"),
    ],
)
def test_a_position(scene: Scene, address: str, field: str) -> None:
    assert _field(scene.play(lambda place: place.got(address))) == field


@pytest.mark.parametrize("query", ["?since=never", "/review?game=2", "/record?match=0"])
def test_a_parameter(scene: Scene, query: str) -> None:
    async def refused(place: Place) -> Reply:
        return await place.got(f"{(await place.new_game()).address}{query}")

    assert _field(scene.play(refused)) == query.partition("?")[2].partition("=")[0]
