"""How a game on a pool of numbers is set up.

The facts of its mechanic say what a pick demands of later ones; the setup says which numbers there are, which of them
are related, and which may be picked first.
"""

from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, NamedTuple, Self

from commonfactor.arithmetic.number_sets import interval, multiples, numbers_in, sharing_a_factor
from commonfactor.rules.base import FIRST, Board, Rules, Seat, SetupError
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.rules.relations import COMMON_FACTOR, RELATIONS, Relation, relation_named

# The cache of move lists holds about this many numbers, and that of relatives this many bits, whatever the pool.
_CACHED_NUMBERS = 1 << 20
_CACHED_BITS = 1 << 27

# A game with fewer numbers is over too soon to be worth comparing.
_SMALLEST_POOL = 8


class Opening(StrEnum):
    """Which numbers the first pick of the game may be."""

    ANY = "any"
    EVEN = "even"
    NO_LONE_PRIMES = "no-lone-primes"


OPENING_SENTENCES = {
    Opening.ANY: "The first pick may be any number.",
    Opening.EVEN: "The first number must be even.",
    Opening.NO_LONE_PRIMES: "The first number must share a factor with another number.",
}
OPENING_PERMISSIONS = {
    Opening.EVEN: "{} is even, as the first number must be",
    Opening.NO_LONE_PRIMES: "{} shares a factor with another number, as the first number must",
}
OPENING_CONFLICTS = {
    Opening.EVEN: "{} is odd, and the first number must be even",
    Opening.NO_LONE_PRIMES: "{} shares no factor with any other number, and the first number must",
}


Limits = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers, ascending, that limit the next pick of the player to move, and those that limit the other's."""


class PoolPosition(NamedTuple):
    """The numbers still in the pool, as a set, the numbers that limit what may be picked, and the seat to move."""

    available: int
    limits: Limits
    to_move: Seat

    @property
    def targets(self) -> tuple[int, ...]:
        return self.limits[0]

    def limits_of(self, seat: Seat) -> tuple[int, ...]:
        return self.limits[seat != self.to_move]


class Limited(StrEnum):
    """The player whom a pick limits."""

    NOBODY = "nobody"
    MOVER = "mover"
    OPPONENT = "opponent"


# What limits whom after a pick: from the limits before, with the player to move first, to those with the other first.
_LIMITS_AFTER: dict[tuple[Limited, bool], Callable[[Limits, int], Limits]] = {
    (Limited.NOBODY, False): lambda _limits, _number: ((), ()),
    (Limited.NOBODY, True): lambda _limits, _number: ((), ()),
    (Limited.OPPONENT, False): lambda _limits, number: ((number,), ()),
    (Limited.MOVER, False): lambda limits, number: (limits[1], (number,)),
    (Limited.OPPONENT, True): lambda limits, number: (tuple(sorted((*limits[1], number))), limits[0]),
    (Limited.MOVER, True): lambda limits, number: (limits[1], tuple(sorted((*limits[0], number)))),
}


