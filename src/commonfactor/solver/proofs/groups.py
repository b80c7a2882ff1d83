"""Sweep: the groups, their nimbers, and which group to change to what.

Numbers that no chain of related numbers connects do not affect one another. Each group
is worth a nimber, the least whole number that no move in it leads to, and the player to move
loses iff the exclusive-or of the nimbers is 0 (Sprague, Grundy).
"""

from collections.abc import Sequence
from functools import cache, partial, reduce
from operator import xor
from typing import Any, ClassVar

from msgspec import Struct

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.base import AnyRules
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.proofs.checking import (
    Claim,
    Number,
    Proof,
    TooManyError,
    demand,
    is_confirmed,
    verified_set,
)

MOST_POSITIONS = 3_000
MOST_NUMBERS = 64
"""A checker that would have to look at more positions, or at a larger group, takes nimbers on trust."""


class Group(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Numbers that nothing connects to the others, and what they are worth."""

    numbers: tuple[Number, ...]
    nimber: Number

    @property
    def described(self) -> str:
        return f"{{{first_few(self.numbers, MOST_LISTED)}}}"


class Cancel(Claim, frozen=True, kw_only=True, tag="groups"):
    """The numbers fall into groups of these worths, of which so much is left over when equal parts cancel."""

    mechanic: ClassVar[str] = "sweep"
    groups: tuple[Group, ...]
    left_over: Number

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        nimbers = _Nimbers(rules, position)
        _verify_partition(nimbers, position.available, self.groups)
        demand(nim_sum_of(self.groups) == self.left_over, f"the exclusive-or is {nim_sum_of(self.groups)}")
        # The smallest first, so that large ones leave something for them.
        return [
            f"that {group.described} is worth {group.nimber}"
            for group in sorted(self.groups, key=lambda group: len(group.numbers))
            if not is_confirmed(partial(nimbers.verify, group))
        ]


class ChangeGroup(Claim, frozen=True, kw_only=True, tag="change-group"):
    """A move makes this group worth as much as all others together, so that everything cancels."""

    mechanic: ClassVar[str] = "sweep"
    numbers: tuple[Number, ...]
    to: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        nimbers, numbers = _Nimbers(rules, position), verified_set(self.numbers, position.available)
        group = connected(numbers & -numbers, position.available, nimbers.swept_by)
        demand(numbers and group == numbers, "this is not a group")
        left = [
            numbers & ~nimbers.swept_by(number) for number in self.numbers if rules.objection(position, number) is None
        ]
        demand(nimbers.worth(position.available & ~numbers) == self.to, f"the others are not worth {self.to}")
        demand(self.to in map(nimbers.worth, left), f"no move makes the group worth {self.to}")


class GroupsProof(Proof, frozen=True, tag="groups"):
    """The groups of the position, and for a win those that the move leaves of the group it changes."""

    mechanic: ClassVar[str] = "sweep"
    groups: tuple[Group, ...]
    changed_to: tuple[Group, ...]

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        before = Cancel(groups=self.groups, left_over=nim_sum_of(self.groups))
        if self.move is None:
            return [before]
        return [before, Cancel(after=(int(self.move),), groups=self._after(), left_over=nim_sum_of(self._after()))]

    def _after(self) -> tuple[Group, ...]:
        others = (group for group in self.groups if int(self.move or 0) not in group.numbers)
        return *others, *self.changed_to

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        home = next(group for group in self.groups if int(self.move or 0) in group.numbers)
        return [ChangeGroup(numbers=home.numbers, to=nim_sum_of(self.groups) ^ home.nimber)]

    def conclude(self, rules: AnyRules, position: Any) -> None:
        before = nim_sum_of(self.groups)
        demand(bool(before) is self.wins, f"the exclusive-or is {before} before the move")
        if self.wins:
            demand(not nim_sum_of(self._after()), "the move does not make the exclusive-or 0")
        else:
            demand(not self.changed_to, "a loss changes no group")


def nim_sum_of(groups: Sequence[Group]) -> int:
    return reduce(xor, (group.nimber for group in groups), 0)


def _verify_partition(nimbers: "_Nimbers", available: int, groups: Sequence[Group]) -> None:
    seen = 0
    for group in groups:
        bits = verified_set(group.numbers, available)
        demand(bits and not bits & seen, "the groups overlap")
        seen |= bits
        demand(
            not any(nimbers.swept_by(number) & available & ~bits for number in group.numbers),
            f"a number of the group {group.described} reaches beyond it",
        )
        demand(
            connected(bits & -bits, bits, nimbers.swept_by) == bits,
            f"the group {group.described} is more than one",
        )
    demand(seen == available, "the groups are not the pool")


class _Nimbers:
    """Nimbers by their definition, up to a number of positions."""

    def __init__(self, rules: AnyRules, position: Any) -> None:
        self._rules, self._position = rules, position
        self._known: dict[int, int] = {0: 0}
        # Asked for again and again, since many moves leave the same.
        self.swept_by, self.worth = cache(self._swept_by), cache(self._worth)

    def _swept_by(self, number: int) -> int:
        """The numbers that the rules remove with a number of the position's pool."""
        return sum(1 << gone for gone in self._rules.removals(self._position, number))

    def verify(self, group: Group) -> None:
        nimber = self.worth(sum(1 << number for number in group.numbers))
        demand(nimber == group.nimber, f"{group.described} is worth {nimber}")

    def _worth(self, left: int) -> int:
        """The nimber of numbers that may be several groups."""
        worth = 0
        while left:
            group = connected(left & -left, left, self.swept_by)
            worth ^= self._nimber_of_group(group)
            left &= ~group
        return worth

    def _nimber_of_group(self, group: int) -> int:
        if group not in self._known:
            if len(self._known) >= MOST_POSITIONS or group.bit_count() > MOST_NUMBERS:
                raise TooManyError
            reached = {self.worth(group & ~self.swept_by(number)) for number in numbers_in(group)}
            self._known[group] = next(nimber for nimber in range(len(reached) + 1) if nimber not in reached)
        return self._known[group]
