"""A hundred thousand random games in batches, held against rules and encoding after every move."""

from itertools import islice

import pytest
from batch_checks import agreeing_steps

from commonfactor.rules.registry import all_games

_SETUPS = [f"{game.name}:{setup}" for game in all_games() for setup in (game.default_setup, game.recommended_setup)]


@pytest.mark.parametrize("setup", _SETUPS)
def test_ten_thousand_games_agree_move_by_move(setup: str) -> None:
    ended = 0
    for newly_ended in agreeing_steps(setup, games=1024, seed=1):
        ended += newly_ended
        if ended >= 10_000:
            break
    assert ended >= 10_000


@pytest.mark.parametrize(
    "setup",
    [
        "factor-clash:2-4097",
        "factor-challenge:2-2000",
        "factor-duel:2-2000",
        "factor-frenzy:2-2000",
        "divisor-duel:200560490130",
        "divisor-duel:36+900+1001+64",
    ],
)
def test_games_with_the_most_actions_agree_move_by_move(setup: str) -> None:
    assert len(list(islice(agreeing_steps(setup, games=3, seed=1), 400))) == 400
