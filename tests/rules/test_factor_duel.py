"""Factor Duel, with the rule book's lists where its example goes wrong."""

import pytest

from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import parse


@pytest.mark.parametrize(
    ("moves", "legal"),
    [
        ("7,10", (2, 3, 4, 5, 6, 8, 9, 11, 12, 13, 15, 16, 17, 18, 19, 20)),
        ("7,10,11", (3, 9, 13, 17, 19)),
        ("7,10,11,13", (2, 3, 4, 5, 6, 8, 9, 12, 15, 16, 17, 18, 19, 20)),
    ],
)
def test_a_pick_is_coprime_with_all_of_the_players_own_numbers(moves: str, legal: tuple[int, ...]) -> None:
    line = parse(f"duel:2-20:{moves}")
    assert line.rules.legal_moves(line.position) == legal


def test_the_rule_books_endgame_cannot_be_reached() -> None:
    with pytest.raises(NotationError, match="move 4: 14 = 2·7 and your 10 = 2·5 share the factor 2"):
        parse("duel:2-20:7,10,11,14,19,9,13,15")


def test_reasons_name_the_players_own_number() -> None:
    line = parse("duel:2-20:9,2")
    assert line.rules.objection(line.position, 15) == "15 = 3·5 and your 9 = 3·3 share the factor 3"
    assert line.rules.permission(line.position, 4) == "4 shares no factor with any of your numbers [9]"
    reply = parse("duel:2-20:9")
    assert reply.rules.permission(reply.position, 4) == "your first number is free"
