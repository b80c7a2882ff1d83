"""Text becomes a number in one shape only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.rules.numerals import number_in, quoted


@given(st.integers(0, 10**19 - 1))
def test_digits_are_read(number: int) -> None:
    assert number_in(str(number)) == number


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a number is missing"),
        ("abc", "'abc' is not a number"),
        ("1.5", "'1.5' is not a whole number"),
        ("1,000", "a number is written without commas, not as '1,000'"),
        ("-3", "a number is written without a sign, not as '-3'"),
        ("\u22123", "a number is written without a sign, not as '\u22123'"),
        ("+3", "a number is written without a sign, not as '+3'"),
        ("007", "a number is written without leading zeros, not as '007'"),
        ("\uff11\uff12", "a number is written with the digits 0 to 9, not as '\uff11\uff12'"),
        ("9" * 5000, "a number has at most 19 digits, not 5,000"),
        ("1_000", "'1_000' is not a number"),
        (" 7", "' 7' is not a number"),
        ("7\n", "'7\n' is not a number"),
        ("²", "'²' is not a number"),
        ("1e3", "'1e3' is not a number"),
        ("{text}", "'{text}' is not a number"),
        ("x" * 100, f"'{'x' * 23}…' is not a number"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 (the whole message is compared below)
        number_in(text)
    assert str(refusal.value) == complaint


@given(st.text(min_size=1, max_size=30))
def test_no_other_text_is_ever_taken_for_a_number(text: str) -> None:
    if text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") and len(text) <= 19:
        assert number_in(text) == int(text)
    else:
        with pytest.raises(ValueError, match=r"."):
            number_in(text)


def test_quotations_are_short() -> None:
    assert quoted("x" * 1000) == "'" + "x" * 23 + "…'"
