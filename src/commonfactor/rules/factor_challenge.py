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

from commonfactor.arithmetic.factorisation import proper_divisors
from commonfactor.rules.base import Move, Seating
from commonfactor.rules.mechanics.walk import Walk
from commonfactor.rules.pool import PoolPosition, picks
from commonfactor.rules.relations import COMMON_FACTOR
from commonfactor.rules.words import bracketed, listed


class FactorChallenge(Walk):
    name = "factor-challenge"
    short_name = "challenge"
    title = "Factor Challenge"
    summary = "Pick a number that shares a factor with your own last number."
    accent = "#9d2f6b"
    emblem = "M3 13c2.5-4 4.5-4 6.5-1s4 3 6 0H21M17.5 8.5L21 12l-3.5 3.5"
    default_setup = "2-20"
    recommended_setup = "2-26"
    chances_per_first_move = 0.258

    def board_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        collections = [f"{seating.at(seat)}'s Collection: {bracketed(picks(moves, seat))}" for seat in seating.listed]
        return [self._pool_line(position), *collections]

    def turn_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = ["", f"{seating.at(position.to_move)}, it's your turn.", *self.opening_lines(position)]
        if position.targets:
            lines += self._requirement_lines(position)
        return lines

    def prompt(self, position: PoolPosition) -> str:
        return "Enter your selection:"

    def move_lines(self, position: PoolPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        return [""]

    def closing_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = self.turn_lines(position, moves, seating)
        if not position.targets:
            lines += self._selection_lines(position)
        return [*lines, f"You have no valid moves. {seating.at(position.to_move.other)} wins!"]

    def _requirement_lines(self, position: PoolPosition) -> list[str]:
        (last,) = position.targets
        factors = proper_divisors(last) if self.relation is COMMON_FACTOR else ()
        bracket = f" ({listed(factors, ',')})" if factors else ""
        return [
            f"Your last number was {last}.",
            f"Valid numbers {self.relation.plural_phrase} {last}{bracket}.",
            *self._selection_lines(position),
        ]

    def _selection_lines(self, position: PoolPosition) -> list[str]:
        return [self._pool_line(position), f"Valid selections: {self.choice_words(position, ',')}"]

    def _pool_line(self, position: PoolPosition) -> str:
        return f"Available Numbers: {self.pool_words(position, ',')}"
