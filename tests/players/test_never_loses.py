"""The perfect player wins every won position against everybody; ``make verify`` plays many more games."""

from random import Random

import pytest
from player_checks import ALL_PLAYERS, assert_perfect_wins, early_line, random_rules

from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import GAMES

_GAMES_PER_SETUP = 25


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_two_hundred_games_are_won(game: type[AnyRules], seed: int) -> None:
    random = Random(seed)
    rules = random_rules(game, random)
    for number in range(_GAMES_PER_SETUP):
        opponent = player_called(ALL_PLAYERS[number % len(ALL_PLAYERS)])
        assert_perfect_wins(early_line(rules, random), opponent, seed=number)
