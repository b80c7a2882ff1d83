"""Theory and reference agree on every move, and every proof checks, on a sample of what make verify asks."""

from random import Random

import pytest
from solver_checks import (
    LOWEST,
    POOL_GAMES,
    assert_right,
    larger_rules,
    number_starts,
    openings_of,
    random_positions,
    reachable,
    small_pools,
)

from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import all_games
from commonfactor.solver.reference import Reference

_MOST_POSITIONS = 400


@pytest.mark.unfollowed
@pytest.mark.parametrize("low", LOWEST)
@pytest.mark.parametrize("game", POOL_GAMES, ids=lambda game: game.name)
def test_every_position_of_a_small_pool(game: type[PoolRules], low: int) -> None:
    """The largest pools are in ``make verify``."""
    for rules, positions in small_pools(game, low, _MOST_POSITIONS):
        reference = Reference(rules)
        for position in positions:
            assert_right(rules, position, reference)


@pytest.mark.parametrize("low", LOWEST)
@pytest.mark.parametrize("game", POOL_GAMES, ids=lambda game: game.name)
def test_every_restricted_first_pick_of_a_small_pool(game: type[PoolRules], low: int) -> None:
    for high in range(low, low + 9):
        for rules in openings_of(game, low, high):
            assert_right(rules, rules.initial_position, Reference(rules))


@pytest.mark.unfollowed
def test_every_position_of_divisor_duel() -> None:
    for rules in (*number_starts(DivisorDuel, 240, 9), *number_starts(DivisorGame, 90, 7)):
        reference = Reference(rules)
        for position in reachable(rules, 100_000) or ():
            assert_right(rules, position, reference)


@pytest.mark.unfollowed
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_random_positions_of_larger_games(game: type[AnyRules], seed: int) -> None:
    random = Random(seed)
    for _ in range(5):
        rules = larger_rules(game, random)
        reference = Reference(rules)
        for position in random_positions(rules, random, reference, most_nodes=500):
            assert_right(rules, position, reference)
