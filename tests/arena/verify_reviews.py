"""In a thousand random games of every game, each win that was given away has its refutation, which the sentence names.

``test_review`` looks at some of them.
"""

from random import Random

import pytest
from arena.test_review import assert_explained, random_line

from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games

GAMES = 1000


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_win_that_was_given_away_is_refuted(game: type[AnyRules]) -> None:
    random, explained = Random(f"refuted {game.name}"), 0
    for _ in range(GAMES):
        explained += assert_explained(random_line(game.from_setup(game.recommended_setup), random))
    assert explained > GAMES
