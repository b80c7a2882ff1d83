"""The recommended setups are the fairest of all that are compared; ``make verify`` runs this."""

import pytest

from commonfactor.arena.setups import default_highest, fairest, outlook
from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_recommended_setup_is_the_fairest_of_all(game: type[AnyRules]) -> None:
    usual = game.from_setup(game.default_setup)
    best = fairest(outlook(game, setup) for setup in usual.candidate_setups(default_highest(usual)))
    assert best is not None
    assert best.setup == game.recommended_setup
