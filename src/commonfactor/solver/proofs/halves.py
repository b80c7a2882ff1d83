"""Subtract: leave an odd number; with several numbers, play Nim with how often each can be halved.

Let n be halved k times until it is odd. Subtracting a divisor d that can be halved j < k times leaves a number that
can be halved j times; if d can be halved k times as well, what is left can be halved more often. So the number is a
heap of k counters: any smaller heap can be left, and none of the same size.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.proofs.base import Claim, Number, Proof, demand
from commonfactor.solver.proofs.parts import Steps, left_over_of, steps_to_change

Halvings = tuple[tuple[Number, Number], ...]
"""Numbers, ascending, each with how often it can be halved."""


class HalvesProof(Proof, frozen=True, tag="halves"):
    """How often every number can be halved, before the move and after it."""

    mechanic: ClassVar[str] = "subtract"

    halvings: Halvings
    halvings_after: Halvings
    """Empty for a loss."""

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        if self.move is None:
            return [Steps.of(self.halvings)]
        return [Steps.of(self.halvings), Steps.of(self.halvings_after, move_as_json(rules.parse_move(self.move)))]

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        return steps_to_change(rules, position, self.halvings, str(self.move))

    def conclude(self, rules: Any, position: Any) -> None:
        demand(rules.has_one, "this kind of proof needs that 1 may be subtracted")
        lost = self.halvings_after if self.wins else self.halvings
        demand(self.wins or not self.halvings_after, "a loss has no position after a move")
        demand(left_over_of(lost) == 0, f"the exclusive-or is {left_over_of(lost)}, not 0")


def halvings_of(numbers: Sequence[int]) -> Halvings:
    """How often each of some numbers can be halved."""
    return tuple((number, (number & -number).bit_length() - 1) for number in numbers)