class PoolSetup(Rules[PoolPosition]):
    """The facts of a mechanic, and the setup of a game."""

    limited: ClassVar[Limited]
    """The player whom a pick limits."""
    limits_for_good: ClassVar[bool] = False
    """Whether a pick limits all later picks, or only the next one."""
    wants_related: ClassVar[bool] = True
    """Whether a pick must be related to the numbers that limit it, or to none of them."""
    sweeps: ClassVar[bool] = False
    """Whether all relatives of a number leave the pool with it."""

    board: ClassVar[Board] = Board.POOL
    imperative: ClassVar[str] = "Take"
    default_relation: ClassVar[Relation] = COMMON_FACTOR
    default_opening: ClassVar[Opening] = Opening.ANY
    highest: ClassVar[int] = 2000
    setup_question: ClassVar[str] = "Which numbers, from-to?"

    related_to: Callable[[int], int]
    """All numbers of the pool that are related to a number, as a set."""
    followers: Callable[[int], int]
    """All numbers of the pool that whoever is limited by a number may pick, as a set."""
    swept_by: Callable[[int], int]
    """All numbers that leave the pool with a number, itself included, as a set."""

    def __init__(
        self,
        low: int | None = None,
        high: int | None = None,
        opening: str | None = None,
        relation: str | None = None,
        without: Iterable[int] = (),
    ) -> None:
        """Set up the pool ``low`` to ``high`` without some numbers; ``SetupError`` if the game cannot be played so."""
        if low is None or high is None:
            usual = self.default_bounds()
            low, high = usual[0] if low is None else low, usual[1] if high is None else high
        self.low, self.high = low, high
        self.relation = self.default_relation if relation is None else relation_named(relation, self.default_relation)
        self._check_bounds()
        self.opening = self.default_opening if opening is None else _opening_named(opening)
        self.without = tuple(sorted(set(without)))
        self.pool = self._computed_pool()
        self.first_picks = self._computed_first_picks()
        self._openings = Opening if opening is None else (self.opening,)
        self.setup, self.largest = self.setup_to(self.high), self.high
        self.initial_position = PoolPosition(self.pool, ((), ()), FIRST)
        self._numbers_in = lru_cache(_CACHED_NUMBERS // self.high)(numbers_in)
        cached = lru_cache(_CACHED_BITS // self.high)
        self.related_to = cached(lambda number: self.relation.relatives(number, self.low, self.high) & self.pool)
        # A cache takes longer to make than most rules take to set up, so there is one only where it saves more.
        self.swept_by = lambda number: 1 << number
        if self.sweeps:
            self.swept_by = cached(lambda number: 1 << number | self.related_to(number))
        self.followers = self.related_to
        if self.limited is Limited.NOBODY:
            self.followers = lambda _number: self.pool
        elif not self.wants_related:
            self.followers = cached(lambda number: self.pool & ~self.related_to(number))
        self._limits_after = _LIMITS_AFTER[self.limited, self.limits_for_good]

    def _check_bounds(self) -> None:
        low, high, least = self.low, self.high, self.relation.least
        highest = min(self.highest, self.relation.highest)
        if low < least:
            raise SetupError(f"a pool starts at {least} or above, not at {low}")
        if high > highest:
            raise SetupError(f"{self.title} is played with numbers up to {highest}, not {high}")
        if low > high:
            raise SetupError(f"the pool {low}-{high} is empty: its first number is larger than its last")

    def _computed_pool(self) -> int:
        pool = interval(self.low, self.high)
        for number in self.without:
            if not self.low <= number <= self.high:
                raise SetupError(f"{number} cannot be left out, since it is not in {self.low}-{self.high}")
            pool &= ~(1 << number)
        if not pool:
            raise SetupError(f"nothing of {self.low}-{self.high} is left in the pool")
        return pool

    def setup_to(self, last: int, opening: Opening | None = None) -> str:
        parts, without = [f"{self.low}-{last}"], [str(number) for number in self.without if number <= last]
        if (opening or self.opening) is not self.default_opening:
            parts.append(f"opening={opening or self.opening}")
        if self.relation is not self.default_relation:
            parts.append(f"relation={self.relation.name}")
        if without:
            parts.append(f"without={'+'.join(without)}")
        return ",".join(parts)

    @classmethod
    def options(cls) -> dict[str, tuple[str, ...]]:
        return {
            "opening": tuple(sorted(Opening, key=cls.default_opening.__ne__)),
            "relation": tuple(dict.fromkeys((cls.default_relation.name, *RELATIONS))),
            "without": (),
        }

    def candidate_setups(self, highest: int) -> list[str]:
        """The pools from the first number to n, with every opening unless the setup names one."""
        lasts = range(self.low + _SMALLEST_POOL - 2, highest + 1)
        setups = [self.setup_to(last, opening) for last in lasts for opening in self._openings]
        return list(filter(self.has_setup, setups))

    @property
    def longest_game(self) -> int:
        return self.pool.bit_count()

    def possible_moves(self, most: int) -> tuple[int, ...] | None:
        return None if self.pool.bit_count() > most else numbers_in(self.pool)

    def _computed_first_picks(self) -> int:
        first_picks = self.pool
        if self.opening is Opening.EVEN:
            first_picks &= multiples(2, self.low, self.high)
        elif self.opening is Opening.NO_LONE_PRIMES:
            first_picks &= sharing_a_factor(self.low, self.high, self.without)
        if not first_picks:
            raise SetupError(
                f"no number of the pool {self.low}-{self.high} may be picked first with opening={self.opening}"
            )
        return first_picks

    @classmethod
    def default_bounds(cls) -> tuple[int, int]:
        """The first and the last number of the usual pool."""
        low, _, high = cls.default_setup.partition(",")[0].partition("-")
        return int(low), int(high)

    @classmethod
    def from_setup(cls, setup: str) -> Self:
        pool, *options = setup.split(",")
        bounds = pool.split("-")
        if len(bounds) != 2:
            raise SetupError(f"a pool is written LO-HI, such as {cls.default_setup}, not {quoted(pool)}")
        try:
            low, high = map(number_in, bounds)
        except ValueError as error:
            raise SetupError(f"in the pool {quoted(pool)}: {error}") from None
        chosen = cls.chosen_options(options) if options else {}
        try:
            without = [number_in(number) for number in chosen.pop("without", "").split("+") if number]
        except ValueError as error:
            raise SetupError(f"numbers are left out as in without=7+11: {error}") from None
        return cls(low, high, **chosen, without=without)


def _opening_named(name: str) -> Opening:
    try:
        return Opening(name)
    except ValueError:
        raise SetupError(f"there is no opening {quoted(name)}; possible are {', '.join(Opening)}") from None
