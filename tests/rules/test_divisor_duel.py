"""Divisor Duel, with one number and with several."""

import pytest

from commonfactor.rules.base import Change, IllegalMoveError, InvalidMoveError, Seating, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import parse

NAMES = Seating("Ann", "Ben")
MOST_DIVISIBLE = 897612484786617600


def test_the_starting_number_is_60_unless_told_otherwise() -> None:
    assert DivisorDuel() == DivisorDuel.from_setup("60")


def test_a_move_divides_by_a_proper_divisor() -> None:
    rules = DivisorDuel(18)
    assert rules.legal_moves(rules.initial_position) == (2, 3, 6, 9)
    assert rules.play(rules.initial_position, 6).numbers == (3,)
    assert rules.removals(rules.initial_position, 6) == (18,)
    assert rules.permission(rules.initial_position, 3) == "3 divides 18 = 2·3·3 and leaves 6 = 2·3"


@pytest.mark.parametrize("number", [2, 60013, 999_999_999_999_999_989])
def test_a_prime_start_is_lost_at_once(number: int) -> None:
    rules = DivisorDuel(number)
    outcome = rules.outcome(rules.initial_position)
    assert outcome is not None
    assert outcome.winner == 2
    assert f"{number} is prime. No valid moves." in rules.closing_lines(rules.initial_position, (), NAMES)


@pytest.mark.parametrize(
    ("setup", "complaint"),
    [
        ("1", "Divisor Duel starts from 2 to 1000000000000000000 (10^18), not from 1"),
        ("0", "Divisor Duel starts from 2 to 1000000000000000000 (10^18), not from 0"),
        (
            "1000000000000000001",
            "Divisor Duel starts from 2 to 1000000000000000000 (10^18), not from 1000000000000000001",
        ),
        ("", "Divisor Duel starts from a number such as 60, or several such as 60+48: a number is missing"),
        ("60+", "Divisor Duel starts from a number such as 60, or several such as 60+48: a number is missing"),
        ("2-20", "Divisor Duel starts from a number such as 60, or several such as 60+48: '2-20' is not a number"),
        ("2+2+2+2+2+2+2+2+2", "Divisor Duel is played with at most 8 numbers, not 9"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_in_one_sentence(setup: str, complaint: str) -> None:
    with pytest.raises(SetupError) as refusal:
        DivisorDuel.from_setup(setup)
    assert str(refusal.value) == complaint


def test_with_several_numbers_a_move_says_which_one() -> None:
    line = parse("divisor:60+48+30:48/2")
    assert line.position.numbers == (24, 30, 60)
    legal = line.rules.legal_moves(line.position)
    assert legal[0] == Change(24, 2)
    assert legal[-1] == Change(60, 30)
    assert list(map(str, legal[:3])) == ["24/2", "24/3", "24/4"]
    assert line.rules.removals(line.position, Change(60, 2)) == (60,)


def test_equal_numbers_are_interchangeable() -> None:
    rules = DivisorDuel(6, 6)
    assert rules.legal_moves(rules.initial_position) == (Change(6, 2), Change(6, 3))
    assert parse("divisor:6+12:12/2").position == parse("divisor:12+6:12/2").position


def test_several_numbers_are_lost_when_all_are_prime() -> None:
    line = parse("divisor:4+6:4/2,6/3")
    assert line.rules.legal_moves(line.position) == ()
    assert line.rules.closing_lines(line.position, line.moves, NAMES) == [
        "",
        "Ann's Turn:",
        "Current numbers: 2, 2",
        "All of them are prime. No valid moves.",
        "Ann cannot make a move. Ben wins!",
    ]


def test_the_words_for_several_numbers() -> None:
    rules = DivisorDuel(60, 7, 12)
    start = rules.initial_position
    assert rules.welcome_lines() == ["Game Start! Initial numbers are 60, 7, 12."]
    assert rules.turn_lines(start, (), NAMES) == [
        "",
        "Ann's Turn:",
        "Current numbers: 7, 12, 60",
        "Proper Divisors of 12: 2, 3, 4, 6",
        "Proper Divisors of 60: 2, 3, 4, 5, 6, 10, 12, 15, 20, 30",
    ]
    assert rules.prompt(start) == "Enter your chosen number/divisor:"
    assert rules.move_lines(start, Change(60, 2), NAMES) == ["You divided 60 by 2. New numbers are 7, 12, 30."]


def test_at_most_sixty_divisors_are_shown_and_any_is_accepted() -> None:
    rules = DivisorDuel(MOST_DIVISIBLE)
    line = rules.turn_lines(rules.initial_position, (), NAMES)[-1]
    assert line.endswith(" and 103,618 more")
    assert line.count(", ") == 59
    far = rules.legal_moves(rules.initial_position)[-1]
    assert rules.play(rules.initial_position, far).numbers == (2,)


@pytest.mark.parametrize("move", [7, 60, 120, 10**30])
def test_what_is_no_proper_divisor_is_not_allowed(move: int) -> None:
    rules = DivisorDuel(60)
    with pytest.raises(IllegalMoveError):
        rules.play(rules.initial_position, move)


@pytest.mark.parametrize("move", [0, 1, -2, True, 6.0, "6", None, Change(60, 6), (60, 6)])
def test_what_is_no_divisor_is_no_move(move: int) -> None:
    rules = DivisorDuel(60)
    with pytest.raises(InvalidMoveError):
        rules.play(rules.initial_position, move)


@pytest.mark.parametrize("text", ["60/6", "6/", "/6", "6/2/1", "x/2", ""])
def test_text_that_is_no_divisor_is_refused(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        DivisorDuel(60).parse_move(text)
