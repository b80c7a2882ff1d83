"""Sets of small whole numbers as bits of one integer: bit n is set iff n is in the set.

Intersection, union and difference are then single operations on integers, and a set is a
hashable immutable value, whatever its size.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import compress, count

from commonfactor.arithmetic.primes import primes_up_to

_RUN = re.compile("1+")

# Of a set with few members among many numbers, these are found sooner one by one.
_SPARSE_SHIFT = 5


def interval(low: int, high: int) -> int:
    """The set of all numbers from ``low`` to ``high``."""
    return (1 << high + 1) - (1 << low)


def multiples(step: int, low: int, high: int) -> int:
    """The set of the multiples of ``step`` from ``low`` to ``high``."""
    first = -(-low // step) * step
    total = (high - first) // step + 1
    if total <= 0:
        return 0
    # Doubling what is there makes a set of a million numbers in twenty shifts.
    bits = made = 1
    while made < total:
        grown = min(made, total - made)
        bits |= bits << grown * step
        made += grown
    return bits << first


def numbers_in(bits: int) -> tuple[int, ...]:
    """The members of a set, ascending."""
    if bits.bit_count() << _SPARSE_SHIFT < bits.bit_length():
        return tuple(_lowest_first(bits))
    return tuple(compress(count(), map("1".__eq__, reversed(bin(bits)))))


def _lowest_first(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def runs_in(bits: int) -> Iterator[tuple[int, int]]:
    """The maximal runs of consecutive members as (first, last), ascending."""
    for run in _RUN.finditer(bin(bits)[:1:-1]):
        yield run.start(), run.end() - 1


def sharing_a_factor(low: int, high: int, without: Sequence[int] = ()) -> int:
    """The numbers from ``low`` to ``high`` that share a factor with another number there that is not left out."""
    shares = bytearray(b"0") * (high + 1)
    # A prime that divides two of the numbers is at most their distance.
    for prime in primes_up_to(high - low):
        found = range(-(-low // prime) * prime, high + 1, prime)
        if len(found) - sum(number in found for number in without) > 1:
            shares[found.start :: prime] = b"1" * len(found)
    shares.reverse()
    return int(shares.decode(), base=2)


def connected(start: int, numbers: int, neighbours: Callable[[int], int]) -> int:
    """The numbers among some that can be reached from a start, step by step; all are sets."""
    group, grown = 0, start & numbers
    while grown != group:
        new, group = grown & ~group, grown
        for number in numbers_in(new):
            grown |= neighbours(number) & numbers
    return group
