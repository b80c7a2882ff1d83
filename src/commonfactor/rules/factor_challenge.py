"""Factor Challenge

Two players take turns to pick a number from a shared pool, 2 to 20 unless agreed otherwise,
and each keeps what they pick. The first pick of each player may be any number. From then on,
the number you pick must share a factor greater than 1 with the last number that you picked
yourself. A number that has been picked is gone for both. Whoever cannot pick a number loses,
and the other wins.

Example: if your last number was 8, you may pick any even number that is left.

What is known

The game is Undirected Partizan Geography on the graph that joins numbers with a common
factor: two tokens, one visited set, as in Tron, with the last mover winning. It is
PSPACE-complete in general, even on bipartite graphs (Fox, Geissler, arXiv 2108.09367). Once
neither token can reach a number that the other can, the longer path wins; with equal paths
the player to move loses.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from commonfactor.arithmetic.factorisation import proper_divisors
from commonfactor.rules.base import FIRST, Move, Seat, Seating
from commonfactor.rules.pool import picks
from commonfactor.rules.shared_factors import SharedFactorRules
from commonfactor.rules.words import bracketed, comparison, listed


class ChallengePosition(NamedTuple):
    """The pool, the last number of each seat (0 before its first pick), the seat to move."""

    available: int
    lasts: tuple[int, int]
    to_move: Seat

    @property
    def last(self) -> int:
        """The last number of the seat to move."""
        return self.lasts[self.to_move - 1]


class FactorChallenge(SharedFactorRules[ChallengePosition]):
    """Share a factor with your own last number."""

    name: ClassVar[str] = "factor-challenge"
    short_name: ClassVar[str] = "challenge"
    title: ClassVar[str] = "Factor Challenge"
    summary: ClassVar[str] = "Pick a number that shares a factor with your own last number."
    default_setup: ClassVar[str] = "2-20"
    recommended_setup: ClassVar[str] = "2-26"

    def _start(self) -> ChallengePosition:
        return ChallengePosition(self.pool, (0, 0), FIRST)

    def _takeable(self, position: ChallengePosition) -> int:
        if not position.last:
            return position.available
        return position.available & self.sharing_with(position.last)

    def _after(self, position: ChallengePosition, number: int) -> ChallengePosition:
        first, second = position.lasts
        lasts = (number, second) if position.to_move is FIRST else (first, number)
        return ChallengePosition(position.available ^ 1 << number, lasts, position.to_move.other)

    def _arithmetic(self, position: ChallengePosition, number: int) -> str:
        if not position.last:
            return f"your first number is free, and {number} is in the pool"
        return comparison(number, position.last, whose="your last number ")

    def _required(self, position: ChallengePosition, whose: str) -> str:
        return f"that shares a factor with {whose} last number {position.last}" if position.last else ""

    def welcome_lines(self) -> list[str]:
        return ["Welcome to Factor Challenge!", ""]

    def board_lines(self, position: ChallengePosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        collections = [f"{seating.at(seat)}'s Collection: {bracketed(picks(moves, seat))}" for seat in seating.listed]
        return [self._pool_line(position), *collections]

    def turn_lines(self, position: ChallengePosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = ["", f"{seating.at(position.to_move)}, it's your turn.", *self.opening_lines(position)]
        if position.last:
            lines += self._requirement_lines(position)
        return lines

    def prompt(self, position: ChallengePosition) -> str:
        return "Enter your selection:"

    def move_lines(self, position: ChallengePosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        return [""]

    def closing_lines(self, position: ChallengePosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = self.turn_lines(position, moves, seating)
        if not position.last:
            lines += self._selection_lines(position)
        return [*lines, f"You have no valid moves. {seating.at(position.to_move.other)} wins!"]

    def _requirement_lines(self, position: ChallengePosition) -> list[str]:
        last = position.last
        factors = proper_divisors(last)
        bracket = f" ({listed(factors, ',')})" if factors else ""
        return [
            f"Your last number was {last}.",
            f"Valid numbers share a factor with {last}{bracket}.",
            *self._selection_lines(position),
        ]

    def _selection_lines(self, position: ChallengePosition) -> list[str]:
        return [self._pool_line(position), f"Valid selections: {self.choice_words(position, ',')}"]

    def _pool_line(self, position: ChallengePosition) -> str:
        return f"Available Numbers: {self.pool_words(position, ',')}"
