"""The mechanics on the page about games of one's own are what it says they are."""

from typing import Any

import pytest
from documentation.pages import DOCS, blocks_of

from commonfactor.agents.encoding import Encoding
from commonfactor.rules.base import SetupError
from commonfactor.rules.notation import Line
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse

WORDS = {"name": "mine", "title": "Mine", "default_setup": "2-12"}


@pytest.fixture(scope="module")
def mechanics() -> dict[str, Any]:
    """What the page defines where it comes to other rules."""
    defined: dict[str, Any] = {"__name__": "mine"}
    for block in blocks_of(DOCS / "your-own-game.md", "py"):
        if "(PoolRules)" in block.text:
            exec(block.text, defined)  # noqa: S102  # it is ours
    return defined


def test_whoever_wanders_goes_on_to_an_unrelated_number(mechanics: dict[str, Any]) -> None:
    rules = type("Mine", (mechanics["Wander"],), WORDS)(2, 12)
    line = Line.start(rules).play(6).play(8)
    assert rules.legal_moves(line.position) == (5, 7, 11)
    assert Encoding(rules).playout((6, 8)).legal_actions() == [3, 5, 9]
    assert analyse(rules, line.position).findings.is_complete


def test_upwards_goes_up_and_no_environment_plays_it(mechanics: dict[str, Any]) -> None:
    rules = type("Mine", (mechanics["Upwards"],), WORDS)(2, 12)
    line = Line.start(rules).play(6)
    assert rules.legal_moves(line.position) == (8, 9, 10, 12)
    assert rules.objection(line.position, 4, line.moves) == "4 is smaller than 6"
    assert len(analyse(rules, rules.initial_position).moves_with(Verdict.WIN)) == 4
    with pytest.raises(SetupError, match=r"Mine has rules of its own: allowed, objection$"):
        Encoding(rules)
