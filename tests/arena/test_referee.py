"""Games between programs."""

import sys
from itertools import product
from random import Random

import pytest
from player_checks import SMALL_SETUPS
from processes import run_command

from commonfactor.arena.match import Ending, Result
from commonfactor.arena.referee import continued, played, refereed
from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, IllegalMoveError
from commonfactor.rules.notation import Line, parse
from commonfactor.solver._core import Control

_PLAYERS = ("random", "greedy", "lookahead:3", "slips:0.2", "perfect", "tutor")
_SETUPS = {game.name: setup for game, setup in SMALL_SETUPS.items()} | {"factor-challenge": "2-20"}
_GAMES_OF_ALL = f"""
from itertools import product
from commonfactor.arena.match import Ending, Result
from commonfactor.arena.referee import played
from commonfactor.players.registry import player_called
from commonfactor.rules.registry import game_named

for (name, setup), first, second in product({_SETUPS!r}.items(), {_PLAYERS!r}, {_PLAYERS!r}):
    print(played(game_named(name).from_setup(setup), player_called(first), player_called(second), seed=20))
"""


@pytest.mark.unfollowed
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


class Scripted(Player):
    """Answers with what it was given, one after the other, and forfeits when there is nothing left."""

    name, description = "scripted", "does as it was told"

    def __init__(self, *choices: Choice) -> None:
        self._choices = list(choices)

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        if not self._choices:
            raise Forfeit("no-answer", "scripted has nothing to say", attempts=2)
        return self._choices.pop(0)


def test_who_wins_by_the_rules_is_told() -> None:
    game = refereed(parse("divisor-duel:60:"), Scripted(Choice(6, attempts=3)), Scripted(Choice(2)), 1)
    assert (str(game.line), game.result, game.opening) == ("divisor-duel:60:6,2", Result(2, Ending.RULES), 0)
    assert game.attempts == (3, 0)


def test_a_forfeit_ends_the_game_for_the_other_seat() -> None:
    game = refereed(parse("factor-clash:2-20:"), Scripted(Choice(15, attempts=1)), Scripted(), 1)
    assert (str(game.line), game.winner) == ("factor-clash:2-20:15", 1)
    assert game.forfeit == Result(1, Ending.FORFEIT, "no-answer", "scripted has nothing to say")
    assert game.attempts == (1, 2)
    assert refereed(parse("factor-clash:2-20:"), Scripted(), Scripted(), 1).winner == 2


def test_the_game_tells_who_played_from_where() -> None:
    game = refereed(parse("factor-clash:2-20:15,5"), player_called("perfect"), player_called("random"), 1)
    assert (game.players, game.opening, game.line.moves[:2]) == (("perfect", "random"), 2, (15, 5))


def test_who_wants_the_line_alone_hears_of_a_forfeit() -> None:
    with pytest.raises(Forfeit, match="nothing to say"):
        played(parse("factor-clash:2-20:").rules, Scripted(), Scripted(), 1)


def test_an_illegal_move_of_a_player_of_ours_is_no_forfeit() -> None:
    with pytest.raises(IllegalMoveError, match="9"):
        refereed(parse("factor-clash:2-20:14"), Scripted(), Scripted(Choice(9)), 1)
