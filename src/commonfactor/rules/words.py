"""Pieces of text that several games use."""

from collections.abc import Iterable, Sequence

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.arithmetic.number_sets import runs_in

MOST_LISTED = 60
"""Of more moves than a person reads, this many are listed."""


def factorised(number: int) -> str:
    """A number with its prime factors, such as ``12 = 2·2·3``; a prime stands alone, and so does 1."""
    factors = prime_factors(number)
    if len(factors) <= 1:
        return str(number)
    return f"{number} = {'·'.join(map(str, factors))}"


def listed(items: Iterable[object], separator: str = ", ") -> str:
    """Items in a row, or ``None`` if there are none."""
    return separator.join(map(str, items)) or "None"


def first_few(items: Sequence[object], most: int, separator: str = ", ") -> str:
    shown = listed(items[:most], separator)
    return shown if len(items) <= most else f"{shown} and {len(items) - most:,} more"


def counted(number: int, noun: str) -> str:
    """How many there are of something, such as ``1 move`` or ``1,020 games``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def bracketed(items: Iterable[object]) -> str:
    """Items in a row in square brackets, such as ``[7, 11]``."""
    return f"[{', '.join(map(str, items))}]"


def ranges(bits: int) -> str:
    """A set of numbers as ranges, such as ``2-14, 16-20``."""
    return listed(f"{first}-{last}" if last > first else first for first, last in runs_in(bits))
