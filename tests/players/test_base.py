"""What all players have in common."""

import pickle

import pytest
from player_checks import ALL_PLAYERS, SMALL_SETUPS, lines_of

from commonfactor.players.base import THINKING, Forfeit, generator
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import parse

WITH_ONE_MOVE = "divisor-duel:4:"

over_every_game = pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)


def test_the_place_of_a_move_decides_its_chance() -> None:
    assert generator(7, 1, 3).random() == generator(7, 1, 3).random()
    places = [(7, 1, 3), (7, 1, 4), (7, 2, 3), (8, 1, 3), (71, 3, 3), (7, 13, 3)]
    assert len({generator(*place).random() for place in places}) == len(places)


def test_the_chance_of_a_move_is_the_same_for_ever() -> None:
    """Otherwise a saved match would go on differently with another release."""
    assert generator(7, 1, 3).randrange(10**9) == 733_388_788


@pytest.mark.unfollowed
@pytest.mark.parametrize("name", ALL_PLAYERS)
@over_every_game
def test_every_move_is_legal(game: type[AnyRules], name: str) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    player = player_called(name)
    for seed, line in enumerate(lines_of(rules, 60)):
        choice = player.choice(line, generator(seed, 1, 1), THINKING.control())
        assert choice.move in rules.legal_moves(line.position)


@pytest.mark.unfollowed
@pytest.mark.parametrize("name", ALL_PLAYERS)
@over_every_game
def test_the_same_chance_gives_the_same_move(game: type[AnyRules], name: str) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    for seed, line in enumerate(lines_of(rules, 20, seed=2)):
        first, second = (player_called(name).choice(line, generator(seed, 1, 1), THINKING.control()) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("name", ALL_PLAYERS)
def test_a_single_move_is_made(name: str) -> None:
    choice = player_called(name).choice(parse(WITH_ONE_MOVE), generator(1, 1, 1), THINKING.control())
    assert choice.move == 2


def test_players_are_equal_iff_their_names_are() -> None:
    assert player_called("lookahead:3") == player_called("LOOKAHEAD:3")
    assert player_called("lookahead:3") != player_called("lookahead:4")
    assert player_called("perfect") != "perfect"
    assert len({player_called(name) for name in (*ALL_PLAYERS, *ALL_PLAYERS)}) == len(ALL_PLAYERS)
    assert repr(player_called("slips:0.20")) == "player_called('slips:0.2')"


@pytest.mark.parametrize("name", [name for name in ALL_PLAYERS if name != "tutor"])
def test_only_the_tutor_remarks_on_moves(name: str) -> None:
    assert player_called(name).remark(parse(WITH_ONE_MOVE), 2, THINKING.control()) == ""


def test_a_forfeit_says_why_and_gets_through_from_another_process() -> None:
    forfeit = pickle.loads(pickle.dumps(Forfeit("illegal-move", "It answered 9.", attempts=3)))  # noqa: S301  # our own
    assert (forfeit.reason, forfeit.sentence, forfeit.attempts) == ("illegal-move", "It answered 9.", 3)
    assert str(forfeit) == "It answered 9."
    assert Forfeit("no-answer", "It is silent.").attempts == 0
