"""What a player is told to do, and how numbers left the pool."""

import pytest

from commonfactor.rules.notation import parse
from commonfactor.rules.pool import Departure, PoolRules


@pytest.mark.parametrize(
    ("notation", "requirement"),
    [
        ("factor-clash:2-20:", "Pick any number."),
        ("factor-clash:2-20:14", "Pick a number that shares a factor with 14."),
        ("factor-clash:2-20:11", "No number that shares a factor with 11 is left."),
        ("factor-clash:2-30,opening=even:", "Pick a number. The first number must be even."),
        ("factor-challenge:2-20:14", "Pick any number."),
        ("factor-challenge:2-20:14,9", "Pick a number that shares a factor with your last number 14."),
        ("factor-duel:2-20:14", "Pick any number."),
        ("factor-duel:2-20:14,9", "Pick a number that shares no factor with any of your numbers, 14."),
        ("factor-frenzy:2-20:14", "Pick any number. All its factors and multiples go with it."),
        ("factor-frenzy:2-4:2,3", "No number is left."),
        ("divisor-duel:60:6", "Divide 10 by one of its divisors, but not by 1 or 10."),
        ("divisor-duel:60:6,2", "5 is prime."),
        ("divisor-duel:36+12:", "Divide one of the numbers by one of its divisors, but not by 1 or by itself."),
        ("divisor-duel:2+3:", "All numbers are prime."),
    ],
)
def test_the_player_to_move_is_told_what_to_do_or_what_is_missing(notation: str, requirement: str) -> None:
    line = parse(notation)
    assert line.rules.requirement(line.position) == requirement


def test_others_are_told_whose_numbers_are_meant() -> None:
    challenge, duel = parse("factor-challenge:2-20:14,9"), parse("factor-duel:2-4:2,4")
    told = challenge.rules.requirement(challenge.position, whose="Ann's")
    assert told == "Pick a number that shares a factor with Ann's last number 14."
    told = duel.rules.requirement(duel.position, whose="Ann's")
    assert told == "Pick a number that shares no factor with any of Ann's numbers, 2."


def test_departures_name_the_move_at_which_each_number_left() -> None:
    line = parse("factor-frenzy:2-12:6,5")
    assert isinstance(line.rules, PoolRules)
    departures = line.rules.departures(line.moves)
    assert departures[12] == Departure(1, 6, "12 was removed at move 1, as a multiple of 6")
    assert departures[5] == Departure(2, 5, "5 was already taken at move 2")
    assert set(departures) == {2, 3, 6, 12, 5, 10}
