"""Single games of the compiled core go as the rules say."""

from random import Random

import pytest

from commonfactor.agents.encoding import Encoding
from commonfactor.agents.playout import playout
from commonfactor.rules.base import IllegalMoveError
from commonfactor.rules.notation import Line, parse

SETUPS = [
    "factor-clash:2-20:",
    "factor-clash:3-90,opening=no-lone-primes:",
    "factor-challenge:2-20:",
    "factor-challenge:2-140,opening=even:",
    "factor-duel:2-20:",
    "factor-duel:5-70:",
    "factor-frenzy:2-50:",
    "factor-frenzy:2-300:",
    "divisor-duel:60:",
    "divisor-duel:720720:",
    "divisor-duel:60+48+30+60:",
]


@pytest.mark.parametrize("notation", SETUPS)
def test_random_games_agree_with_the_rules_move_by_move(notation: str) -> None:
    start, random = parse(notation), Random(notation)
    encoding, fresh = Encoding(start.rules), playout(start.rules)
    for _ in range(60):
        line, game = start, fresh.copy()
        while legal := game.legal_actions():
            assert [encoding.move(action) for action in legal] == list(line.rules.legal_moves(line.position))
            assert (game.to_move, game.is_over) == (line.position.to_move, False)
            action = random.choice(legal)
            line = line.play(encoding.move(action))
            game.play(action)
        assert not line.rules.can_move(line.position)
        assert (game.to_move, game.is_over) == (line.position.to_move, True)


@pytest.mark.parametrize("notation", SETUPS)
def test_an_action_that_is_not_legal_changes_nothing(notation: str) -> None:
    start = parse(notation)
    encoding, game = Encoding(start.rules), playout(start.rules)
    game.play(game.legal_actions()[0])
    before = game.legal_actions()
    for action in {-(2**31), -1, encoding.action_count, 2**31 - 1, *range(encoding.action_count)} - {*before}:
        with pytest.raises(IllegalMoveError, match=f"action {action} is not legal here"):
            game.play(action)
    assert game.legal_actions() == before
    assert game.to_move == 2


def test_a_copy_is_a_game_of_its_own() -> None:
    game = playout(parse("factor-clash:2-20:").rules)
    game.play(13)
    twin = game.copy()
    twin.play(twin.legal_actions()[0])
    assert (game.to_move, twin.to_move) == (2, 1)
    assert game.legal_actions() != twin.legal_actions()
    game.restart()
    assert (game.to_move, len(game.legal_actions()), twin.to_move) == (1, 19, 1)


def test_a_copy_outlives_what_it_was_copied_from() -> None:
    twin = playout(parse("divisor-duel:60:").rules).copy()
    while legal := twin.legal_actions():
        twin.play(legal[-1])
    assert twin.is_over


def test_a_game_that_is_over_before_it_begins_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="is over before a move"):
        playout(Line.start(parse("divisor-duel:7:").rules).rules)
