"""All that is claimed of a thousand random positions of every game and variant is true, and lies are refused.

``test_claims`` looks at a part of them.
"""

import pytest
from claim_checks import check_claims, check_claims_of_variant, check_lies
from conformance.test_mechanics import SETUPS as VARIANTS

from commonfactor.rules.base import AnyRules
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import OWN_GAMES

over_own_games = pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: str(game.name))


@over_own_games
def test_all_that_is_claimed_is_true(game: type[AnyRules]) -> None:
    check_claims(game, 1000)


@pytest.mark.parametrize(("game", "relation"), VARIANTS)
def test_so_is_what_is_claimed_of_variants(game: type[PoolRules], relation: str) -> None:
    check_claims_of_variant(game, relation, 1000)


@over_own_games
def test_lies_are_refused(game: type[AnyRules]) -> None:
    check_lies(game, 5000)
