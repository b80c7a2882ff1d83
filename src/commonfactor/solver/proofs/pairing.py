"""Follow: a pairing to answer with, and why there is no better one.

Let a pairing match related numbers of the pool, and let it be as large as any.
Whoever answers every number with its partner cannot be stopped unless the opponent reaches a
number without one. From a start without a partner that cannot happen: the numbers played
would be a path along which every pair could be shifted, which would make room for one more.

That a pairing is as large as any is shown by a barrier: if the numbers outside it fall into
groups with nothing in common, k of them of odd size, then k less the size of the barrier
numbers at least stay without a partner in every pairing (Tutte, Berge).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, product
from typing import Any, ClassVar

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules
from commonfactor.rules.relations import Relation
from commonfactor.solver.claims import leaving
from commonfactor.solver.proofs.checking import Claim, Number, Proof, TooManyError, demand

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
        rest = numbers - barrier
        joined = rules.relation.bonds(sorted(rest))  # the theory has its graph from elsewhere
        start = {_START} if self.with_start else set()
        from_start = product(start, rest.intersection(rules.legal_moves(position)))
        odd = _odd_groups(rest | start, chain(joined, from_start))
        demand(odd - len(barrier) == self.alone, f"the barrier does not show that {self.alone} numbers must stay alone")


class Spare(Claim, frozen=True, kw_only=True, tag="spare"):
    """No pairing of the numbers that are left has more pairs than so many, and one such does without a legal move."""

    mechanic: ClassVar[str] = "follow"
    pairs: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        most = _most_pairs(rules)
        demand(most(position.available) == self.pairs, "another number of pairs is the most")
        legal = rules.legal_moves(position)
        spared = (most(position.available & ~(1 << int(str(move)))) == self.pairs for move in legal)
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


def _most_pairs(rules: Any) -> Callable[[int], int]:
    """How many pairs of related numbers a set can have at once, by trying all, up to a number of steps."""

    @cache
    def most(numbers: int) -> int:
        if not numbers:
            return 0
        if most.cache_info().currsize > MOST_SETS or numbers.bit_count() > MOST_NUMBERS:
            raise TooManyError
        first = numbers & -numbers
        partners = rules.related_to(first.bit_length() - 1) & numbers
        paired = (1 + most(numbers & ~first & ~(1 << partner)) for partner in numbers_in(partners))
        return max(chain([most(numbers & ~first)], paired))

    return most


def _odd_groups(numbers: Iterable[int], joined: Iterable[tuple[int, int]]) -> int:
    """How many groups with an odd number of members some numbers fall into when pairs of them are joined."""
    leader = {number: number for number in numbers}

    def led_by(number: int) -> int:
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number

    for number, other in joined:
        leader[led_by(number)] = led_by(other)
    return sum(members % 2 for members in Counter(map(led_by, leader)).values())
