"""Sweep: the groups, their nimbers, and which group to change to what.

Numbers that no chain of related numbers connects do not affect one another. Each group
is worth a nimber, the least whole number that no move in it leads to, and the player to move
loses iff the exclusive-or of the nimbers is 0 (Sprague, Grundy).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from operator import xor
from typing import Any, ClassVar

from msgspec import Struct

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.base import AnyRules
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.proofs.base import (
    Claim,
    Number,
    Proof,
    TooManyError,
    demand,
    last_move_of_opponent,
    verified_set,
)
from commonfactor.solver.proofs.parts import in_parts, left_over

MOST_POSITIONS = 3_000
MOST_NUMBERS = 64
"""A checker that would have to look at more positions, or at a larger group, takes nimbers on trust."""


MOST_IN_A_CLUE = 12
"""A group of more numbers is named by its size, since a clue is to be taken in at a glance."""


class Group(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Numbers that nothing connects to the others, and what they are worth."""

    numbers: tuple[Number, ...]
    nimber: Number

    @property
    def described(self) -> str:
        """The numbers of the group, or the first of many."""
        return f"{{{first_few(self.numbers, MOST_LISTED)}}}"

    def __str__(self) -> str:
        return f"{self.described} worth {in_parts(self.nimber)}"


class Cancel(Claim, frozen=True, kw_only=True, tag="groups"):
    """The numbers fall into groups of these worths, of which so much is left over when equal parts cancel."""

    groups: tuple[Group, ...]
    left_over: Number

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        nimbers = _Nimbers(rules, position)
        _verify_partition(nimbers, position.available, self.groups)
        demand(nim_sum_of(self.groups) == self.left_over, f"the exclusive-or is {nim_sum_of(self.groups)}")
        return nimbers.unconfirmed(sorted(self.groups, key=lambda group: len(group.numbers)))


class GroupsProof(Proof, frozen=True, tag="groups"):
    """The groups of the position, and for a win those that the move leaves of the group it changes."""

    mechanic: ClassVar[str] = "sweep"

    groups: tuple[Group, ...]
    changed_to: tuple[Group, ...]

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        move = () if self.move is None else (int(self.move),)
        return [
            Cancel(after=move[:ply], groups=groups, left_over=nim_sum_of(groups))
            for ply, groups in enumerate(self._groups())
        ]

    def _groups(self) -> Iterator[tuple[Group, ...]]:
        """The groups of the position, and for a win those after the move."""
        yield self.groups
        if self.wins:
            yield *(group for group in self.groups if int(self.move or 0) not in group.numbers), *self.changed_to

    def text(self, rules: AnyRules) -> str:
        if not self.groups:
            return "There is no number left to take."
        counts = f"Groups: {_counts(self.groups)}"
        if not self.wins:
            return f"{counts}: whatever you take, your opponent makes everything cancel again, and so moves last."
        return f"{counts}. Take {self.move}: {self._change()}"

    def text_for_opponent(self, rules: AnyRules, position: Any) -> str:
        if not self.groups:
            return "There is no number left to take."
        if self.wins and len(self.groups) == 1 and not self.changed_to:
            return last_move_of_opponent(self.move)
        counts = f"That leaves {_counts(self.groups)}"
        if not self.wins:
            return f"{counts}: whatever your opponent takes, you make everything cancel again, and so move last."
        return f"{counts}. Your opponent takes {self.move}: {self._change()}"

    def _change(self) -> str:
        left = _listed(self.changed_to) if self.changed_to else "nothing"
        return f"of its group that leaves {left}. Now everything cancels."

    def clue(self, rules: Any, position: Any) -> str:
        home = next(group for group in self.groups if int(self.move or 0) in group.numbers)
        others = [group for group in self.groups if group is not home]
        if len(home.numbers) == 1:
            return f"Think about a number that {rules.relation.lonely()}."
        if not others:
            return f"There is a single group, {home.described}. Leave something of it that is worth 0, or nothing."
        group = group_in_short(home.numbers, home.described)
        return (
            f"Think about the group {group}. What all others are worth cancels in pairs down to "
            f"{in_parts(nim_sum_of(others))}: make this group worth the same."
        )

    def conclude(self, rules: AnyRules, position: Any) -> None:
        before, *after = (nim_sum_of(groups) for groups in self._groups())
        demand(bool(before) is self.wins, f"the exclusive-or is {before} before the move")
        demand(not any(after), "the move does not make the exclusive-or 0")
        demand(self.wins or not self.changed_to, "a loss changes no group")


def group_in_short(numbers: Collection[int], described: str) -> str:
    """A group as a clue names it: by its numbers if these are few."""
    return described if len(numbers) <= MOST_IN_A_CLUE else f"of {len(numbers)} numbers that {min(numbers)} is in"


def nim_sum_of(groups: Sequence[Group]) -> int:
    """What groups are worth together."""
    return reduce(xor, (group.nimber for group in groups), 0)


def _counts(groups: Sequence[Group]) -> str:
    return f"{_listed(groups)}. Equal parts of what they are worth cancel in pairs, and {left_over(nim_sum_of(groups))}"


def _listed(groups: Sequence[Group]) -> str:
    """The groups, with those of a single number together, so that twenty lone primes take one line."""
    alone = [group.numbers[0] for group in groups if len(group.numbers) == 1]
    texts = [str(group) for group in groups if len(group.numbers) > 1]
    if alone:
        texts.append(f"{first_few(alone, MOST_LISTED)} alone, worth 1{' each' if len(alone) > 1 else ''}")
    return "; ".join(texts)


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
        self._sums: dict[int, int] = {}
        self._swept: dict[int, int] = {}

    def swept_by(self, number: int) -> int:
        """What the rules remove with a number of the position's pool."""
        if number not in self._swept:
            removed = self._rules.removals(self._position, number)
            self._swept[number] = sum(1 << gone for gone in removed)
        return self._swept[number]

    def unconfirmed(self, groups: Iterable[Group]) -> list[str]:
        """What has to be trusted about some groups."""
        return [f"that {group.described} is worth {group.nimber}" for group in groups if not self.confirm(group)]

    def confirm(self, group: Group) -> bool:
        """Whether a nimber is right, as far as that can be said in the time; an objection if it is wrong."""
        if len(group.numbers) > MOST_NUMBERS:
            return False
        try:
            nimber = self._nimber(sum(1 << number for number in group.numbers))
        except TooManyError:
            return False
        demand(nimber == group.nimber, f"{group.described} is worth {nimber}")
        return True

    def _nimber(self, numbers: int) -> int:
        """What numbers are worth together; asked for again and again, since many moves leave the same."""
        if numbers not in self._sums:
            worth, left = 0, numbers
            while left:
                group = connected(left & -left, left, self.swept_by)
                worth ^= self._nimber_of_group(group)
                left &= ~group
            self._sums[numbers] = worth
        return self._sums[numbers]

    def _nimber_of_group(self, group: int) -> int:
        if group not in self._known:
            if len(self._known) >= MOST_POSITIONS:
                raise TooManyError
            reached = {self._nimber(group & ~self.swept_by(number)) for number in numbers_in(group)}
            self._known[group] = next(nimber for nimber in range(len(reached) + 1) if nimber not in reached)
        return self._known[group]
