"""The sieve of Eratosthenes."""

from itertools import compress


def primes_up_to(limit: int) -> tuple[int, ...]:
    """All primes up to and including ``limit``, ascending."""
    if limit < 2:
        return ()
    is_prime = bytearray([1]) * (limit + 1)
    is_prime[:2] = b"\0\0"
    candidate = 2
    while candidate * candidate <= limit:
        if is_prime[candidate]:
            composites = slice(candidate * candidate, limit + 1, candidate)
            is_prime[composites] = bytes(len(range(*composites.indices(limit + 1))))
        candidate += 1
    return tuple(compress(range(limit + 1), is_prime))
