"""Factor Clash

Two players take turns to pick a number from a shared pool, 2 to 20 unless agreed otherwise.
The first pick may be any number. From then on, the number you pick must share a factor
greater than 1 with the number picked just before it, by your opponent. A number that has
been picked is gone for both. Whoever cannot pick a number loses, and the other wins.

Example: after 15 = 3·5 you may pick 5, 6, 9, 10 and others, but not 7 or 8.

What is known

The game is Undirected Vertex Geography on the graph that joins numbers with a common
factor. The player to move from number v wins exactly if every maximum matching of v and the
numbers left covers v: keep a maximum matching and answer each pick with its partner
(Fraenkel, Scheinerman, Ullman, Undirected Edge Geography, 1993). With a free first pick on
2 to n, a prime above n/2 shares no factor with any other number and wins at once.
"""

from collections.abc import Sequence

from commonfactor.rules.base import Move, Seating
from commonfactor.rules.mechanics.follow import Follow
from commonfactor.rules.pool import PoolPosition
from commonfactor.rules.relations import COMMON_FACTOR
from commonfactor.rules.words import ranges


class FactorClash(Follow):
    name = "factor-clash"
    short_name = "clash"
    title = "Factor Clash"
    summary = "Pick a number that shares a factor with the number just picked."
    accent = "#5a3fb0"
    emblem = "M12 4l8 8-8 8-8-8z"
    default_setup = "2-20"
    recommended_setup = "2-30,opening=no-lone-primes"
    highest = 1_000_000
    chances_per_first_move = 0.043

    def welcome_lines(self) -> list[str]:
        return ["Game Start", *self.variation_lines()]

    def board_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return [] if position.targets else [self._pool_line(position)]

    def turn_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        pool_lines = [self._pool_line(position)] if position.targets else []
        return ["", f"{seating.at(position.to_move)}'s Turn", *pool_lines, *self.opening_lines(position)]

    def prompt(self, position: PoolPosition) -> str:
        if not position.targets:
            return "Select a number:"
        # The rule book's own words.
        phrase = "shares a common factor with" if self.relation is COMMON_FACTOR else self.relation.phrase
        return f"Select a number that {phrase} {position.targets[0]}:"

    def move_lines(self, position: PoolPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        return [f"{seating.at(position.to_move)} selects {move}."]

    def closing_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        return [
            "",
            "End of Game",
            f"{seating.at(loser)} cannot make a valid move.",
            f"{seating.at(loser.other)} wins the game!",
        ]

    def _pool_line(self, position: PoolPosition) -> str:
        return f"Available Numbers: {ranges(position.available)}"
