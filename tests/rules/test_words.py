"""Pieces of text."""

import pytest

from commonfactor.rules.words import bracketed, counted, factorised, first_few, listed, ranges


@pytest.mark.parametrize(("number", "text"), [(12, "12 = 2·2·3"), (9, "9 = 3·3"), (7, "7"), (2, "2")])
def test_a_prime_stands_alone_and_others_show_their_factors(number: int, text: str) -> None:
    assert factorised(number) == text


def test_lists() -> None:
    assert listed([2, 3]) == "2, 3"
    assert listed([2, 3], ",") == "2,3"
    assert listed([]) == "None"
    assert bracketed([]) == "[]"
    assert bracketed([7, 11]) == "[7, 11]"
    assert first_few(range(2, 5), 3) == "2, 3, 4"
    assert first_few(range(2, 2002), 2) == "2, 3 and 1,998 more"


def test_one_is_told_apart_from_several() -> None:
    assert [counted(number, "move") for number in (0, 1, 2, 1020)] == ["0 moves", "1 move", "2 moves", "1,020 moves"]


def test_ranges_join_consecutive_numbers() -> None:
    pool = sum(1 << number for number in (2, 3, 4, 6, 8, 9))
    assert ranges(pool) == "2-4, 6, 8-9"
    assert ranges(0) == "None"
