"""What the four pool games share: numbers LO to HI, each leaving the pool at most once.

A game says what the position is after a pick (``_after``) and, unless any number may be
taken, which may (``_takeable``); the rest of the contract follows.
"""

from abc import abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, NamedTuple, Protocol, Self, TypeVar

from commonfactor.arithmetic.number_sets import interval, multiples, numbers_in, sharing_a_factor
from commonfactor.rules.base import (
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Position,
    Rules,
    Seat,
    SetupError,
)
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.rules.words import MOST_LISTED, first_few, listed, ranges

# The cache of move lists holds about this many numbers, whatever the size of the pool.
_CACHED_NUMBERS = 1 << 20


class Opening(StrEnum):
    """Which numbers the first pick of the game may be."""

    ANY = "any"
    EVEN = "even"
    NO_LONE_PRIMES = "no-lone-primes"


_OPENING_SENTENCES = {
    Opening.EVEN: "The first number must be even.",
    Opening.NO_LONE_PRIMES: "The first number must share a factor with another number of the pool.",
}
_OPENING_PERMISSIONS = {
    Opening.EVEN: "{} is even, as the first number must be",
    Opening.NO_LONE_PRIMES: "{} shares a factor with another number of the pool, as the first number must",
}

# A longer list than this is told in short.
_LONGEST_LIST = 200


class Departure(NamedTuple):
    """How a number left the pool: at which move, and why, in words."""

    ply: int
    move: Move
    text: str


class PoolPosition(Position, Protocol):
    """A position with a pool."""

    @property
    def available(self) -> int:
        """The numbers still in the pool, as a number set."""


PoolPositionT = TypeVar("PoolPositionT", bound=PoolPosition)


