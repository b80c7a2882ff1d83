"""Theory and reference agree on every move, and every proof checks, on everything that is small enough.

``make verify`` runs this, in half an hour on two cores. ``test_agreement`` is a sample of it.
"""

from itertools import chain, islice
from random import Random

import pytest
from solver_checks import (
    POOL_GAMES,
    assert_right,
    larger_rules,
    number_starts,
    openings_of,
    random_positions,
    reachable,
)

from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import all_games
from commonfactor.solver.reference import Reference

_MOST_POSITIONS = 100_000
_HIGHEST: dict[type[PoolRules], dict[int, int]] = {
    FactorChallenge: {2: 15, 3: 17, 4: 19, 5: 20},
    FactorClash: {2: 19, 3: 20, 4: 21, 5: 21},
    FactorDuel: {2: 18, 3: 19, 4: 21, 5: 22},
    FactorFrenzy: {2: 28, 3: 28, 4: 28, 5: 29},
}
"""The last pool of each game, by its first number, that has no more positions than that."""

_POOLS = [
    pytest.param(game, low, high, id=f"{game.name}:{low}-{high}")
    for game, highest in _HIGHEST.items()
    for low in highest
    for high in range(highest[low], low - 1, -1)
]
_RANDOM_POSITIONS = 100_000
_PER_SEED = 500


@pytest.mark.parametrize(("game", "low", "high"), _POOLS)
def test_every_position_with_every_first_pick(game: type[PoolRules], low: int, high: int) -> None:
    rules = game(low, high)
    reference = Reference(rules)
    for position in reachable(rules, _MOST_POSITIONS) or pytest.fail("there are too many positions"):
        assert_right(rules, position, reference)
    for restricted in openings_of(game, low, high):
        assert_right(restricted, restricted.initial_position, Reference(restricted))


@pytest.mark.parametrize("game", POOL_GAMES, ids=lambda game: game.name)
def test_the_next_pools_have_too_many_positions(game: type[PoolRules]) -> None:
    for low, high in _HIGHEST[game].items():
        assert reachable(game(low, high + 1), _MOST_POSITIONS) is None


@pytest.mark.parametrize("part", range(20))
def test_every_position_of_number_games(part: int) -> None:
    for rules in islice(
        chain(number_starts(DivisorDuel, 5_000, 64), number_starts(DivisorGame, 1_000, 24)), part, None, 20
    ):
        reference = Reference(rules)
        for position in reachable(rules, _MOST_POSITIONS) or pytest.fail("there are too many positions"):
            assert_right(rules, position, reference)


@pytest.mark.parametrize("seed", range(_RANDOM_POSITIONS // len(all_games()) // _PER_SEED))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_random_positions_of_larger_games(game: type[AnyRules], seed: int) -> None:
    random, asked = Random(seed), 0
    while asked < _PER_SEED:
        rules = larger_rules(game, random)
        reference = Reference(rules)
        for position in random_positions(rules, random, reference, most_nodes=2_000):
            assert_right(rules, position, reference)
            asked += 1
