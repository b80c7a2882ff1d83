"""Factor Clash."""

from commonfactor.rules.base import Seating
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse

NAMES = Seating("Ann", "Ben")


def test_the_first_pick_is_free_and_the_next_shares_a_factor_with_it() -> None:
    rules = FactorClash()
    assert rules.legal_moves(rules.initial_position) == tuple(range(2, 21))
    line = parse("clash:2-20:15")
    assert line.rules.legal_moves(line.position) == (3, 5, 6, 9, 10, 12, 18, 20)
    assert line.rules.removals(line.position, 5) == (5,)


def test_reasons_on_both_sides() -> None:
    line = parse("clash:2-20:14")
    assert line.rules.objection(line.position, 9) == "9 = 3·3 and 14 = 2·7 share no factor"
    assert line.rules.permission(line.position, 4) == "4 = 2·2 and 14 = 2·7 share the factor 2"
    start = line.undone().position
    assert line.rules.permission(start, 4) == "the first number is free"


def test_a_restricted_opening_is_announced_before_the_first_pick_only() -> None:
    rules = FactorClash(2, 20, "even")
    start = rules.initial_position
    assert rules.turn_lines(start, (), NAMES) == ["", "Ann's Turn", "The first number must be even."]
    after = rules.play(start, 6)
    assert rules.turn_lines(after, (6,), NAMES) == ["", "Ben's Turn", "Available Numbers: 2-5, 7-20"]


def test_the_largest_pool_is_played_without_delay() -> None:
    rules = FactorClash(2, 1_000_000)
    position = rules.play(rules.initial_position, 999_999)
    assert not rules.objection(position, 3)
    position = rules.play(position, 3)
    assert rules.legal_moves(position)[:3] == (6, 9, 12)
    assert len(rules.legal_moves(position)) == 333_333 - 2
