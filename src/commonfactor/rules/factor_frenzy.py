"""Factor Frenzy

Two players take turns to pick a number from a shared pool, 2 to 50 unless agreed otherwise.
Any number that is left may be picked. With it go all its factors and all its multiples.
Whoever finds the pool empty loses, and the other wins.

Example: from the full pool, 12 takes 2, 3, 4, 6, 12, 24, 36 and 48 away.

What is known

The game is Node Kayles on the graph that joins a number with its multiples, which is
PSPACE-complete in general (Schaefer 1978). It is impartial: parts of the pool that have
nothing to do with one another add like heaps of Nim (Sprague 1935, Grundy 1939).
"""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from commonfactor.arithmetic.factorisation import proper_divisors
from commonfactor.arithmetic.number_sets import multiples
from commonfactor.rules.base import FIRST, Move, Seat, Seating
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.rules.words import listed


class FrenzyPosition(NamedTuple):
    """The pool and the seat to move."""

    available: int
    to_move: Seat


class FactorFrenzy(PoolRules[FrenzyPosition]):
    """Take a number with all its factors and multiples."""

    name: ClassVar[str] = "factor-frenzy"
    short_name: ClassVar[str] = "frenzy"
    title: ClassVar[str] = "Factor Frenzy"
    summary: ClassVar[str] = "Pick a number; all its factors and multiples go with it."
    default_setup: ClassVar[str] = "2-50"
    recommended_setup: ClassVar[str] = "2-44"
    default_high: ClassVar[int] = 50

    def __init__(self, low: int = 2, high: int | None = None, opening: str = Opening.ANY) -> None:
        super().__init__(low, high, opening)
        self.swept_by = cache(self._computed_swept_by)

    def _start(self) -> FrenzyPosition:
        return FrenzyPosition(self.pool, FIRST)

    def _computed_swept_by(self, number: int) -> int:
        """All numbers of the pool that go with ``number``, itself included."""
        swept = multiples(number, self.low, self.high)
        for factor in proper_divisors(number):
            swept |= 1 << factor
        return swept & self.pool

    def _after(self, position: FrenzyPosition, number: int) -> FrenzyPosition:
        return FrenzyPosition(position.available & ~self.swept_by(number), position.to_move.other)

    def removals(self, position: FrenzyPosition, move: Move) -> tuple[int, ...]:
        return self._numbers_in(position.available & self.swept_by(self._number_of_pool(move)))

    def _arithmetic(self, position: FrenzyPosition, number: int) -> str:
        return f"{number} is in the pool, and takes {listed(self.removals(position, number))} out of it"

    def _departure(self, number: int, move: Move, ply: int) -> str:
        picked = self._number_of_pool(move)
        if number == picked:
            return super()._departure(number, move, ply)
        kin = "a multiple" if number > picked else "a factor"
        return f"{number} was removed at move {ply}, as {kin} of {picked}"

    def requirement(self, position: FrenzyPosition, whose: str = "your") -> str:
        required = super().requirement(position, whose)
        return f"{required} All its factors and multiples go with it." if self.can_move(position) else required

    def welcome_lines(self) -> list[str]:
        return ["Welcome to Factor Frenzy!", ""]

    def board_lines(self, position: FrenzyPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        if position.available == self.pool and self.low < self.high:
            return [f"Available Numbers: {self.low} through {self.high}"]
        return [f"Available Numbers: {self.pool_words(position)}"]

    def turn_lines(self, position: FrenzyPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return ["", f"{seating.at(position.to_move)}, it's your turn.", *self.opening_lines(position)]

    def prompt(self, position: FrenzyPosition) -> str:
        return "Enter a number to select:"

    def move_lines(self, position: FrenzyPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        return [f"{you} selected {move}.", f"Numbers removed: {listed(self.removals(position, move))}", ""]

    def closing_lines(self, position: FrenzyPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        return ["", f"{seating.at(loser)}, no valid moves remaining. {seating.at(loser.other)} wins!"]
