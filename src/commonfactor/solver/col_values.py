"""Values of Col: how many moves a player is ahead."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import floor, inf, isfinite
from re import ASCII, fullmatch
from typing import NamedTuple


class Value(NamedTuple):
    """A number, or one and star: a move for whoever comes first. Positive is good for the side it is seen from."""

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
    number, star = Fraction(0), False
    for value in values:
        number, star = number + value.number, star != value.star
    return Value(number, star)


def value_of_options(own: Iterable[Value], theirs: Iterable[Value]) -> Value:
    """The value of a position from those that either side can move to, all seen from one side.

    A number is right if it lies between the options: above an own option that is a number, not below one with star,
    and likewise on the other side. The simplest such number is the value. If there is none, both sides can only move
    to one and the same number, and the value is that number and star.
    """
    # Of equal limits the one that is itself excluded is the tighter.
    low, is_low_open = max(((value.number, not value.star) for value in own), default=(-inf, False))
    high, is_high_closed = min(((value.number, value.star) for value in theirs), default=(inf, True))

    def fits(number: Fraction) -> bool:
        return (low, is_low_open) <= (number, False) and (number, True) <= (high, is_high_closed)

    if low < high or (low == high and is_high_closed and not is_low_open):
        return Value(_simplest(fits, low, high))
    if low == high and is_low_open and not is_high_closed:
        return Value(Fraction(low), star=True)
    raise ValueError("these are not the options of a position of Col")


def _simplest(fits: Callable[[Fraction], bool], *limits: Fraction | float) -> Fraction:
    """The number that fits between two limits with the smallest denominator, and of those the nearest to zero."""
    denominator = 1
    while True:
        nearest = [Fraction(0)]
        for limit in filter(isfinite, limits):
            nearest += [Fraction(floor(limit * denominator) + step, denominator) for step in (-1, 0, 1)]
        if fitting := list(filter(fits, nearest)):
            return min(fitting, key=abs)
        denominator *= 2
