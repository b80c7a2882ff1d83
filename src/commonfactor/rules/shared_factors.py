"""Pool games in which common factors decide what may be taken."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache

from commonfactor.arithmetic.factorisation import distinct_primes
from commonfactor.arithmetic.number_sets import multiples
from commonfactor.rules.base import Move
from commonfactor.rules.pool import Opening, PoolPositionT, PoolRules

# The cache holds about this many bits of number sets, whatever the size of the pool.
_CACHED_BITS = 1 << 27


class SharedFactorRules(PoolRules[PoolPositionT]):
    """A game on the graph that joins numbers with a common factor."""

    def __init__(self, low: int = 2, high: int | None = None, opening: str = Opening.ANY) -> None:
        super().__init__(low, high, opening)
        self.sharing_with = lru_cache(_CACHED_BITS // self.high)(self._computed_sharing_with)

    @abstractmethod
    def _takeable(self, position: PoolPositionT) -> int: ...

    def objection(self, position: PoolPositionT, move: Move, moves: Sequence[Move] = ()) -> str | None:
        number = self._number_of_pool(move)
        if self.allowed(position) >> number & 1:
            return None
        return super().objection(position, number, moves) or self._arithmetic(position, number)

    def _computed_sharing_with(self, number: int) -> int:
        """All numbers of the pool but ``number`` itself that share a factor with it."""
        sharing = 0
        for prime in distinct_primes(number):
            sharing |= multiples(prime, self.low, self.high)
        return sharing & ~(1 << number)
