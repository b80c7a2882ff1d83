"""Steps that balance: how many each number has, and what is left over of them when equal parts cancel."""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.rules.base import AnyRules
from commonfactor.solver.proofs.base import Claim, Number, TooManyError, demand

MOST_DIVISORS = 2_000
"""A checker that would have to try more divisors takes it on trust what they make of a number."""


class Steps(Claim, frozen=True, kw_only=True, tag="steps"):
    """How many steps each number has, of which so much is left over: primes to be divided out, or halvings."""

    steps: tuple[tuple[Number, Number], ...]
    left_over: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        count = _count_of(rules)
        demand(sorted(number for number, _ in self.steps) == sorted(position.numbers), "these are other numbers")
        for number, steps in self.steps:
            demand(count(number) == steps, f"{number} has {count(number)} steps")
        demand(left_over_of(self.steps) == self.left_over, f"{left_over_of(self.steps)} is left over")

    @classmethod
    def of(cls, steps: Sequence[tuple[int, int]], *after: int | str) -> "Steps":
        """The claim about numbers that some moves lead to."""
        return cls(after=after, steps=tuple(steps), left_over=left_over_of(steps))


class ChangeNumber(Claim, frozen=True, kw_only=True, tag="change-number"):
    """A move leaves a number as many steps as all others have together, so that everything cancels."""

    number: Number
    to: Number

    def verify(self, rules: Any, position: Any) -> None:
        count = _count_of(rules)
        demand(self.number in position.numbers, f"there is no {self.number}")
        everything = left_over_of([(number, count(number)) for number in position.numbers])
        demand(everything ^ count(self.number) == self.to, f"the others do not have {self.to} steps together")
        if rules.divisor_count(self.number) > MOST_DIVISORS:
            raise TooManyError
        left = (rules.changed(self.number, divisor) for divisor in rules.divisors(self.number))
        demand(self.to in map(count, left), f"no move leaves {self.to} steps")


def steps_to_change(rules: Any, position: Any, steps: Sequence[tuple[int, int]], move: str) -> list[Claim]:
    """Which number a move changes so that everything cancels, and of several, how many steps they have."""
    number = rules.change_by(position, rules.parse_move(move)).number
    change = ChangeNumber(number=number, to=left_over_of(steps) ^ dict(steps)[number])
    return [change] if len(steps) == 1 else [Steps.of(steps), change]


def _count_of(rules: AnyRules) -> Callable[[int], int]:
    demand(rules.mechanic in _STEPS, "only numbers that change have steps")
    return _STEPS[rules.mechanic]


def left_over_of(steps: Sequence[tuple[int, int]]) -> int:
    """The exclusive-or of how many steps numbers have."""
    return reduce(xor, (count for _, count in steps), 0)


_STEPS: dict[str, Callable[[int], int]] = {
    "divide": lambda number: len(prime_factors(number)) - 1,
    "subtract": lambda number: (number & -number).bit_length() - 1,
}
