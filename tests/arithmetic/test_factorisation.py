"""Factorisations against plain multiplication and trial division."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.arithmetic.factorisation import (
    distinct_primes,
    is_prime,
    prime_factors,
    proper_divisor_count,
    proper_divisors,
)

MOST_DIVISIBLE = 897612484786617600

below_the_bound = st.integers(1, 999_999)
above_the_bound = st.integers(1_000_000, 10**18)


def divides_by_nothing(number: int) -> bool:
    return all(number % divisor for divisor in range(2, number))


@given(st.one_of(below_the_bound, above_the_bound))
def test_prime_factors_ascend_and_multiply_to_the_number(number: int) -> None:
    factors = prime_factors(number)
    assert prod(factors) == number
    assert list(factors) == sorted(factors)
    assert all(is_prime(factor) for factor in factors)


@pytest.mark.parametrize("number", [2, 3, 4, 9, 25, 49, 91, 97, 121, 169, 997, 1001])
def test_small_primes_are_those_that_nothing_divides(number: int) -> None:
    assert is_prime(number) == divides_by_nothing(number)


@pytest.mark.parametrize("number", [999_983, 1_000_003, 999_999_999_999_999_989])
def test_primes_on_both_sides_of_the_bound(number: int) -> None:
    assert prime_factors(number) == (number,)
    assert not is_prime(number + 1)


def test_both_ways_of_factoring_agree_around_the_bound() -> None:
    from commonfactor.arithmetic.factorisation import _by_flint, _by_trial_division

    for number in range(999_000, 1_001_000):
        assert _by_flint(number) == _by_trial_division(number)


def test_a_square_of_a_large_prime_is_found() -> None:
    assert prime_factors(999_999_937**2) == (999_999_937, 999_999_937)


def test_one_is_the_product_of_no_primes() -> None:
    assert prime_factors(1) == ()
    assert not is_prime(1)


@pytest.mark.parametrize("number", [0, -1, -12])
def test_zero_and_negative_numbers_have_no_factorisation(number: int) -> None:
    with pytest.raises(ValueError, match="only positive whole numbers"):
        prime_factors(number)


def test_distinct_primes_stand_once_each() -> None:
    assert distinct_primes(360) == (2, 3, 5)


@given(st.integers(1, 3000))
def test_proper_divisors_are_what_divides_between_one_and_the_number(number: int) -> None:
    assert list(proper_divisors(number)) == [d for d in range(2, number) if number % d == 0]
    assert proper_divisor_count(number) == len(proper_divisors(number))


def test_the_number_with_the_most_divisors_of_its_size() -> None:
    divisors = proper_divisors(MOST_DIVISIBLE)
    assert len(divisors) == 103_680 - 2 == proper_divisor_count(MOST_DIVISIBLE)
    assert all(MOST_DIVISIBLE % divisor == 0 for divisor in divisors)
    assert list(divisors) == sorted(set(divisors))
