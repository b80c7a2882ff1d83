"""Keep apart: how many moves ahead, by groups.

The numbers that are left fall into groups that do not affect one another. A group is worth
how many moves the player to move is ahead in it: a number, or a number and star, a star being
one more move for whoever takes it. Groups add up. The player to move wins iff the sum is
positive, or is star (Berlekamp, Conway, Guy, Winning Ways, chapter 2).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, ClassVar

from msgspec import Struct

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.base import AnyRules, Seat
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.claims import Compare, leaving
from commonfactor.solver.col_values import Value, total, value_of_options
from commonfactor.solver.proofs.checking import (
    Claim,
    FlawError,
    Number,
    Proof,
    TooManyError,
    demand,
    is_confirmed,
    verified_set,
)
from commonfactor.solver.proofs.replies import Reply, verified_answers

MOST_POSITIONS = 4_000
MOST_NUMBERS = 64
"""A checker that would have to look at more positions, or at a larger group, takes values on trust."""


class Share(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A group: what the player to move may still take of it, what the opponent may, and its value."""

    own: tuple[Number, ...]
    theirs: tuple[Number, ...]
    value: str

    @property
    def described(self) -> str:
        return f"{{{first_few(sorted({*self.own, *self.theirs}), MOST_LISTED)}}}"

    @property
    def worth(self) -> Value:
        """How many moves the player to move is ahead in it."""
        try:
            return Value.parse(self.value)
        except ValueError:
            raise FlawError(f"{self.value} is not a number, or a number and star") from None

    @property
    def turned(self) -> "Share":
        """The group as the other player sees it."""
        return Share(self.theirs, self.own, str(-self.worth))


class Ahead(Claim, frozen=True, kw_only=True, tag="ahead"):
    """By how many moves the player to move is ahead, in every group and in all of them together."""

    mechanic: ClassVar[str] = "keep-apart"
    groups: tuple[Share, ...]
    total: str

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        values = _Values(rules)
        values.verify_partition(position, position.to_move, self.groups)
        demand(str(_total(self.groups)) == self.total, f"the values add up to {_total(self.groups)}")
        # The smallest first, so that large ones leave something for them.
        return [
            f"that {share.described} has the value {share.value}"
            for share in sorted(self.groups, key=lambda share: len(share.own) + len(share.theirs))
            if not is_confirmed(partial(values.verify, share))
        ]

    @classmethod
    def of(cls, groups: Iterable[Share], *after: int) -> "Ahead":
        """The claim about groups, seen by the player to move after some moves."""
        shares = tuple(groups)
        return cls(after=after, groups=shares, total=str(_total(shares)))


class LeadProof(Proof, frozen=True, tag="lead"):
    """The groups with their values, for a win also after the move, and all replies where they are few."""

    mechanic: ClassVar[str] = "keep-apart"
    shares: tuple[Share, ...]
    shares_after: tuple[Share, ...]
    replies: tuple[Reply, ...] | None

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        claims = [Ahead.of(self.shares)]
        if self.wins:
            claims.append(Ahead.of((share.turned for share in self.shares_after), int(self.move or 0)))
        return claims

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        move = int(self.move or 0)
        home = next(share.own for share in self.shares if move in share.own)
        moves = tuple(number for number in home if rules.objection(position, number) is None)
        is_hidden = len(moves) > 1
        place = Compare(moves=moves, winning=1, exactly=False) if is_hidden else leaving(rules, position, move)
        return [Ahead.of(self.shares), place]

    def conclude(self, rules: Any, position: Any) -> None:
        is_ahead = _total(self.shares).is_won_by_mover
        if self.wins:
            demand(is_ahead, "the values before the move say that the player to move loses")
            demand(not (-_total(self.shares_after)).is_won_by_mover, "after the move the opponent is ahead")
        else:
            demand(not is_ahead, "the player to move is ahead")
            demand(not self.shares_after, "a loss has no position after a move")
            free = rules.takeable_by(position, position.to_move)
            demand(rules.allowed(position) == free, "the first pick is restricted, so that values do not decide")
        if self.replies is not None:
            verified_answers(rules, position, self.replies, self.verified_move(rules, position))


def _total(shares: Sequence[Share]) -> Value:
    return total(share.worth for share in shares)


class _Values:
    """Values by their definition, up to a number of positions."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules: Any = rules  # of this mechanic, so that they tell what either seat may take
        self._known: dict[tuple[int, int], Value] = {}
        # Asked for again and again, since many moves lead to the same.
        self._value = cache(self._sum_of_groups)

    def verify_partition(self, position: Any, mover: Seat, shares: Sequence[Share]) -> None:
        """Object unless the groups are what the two may take, and do not affect one another."""
        sides = [self._rules.takeable_by(position, seat) for seat in (mover, mover.other)]
        seen = [0, 0]
        for share in shares:
            parts = [verified_set(share.own, sides[0]), verified_set(share.theirs, sides[1])]
            group = parts[0] | parts[1]
            demand(group and not group & (seen[0] | seen[1]), "the groups overlap")
            for side, part in enumerate(parts):
                seen[side] |= part
                beyond = sides[side] & ~group
                outreach = any(self._sharing(number) & beyond for number in numbers_in(part))
                demand(not outreach, f"the group {share.described} reaches beyond itself")
            demand(
                next(separate(parts[0], parts[1], self._sharing)) == (parts[0], parts[1]),
                f"the group {share.described} is more than one",
            )
        demand(seen == sides, "the groups are not what the players may take")

    def verify(self, share: Share) -> None:
        if len({*share.own, *share.theirs}) > MOST_NUMBERS:
            raise TooManyError
        value = self._value(*(sum(1 << number for number in side) for side in (share.own, share.theirs)))
        demand(value == share.worth, f"the group {share.described} has the value {value}")

    def _sharing(self, number: int) -> int:
        sharing: int = self._rules.related_to(number)
        return sharing

    def _sum_of_groups(self, own: int, theirs: int) -> Value:
        return total(self._value_of_group(*group) for group in separate(own, theirs, self._sharing))

    def _value_of_group(self, own: int, theirs: int) -> Value:
        if (own, theirs) not in self._known:
            if len(self._known) >= MOST_POSITIONS:
                raise TooManyError
            own_options = [self._value(*self._taken(own, theirs, number)) for number in numbers_in(own)]
            their_options = [self._value(*self._taken(theirs, own, number)[::-1]) for number in numbers_in(theirs)]
            self._known[own, theirs] = value_of_options(own_options, their_options)
        return self._known[own, theirs]

    def _taken(self, taker: int, other: int, number: int) -> tuple[int, int]:
        taken = 1 << number
        return taker & ~taken & ~self._sharing(number), other & ~taken


def separate(own: int, theirs: int, sharing: Callable[[int], int]) -> Iterator[tuple[int, int]]:
    """The parts of a position between which no number keeps anyone from another."""

    def keeping(number: int) -> int:
        """The numbers that someone who may take this one could also take but for it."""
        together = 0
        for side in (own, theirs):
            if side >> number & 1:
                together |= side & sharing(number)
        return together

    while numbers := own | theirs:
        group = connected(numbers & -numbers, numbers, keeping)
        yield own & group, theirs & group
        own, theirs = own & ~group, theirs & ~group
