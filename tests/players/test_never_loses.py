"""The perfect player wins every won position against everybody; ``make verify`` plays many more games."""

import pytest
from player_checks import assert_perfect_wins_games

from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games

_GAMES_PER_SETUP = 25


@pytest.mark.unfollowed
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_two_hundred_games_are_won(game: type[AnyRules], seed: int) -> None:
    assert_perfect_wins_games(game, seed, _GAMES_PER_SETUP)
