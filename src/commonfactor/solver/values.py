"""Values of Col: how many moves a player is ahead."""

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from re import ASCII, fullmatch
from typing import NamedTuple


class Value(NamedTuple):
    """A number, or a number and star; positive is good for the side it is seen from.

    Star is one move for whoever comes first, and two stars cancel.
    """

    number: Fraction
    star: bool = False

    def __str__(self) -> str:
        if not self.star:
            return str(self.number)
        return f"{self.number}*" if self.number else "*"

    def __neg__(self) -> "Value":
        return Value(-self.number, self.star)

    @property
    def is_won_by_mover(self) -> bool:
        """Whether who moves first wins, the value being seen from that side."""
        return self.number > 0 or (self.number == 0 and self.star)

    @classmethod
    def parse(cls, text: str) -> "Value":
        """The value that ``str`` writes like this; ``ValueError`` if none is."""
        # Fraction would take spaces, exponents of any size, and a denominator of 0.
        found = fullmatch(r"(-?[0-9]{1,9}(?:/[1-9][0-9]{0,18})?)?(\*?)", text, ASCII)
        if not found or not text:
            raise ValueError(f"{text!r} is not a number, or a number and star")
        return cls(Fraction(found[1] or 0), bool(found[2]))


def total(values: Iterable[Value]) -> Value:
    """The value of several groups together."""
    number, star = Fraction(0), False
    for value in values:
        number, star = number + value.number, star != value.star
    return Value(number, star)


def value_of_options(own: Iterable[Value], theirs: Iterable[Value]) -> Value:
    """The value of a position from those that either side can move to, all seen from one side.

    A number is right if it lies between the options: above an own option that is a number,
    not below one with star, and likewise on the other side. The simplest such number is the
    value. If there is none, both sides can only move to one and the same number, and the
    value is that number and star.
    """
    low, is_low_open = _bound((value.number, not value.star) for value in own)
    high, is_high_open = _bound((-value.number, not value.star) for value in theirs)
    high = None if high is None else -high
    if low is None or high is None or low < high or (low == high and not (is_low_open or is_high_open)):
        return Value(_simplest(low, high, is_low_open=is_low_open, is_high_open=is_high_open))
    if low == high and is_low_open and is_high_open:
        return Value(low, star=True)
    raise ValueError("these are not the options of a position of Col")


def _bound(limits: Iterable[tuple[Fraction, bool]]) -> tuple[Fraction | None, bool]:
    """The tightest lower limit, and whether it is itself excluded."""
    return max(limits, default=(None, False))


def _simplest(low: Fraction | None, high: Fraction | None, *, is_low_open: bool, is_high_open: bool) -> Fraction:
    """The number between two limits with the smallest denominator, and of those the nearest to zero."""

    def fits(number: Fraction) -> bool:
        above = low is None or number > low or (number == low and not is_low_open)
        below = high is None or number < high or (number == high and not is_high_open)
        return above and below

    denominator = 1
    while True:
        nearest = [Fraction(0)]
        for limit in (low, high):
            if limit is not None:
                nearest += [Fraction(floor(limit * denominator) + step, denominator) for step in (-1, 0, 1)]
        if fitting := [number for number in nearest if fits(number)]:
            return min(fitting, key=abs)
        denominator *= 2
