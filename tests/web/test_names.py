"""Hostile names through the HTTP interface: refused, or given back unchanged."""

from collections.abc import Iterator
from typing import Any

import pytest
from web.asking import Answer, Asking
from web.hostile_names import HOSTILE_NAMES, LONE_SURROGATES, LONGEST
from web.inside import inside

from commonfactor.arena.terms import check_name
from commonfactor.rules.base import SetupError

_GAME: dict[str, Any] = {"game": "factor-clash", "setup": "2-20"}


def _is_good(name: str) -> bool:
    try:
        check_name(name)
    except SetupError:
        return False
    return True


GOOD = {what: name for what, name in HOSTILE_NAMES.items() if _is_good(name)} | {"the longest": LONGEST}
BAD = {what: name for what, name in HOSTILE_NAMES.items() if not _is_good(name)}

good_names = pytest.mark.parametrize("name", GOOD.values(), ids=GOOD)
bad_names = pytest.mark.parametrize("name", BAD.values(), ids=BAD)


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with inside(tmp_path_factory.mktemp("names")) as running:
        yield running


def _names(answer: Answer) -> list[str]:
    return [player["name"] for player in answer.json["game"]["players"]]


def test_there_are_sixty_of_both_kinds() -> None:
    assert len(set(HOSTILE_NAMES.values())) == 60
    assert len(GOOD) > 20
    assert len(BAD) > 20


@good_names
def test_good_ones_come_back_as_they_are(asking: Asking, name: str) -> None:
    created = asking.posted("/api/games", {**_GAME, "opponent": "one-device", "names": [name, "Bob"]})
    assert created.status == 201
    assert _names(created) == [name, "Bob"]
    address, token = f"/api/games/{created.json['id']}", created.json["tokens"]["1"]
    known = asking.http("GET", f"{address}?since=0").json
    assert known["players"][0]["name"] == name
    assert known["events"][0]["names"] == [name, "Bob"]
    moved = asking.posted(f"{address}/moves", {"ply": 1, "move": 11, "id": "1"}, [("authorization", f"Bearer {token}")])
    assert moved.json["game"]["last"] == {"player": 1, "deed": "took 11"}
    record = asking.http("GET", f"{address}/record")
    assert record.header("content-type") == "text/plain; charset=utf-8"
    read = asking.posted("/api/records", {"text": record.body.decode()})
    assert read.json["names"] == [name, "Bob"]


@good_names
def test_good_ones_can_join(asking: Asking, name: str) -> None:
    created = asking.posted("/api/games", {**_GAME, "opponent": "friend", "names": ["Cem"]})
    joining = {"invitation": created.json["invitation"], "name": name}
    joined = asking.posted(f"/api/games/{created.json['id']}/join", joining)
    assert joined.status == 200
    assert _names(joined) == ["Cem", name]


@bad_names
@pytest.mark.parametrize("opponent", ["computer", "friend", "one-device"])
def test_bad_ones_create_nothing(asking: Asking, name: str, opponent: str) -> None:
    answer = asking.posted("/api/games", {**_GAME, "opponent": opponent, "names": [name]})
    assert answer.refusal == (400, "bad_setup")
    assert answer.json["error"]["message"].startswith("A name ")


@bad_names
def test_bad_ones_cannot_join(asking: Asking, name: str) -> None:
    created = asking.posted("/api/games", {**_GAME, "opponent": "friend", "names": ["Cem"]})
    address, invitation = f"/api/games/{created.json['id']}", created.json["invitation"]
    refused = asking.posted(f"{address}/join", {"invitation": invitation, "name": name})
    assert refused.refusal == (400, "bad_setup")
    joined = asking.posted(f"{address}/join", {"invitation": invitation, "name": "Bob"})
    assert _names(joined) == ["Cem", "Bob"]


@pytest.mark.parametrize("name", LONE_SURROGATES, ids=str)
def test_what_is_no_text_is_no_name(asking: Asking, name: bytes) -> None:
    body = b'{"game":"factor-clash","setup":"2-20","names":[' + name + b"]}"
    assert asking.posted("/api/games", body).refusal == (400, "bad_request")


@pytest.mark.parametrize("names", [["Ann", "Ann"], ["Ann", "ANN"], ["\u00e9", "e\u0301"]])
def test_two_players_need_two_names(asking: Asking, names: list[str]) -> None:
    answer = asking.posted("/api/games", {**_GAME, "opponent": "one-device", "names": names})
    assert answer.refusal == (400, "bad_setup")


def test_nobody_is_called_like_the_other_player(asking: Asking) -> None:
    created = asking.posted("/api/games", {**_GAME, "opponent": "friend", "names": ["Cem"]})
    joining = {"invitation": created.json["invitation"], "name": "CEM"}
    assert asking.posted(f"/api/games/{created.json['id']}/join", joining).refusal == (400, "bad_setup")


def test_refused_names_are_not_logged(asking: Asking, caplog: pytest.LogCaptureFixture) -> None:
    for name in BAD.values():
        asking.posted("/api/games", {**_GAME, "names": [name]})
    assert not caplog.records
