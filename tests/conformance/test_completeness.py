"""No game can be half added."""

import json
from pathlib import Path

import pytest

from commonfactor.rules.base import AnyRules, Seating
from commonfactor.rules.registry import all_games, game_named

ROOT = Path(__file__).parents[2]

over_every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@over_every_game
def test_every_game_has_its_documentation_page(game: type[AnyRules]) -> None:
    assert (ROOT / "docs" / f"{game.name}.md").read_text().startswith(f"# {game.title}\n")


@over_every_game
def test_every_game_has_its_golden_transcript(game: type[AnyRules]) -> None:
    folder = ROOT / "tests" / "data" / "transcripts" / game.name
    assert {path.name for path in folder.iterdir()} == {
        "differences.json",
        "input.txt",
        "sample.txt",
        "transcript.txt",
    }


@over_every_game
def test_every_game_has_perft_counts(game: type[AnyRules]) -> None:
    counts = json.loads((ROOT / "tests" / "data" / "perft.json").read_text())
    assert f"{game.name}:{game.default_setup}" in counts


@over_every_game
def test_every_game_has_its_words(game: type[AnyRules]) -> None:
    rules = game.from_setup(game.default_setup)
    start, seating = rules.initial_position, Seating("Ann", "Ben")
    assert game.summary.endswith(".")
    title, *paragraphs = game.how_to_play()
    assert title == game.title
    assert any(paragraph.startswith("Example: ") for paragraph in paragraphs)
    assert not any("known" in paragraph for paragraph in paragraphs)
    assert rules.welcome_lines()
    assert any("Ann" in line for line in rules.turn_lines(start, (), seating))
    assert rules.prompt(start).endswith(":")


def test_without_docstrings_the_rules_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commonfactor.rules.factor_clash.__doc__", None)
    assert game_named("clash").how_to_play() == ["Factor Clash", "Python was told to leave the rules out (-OO)."]


def test_names_are_all_different() -> None:
    names = [name for game in all_games() for name in (game.name, game.short_name)]
    assert len(names) == len(set(names))
