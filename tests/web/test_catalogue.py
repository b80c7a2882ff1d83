"""The catalogue: what the page needs to draw and describe any game, taken from its rules."""

import re
from colorsys import rgb_to_hls
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from commonfactor.rules.base import Board
from commonfactor.rules.mechanics.walk import Walk
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import all_games
from commonfactor.rules.relations import DIVIDES, Relation
from commonfactor.web import catalogue
from commonfactor.web.catalogue import Catalogue

WEB_SOURCES = Path(__file__).parents[2] / "web" / "src"


class Wander(Walk):
    """A game that nobody knows."""

    name: ClassVar[str] = "wander"
    short_name: ClassVar[str] = "wander"
    title: ClassVar[str] = "Wander"
    summary: ClassVar[str] = "Walk among few numbers."
    default_setup: ClassVar[str] = "5-14,without=6"
    recommended_setup: ClassVar[str] = "5-14"
    default_relation: ClassVar[Relation] = DIVIDES


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    """The games that are told, one of another package among them."""
    monkeypatch.setattr(catalogue, "all_games", lambda: (*all_games(), Wander))
    told: dict[str, Any] = msgspec.json.decode(catalogue.encoded_catalogue.__wrapped__())
    return {game["name"]: game for game in told["games"]}


def test_a_pool_is_pictured_some_moves_into_a_game(games: dict[str, dict[str, Any]]) -> None:
    every_game: list[Any] = [*all_games(), Wander]
    for game in every_game:
        picture = games[game.name]["picture"]
        assert (picture is None) == (game.board is not Board.POOL)
        if picture:
            rules = game.from_setup(game.default_setup)
            line = Line.start(rules)
            for move in picture["taken"]:
                line = line.play(move)
            assert len(line.moves) >= 2
            left = set(rules.available_numbers(line.position))
            assert set(picture["numbers"]) - left == {*picture["taken"], *picture["swept"]}


def test_what_is_joined_in_a_picture_is_what_the_game_asks_for(games: dict[str, dict[str, Any]]) -> None:
    joined = {name: game["picture"]["joined"] for name, game in games.items() if game["picture"]}
    assert joined["factor-clash"] == [[9, 12], [12, 8], [8, 10]]
    assert joined["factor-challenge"] == [[9, 12], [10, 8]]
    assert joined["factor-duel"] == joined["factor-frenzy"] == []
    assert joined["juniper-green"] == [[8, 2], [2, 10], [10, 5]]
    assert games["factor-frenzy"]["picture"]["swept"]
    assert games["wander"]["picture"]["numbers"] == [5, 7, 8, 9, 10, 11, 12, 13, 14]


def test_every_relation_has_words(games: dict[str, dict[str, Any]]) -> None:
    for game in games.values():
        assert set(game["relation_words"]) == set(game["relations"])
    assert games["wander"]["relation_words"] == {
        "common-factor": "they share a factor",
        "divides": "one divides the other",
        "sum-is-prime": "they add up to a prime",
        "sum-is-square": "they add up to a square",
        "shares-a-digit": "they share a digit",
    }


def test_every_game_has_an_emblem_and_an_accent_that_white_stands_out_on(games: dict[str, dict[str, Any]]) -> None:
    own = [game for name, game in games.items() if name != "wander"]
    assert len({game["accent"] for game in own}) == len({game["emblem"] for game in own}) == len(own)
    for game in games.values():
        assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz0-9 .,-]+", game["emblem"])
        assert 1.05 / (brightness(game["accent"]) + 0.05) >= 4.5


def test_no_vivid_accent_is_close_to_the_colour_of_a_loss(games: dict[str, dict[str, Any]]) -> None:
    tokens = (WEB_SOURCES / "style" / "tokens.css").read_text(encoding="utf-8")
    losses = re.findall(r"--(?:bad|loss-ink): (#[0-9a-f]{6})", tokens)
    assert len(losses) == 4  # two in each theme
    for game in games.values():
        hue, _, saturation = rgb_to_hls(*parts_of(game["accent"]))
        for loss in losses:
            apart = abs(hue - rgb_to_hls(*parts_of(loss))[0])
            assert saturation < 0.55 or min(apart, 1 - apart) > 1 / 12, game["name"]


def parts_of(colour: str) -> list[float]:
    """How red, green and blue a colour such as #5a3fb0 is."""
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def brightness(colour: str) -> float:
    """The relative luminance of a colour such as #5a3fb0."""
    parts = parts_of(colour)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_catalogue_is_as_described() -> None:
    assert msgspec.json.decode(catalogue.encoded_catalogue(), type=Catalogue).games


def test_the_page_names_no_game() -> None:
    names = {name for game in all_games() for name in (game.name, game.title)}
    files = [path for path in WEB_SOURCES.rglob("*.ts*") if path.name != "answers.ts"]
    assert len(files) > 50
    text = {path.name: path.read_text(encoding="utf-8") for path in files}
    named = {(file, name) for file, content in text.items() for name in names if re.search(rf"\b{name}\b", content)}
    assert named == set()
