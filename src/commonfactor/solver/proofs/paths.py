"""Walk, once the players are apart: who can go on for longer.

When no number can be reached by both, each walks alone, and the longest walk counts. The
player to move runs out first unless their longest walk is longer than the opponent's.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.base import AnyRules, Seat
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.proofs.checking import Claim, Number, Proof, TooManyError, demand, is_confirmed, verified_set

MOST_STEPS = 20_000
LONGEST_WALK = 200
"""A checker that would have to walk further in all, or at once, takes it on trust that a walk is the longest."""


class Apart(Claim, frozen=True, kw_only=True, tag="apart"):
    """No number can be reached by both players any more."""

    mechanic: ClassVar[str] = "walk"

    def verify(self, rules: AnyRules, position: Any) -> None:
        _separate_regions(rules, position)


class Walks(Claim, frozen=True, kw_only=True, tag="walks"):
    """The players cannot meet any more, and these are the longest walks of the player to move and of the opponent."""

    mechanic: ClassVar[str] = "walk"
    own: tuple[Number, ...]
    theirs: tuple[Number, ...]

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        walks = list(zip(_separate_regions(rules, position), (self.own, self.theirs), strict=True))
        for region, path in walks:
            region.verify_walk(path)
        return [
            f"that no walk is longer than {first_few(path, MOST_LISTED)}"
            for region, path in walks
            if not is_confirmed(partial(region.verify_longest, len(path)))
        ]


class PathsProof(Proof, frozen=True, tag="paths"):
    """The longest walks of the player to move and of the opponent."""

    mechanic: ClassVar[str] = "walk"
    own: tuple[Number, ...]
    theirs: tuple[Number, ...]

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        return [Walks(own=self.own, theirs=self.theirs)]

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        return [Apart()]

    def conclude(self, rules: AnyRules, position: Any) -> None:
        demand((len(self.own) > len(self.theirs)) == self.wins, "the lengths of the walks say otherwise")
        if self.wins:
            demand(self.move == str(self.own[0]), "the move is not the beginning of the walk")


def _separate_regions(rules: AnyRules, position: Any) -> Sequence["_Region"]:
    """The regions of the player to move and of the opponent; ``FlawError`` if both can reach a number."""
    mover: Seat = position.to_move
    demand(all(position.limits), "a player who has not picked yet can go anywhere")
    regions = [_Region(rules, position, seat) for seat in (mover, mover.other)]
    demand(not regions[0].reachable & regions[1].reachable, "both can reach the same number")
    return regions


class _Region:
    """The numbers that one player can reach alone, and the walks there."""

    def __init__(self, rules: AnyRules, position: Any, seat: Seat) -> None:
        (self._start,) = position.limits_of(seat)
        self._available: int = position.available
        self._next: Callable[[int], int] = rules.related_to  # type: ignore[attr-defined]  # this mechanic has it
        self._steps = 0
        # From a last number, with what can be reached from there: a length that no walk has.
        self._too_long: dict[tuple[int, int], int] = {}
        self.reachable = reachable(self._start, self._available, self._next)

    def verify_walk(self, path: Sequence[int]) -> None:
        """Object unless every step is to another number of the pool that is related to the one before."""
        verified_set(path, self._available)
        for last, number in pairwise((self._start, *path)):
            demand(self._next(last) >> number & 1, f"{number} cannot follow {last}")

    def verify_longest(self, length: int) -> None:
        """Object if there is a longer walk."""
        if length == self.reachable.bit_count():
            return
        if length >= LONGEST_WALK:
            raise TooManyError
        demand(not self._can_walk(self._start, self.reachable, length + 1), f"there is a walk longer than {length}")

    def _can_walk(self, last: int, left: int, length: int) -> bool:
        """Whether a walk of some length is possible after a number, from which all that is left can be reached."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooManyError
        if length == 0:
            return True
        if self._too_long.get((last, left), length + 1) <= length or self._longest_at_most(last, left) < length:
            return False
        # Numbers with the same relatives, themselves among them, are interchangeable, and one of them is enough to try.
        steps = {self._next(number) | 1 << number: number for number in numbers_in(self._next(last) & left)}
        for number in steps.values():
            ahead = reachable(number, left & ~(1 << number), self._next)
            if self._can_walk(number, ahead, length - 1):
                return True
        self._too_long[last, left] = length
        return False

    def _longest_at_most(self, last: int, left: int) -> int:
        """A bound on walks: of the numbers with a single neighbour only one can be part of it, at its end."""
        here = left | 1 << last
        dead_ends = sum((self._next(number) & here).bit_count() == 1 for number in numbers_in(left))
        return left.bit_count() - max(dead_ends - 1, 0)


def reachable(start: int, available: int, neighbours: Callable[[int], int]) -> int:
    """The numbers, as a set, that a player whose last number is ``start`` could get to alone."""
    return connected(neighbours(start), available, neighbours)
