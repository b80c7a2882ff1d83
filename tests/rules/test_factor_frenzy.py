"""Factor Frenzy, with the rule book's examples."""

from commonfactor.rules.base import Seating
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.notation import parse

NAMES = Seating("Ann", "Ben")


def test_factors_and_multiples_go_with_the_number() -> None:
    rules = FactorFrenzy()
    assert rules.removals(rules.initial_position, 12) == (2, 3, 4, 6, 12, 24, 36, 48)
    assert rules.permission(rules.initial_position, 25) == "25 takes 5, 25, 50 away"


def test_what_was_gone_before_is_not_removed_again() -> None:
    line = parse("frenzy:2-20:8,9,7,5")
    assert line.rules.removals(line.position, 12) == (6, 12)


def test_the_pool_after_the_rule_books_sample_still_has_its_primes() -> None:
    line = parse("frenzy:2-20:8,9,7,5,12")
    assert line.rules.legal_moves(line.position) == (11, 13, 17, 19)
    assert line.position.to_move == 2


def test_the_rule_books_second_example_goes_on() -> None:
    line = parse("frenzy:2-20:7,9,8,5,11,13,17,19")
    assert line.rules.legal_moves(line.position) == (6, 12)
    assert line.position.to_move == 1


def test_the_full_pool_is_told_by_its_ends() -> None:
    rules = FactorFrenzy(2, 10)
    assert rules.board_lines(rules.initial_position, (), NAMES) == ["Available Numbers: 2 through 10"]
    after = rules.play(rules.initial_position, 5)
    assert rules.board_lines(after, (5,), NAMES) == ["Available Numbers: 2, 3, 4, 6, 7, 8, 9"]
    lone = FactorFrenzy(7, 7)
    assert lone.board_lines(lone.initial_position, (), NAMES) == ["Available Numbers: 7"]
