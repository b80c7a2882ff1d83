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
from typing import ClassVar, NamedTuple, Self

from commonfactor.arithmetic.factorisation import is_prime, proper_divisor_count, proper_divisors
from commonfactor.rules.base import (
    FIRST,
    Division,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Rules,
    Seat,
    Seating,
    SetupError,
)
from commonfactor.rules.numerals import number_in
from commonfactor.rules.words import MOST_LISTED, factorised, first_few, listed

_HIGHEST = 10**18
_MOST_NUMBERS = 8


class DivisorPosition(NamedTuple):
    """The numbers, ascending, and the seat to move."""

    numbers: tuple[int, ...]
    to_move: Seat


class DivisorDuel(Rules[DivisorPosition]):
    """Divide by a proper divisor."""

    mechanic: ClassVar[str] = "divide"
    name: ClassVar[str] = "divisor-duel"
    short_name: ClassVar[str] = "divisor"
    title: ClassVar[str] = "Divisor Duel"
    summary: ClassVar[str] = "Divide the number by one of its proper divisors; whoever is left with a prime loses."
    default_setup: ClassVar[str] = "60"
    recommended_setup: ClassVar[str] = "36+48+60"
    setup_question: ClassVar[str] = "Which number?"

    def __init__(self, *numbers: int) -> None:
        """Set up the numbers to divide, 60 if none is given; ``SetupError`` if that cannot be."""
        self.numbers = numbers or (60,)
        if len(self.numbers) > _MOST_NUMBERS:
            raise SetupError(f"Divisor Duel is played with at most {_MOST_NUMBERS} numbers, not {len(self.numbers)}")
        for number in self.numbers:
            if not 2 <= number <= _HIGHEST:
                raise SetupError(f"Divisor Duel starts from 2 to {_HIGHEST} (10^18), not from {number}")
        self.setup = "+".join(map(str, self.numbers))
        self.initial_position = DivisorPosition(tuple(sorted(self.numbers)), FIRST)

    @classmethod
    def from_setup(cls, setup: str) -> Self:
        try:
            return cls(*map(number_in, setup.split("+")))
        except SetupError:
            raise
        except ValueError as error:
            raise SetupError(
                f"Divisor Duel starts from a number such as 60, or several such as 60+48: {error}"
            ) from None

    @property
    def has_one_number(self) -> bool:
        """Whether a move is a bare divisor; with several numbers it is a ``Division``."""
        return len(self.numbers) == 1

    def parse_move(self, text: str) -> Move:
        try:
            *number, divisor = map(number_in, text.split("/", 1))
        except ValueError as error:
            raise InvalidMoveError(str(error)) from None
        move = Division(number[0], divisor) if number else divisor
        self._check(move)
        return move

    def legal_moves(self, position: DivisorPosition) -> tuple[Move, ...]:
        if self.has_one_number:
            return proper_divisors(position.numbers[0])
        distinct = dict.fromkeys(position.numbers)
        return tuple(Division(number, divisor) for number in distinct for divisor in proper_divisors(number))

    def mobility(self, position: DivisorPosition) -> int:
        return sum(proper_divisor_count(number) for number in set(position.numbers))

    def can_move(self, position: DivisorPosition) -> bool:
        return not all(map(is_prime, position.numbers))

    def play(self, position: DivisorPosition, move: Move) -> DivisorPosition:
        if objection := self.objection(position, move):
            raise IllegalMoveError(objection)
        number, divisor = self.division(position, move)
        numbers = list(position.numbers)
        numbers[numbers.index(number)] = number // divisor
        return DivisorPosition(tuple(sorted(numbers)), position.to_move.other)

    def essence(self, position: DivisorPosition) -> tuple[int, ...]:
        return tuple(number for number in position.numbers if not is_prime(number))

    def removals(self, position: DivisorPosition, move: Move) -> tuple[int, ...]:
        return (self.division(position, move).number,)

    def objection(self, position: DivisorPosition, move: Move, moves: Sequence[Move] = ()) -> str | None:
        number, divisor = self.division(position, move)
        if number not in position.numbers:
            return f"there is no {number} among {listed(position.numbers)}"
        if is_prime(number):
            return f"{number} is prime and has no proper divisor"
        if divisor == number:
            return f"a proper divisor of {number} is less than {number}"
        if number % divisor:
            return f"{factorised(number)} is not divisible by {divisor}"
        return None

    def requirement(self, position: DivisorPosition, whose: str = "your") -> str:
        if not self.can_move(position):
            return f"{position.numbers[0]} is prime." if self.has_one_number else "All numbers are prime."
        if self.has_one_number:
            return f"Divide {position.numbers[0]} by one of its proper divisors."
        return "Divide one of the numbers by one of its proper divisors."

    def permission(self, position: DivisorPosition, move: Move) -> str:
        number, divisor = self.division(position, move)
        return f"{divisor} divides {factorised(number)} and leaves {factorised(number // divisor)}"

    def welcome_lines(self) -> list[str]:
        if self.has_one_number:
            return [f"Game Start! Initial N is {self.numbers[0]}."]
        return [f"Game Start! Initial numbers are {listed(self.numbers)}."]

    def board_lines(self, position: DivisorPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return []

    def turn_lines(self, position: DivisorPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return [*self._heading_lines(position, seating), *self._divisor_lines(position)]

    def prompt(self, position: DivisorPosition) -> str:
        if self.has_one_number:
            return "Enter your chosen divisor:"
        return "Enter your chosen number/divisor:"

    def move_lines(self, position: DivisorPosition, move: Move, seating: Seating, you: str = "You") -> list[str]:
        number, divisor = self.division(position, move)
        after = self.play(position, move).numbers
        news = f"New N is {after[0]}" if self.has_one_number else f"New numbers are {listed(after)}"
        return [f"{you} divided {number} by {divisor}. {news}."]

    def closing_lines(self, position: DivisorPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        are_prime = f"{position.numbers[0]} is" if self.has_one_number else "All of them are"
        return [
            *self._heading_lines(position, seating),
            f"{are_prime} prime. No valid moves.",
            f"{seating.at(loser)} cannot make a move. {seating.at(loser.other)} wins!",
        ]

    def _heading_lines(self, position: DivisorPosition, seating: Seating) -> list[str]:
        current = "Current N" if self.has_one_number else "Current numbers"
        return ["", f"{seating.at(position.to_move)}'s Turn:", f"{current}: {listed(position.numbers)}"]

    def _divisor_lines(self, position: DivisorPosition) -> list[str]:
        if self.has_one_number:
            return [f"Proper Divisors: {first_few(proper_divisors(position.numbers[0]), MOST_LISTED)}"]
        composites = [number for number in dict.fromkeys(position.numbers) if not is_prime(number)]
        shown = MOST_LISTED // len(composites)
        return [f"Proper Divisors of {number}: {first_few(proper_divisors(number), shown)}" for number in composites]

    def division(self, position: DivisorPosition, move: Move) -> Division:
        """The move with the number that it divides, in the position it is played in."""
        self._check(move)
        return move if isinstance(move, Division) else Division(position.numbers[0], move)

    def _check(self, move: Move) -> None:
        if self.has_one_number and not isinstance(move, int):
            raise InvalidMoveError(f"with one number a move is the divisor alone, not {move}")
        if not self.has_one_number and not isinstance(move, Division):
            raise InvalidMoveError(f"with several numbers a move says which one to divide, such as 48/2, not {move}")
        divisor = move.divisor if isinstance(move, Division) else move
        if divisor < 2:
            raise InvalidMoveError(f"a move divides by 2 or more, not by {divisor}")
