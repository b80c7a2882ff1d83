"""Factor Challenge, with the rule book's game where its example goes wrong."""

import pytest

from commonfactor.rules.base import Seating
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.notation import parse

NAMES = Seating("Ann", "Ben")


@pytest.mark.parametrize(
    ("moves", "legal"),
    [
        ("8,9", (2, 4, 6, 10, 12, 14, 16, 18, 20)),
        ("8,9,14", (3, 6, 12, 15, 18)),
        ("8,9,14,15,10", (3, 5, 6, 12, 18, 20)),
        ("8,9,14,15,10,12,5,18", (20,)),
    ],
)
def test_a_pick_shares_a_factor_with_the_players_own_last_number(moves: str, legal: tuple[int, ...]) -> None:
    line = parse(f"challenge:2-20:{moves}")
    assert line.rules.legal_moves(line.position) == legal


def test_each_player_has_a_free_first_pick() -> None:
    line = parse("challenge:2-20:8")
    assert line.rules.legal_moves(line.position) == tuple(n for n in range(2, 21) if n != 8)
    assert line.rules.permission(line.position, 9) == "your first number is free"
    later = parse("challenge:2-20:8,9")
    assert later.rules.permission(later.position, 4) == "4 = 2·2 and your last number 8 = 2·2·2 share the factor 4"


def test_factors_are_shown_in_brackets_unless_the_last_number_is_prime() -> None:
    composite = parse("challenge:2-20:12,9")
    assert "Valid numbers share a factor with 12 (2,3,4,6)." in composite.rules.turn_lines(
        composite.position, composite.moves, NAMES
    )
    prime = parse("challenge:2-20:5,9")
    assert "Valid numbers share a factor with 5." in prime.rules.turn_lines(prime.position, prime.moves, NAMES)


def test_a_player_who_never_picked_can_lose_too() -> None:
    rules = FactorChallenge(7, 7)
    after = rules.play(rules.initial_position, 7)
    assert rules.closing_lines(after, (7,), NAMES) == [
        "",
        "Ben, it's your turn.",
        "Available Numbers: None",
        "Valid selections: None",
        "You have no valid moves. Ann wins!",
    ]
