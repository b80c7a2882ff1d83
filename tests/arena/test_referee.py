"""Games between programs."""

import sys
from itertools import product

import pytest
from player_checks import SMALL_SETUPS
from processes import run_command

from commonfactor.arena.referee import continued, played
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line, parse

_PLAYERS = ("random", "greedy", "lookahead:3", "slips:0.2", "perfect", "tutor")
_SETUPS = {game.name: setup for game, setup in SMALL_SETUPS.items()} | {"factor-challenge": "2-20"}
_GAMES_OF_ALL = f"""
from itertools import product
from commonfactor.arena.referee import played
from commonfactor.players.registry import player_called
from commonfactor.rules.registry import game_named

for (name, setup), first, second in product({_SETUPS!r}.items(), {_PLAYERS!r}, {_PLAYERS!r}):
    print(played(game_named(name).from_setup(setup), player_called(first), player_called(second), seed=20))
"""


@pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)
def test_games_are_played_to_their_end(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    for first, second in product(_PLAYERS, _PLAYERS):
        line = played(rules, player_called(first), player_called(second), seed=1)
        assert parse(str(line)) == line
        assert not rules.can_move(line.position)


def test_each_seat_is_played_by_its_player() -> None:
    rules = parse("divisor-duel:6+12+2:").rules
    perfect, random = player_called("perfect"), player_called("random")
    assert all(len(played(rules, perfect, random, seed).moves) % 2 == 1 for seed in range(20))
    lengths = {len(played(rules, random, perfect, seed).moves) % 2 for seed in range(20)}
    assert lengths == {0, 1}


def test_seeds_make_a_difference() -> None:
    rules, random = parse("factor-frenzy:2-50:").rules, player_called("random")
    assert len({str(played(rules, random, random, seed)) for seed in range(20)}) == 20


def test_a_game_goes_on_as_it_would_have() -> None:
    rules, players = parse("factor-duel:2-20:").rules, (player_called("slips:0.2"), player_called("tutor"))
    whole = played(rules, *players, seed=5)
    for plies in range(len(whole.moves) + 1):
        line = Line.start(rules)
        for move in whole.moves[:plies]:
            line = line.play(move)
        assert continued(line, *players, seed=5) == whole


def test_the_same_seed_gives_the_same_games_in_every_process() -> None:
    """Hashes of strings differ from process to process, and nothing may depend on them."""
    runs = [run_command(sys.executable, "-c", _GAMES_OF_ALL, env={"PYTHONHASHSEED": seed}) for seed in ("1", "2")]
    assert runs[0] == runs[1]
    assert runs[0].code == 0
    assert len(runs[0].out.splitlines()) == len(_SETUPS) * len(_PLAYERS) ** 2
