"""The nodes of a fixed set of searches: a change of the solver that alters them is seen here.

The sum is the signature that a commit which touches the solver ends with.
"""

import json
from pathlib import Path

import pytest

from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import analyse, forget

FROZEN: dict[str, int] = json.loads((Path(__file__).parents[1] / "data" / "signature.json").read_text())


def nodes_of(notation: str) -> int:
    """What an analysis without earlier tables searches."""
    forget()
    line = parse(notation)
    return analyse(line.rules, line.position, Budget(seconds=600)).nodes


@pytest.mark.parametrize("notation", FROZEN)
def test_a_search_visits_the_nodes_that_it_always_did(notation: str) -> None:
    assert nodes_of(notation) == FROZEN[notation]


def test_the_searches_cover_all_games_with_search() -> None:
    assert {parse(notation).rules.name for notation in FROZEN} == {
        "factor-challenge",
        "factor-clash",
        "factor-duel",
        "factor-frenzy",
    }
