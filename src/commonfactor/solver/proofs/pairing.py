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
from itertools import chain
from typing import Any, ClassVar

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules
from commonfactor.rules.relations import Relation
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.proofs.base import Claim, Number, Proof, demand

# The place that a lost position is played from: joined to every legal move, as the last
# number is, and to nothing else. No number has this name.
_START = 0


class Pairs(Claim, frozen=True, kw_only=True, tag="pairs"):
    """Every number but so many has a partner to be answered with."""

    pairs: tuple[tuple[Number, Number], ...]
    alone: Number

    def verify(self, rules: Any, position: Any) -> Sequence[str]:
        numbers = set(numbers_in(position.available))
        alone = len(numbers) - len(_verified_partners(self.pairs, numbers, rules.relation))
        demand(alone == self.alone, f"{alone} numbers have no partner")
        return ()


class Barrier(Claim, frozen=True, kw_only=True, tag="barrier"):
    """However numbers are paired, so many stay alone, since without these numbers the rest falls into odd groups."""

    numbers: tuple[Number, ...]
    alone: Number
    with_start: bool
    """Whether the place that the player to move plays from is one more number, related to every legal move."""

    def verify(self, rules: Any, position: Any) -> Sequence[str]:
        numbers, barrier = set(numbers_in(position.available)), set(self.numbers)
        demand(len(barrier) == len(self.numbers) and barrier <= numbers, "the barrier has what the pool has not")
        groups = _Groups(sorted(numbers - barrier), rules.relation)
        if self.with_start:
            groups.add(_START, numbers.intersection(rules.legal_moves(position)) - barrier)
        demand(
            groups.odd_count() - len(barrier) == self.alone,
            f"the barrier does not show that {self.alone} numbers must stay alone",
        )
        return ()


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

    def text(self, rules: Any) -> str:
        defence = "Whatever you take has a partner, and your opponent answers with that"
        return self._told(rules.relation, f"Take {self.move}", "then answer", defence, "you play")

    def text_for_opponent(self, rules: Any, position: Any) -> str:
        relation: Relation = rules.relation
        if not rules.can_move(position):
            return f"No number that is left {relation.phrase} it, so there is no reply."
        defence = "Whatever your opponent takes has a partner, and you answer with that"
        return self._told(relation, f"Your opponent takes {self.move}", "then answers", defence, "your opponent plays")

    def _told(self, relation: Relation, attack: str, answering: str, defence: str, playing: str) -> str:
        """The reason, in the words for whoever is spoken to."""
        if self._leaves_no_reply(relation):
            return f"{attack}: it {relation.negation} any number that is left, so there is no reply."
        advice = f"{attack}, {answering} every number with its partner" if self.wins else defence
        return f"{advice}: {self._pairs_in_words()}. {self._why_no_better(relation, playing)}"

    def clue(self, rules: Any, position: Any) -> str:
        relation: Relation = rules.relation
        if not self._leaves_no_reply(relation):
            return (
                f"Pair up numbers {relation.pairs()}, as many pairs as you can. "
                "Take a number that such a pairing can do without."
            )
        if position.targets:
            return f"Think about what {relation.attached_to(position.targets[0])}."
        return f"Think about which number {relation.phrase} no other."

    def _leaves_no_reply(self, relation: Relation) -> bool:
        # A reply would have a partner, since otherwise it could be paired with the move.
        return self.wins and not any(relation.holds(int(self.move or 0), number) for number in chain(*self.pairs))

    def _pairs_in_words(self) -> str:
        return first_few([f"{a}-{b}" for a, b in self.pairs], MOST_LISTED)

    def _why_no_better(self, relation: Relation, who_plays: str) -> str:
        if not self.barrier:
            if self.wins:
                return f"Every number that can be reached from {self.move}, step by step, has a partner."
            return "Every number that can be reached from here, step by step, has a partner."
        aside, start = len(self.barrier), 0 if self.wins else 1
        groups = aside + self.alone + start
        place = f", with the place that {who_plays} from," if start else ""
        return (
            "A number without a partner can never be reached: that would make room for one more pair, and no pairing "
            f"has more. To see that, set {first_few(self.barrier, MOST_LISTED)} aside: the rest"
            f"{place} falls into {groups} groups of odd size {relation.unrelated}, and perhaps others of even "
            "size. Each odd group leaves one over unless its partner was set aside, so "
            f"at least {groups - aside} stay alone, however you pair; here there are no more."
        )

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


class _Groups:
    """Numbers in groups that are not related to one another."""

    def __init__(self, numbers: Sequence[int], relation: Relation) -> None:
        self._leader: dict[int, int] = {}
        self._members: dict[int, int] = {}
        for number in numbers:
            self.add(number, ())
        for number, other in relation.bonds(numbers):
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
