"""Games that change numbers: a mechanic says which divisors of one may be chosen, and what each makes of it."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import accumulate, combinations
from typing import Any, ClassVar, NamedTuple, Self

from commonfactor.arithmetic.factorisation import proper_divisor_count, proper_divisors
from commonfactor.rules.base import (
    FIRST,
    Because,
    Board,
    Change,
    Ground,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Rules,
    Seat,
    Seating,
    SetupError,
)
from commonfactor.rules.numerals import number_in
from commonfactor.rules.words import MOST_LISTED, first_few, listed

_MOST_NUMBERS = 8

# What setups are compared with: up to three numbers, each with a divisor at least.
_MOST_COMPARED = 3
_LEAST_COMPARED = 4


class NumbersPosition(NamedTuple):
    """The numbers, ascending, and the seat to move."""

    numbers: tuple[int, ...]
    to_move: Seat


class NumberRules(Rules[NumbersPosition]):
    """A game on one number or several."""

    facts: ClassVar[set[str]] = {
        *("mechanic", "divisors", "divisor_count", "changed", "values", "least_divisor", "least_left"),
        *("longest_game", "options", "can_move", "form"),
    }
    verb: ClassVar[str]
    sign: ClassVar[str]
    """The sign between a number and the divisor that is chosen for it."""
    command: ClassVar[str]
    """The words that tell a player to choose for a number, which is ``{}``."""
    least_words: ClassVar[str]
    """That a move takes a ``{least}`` divisor or a larger one, and not the one that is ``{given}``."""
    result_words: ClassVar[str]
    """The number that a move leaves, in words that do not name the operation."""
    least_divisor: int = 2
    least_left: int = 2
    highest: ClassVar[int]
    highest_words: ClassVar[str]

    board: ClassVar[Board] = Board.NUMBERS
    imperative: ClassVar[str] = "Play"
    setup_question: ClassVar[str] = "Which number?"

    def __init__(self, *numbers: int) -> None:
        """Set up the numbers, 60 if none is given; ``SetupError`` if that cannot be."""
        self.numbers = numbers or (60,)
        if len(self.numbers) > _MOST_NUMBERS:
            raise SetupError(f"{self.title} is played with at most {_MOST_NUMBERS} numbers, not {len(self.numbers)}")
        for number in self.numbers:
            if not 2 <= number <= self.highest:
                raise SetupError(f"{self.title} starts from 2 to {self.highest_words}, not from {number}")
        self.setup, self.largest = "+".join(map(str, self.numbers)), max(self.numbers)
        self.initial_position = NumbersPosition(tuple(sorted(self.numbers)), FIRST)

    @classmethod
    def from_setup(cls, setup: str) -> Self:
        numbers, *options = setup.split(",")
        chosen: dict[str, Any] = cls.chosen_options(options) if options else {}
        try:
            start = [number_in(number) for number in numbers.split("+")]
        except ValueError as error:
            raise SetupError(
                f"{cls.title} starts from a number such as 60, or several such as 60+48: {error}"
            ) from None
        return cls(*start, **chosen)

    @classmethod
    def options(cls) -> dict[str, tuple[str, ...]]:
        return {}

    def setup_to(self, *numbers: int) -> str:
        _, *options = self.setup.split(",")
        return ",".join(["+".join(map(str, numbers)), *options])

    def candidate_setups(self, highest: int) -> list[str]:
        """One, two or three of the numbers that have more divisors than any smaller number."""
        numbers, record = [], 0
        for number in range(_LEAST_COMPARED, highest + 1):
            if (count := proper_divisor_count(number)) > record:
                numbers.append(number)
                record = count
        counts = range(1, _MOST_COMPARED + 1)
        return [self.setup_to(*chosen) for count in counts for chosen in combinations(numbers, count)]

    def divisors(self, number: int) -> tuple[int, ...]:
        """The divisors that may be chosen for a number, ascending."""
        return proper_divisors(number)

    def divisor_count(self, number: int) -> int:
        """How many of them there are, without listing them."""
        return proper_divisor_count(number)

    @abstractmethod
    def changed(self, number: int, divisor: int) -> int:
        """The number that a move leaves."""

    @abstractmethod
    def values(self, most: int) -> tuple[int, ...] | None:
        """1, what the numbers can become, and their divisors, ascending; None if there are more than ``most``."""

    @property
    def has_one_number(self) -> bool:
        """Whether a move is the divisor alone."""
        return len(self.numbers) == 1

    def possible_moves(self, most: int) -> tuple[Move, ...] | None:
        values = self.values(most + 2)
        if values is None:
            return None
        if self.has_one_number:
            return tuple(sorted({divisor for value in values for divisor in self.divisors(value)}))
        if any(count > most for count in accumulate(map(self.divisor_count, values))):
            return None
        return tuple(Change(value, divisor) for value in values for divisor in self.divisors(value))

    def parse_move(self, text: str) -> Move:
        try:
            *number, divisor = map(number_in, text.split("/", 1))
        except ValueError as error:
            raise InvalidMoveError(str(error)) from None
        move = Change(number[0], divisor) if number else divisor
        self._check(move)
        return move

    def legal_moves(self, position: NumbersPosition) -> tuple[Move, ...]:
        if self.has_one_number:
            return self.divisors(position.numbers[0])
        distinct = dict.fromkeys(position.numbers)
        return tuple(Change(number, divisor) for number in distinct for divisor in self.divisors(number))

    def mobility(self, position: NumbersPosition) -> int:
        return sum(self.divisor_count(number) for number in set(position.numbers))

    def can_move(self, position: NumbersPosition) -> bool:
        return any(map(self.divisor_count, position.numbers))

    def play(self, position: NumbersPosition, move: Move) -> NumbersPosition:
        if objection := self.objection(position, move):
            raise IllegalMoveError(objection)
        number, divisor = self.change_by(position, move)
        numbers = list(position.numbers)
        numbers[numbers.index(number)] = self.changed(number, divisor)
        return NumbersPosition(tuple(sorted(numbers)), position.to_move.other)

    def essence(self, position: NumbersPosition) -> tuple[int, ...]:
        return tuple(number for number in position.numbers if self.divisor_count(number))

    def removals(self, position: NumbersPosition, move: Move) -> tuple[int, ...]:
        return (self.change_by(position, move).number,)

    def objection(self, position: NumbersPosition, move: Move, moves: Sequence[Move] = ()) -> str | None:
        self._check(move)
        number, divisor = self.change_by(position, move)
        if number not in position.numbers:
            return f"there is no {number} among {listed(position.numbers)}"
        is_proper = divisor < number and number % divisor == 0
        return None if is_proper else self.arithmetic(number, divisor)

    def ground(self, position: NumbersPosition, move: Move) -> Ground:
        allows, (number, divisor) = self.objection(position, move) is None, self.change_by(position, move)
        if number not in position.numbers:
            return Ground(allows, Because.GONE, position.numbers)
        is_proper = divisor < number and number % divisor == 0
        because = Because.DIVISOR if is_proper else Because.NO_DIVISOR
        return Ground(allows, because if allows is is_proper else Because.OTHER, (number,))

    @abstractmethod
    def arithmetic(self, number: int, divisor: int) -> str:
        """Why a number that is no proper divisor may not be chosen."""

    def change_by(self, position: NumbersPosition, move: Move) -> Change:
        """A move with the number that it changes."""
        return Change(position.numbers[0], move) if isinstance(move, int) else move

    def trail(self, moves: Sequence[Move]) -> list[tuple[int, ...]]:
        """The numbers before the first move and after each; a changed number keeps its place in the setup."""
        numbers = list(self.numbers)
        trail = [tuple(numbers)]
        for move in moves:
            number, divisor = Change(numbers[0], move) if isinstance(move, int) else move
            numbers[numbers.index(number)] = self.changed(number, divisor)
            trail.append(tuple(numbers))
        return trail

    def board_lines(self, position: NumbersPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return [f"The number{' is' if self.has_one_number else 's are'} {listed(position.numbers)}."]

    def turn_lines(self, position: NumbersPosition, moves: Sequence[Move], seating: Seating) -> list[str]:
        return super().turn_lines(position, moves, seating) + self.choice_lines(position, "Divisors")

    def choice_lines(self, position: NumbersPosition, title: str) -> list[str]:
        """A line for each number that can be changed, with as many of its divisors as a person reads."""
        changeable = [number for number in dict.fromkeys(position.numbers) if self.divisor_count(number)]
        shown = MOST_LISTED // max(1, len(changeable))
        return [f"{title} of {number}: {first_few(self.divisors(number), shown)}" for number in changeable]

    def prompt(self, position: NumbersPosition) -> str:
        return "Your divisor:" if self.has_one_number else "Your number/divisor:"

    def _check(self, move: Move) -> None:
        if self.has_one_number and not isinstance(move, int):
            raise InvalidMoveError(f"with one number a move is the divisor alone, not {move}")
        if not self.has_one_number and not isinstance(move, Change):
            raise InvalidMoveError(
                f"with several numbers a move says which one to {self.verb}, such as 48/2, not {move}"
            )
        divisor = move if isinstance(move, int) else move.divisor
        if divisor < self.least_divisor:
            raise InvalidMoveError(self.least_words.format(least=self.least_divisor, given=divisor))
