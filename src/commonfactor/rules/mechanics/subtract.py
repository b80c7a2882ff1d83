"""Subtract: subtract from a number one of its divisors. With 1 among them, Nim with how often it can be halved."""

from commonfactor.arithmetic.factorisation import is_prime, proper_divisor_count, proper_divisors
from commonfactor.rules.base import Move
from commonfactor.rules.numbers import NumberRules, NumbersPosition
from commonfactor.rules.words import factorised, listed


class Subtract(NumberRules):
    mechanic = "subtract"
    verb = "subtract from"
    sign = "\N{MINUS SIGN}"
    command = "Subtract from {}"
    least_words = "a move subtracts {least} or more, not {given}"
    result_words = "What is left when it is taken away"
    # A game may take as many moves as the number is large.
    highest = 10_000
    highest_words = "10000"

    def __init__(self, *numbers: int, one: str = "yes") -> None:
        """Set up the numbers, 60 if none is given, and whether 1 may be subtracted."""
        super().__init__(*numbers)
        self.has_one = one == "yes"
        self.least_divisor = self.least_left = 1 if self.has_one else 2
        if not self.has_one:
            self.setup += ",one=no"

    @classmethod
    def options(cls) -> dict[str, tuple[str, ...]]:
        return {"one": ("yes", "no")}

    def rules_text(self) -> list[str]:
        return [*self.how_to_play(), *([] if self.has_one else ["In this game 1 must not be subtracted."])]

    def divisors(self, number: int) -> tuple[int, ...]:
        return (1, *proper_divisors(number)) if self.has_one and number > 1 else proper_divisors(number)

    def divisor_count(self, number: int) -> int:
        return proper_divisor_count(number) + (self.has_one and number > 1)

    def changed(self, number: int, divisor: int) -> int:
        return number - divisor

    def form(self, position: NumbersPosition) -> tuple[int, ...]:
        return self.least_divisor, *self.essence(position)

    def values(self, most: int) -> tuple[int, ...] | None:
        found, new = {1}, set(self.numbers)
        while new and len(found) <= most:
            number = new.pop()
            found.add(number)
            # What is subtracted divides what is left, so that it will be subtracted from or divide again.
            new |= {self.changed(number, divisor) for divisor in self.divisors(number)} - found
            new |= set(self.divisors(number)) - found
        return tuple(sorted(found)) if len(found) <= most else None

    @property
    def longest_game(self) -> int:
        return sum(number - 1 for number in self.numbers)

    def arithmetic(self, number: int, divisor: int) -> str:
        if not self.divisor_count(number):
            return f"{number} is {'prime' if is_prime(number) else 'too small'} and has no divisor to subtract"
        if divisor == number:
            return f"the divisor of {number} must be less than {number}"
        return f"{factorised(number)} is not divisible by {divisor}"

    def requirement(self, position: NumbersPosition, whose: str = "your") -> str:
        if not self.can_move(position):
            return f"Nothing can be subtracted from {listed(dict.fromkeys(position.numbers), ' or ')}."
        if not self.has_one_number:
            return f"Subtract from one of the numbers a smaller divisor of it{'' if self.has_one else ' other than 1'}."
        number = position.numbers[0]
        return f"Subtract a divisor of {number} {'less than' if self.has_one else 'between 1 and'} {number}."

    def permission(self, position: NumbersPosition, move: Move) -> str:
        number, divisor = self.change_by(position, move)
        return f"{divisor} divides {factorised(number)}, and {number} - {divisor} leaves {factorised(number - divisor)}"

    def deed(self, position: NumbersPosition, move: Move) -> str:
        number, divisor = self.change_by(position, move)
        return f"subtracted {divisor} from {number}"
