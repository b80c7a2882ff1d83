"""Divisor Duel

Two players share one number N, 60 unless agreed otherwise. In your turn, choose a proper
divisor d of N, which here means one with 1 < d < N, and divide: N becomes N / d. Whoever
finds a prime cannot divide it and loses, and the other wins.

With several numbers at once, a move divides one of them, and you lose if all are prime.

Example: 60 divided by 6 leaves 10; 10 divided by 2 leaves 5, which is prime.

What is known

From N a move leads to any of its proper divisors, since d runs through them all and N / d
with it. So a number with k prime factors, counted with multiplicity, can become one with
any count from 1 to k - 1: it is a heap of Nim with k - 1 counters. A single composite number
is won at once by leaving a prime; several are Nim (Bouton 1901).
"""

from collections.abc import Sequence

from commonfactor.arithmetic.factorisation import proper_divisors
from commonfactor.rules.base import Move, Seating
from commonfactor.rules.mechanics.divide import Divide
from commonfactor.rules.numbers import NumbersPosition
from commonfactor.rules.words import MOST_LISTED, first_few, listed


class DivisorDuel(Divide):
    name = "divisor-duel"
    short_name = "divisor"
    title = "Divisor Duel"
    summary = "Divide by a number other than 1 and the number itself; whoever is left with a prime loses."
    accent = "#0f766e"
    emblem = "M5 12h14M12 6.5h.01M12 17.5h.01"
    default_setup = "60"
    recommended_setup = "36+48+60"
    chances_per_first_move = 0.072

    def welcome_lines(self) -> list[str]:
        if self.has_one_number:
            return [f"Game Start! Initial N is {self.numbers[0]}."]
        return [f"Game Start! Initial numbers are {listed(self.numbers)}."]

    def board_lines(self, position: NumbersPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return []

    def turn_lines(self, position: NumbersPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return [*self._heading_lines(position, seating), *self._divisor_lines(position)]

    def prompt(self, position: NumbersPosition) -> str:
        if self.has_one_number:
            return "Enter your chosen divisor:"
        return "Enter your chosen number/divisor:"

    def move_lines(self, position: NumbersPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        number, divisor = self.change_by(position, move)
        after = self.play(position, move).numbers
        news = f"New N is {after[0]}" if self.has_one_number else f"New numbers are {listed(after)}"
        return [f"{you} divided {number} by {divisor}. {news}."]

    def closing_lines(self, position: NumbersPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        are_prime = f"{position.numbers[0]} is" if self.has_one_number else "All of them are"
        return [
            *self._heading_lines(position, seating),
            f"{are_prime} prime. No valid moves.",
            f"{seating.at(loser)} cannot make a move. {seating.at(loser.other)} wins!",
        ]

    def _heading_lines(self, position: NumbersPosition, seating: Seating) -> list[str]:
        current = "Current N" if self.has_one_number else "Current numbers"
        return ["", f"{seating.at(position.to_move)}'s Turn:", f"{current}: {listed(position.numbers)}"]

    def _divisor_lines(self, position: NumbersPosition) -> list[str]:
        if self.has_one_number:
            return [f"Proper Divisors: {first_few(proper_divisors(position.numbers[0]), MOST_LISTED)}"]
        return self.choice_lines(position, "Proper Divisors")
