"""A hundred thousand random games through each adapter go as the rules say, move by move.

``make verify`` runs this. The tests of each adapter have a sample of it.
"""

from collections.abc import Callable
from typing import Any

import gymnasium
import pyspiel
import pytest
from environment_checks import (
    CASES,
    check_games,
    check_gymnasium_game,
    check_openspiel_game,
    check_pettingzoo_game,
)

from commonfactor.agents import gymnasium_env, openspiel_game
from commonfactor.agents.pettingzoo_env import env
from commonfactor.rules.registry import game_named

GAMES_PER_SETUP = 10_000
REGISTERED = (gymnasium_env, openspiel_game)
"""What registers the games with their hosts."""


def in_gymnasium(game: str, setup: str) -> Any:
    """A game against chance."""
    name = game_named(game).title.replace(" ", "")
    return gymnasium.make(f"commonfactor/{name}-v1", setup=setup, opponent="random", seat="random")


def in_openspiel(game: str, setup: str) -> Any:
    """A game as OpenSpiel loads it."""
    return pyspiel.load_game(f"python_{game.replace('-', '_')}", {"setup": setup})


ADAPTERS = {
    "pettingzoo": (env, check_pettingzoo_game),
    "gymnasium": (in_gymnasium, check_gymnasium_game),
    "openspiel": (in_openspiel, check_openspiel_game),
}


@pytest.mark.parametrize("case", CASES, ids=":".join)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_ten_thousand_games_go_as_the_rules_say(adapter: str, case: tuple[str, str]) -> None:
    make: Callable[[str, str], Any]
    make, check = ADAPTERS[adapter]
    check_games(check, make(*case), case, GAMES_PER_SETUP)
