"""Subtract: leave an odd number; with several numbers, play Nim with how often each can be halved.

Let n be halved k times until it is odd. Subtracting a divisor d that can be halved j < k times leaves a number that
can be halved j times; if d can be halved k times as well, what is left can be halved more often. So the number is a
heap of k counters: any smaller heap can be left, and none of the same size.
"""

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any, ClassVar

from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.proofs.base import NO_MOVE_FOR_OPPONENT, Claim, Number, Proof, demand
from commonfactor.solver.proofs.parts import Steps, in_parts, left_over

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

    def text(self, rules: AnyRules) -> str:
        return self._told("Subtract" if len(self.halvings) == 1 else "Play", "your opponent")

    def text_for_opponent(self, rules: AnyRules, position: Any) -> str:
        if not rules.can_move(position):
            return NO_MOVE_FOR_OPPONENT
        verb = "subtracts" if len(self.halvings) == 1 else "plays"
        return self._told(f"Your opponent {verb}", "you")

    def _told(self, attack: str, opponent: str) -> str:
        """The reason, in the words for whoever is spoken to."""
        if len(self.halvings) > 1:
            return self._told_of_several(attack, opponent)
        number, _ = self.halvings[0]
        if self.wins:
            left, _ = self.halvings_after[0]
            return (
                f"{attack} {self.move}: that leaves {left}, which is odd. All divisors of an odd number are odd and "
                "lead to an even number, from which an odd one can be left again, down to 1."
            )
        return (
            f"{number} is odd, and so are all its divisors: whatever is subtracted leaves an even number, from which "
            f"{opponent} can leave an odd one again, down to 1."
        )

    def _told_of_several(self, attack: str, answering: str) -> str:
        if self.wins:
            after = _sum(self.halvings_after)
            return f"{_sum(self.halvings)}. {attack} {self.move}. {after}, so whoever moves next loses."
        make, move = ("make", "move") if answering == "you" else ("makes", "moves")
        return f"{_sum(self.halvings)}: after any move {answering} {make} everything cancel again, and so {move} last."

    def clue(self, rules: AnyRules, position: Any) -> str:
        if len(self.halvings) == 1:
            return "Think about how to leave an odd number."
        number, _, _ = str(self.move).partition("/")
        return f"{_sum(self.halvings)}. Change the {number} so that nothing is left over."

    def conclude(self, rules: Any, position: Any) -> None:
        demand(rules.has_one, "this kind of proof needs that 1 may be subtracted")
        lost = self.halvings_after if self.wins else self.halvings
        demand(self.wins or not self.halvings_after, "a loss has no position after a move")
        demand(nim_sum_of(lost) == 0, f"the exclusive-or is {nim_sum_of(lost)}, not 0")


def halvings_of(numbers: Sequence[int]) -> Halvings:
    """How often each of some numbers can be halved."""
    return tuple((number, (number & -number).bit_length() - 1) for number in numbers)


def nim_sum_of(halvings: Halvings) -> int:
    """The exclusive-or of how often numbers can be halved."""
    return reduce(xor, (count for _, count in halvings), 0)


def _sum(halvings: Halvings) -> str:
    counts = ", ".join(_halved(number, count) for number, count in halvings)
    return f"{counts}; equal parts cancel in pairs, and {left_over(nim_sum_of(halvings))}"


def _halved(number: int, count: int) -> str:
    times = f"{in_parts(count)} time{'' if count == 1 else 's'}"
    return f"{number} can be halved {times}" if count else f"{number} cannot be halved"
