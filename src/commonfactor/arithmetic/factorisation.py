"""Factorisations and divisors of whole numbers, exact for every size a game allows."""

from collections import Counter
from functools import lru_cache
from math import prod

# Below this bound trial division needs at most 500 odd candidates, which is over before
# the library for large integers would have been imported.
_TRIAL_DIVISION_BELOW = 1_000_000


@lru_cache(maxsize=4096)
def prime_factors(number: int) -> tuple[int, ...]:
    """The primes whose product is ``number``, with multiplicity, ascending; none for 1."""
    if number < 1:
        raise ValueError(f"only positive whole numbers have prime factors, not {number}")
    if number < _TRIAL_DIVISION_BELOW:
        return _by_trial_division(number)
    return _by_flint(number)


def _by_trial_division(number: int) -> tuple[int, ...]:
    factors = []
    candidate = 2
    while candidate * candidate <= number:
        while number % candidate == 0:
            factors.append(candidate)
            number //= candidate
        candidate += 1 if candidate == 2 else 2
    if number > 1:
        factors.append(number)
    return tuple(factors)


def _by_flint(number: int) -> tuple[int, ...]:
    from flint import fmpz  # 50 ms to import, so only when a large number is at hand

    powers = sorted((int(prime), exponent) for prime, exponent in fmpz(number).factor())
    return tuple(prime for prime, exponent in powers for _ in range(exponent))


def distinct_primes(number: int) -> tuple[int, ...]:
    """The primes that divide ``number``, ascending, each once."""
    return tuple(dict.fromkeys(prime_factors(number)))


def is_prime(number: int) -> bool:
    """Whether ``number`` has exactly two divisors."""
    return len(prime_factors(number)) == 1


# A number below 10**18 has at most 103,680 divisors, about 4 MB of them.
@lru_cache(maxsize=32)
def proper_divisors(number: int) -> tuple[int, ...]:
    """The divisors d of ``number`` with 1 < d < number, ascending."""
    divisors = [1]
    power = previous = 1
    for prime in prime_factors(number):
        power = power * prime if prime == previous else prime
        if prime != previous:
            without_prime = tuple(divisors)
        divisors.extend(divisor * power for divisor in without_prime)
        previous = prime
    return tuple(sorted(divisors)[1:-1])


def proper_divisor_count(number: int) -> int:
    """How many divisors d of ``number`` there are with 1 < d < number, without listing them."""
    return max(0, prod(exponent + 1 for exponent in Counter(prime_factors(number)).values()) - 2)
