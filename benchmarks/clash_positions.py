"""Factor Clash in the middle of a game, for the benchmarks that ask about it."""

from random import Random

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import FIRST
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.pool import PoolPosition


def mid_game(rules: FactorClash, rng: Random) -> PoolPosition:
    """A random half of the pool is gone, and a random one of these numbers was the last to go."""
    available = rules.pool & rng.getrandbits(rules.high + 1)
    return PoolPosition(available, ((rng.choice(numbers_in(rules.pool & ~available)),), ()), FIRST)
