"""Values of Col from the options of a position, as in Winning Ways, chapters 1 to 3."""

import pytest

from commonfactor.solver.col_values import Value, value_of_options


def values(text: str) -> list[Value]:
    return [Value.parse(word) for word in text.split()]


@pytest.mark.parametrize(
    ("own", "theirs", "value"),
    [
        ("", "", "0"),
        ("0", "", "1"),
        ("", "0", "-1"),
        ("0 1", "", "2"),
        ("0", "1", "1/2"),
        ("1/2", "1", "3/4"),
        ("-1", "1", "0"),
        ("0", "0", "*"),
        ("1", "1", "1*"),
        ("*", "*", "0"),
        ("0 *", "0 *", "*"),
        ("1*", "1*", "1"),
    ],
)
def test_the_simplest_number_that_fits_or_a_number_and_star(own: str, theirs: str, value: str) -> None:
    assert str(value_of_options(values(own), values(theirs))) == value


@pytest.mark.parametrize(("own", "theirs"), [("1", "-1"), ("1", "0"), ("*", "0"), ("0", "*")])
def test_no_position_of_col_has_options_of_another_kind(own: str, theirs: str) -> None:
    """A switch, where moving first is worth more than a star, and the infinitesimals down and up."""
    with pytest.raises(ValueError, match="not the options of a position of Col"):
        value_of_options(values(own), values(theirs))
