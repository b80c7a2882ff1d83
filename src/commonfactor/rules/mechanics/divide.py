"""Divide: divide a number by one of its proper divisors, which is Nim with its prime factors but one."""

from collections import Counter

from commonfactor.arithmetic.factorisation import is_prime, prime_factors, proper_divisor_count, proper_divisors
from commonfactor.rules.base import Move
from commonfactor.rules.numbers import NumberRules, NumbersPosition
from commonfactor.rules.words import factorised


class Divide(NumberRules):
    mechanic = "divide"
    verb = "divide"
    sign = "÷"
    command = "Divide {} by"
    least_words = "a move divides by {least} or more, not by {given}"
    result_words = "How many times it goes in"
    highest = 10**18
    highest_words = f"{10**18} (10^18)"

    def changed(self, number: int, divisor: int) -> int:
        return number // divisor

    def can_move(self, position: NumbersPosition) -> bool:
        return not all(map(is_prime, position.numbers))

    def form(self, position: NumbersPosition) -> tuple[tuple[int, ...], ...]:
        """For every prime how often it goes into each number, these in the order of their shapes."""
        exponents = [Counter(prime_factors(number)) for number in self.essence(position)]
        exponents.sort(key=lambda counts: sorted(counts.values()))
        primes = set().union(*exponents)
        return tuple(sorted(tuple(counts[prime] for counts in exponents) for prime in primes))

    def values(self, most: int) -> tuple[int, ...] | None:
        if any(proper_divisor_count(number) > most for number in self.numbers):
            return None
        found = {1, *self.numbers}.union(*map(proper_divisors, self.numbers))
        return tuple(sorted(found)) if len(found) <= most else None

    @property
    def longest_game(self) -> int:
        return sum(len(prime_factors(number)) - 1 for number in self.numbers)

    def arithmetic(self, number: int, divisor: int) -> str:
        if is_prime(number):
            return f"{number} is prime: only 1 and {number} divide it"
        if divisor == number:
            return f"the divisor of {number} must be less than {number}"
        return f"{factorised(number)} is not divisible by {divisor}"

    def requirement(self, position: NumbersPosition, whose: str = "your") -> str:
        if not self.can_move(position):
            return f"{position.numbers[0]} is prime." if self.has_one_number else "All numbers are prime."
        if self.has_one_number:
            return f"Divide {position.numbers[0]} by one of its divisors, but not by 1 or {position.numbers[0]}."
        return "Divide one of the numbers by one of its divisors, but not by 1 or by itself."

    def permission(self, position: NumbersPosition, move: Move) -> str:
        number, divisor = self.change_by(position, move)
        return f"{divisor} divides {factorised(number)} and leaves {factorised(number // divisor)}"

    def deed(self, position: NumbersPosition, move: Move) -> str:
        number, divisor = self.change_by(position, move)
        return f"divided {number} by {divisor}"
