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

from commonfactor.rules.base import Move, Seating
from commonfactor.rules.mechanics.sweep import Sweep
from commonfactor.rules.pool import PoolPosition
from commonfactor.rules.relations import DIVIDES
from commonfactor.rules.words import listed


class FactorFrenzy(Sweep):
    name = "factor-frenzy"
    short_name = "frenzy"
    title = "Factor Frenzy"
    summary = "Pick a number; all its factors and multiples go with it."
    accent = "#a21caf"
    emblem = "M12 4v16M4 12h16M6.3 6.3l11.4 11.4M17.7 6.3L6.3 17.7"
    default_setup = "2-50"
    recommended_setup = "2-44"
    default_relation = DIVIDES
    chances_per_first_move = 0.070

    def board_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        if position.available == self.pool and self.low < self.high:
            return [f"Available Numbers: {self.low} through {self.high}"]
        return [f"Available Numbers: {self.pool_words(position)}"]

    def turn_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return ["", f"{seating.at(position.to_move)}, it's your turn.", *self.opening_lines(position)]

    def prompt(self, position: PoolPosition) -> str:
        return "Enter a number to select:"

    def move_lines(self, position: PoolPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        return [f"{you} selected {move}.", f"Numbers removed: {listed(self.removals(position, move))}", ""]

    def closing_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        return ["", f"{seating.at(loser)}, no valid moves remaining. {seating.at(loser.other)} wins!"]
