"""Follow: a pairing to answer with, and why there is no better one.

Let a pairing match related numbers of the pool, and let it be as large as any.
Whoever answers every number with its partner cannot be stopped unless the opponent reaches a
number without one. From a start without a partner that cannot happen: the numbers played
would be a path along which every pair could be shifted, which would make room for one more.

That a pairing is as large as any is shown by a barrier: if the numbers outside it fall into
groups with nothing in common, k of them of odd size, then k less the size of the barrier
numbers at least stay without a partner in every pairing (Tutte, Berge).
"""

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, ClassVar

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules
from commonfactor.rules.relations import Relation
from commonfactor.solver.claims import leaving
from commonfactor.solver.proofs.base import Claim, Number, Proof, TooManyError, demand

# The place that a lost position is played from: joined to every legal move, as the last
# number is, and to nothing else. No number has this name.
_START = 0


MOST_SETS = 20_000
MOST_NUMBERS = 64
"""A checker that would have to pair more sets of numbers, or a larger one, takes the number of pairs on trust."""


class Pairs(Claim, frozen=True, kw_only=True, tag="pairs"):
    """Every number but so many has a partner to be answered with."""

    mechanic: ClassVar[str] = "follow"

    pairs: tuple[tuple[Number, Number], ...]
    alone: Number

    def verify(self, rules: Any, position: Any) -> None:
        numbers = set(numbers_in(position.available))
        alone = len(numbers) - len(_verified_partners(self.pairs, numbers, rules.relation))
        demand(alone == self.alone, f"{alone} numbers have no partner")


class Barrier(Claim, frozen=True, kw_only=True, tag="barrier"):
    """However numbers are paired, so many stay alone, since without these numbers the rest falls into odd groups."""

    mechanic: ClassVar[str] = "follow"

    numbers: tuple[Number, ...]
    alone: Number
    with_start: bool
    """Whether the place that the player to move plays from is one more number, related to every legal move."""

    def verify(self, rules: Any, position: Any) -> None:
        numbers, barrier = set(numbers_in(position.available)), set(self.numbers)
        demand(len(barrier) == len(self.numbers) and barrier <= numbers, "the barrier has what the pool has not")
        groups = _Groups(sorted(numbers - barrier), rules.relation)
        if self.with_start:
            groups.add(_START, numbers.intersection(rules.legal_moves(position)) - barrier)
        demand(
            groups.odd_count() - len(barrier) == self.alone,
            f"the barrier does not show that {self.alone} numbers must stay alone",
        )


class Spare(Claim, frozen=True, kw_only=True, tag="spare"):
    """No pairing of the numbers that are left has more pairs than so many, and one such does without a legal move."""

    mechanic: ClassVar[str] = "follow"
    pairs: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        most = _MostPairs(rules)
        demand(most.among(position.available) == self.pairs, "another number of pairs is the most")
        legal = rules.legal_moves(position)
        spared = (most.among(position.available & ~(1 << int(str(move)))) == self.pairs for move in legal)
        demand(any(spared), "every number that may be taken is needed for a pair")


class PairingProof(Proof, frozen=True, tag="pairing"):
    """The pairing, and the barrier.

    For a win the pairing leaves out the move, and is as large as any of the pool. For a loss
    it is as large as any of the pool and the start together, which it leaves out.
    """

    mechanic: ClassVar[str] = "follow"

    pairs: tuple[tuple[Number, Number], ...]
    barrier: tuple[Number, ...]
    alone: Number
    """How many numbers of the pool have no partner."""

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        # The place that a lost position is played from stays alone as well.
        barrier = Barrier(numbers=self.barrier, alone=self.alone + (not self.wins), with_start=not self.wins)
        return Pairs(pairs=self.pairs, alone=self.alone), barrier

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        move = int(self.move or 0)
        has_replies = rules.can_move(rules.play(position, move))
        return [Spare(pairs=len(self.pairs)) if has_replies else leaving(rules, position, move)]

    def conclude(self, rules: AnyRules, position: Any) -> None:
        is_paired = self.wins and int(self.move or 0) in chain(*self.pairs)
        demand(not is_paired, f"the move {self.move} has a partner itself")


def _verified_partners(pairs: Iterable[tuple[int, int]], numbers: set[int], relation: Relation) -> set[int]:
    partners: set[int] = set()
    for a, b in pairs:
        demand(a in numbers and b in numbers, f"{a} and {b} are not both in the pool")
        demand(a != b and a not in partners and b not in partners, f"{a} or {b} is paired twice")
        demand(relation.holds(a, b), relation.comparison(a, b))
        partners |= {a, b}
    return partners


class _MostPairs:
    """How many pairs of related numbers there can be at once, by trying all, up to a number of steps."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self._known: dict[int, int] = {0: 0}

    def among(self, numbers: int) -> int:
        """The most pairs of a set of numbers."""
        if numbers not in self._known:
            if len(self._known) > MOST_SETS or numbers.bit_count() > MOST_NUMBERS:
                raise TooManyError
            first = numbers & -numbers
            partners = self._rules.related_to(first.bit_length() - 1) & numbers
            paired = (1 + self.among(numbers & ~first & ~(1 << partner)) for partner in numbers_in(partners))
            self._known[numbers] = max(chain([self.among(numbers & ~first)], paired))
        return self._known[numbers]


class _Groups:
    """Numbers in groups that are not related to one another."""

    def __init__(self, numbers: Sequence[int], relation: Relation) -> None:
        self._leader: dict[int, int] = {}
        self._members: dict[int, int] = {}
        for number in numbers:
            self.add(number, ())
        present = set(numbers)
        for clique in relation.cliques(min(numbers), max(numbers)) if numbers else ():
            for number, other in pairwise(filter(present.__contains__, clique)):
                self._join(number, other)

    def add(self, number: int, joined: Iterable[int]) -> None:
        """Put a number in, joined to some that are in."""
        self._leader[number], self._members[number] = number, 1
        for other in joined:
            self._join(number, other)

    def odd_count(self) -> int:
        """How many groups have an odd number of members."""
        return sum(members % 2 for members in self._members.values())

    def _join(self, a: int, b: int) -> None:
        a, b = self._led_by(a), self._led_by(b)
        if a != b:
            self._leader[b] = a
            self._members[a] += self._members.pop(b)

    def _led_by(self, number: int) -> int:
        leader = self._leader
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number
