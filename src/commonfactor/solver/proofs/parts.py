"""Steps that balance: how many each number has, and what is left over of them when equal parts cancel.

An exclusive-or is said by parts: counts fall into 1s, 2s, 4s and so on, and equal parts cancel in pairs.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from typing import Any

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.rules.base import AnyRules
from commonfactor.solver.proofs.base import Claim, Number, demand


class Steps(Claim, frozen=True, kw_only=True, tag="steps"):
    """How many steps each number has, of which so much is left over: primes to be divided out, or halvings."""

    steps: tuple[tuple[Number, Number], ...]
    left_over: Number

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        demand(rules.mechanic in _STEPS, "only numbers that change have steps")
        count = _STEPS[rules.mechanic]
        demand(sorted(number for number, _ in self.steps) == sorted(position.numbers), "these are other numbers")
        for number, steps in self.steps:
            demand(count(number) == steps, f"{number} has {count(number)} steps")
        demand(left_over_of(self.steps) == self.left_over, f"{left_over_of(self.steps)} is left over")
        return ()

    @classmethod
    def of(cls, steps: Sequence[tuple[int, int]], *after: int | str) -> "Steps":
        """The claim about numbers that some moves lead to."""
        return cls(after=after, steps=tuple(steps), left_over=left_over_of(steps))


def left_over_of(steps: Sequence[tuple[int, int]]) -> int:
    """The exclusive-or of how many steps numbers have."""
    return reduce(xor, (count for _, count in steps), 0)


_STEPS: dict[str, Callable[[int], int]] = {
    "divide": lambda number: len(prime_factors(number)) - 1,
    "subtract": lambda number: (number & -number).bit_length() - 1,
}


def in_parts(number: int) -> str:
    """A number, and the parts it falls into if these are several."""
    return str(number) if number.bit_count() < 2 else f"{number} = {_parts(number)}"


def left_over(number: int) -> str:
    """What is left when equal parts have cancelled, the number being their exclusive-or."""
    return f"{_parts(number) if number else 'nothing'} is left over"


def _parts(number: int) -> str:
    return "+".join(str(1 << place) for place in reversed(range(number.bit_length())) if number >> place & 1)
