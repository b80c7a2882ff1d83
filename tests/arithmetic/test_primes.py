"""The sieve."""

import pytest

from commonfactor.arithmetic.primes import primes_up_to


@pytest.mark.parametrize("limit", range(-1, 130))
def test_the_sieve_finds_exactly_the_numbers_that_nothing_divides(limit: int) -> None:
    naive = [n for n in range(2, limit + 1) if all(n % d for d in range(2, n))]
    assert list(primes_up_to(limit)) == naive


def test_there_are_78498_primes_below_a_million() -> None:
    assert len(primes_up_to(1_000_000)) == 78_498
