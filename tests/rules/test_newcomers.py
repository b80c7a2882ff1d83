"""The rules for somebody new: short, in plain words, and tried on positions that show them."""

import re

import pytest

from commonfactor.rules.base import AnyRules
from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.newcomers import five_lines, positions_to_try
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games

LEARNED = re.compile(r"pool|opening|proper divisor|nimber|exclusive|co-?prime|notation|setup|linked", re.IGNORECASE)


class Apart(KeepAway):
    """A game of another package."""

    name, title = "apart", "Apart"
    default_setup = recommended_setup = "2-20"


def _setups() -> list[AnyRules]:
    games = [game.from_setup(setup) for game in all_games() for setup in (game.default_setup, game.recommended_setup)]
    others = ("factor-clash:2-30,relation=shares-a-digit,without=7:", "divisor-game:60,one=no:", "factor-frenzy:2-400:")
    return [*games, *(parse(other).rules for other in others), Apart(2, 20)]


@pytest.mark.parametrize("rules", _setups(), ids=repr)
def test_the_rules_are_told_in_five_short_lines_in_plain_words(rules: AnyRules) -> None:
    lines = five_lines(rules)
    assert len(lines) == 5
    assert max(map(len, lines)) <= 100
    assert not LEARNED.search(" ".join(lines))
    assert all(line.endswith(".") for line in lines)


@pytest.mark.parametrize("rules", _setups(), ids=repr)
def test_the_positions_are_the_start_a_limited_one_and_one_that_a_move_ends(rules: AnyRules) -> None:
    positions = positions_to_try(rules)
    assert 2 <= len(positions) <= 3
    assert positions[0].moves == ()
    assert all(rules.can_move(line.position) for line in positions)
    if rules.largest < 100:
        last = positions[-1]
        assert any(not rules.can_move(last.play(move).position) for move in rules.legal_moves(last.position))


def test_what_is_told_is_about_the_setup() -> None:
    assert five_lines(parse("factor-challenge:2-15,opening=even,without=7+9:").rules) == [
        "The numbers are 2 to 15, without 7 and 9. Take turns to pick one.",
        "Pick a number that shares a factor with your own last number.",
        "For example, 10 = 2·5 and 8 = 2·2·2 share the factor 2.",
        "The first number must be even.",
        "If you cannot move, you lose.",
    ]
    assert five_lines(parse("divisor-duel:60:").rules)[:2] == [
        "You start with 60. Take turns to make it smaller.",
        "Divide 60 by one of its divisors, but not by 1 or 60.",
    ]
    assert five_lines(parse("factor-frenzy:2-400:").rules)[2] == (
        "For example, 8 takes 2, 4, 16, 24, 32, 40, 48, 56 and 43 more with it."
    )


def test_an_example_tells_all_that_a_number_takes_with_it() -> None:
    assert five_lines(parse("factor-frenzy:1-20:").rules)[2] == "For example, 7 takes 1 and 14 with it."


def test_where_no_number_goes_with_another_there_is_no_example() -> None:
    assert five_lines(parse("factor-clash:2-3:").rules)[1:3] == [
        "Pick a number that shares a factor with the number just picked.",
        "The first number is free: pick any.",
    ]


def test_where_no_move_ends_a_game_soon_there_is_still_something_to_try() -> None:
    assert [str(line) for line in positions_to_try(parse("factor-clash:2-3:").rules)] == ["factor-clash:2-3:"]
    assert len(positions_to_try(parse("divisor-game:10000:").rules)) == 3
