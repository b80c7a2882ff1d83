"""What is said of the solver's reach is what was measured."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def page(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def measured(game: str) -> str:
    """The last n whose winner was found, from the table of measurements."""
    row = re.search(rf"^\| {game}, who wins \|(?:[^|]+\|){{3}} ([\d,]+) \|", page("benchmarks/README.md"), re.MULTILINE)
    assert row
    return row[1]


@pytest.mark.parametrize("game", ["Factor Challenge", "Factor Duel", "Factor Frenzy"])
def test_the_reach_of_the_solver_is_the_measured_one(game: str) -> None:
    row = re.search(rf"^\| {game} \|[^|]*\bup to ([\d,]+) \|$", page("docs/solver.md"), re.MULTILINE)
    assert row
    assert row[1] == measured(game)


@pytest.mark.parametrize("game", ["Factor Challenge", "Factor Frenzy"])
def test_builders_of_players_are_told_what_is_out_of_reach(game: str) -> None:
    words = " ".join(page("docs/agents.md").split())
    assert f"{game} from 2 to {measured(game)}" in words
