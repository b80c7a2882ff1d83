"""Divide and subtract: play Nim with how many steps each number has, so that an exclusive-or of 0 is left.

Dividing removes any of the prime factors of a number, but not all of them. So a number with k prime factors, counted
with multiplicity, is a heap of k - 1 from which any positive number may be taken.

Let n be halved k times until it is odd. Subtracting a divisor d that can be halved j < k times leaves a number that
can be halved j times; if d can be halved k times as well, what is left can be halved more often. So the number is a
heap of k counters: any smaller heap can be left, and none of the same size.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import reduce
from math import prod
from operator import xor
from typing import Any, ClassVar

from commonfactor.arithmetic.factorisation import is_prime, prime_factors
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.proofs.checking import Claim, Number, Proof, TooManyError, demand

MOST_DIVISORS = 2_000
"""A checker that would have to try more divisors takes it on trust what they make of a number."""

STEPS: dict[str, Callable[[int], int]] = {
    "divide": lambda number: len(prime_factors(number)) - 1,
    "subtract": lambda number: (number & -number).bit_length() - 1,
}
"""By mechanic, how many steps a number has: primes to be divided out, or halvings."""

Counts = tuple[tuple[Number, Number], ...]
"""Numbers, each with how many steps it has."""


class Prime(Claim, frozen=True, kw_only=True, tag="prime"):
    """The only number is a prime, which cannot be divided."""

    mechanic: ClassVar[str] = "divide"
    number: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(position.numbers == (self.number,), "this is not the number")
        demand(is_prime(self.number), f"{self.number} is not prime")


class Steps(Claim, frozen=True, kw_only=True, tag="steps"):
    """How many steps each number has, of which so much is left over: primes to be divided out, or halvings."""

    steps: Counts
    left_over: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        count = _count_of(rules)
        demand(sorted(number for number, _ in self.steps) == sorted(position.numbers), "these are other numbers")
        for number, steps in self.steps:
            demand(count(number) == steps, f"{number} has {count(number)} steps")
        demand(_left_over(self.steps) == self.left_over, f"{_left_over(self.steps)} is left over")

    @classmethod
    def of(cls, steps: Counts, *after: int | str) -> "Steps":
        """The claim about numbers that some moves lead to."""
        return cls(after=after, steps=steps, left_over=_left_over(steps))


class ChangeNumber(Claim, frozen=True, kw_only=True, tag="change-number"):
    """A move leaves a number as many steps as all others have together, so that everything cancels."""

    number: Number
    to: Number

    def verify(self, rules: Any, position: Any) -> None:
        count = _count_of(rules)
        demand(self.number in position.numbers, f"there is no {self.number}")
        everything = reduce(xor, map(count, position.numbers))
        demand(everything ^ count(self.number) == self.to, f"the others do not have {self.to} steps together")
        if rules.divisor_count(self.number) > MOST_DIVISORS:
            raise TooManyError
        left = (rules.changed(self.number, divisor) for divisor in rules.divisors(self.number))
        demand(self.to in map(count, left), f"no move leaves {self.to} steps")


class _NimProof(Proof, frozen=True):
    """How many steps every number has, before the move and after it; for a loss nothing is after it."""

    @abstractmethod
    def _counts(self) -> tuple[Counts, Counts]:
        """The steps before the move and after it."""

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        before, after = self._counts()
        if self.move is None:
            return [Steps.of(before)]
        return [Steps.of(before), Steps.of(after, move_as_json(rules.parse_move(self.move)))]

    def clues(self, rules: Any, position: Any) -> Sequence[Claim]:
        before, _ = self._counts()
        number = rules.change_by(position, rules.parse_move(str(self.move))).number
        change = ChangeNumber(number=number, to=_left_over(before) ^ dict(before)[number])
        return [change] if len(before) == 1 else [Steps.of(before), change]

    def conclude(self, rules: AnyRules, position: Any) -> None:
        before, after = self._counts()
        demand(self.wins or not after, "a loss has no position after a move")
        over = _left_over(after if self.wins else before)
        demand(over == 0, f"the exclusive-or{' after the move' if self.wins else ''} is {over}, not 0")


class HeapsProof(_NimProof, frozen=True, tag="heaps"):
    """The prime factors of every number, before the move and after it."""

    mechanic: ClassVar[str] = "divide"
    factors: tuple[tuple[Number, ...], ...]
    factors_after: tuple[tuple[Number, ...], ...]
    """Empty for a loss."""

    def _counts(self) -> tuple[Counts, Counts]:
        before, after = (
            tuple((prod(primes), len(primes) - 1) for primes in factors)
            for factors in (self.factors, self.factors_after)
        )
        return before, after

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        if len(self.factors) > 1:
            return super().claims(rules, position)
        move = () if self.move is None else (move_as_json(rules.parse_move(self.move)),)
        return [Prime(after=move, number=(self.factors_after or self.factors)[0][0])]

    def conclude(self, rules: AnyRules, position: Any) -> None:
        _verify_factors(position.numbers, self.factors)
        if (move := self.verified_move(rules, position)) is not None:
            _verify_factors(rules.play(position, move).numbers, self.factors_after)
        demand(self.wins or not self.factors_after, "a loss has no position after a move")
        super().conclude(rules, position)


class HalvesProof(_NimProof, frozen=True, tag="halves"):
    """How often every number can be halved, before the move and after it."""

    mechanic: ClassVar[str] = "subtract"
    halvings: Counts
    halvings_after: Counts
    """Empty for a loss."""

    def _counts(self) -> tuple[Counts, Counts]:
        return self.halvings, self.halvings_after

    def conclude(self, rules: Any, position: Any) -> None:
        demand(rules.has_one, "this kind of proof needs that 1 may be subtracted")
        super().conclude(rules, position)


def _verify_factors(numbers: Sequence[int], factors: Sequence[Sequence[int]]) -> None:
    # No number below 2^60 has more factors, and longer products would take long.
    demand(all(1 <= len(primes) < 60 for primes in factors), "a number has no factors, or more than it can have")
    demand(sorted(map(prod, factors)) == sorted(numbers), "the factors do not multiply to the numbers")
    for prime in {prime for primes in factors for prime in primes}:
        demand(prime > 1 and is_prime(prime), f"{prime} is not prime")


def _count_of(rules: AnyRules) -> Callable[[int], int]:
    demand(rules.mechanic in STEPS, "only numbers that change have steps")
    return STEPS[rules.mechanic]


def _left_over(steps: Counts) -> int:
    """The exclusive-or of how many steps numbers have."""
    return reduce(xor, (count for _, count in steps), 0)
