"""Sets of numbers as bits, against Python's own sets."""

from itertools import pairwise
from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from commonfactor.arithmetic.number_sets import interval, multiples, numbers_in, runs_in, sharing_a_factor

bounds = st.tuples(st.integers(2, 80), st.integers(0, 60)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def bits_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@given(st.sets(st.integers(0, 300)))
def test_members_come_back_ascending(numbers: set[int]) -> None:
    assert numbers_in(bits_of(numbers)) == tuple(sorted(numbers))


@given(bounds)
def test_an_interval_holds_both_its_ends(bounds: tuple[int, int]) -> None:
    low, high = bounds
    assert numbers_in(interval(low, high)) == tuple(range(low, high + 1))


@given(st.integers(1, 90), bounds)
def test_multiples_are_the_numbers_without_remainder(step: int, bounds: tuple[int, int]) -> None:
    low, high = bounds
    assert numbers_in(multiples(step, low, high)) == tuple(n for n in range(low, high + 1) if n % step == 0)


@given(st.sets(st.integers(0, 100)))
def test_runs_are_maximal_and_cover_the_set(numbers: set[int]) -> None:
    runs = list(runs_in(bits_of(numbers)))
    assert {n for first, last in runs for n in range(first, last + 1)} == numbers
    assert all(later[0] > earlier[1] + 1 for earlier, later in pairwise(runs))


@given(bounds)
def test_sharing_a_factor_leaves_out_exactly_the_lone_numbers(bounds: tuple[int, int]) -> None:
    low, high = bounds
    pool = range(low, high + 1)
    expected = tuple(n for n in pool if any(gcd(n, m) > 1 for m in pool if m != n))
    assert numbers_in(sharing_a_factor(low, high)) == expected


def test_a_pool_of_a_million_is_no_burden() -> None:
    assert multiples(2, 2, 1_000_000).bit_count() == 500_000
    assert sharing_a_factor(2, 1_000_000).bit_count() == 999_999 - (78_498 - 41_538)
