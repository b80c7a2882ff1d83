"""Factor Duel

Two players take turns to pick a number from a shared pool, 2 to 20 unless agreed otherwise,
and each keeps what they pick. The number you pick must be co-prime with every number you
have picked before: it may share no factor greater than 1 with any of them. What your
opponent holds does not matter to you, except that those numbers are gone. Whoever cannot
pick a number loses, and the other wins.

Example: if you hold 10 = 2·5, you may pick 3, 7, 9, 11 and others, but no even number and
no multiple of 5.

What is known

The game is Col on the graph that joins numbers with a common factor: two colours, no two
neighbours of one colour. Col is PSPACE-complete in general, yet the value of every position
is a number, or a number plus star (Berlekamp, Conway, Guy, Winning Ways, chapter 2).

On 2 to n with a free first pick, who moves first wins iff the number of primes above the root
of n and up to n is odd. For a prime p with p² <= n, whoever may take another multiple of p may
also take p or p², since the opponent can hold only one of the two, and forbids themselves less
by that; so the other multiples may be struck out. There remain pairs p and p², worth nothing,
and lone primes, each worth one move to whoever takes it.
"""

from collections.abc import Sequence

from commonfactor.rules.base import Move, Seating
from commonfactor.rules.mechanics.keep_apart import KeepApart
from commonfactor.rules.pool import PoolPosition, picks
from commonfactor.rules.relations import COMMON_FACTOR
from commonfactor.rules.words import bracketed


class FactorDuel(KeepApart):
    name = "factor-duel"
    short_name = "duel"
    title = "Factor Duel"
    summary = "Pick a number that shares no factor with any of your own numbers."
    accent = "#4d7c0f"
    emblem = "M12 5v14M5 19h14"
    default_setup = "2-20"
    recommended_setup = "2-30,opening=no-lone-primes"
    chances_per_first_move = 0.240

    def board_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        holdings = [f"{seating.at(seat)} Numbers: {bracketed(picks(moves, seat))}" for seat in seating.listed]
        return [f"Shared Pool: {bracketed([self.pool_words(position)] if position.available else [])}", *holdings]

    def turn_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        lines = ["", f"{seating.at(position.to_move)}, it's your turn.", *self.opening_lines(position)]
        if own := picks(moves, position.to_move):
            usual = self.relation is COMMON_FACTOR
            kind = "co-prime with" if usual else f"that {self.relation.plural_negation} any in"
            lines.append(f"Numbers {kind} your list {bracketed(own)}: [{self.choice_words(position)}]")
        return lines

    def prompt(self, position: PoolPosition) -> str:
        return "Select a number from the shared pool:"

    def move_lines(self, position: PoolPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        return ["", f"{seating.at(position.to_move)} selected {move}."]

    def closing_lines(self, position: PoolPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        reason = self.requirement(position)
        if self.relation is COMMON_FACTOR:
            reason = f"You cannot select a number that is co-prime with your numbers {bracketed(picks(moves, loser))}."
        return [
            "",
            f"{seating.at(loser)}, it's your turn.",
            f"No valid moves available. {reason}",
            f"{seating.at(loser)} loses. {seating.at(loser.other)} wins!",
        ]