class PoolRules(Rules[PoolPositionT]):
    """A game on a pool of numbers."""

    setup_question: ClassVar[str] = "Which numbers, from-to?"
    default_high: ClassVar[int] = 20
    highest: ClassVar[int] = 2000

    def __init__(self, low: int = 2, high: int | None = None, opening: str = Opening.ANY) -> None:
        """Set up the pool ``low`` to ``high``; ``SetupError`` if the game cannot be played on it."""
        self.low, self.high = low, self.default_high if high is None else high
        self._check_bounds()
        self.opening = _opening_named(opening)
        self.pool = interval(self.low, self.high)
        self.setup = f"{self.low}-{self.high}"
        if self.opening is not Opening.ANY:
            self.setup += f",opening={self.opening}"
        self._numbers_in = lru_cache(_CACHED_NUMBERS // self.high)(numbers_in)
        self._first_picks = self._computed_first_picks()
        self.initial_position = self._start()

    def _check_bounds(self) -> None:
        low, high = self.low, self.high
        if low < 2:
            raise SetupError(f"a pool starts at 2 or above, not at {low}")
        if high > self.highest:
            raise SetupError(f"{self.title} is played with numbers up to {self.highest}, not {high}")
        if low > high:
            raise SetupError(f"the pool {low}-{high} is empty: its first number is larger than its last")

    def _computed_first_picks(self) -> int:
        first_picks = self.pool
        if self.opening is Opening.EVEN:
            first_picks = multiples(2, self.low, self.high)
        elif self.opening is Opening.NO_LONE_PRIMES:
            first_picks = sharing_a_factor(self.low, self.high)
        if not first_picks:
            raise SetupError(
                f"no number of the pool {self.low}-{self.high} may be picked first with opening={self.opening}"
            )
        return first_picks

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
        return cls(low, high, _opening_in(options))

    @abstractmethod
    def _start(self) -> PoolPositionT:
        """The position before the first pick."""

    @abstractmethod
    def _after(self, position: PoolPositionT, number: int) -> PoolPositionT:
        """The position after a legal pick."""

    @abstractmethod
    def _arithmetic(self, position: PoolPositionT, number: int) -> str:
        """What decides for or against a number of the pool, openings apart."""

    def _takeable(self, position: PoolPositionT) -> int:
        """The numbers that may be taken, as a set, in a position after the first pick."""
        return position.available

    def parse_move(self, text: str) -> int:
        try:
            return self._number_of_pool(number_in(text))
        except ValueError as error:
            raise InvalidMoveError(str(error)) from None

    def legal_moves(self, position: PoolPositionT) -> tuple[int, ...]:
        return self._numbers_in(self.allowed(position))

    def can_move(self, position: PoolPositionT) -> bool:
        return self.allowed(position) != 0

    def mobility(self, position: PoolPositionT) -> int:
        return self.allowed(position).bit_count()

    def play(self, position: PoolPositionT, move: Move) -> PoolPositionT:
        # The bounds come before the shift, which would make an integer of ``move`` bits.
        if isinstance(move, int) and self.low <= move <= self.high and self.allowed(position) >> move & 1:
            return self._after(position, move)
        raise IllegalMoveError(self.objection(position, move))

    def removals(self, position: PoolPositionT, move: Move) -> tuple[int, ...]:
        return (self._number_of_pool(move),)

    def objection(self, position: PoolPositionT, move: Move, moves: Sequence[Move] = ()) -> str | None:
        number = self._number_of_pool(move)
        if not position.available >> number & 1:
            return self._absence(number, moves)
        if position.available == self.pool and not self._first_picks >> number & 1:
            return self._opening_conflict(number)
        return None

    def requirement(self, position: PoolPositionT, whose: str = "your") -> str:
        kind = self._required(position, whose)
        if not self.can_move(position):
            return f"No number{f' {kind}' if kind else ''} is left."
        if position.available == self.pool and self.opening is not Opening.ANY:
            return f"Pick a number. {_OPENING_SENTENCES[self.opening]}"
        return f"Pick {f'a number {kind}' if kind else 'any number'}."

    def _required(self, position: PoolPositionT, whose: str) -> str:
        """What a number must be like to be taken, openings apart; empty if any number may be.

        Of numbers that the player to move has picked before, ``whose`` says whose they are.
        """
        return ""

    def permission(self, position: PoolPositionT, move: Move) -> str:
        number = self._number_of_pool(move)
        if position.available == self.pool and self.opening is not Opening.ANY:
            return _OPENING_PERMISSIONS[self.opening].format(number)
        return self._arithmetic(position, number)

    def allowed(self, position: PoolPositionT) -> int:
        """The legal moves as a set."""
        return self._first_picks if position.available == self.pool else self._takeable(position)

    def available_numbers(self, position: PoolPositionT) -> tuple[int, ...]:
        """The numbers still in the pool, ascending."""
        return self._numbers_in(position.available)

    def pool_words(self, position: PoolPositionT, separator: str = ", ") -> str:
        """The pool in a row, or as ranges if that would be too long to read."""
        if position.available.bit_count() > _LONGEST_LIST:
            return ranges(position.available)
        return listed(self.available_numbers(position), separator)

    def choice_words(self, position: PoolPositionT, separator: str = ", ") -> str:
        """The legal moves in a row, or the first of them if that would be too long to read."""
        moves = self.legal_moves(position)
        return first_few(moves, len(moves) if len(moves) <= _LONGEST_LIST else MOST_LISTED, separator)

    def opening_lines(self, position: PoolPositionT) -> list[str]:
        """What a setup with a restricted first pick says before that pick."""
        if position.available != self.pool or self.opening is Opening.ANY:
            return []
        return [_OPENING_SENTENCES[self.opening]]

    def _number_of_pool(self, move: Move) -> int:
        if not isinstance(move, int):
            raise InvalidMoveError(f"a move of {self.title} is a single number, not {move}")
        if not self.low <= move <= self.high:
            raise InvalidMoveError(f"{move} is not in the pool {self.low}-{self.high}")
        return move

    def departures(self, moves: Sequence[Move]) -> dict[int, Departure]:
        """How and when every number left the pool that did, after the moves from the start of a game."""
        departures = {}
        position = self.initial_position
        for ply, move in enumerate(moves, start=1):
            for number in self.removals(position, move):
                departures[number] = Departure(ply, move, self._departure(number, move, ply))
            position = self.play(position, move)
        return departures

    def _absence(self, number: int, moves: Sequence[Move]) -> str:
        departure = self.departures(moves).get(number)
        return departure.text if departure else f"{number} is no longer in the pool"

    def _departure(self, number: int, move: Move, ply: int) -> str:
        """How a number left the pool at a move."""
        return f"{number} was already taken at move {ply}"

    def _opening_conflict(self, number: int) -> str:
        if self.opening is Opening.EVEN:
            return f"{number} is odd, and the first number must be even"
        return f"{number} shares no factor with any other number of the pool, and the first number must"


def picks(moves: Sequence[Move], seat: Seat) -> Sequence[Move]:
    """The numbers that a seat has picked, in the order of picking."""
    return moves[seat - 1 :: 2]


def _opening_named(name: str) -> Opening:
    try:
        return Opening(name)
    except ValueError:
        raise SetupError(f"there is no opening {quoted(name)}; possible are {', '.join(Opening)}") from None


def _opening_in(options: Sequence[str]) -> str:
    if not options:
        return Opening.ANY
    name, equals, value = options[0].partition("=")
    if len(options) > 1 or name != "opening" or not equals:
        raise SetupError(f"the only option is opening={'|'.join(Opening)}, not {quoted(','.join(options))}")
    return value
