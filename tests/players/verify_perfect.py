"""The perfect player wins ten thousand games of each kind from won positions, whoever plays against it.

``make verify`` runs this. ``test_never_loses`` is a sample of it.
"""

import pytest
from player_checks import assert_perfect_wins_games

from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games

_GAMES = 10_000
_GAMES_PER_SETUP = 100


@pytest.mark.parametrize("seed", range(1_000, 1_000 + _GAMES // _GAMES_PER_SETUP))
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_ten_thousand_games_are_won(game: type[AnyRules], seed: int) -> None:
    assert_perfect_wins_games(game, seed, _GAMES_PER_SETUP)
