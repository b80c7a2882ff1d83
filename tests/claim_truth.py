"""Whether a claim is true, by definition and without the code that makes or checks claims."""

import itertools
from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import xor
from typing import Any

from sentences.facts import components

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import InvalidMoveError, Move
from commonfactor.solver.analysis import Budget
from commonfactor.solver.proofs.base import Claim
from commonfactor.solver.reference import Reference
from commonfactor.solver.values import Value, total, value_of_options

Numbers = frozenset[int]

_UNLIMITED = Budget(seconds=3600)


class Truth:
    """What is true of the small positions of one game with one setup."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._reference = Reference(rules)
        self._control = _UNLIMITED.control()
        self.nimber = cache(self._nimber)
        self.value = cache(self._value)

    def holds(self, position: Any, claim: Claim) -> bool:
        """Whether a claim about a position is true."""
        about = self.reached(position, claim.after)
        decide: Callable[[Any, Any], bool] = getattr(self, f"_{claim.as_json()['kind'].replace('-', '_')}")
        return about is not None and decide(about, claim)

    def reached(self, position: Any, moves: Iterable[int | str]) -> Any:
        """The position that moves lead to; None if one of them is not legal."""
        for text in moves:
            move = self._named(text)
            if move not in self.rules.legal_moves(position):
                return None
            position = self.rules.play(position, move)
        return position

    def _named(self, text: int | str) -> Move | None:
        try:
            return self.rules.parse_move(str(text))  # type: ignore[no-any-return]
        except InvalidMoveError:
            return None

    def is_lost(self, position: Any) -> bool:
        return not self._reference.is_won(position, self._control)

    def _are_related(self, number: int, other: int) -> bool:
        return bool(self.rules.relation.holds(number, other))

    def _unrelated(self, numbers: Numbers, taken: int) -> Numbers:
        return frozenset(other for other in numbers if other != taken and not self._are_related(other, taken))

    def _takeable(self, position: Any, seat: Any) -> Numbers:
        held = position.limits_of(seat)
        return frozenset(
            number
            for number in numbers_in(position.available)
            if not any(self._are_related(number, own) for own in held)
        )

    def _nimber(self, numbers: Numbers) -> int:
        options = {self.nimber(self._unrelated(numbers, number)) for number in numbers}
        return next(nimber for nimber in range(len(options) + 1) if nimber not in options)

    def _value(self, own: Numbers, theirs: Numbers) -> Value:
        own_options = [self.value(self._unrelated(own, number), theirs - {number}) for number in own]
        their_options = [self.value(own - {number}, self._unrelated(theirs, number)) for number in theirs]
        return value_of_options(own_options, their_options)

    # One for every kind of claim

    def _wins(self, position: Any, claim: Any) -> bool:
        after = self.reached(position, [claim.move])
        return after is not None and self.is_lost(after)

    def _refutation(self, position: Any, claim: Any) -> bool:
        after = self.reached(position, [claim.move, claim.reply])
        return after is not None and self.is_lost(after) and claim.ends is not bool(self.rules.legal_moves(after))

    def _resistance(self, position: Any, claim: Any) -> bool:
        after = self.reached(position, [claim.move])
        if after is None:
            return False
        replies = [self.is_lost(self.rules.play(after, reply)) for reply in self.rules.legal_moves(after)]
        return (claim.winning_replies, claim.replies) == (sum(replies), len(replies))

    def _nothing_left(self, position: Any, claim: Any) -> bool:
        there = position.numbers if hasattr(position, "numbers") else numbers_in(position.available)
        return not self.rules.legal_moves(position) and claim.numbers == tuple(there)

    def _pairs(self, position: Any, claim: Any) -> bool:
        paired = [number for pair in claim.pairs for number in pair]
        there = set(numbers_in(position.available))
        return (
            len(set(paired)) == len(paired)
            and set(paired) <= there
            and all(self._are_related(*pair) for pair in claim.pairs)
            and claim.alone == len(there) - len(paired)
        )

    def _barrier(self, position: Any, claim: Any) -> bool:
        there, aside = set(numbers_in(position.available)), set(claim.numbers)
        if len(aside) < len(claim.numbers) or not aside <= there:
            return False
        legal = set(self.rules.legal_moves(position)) if claim.with_start else set()
        vertices = [*(there - aside), *([0] if claim.with_start else [])]

        def are_joined(one: int, other: int) -> bool:
            return max(one, other) in legal if 0 in (one, other) else self._are_related(one, other)

        odd = sum(len(group) % 2 for group in components(vertices, are_joined))
        return bool(odd - len(aside) == claim.alone)

    def _prime(self, position: Any, claim: Any) -> bool:
        number = claim.number
        return position.numbers == (number,) and number > 1 and all(number % divisor for divisor in range(2, number))

    def _steps(self, position: Any, claim: Any) -> bool:
        def steps(number: int) -> int:
            if self.rules.mechanic == "subtract":
                return 0 if number % 2 else 1 + steps(number // 2)
            return next((1 + steps(number // part) for part in range(2, number) if not number % part), 0)

        told = dict(claim.steps)
        return (
            sorted(number for number, _ in claim.steps) == sorted(position.numbers)
            and all(steps(number) == count for number, count in told.items())
            and claim.steps == tuple((number, told[number]) for number, _ in claim.steps)
            and claim.left_over == reduce(xor, (count for _, count in claim.steps), 0)
        )

    def _groups(self, position: Any, claim: Any) -> bool:
        there = components(numbers_in(position.available), self._are_related)
        told = [frozenset(group.numbers) for group in claim.groups]
        return (
            len(told) == len(there)
            and set(told) == there
            and all(len(set(group.numbers)) == len(group.numbers) for group in claim.groups)
            and all(self.nimber(frozenset(group.numbers)) == group.nimber for group in claim.groups)
            and claim.left_over == reduce(xor, (group.nimber for group in claim.groups), 0)
        )

    def _ahead(self, position: Any, claim: Any) -> bool:
        mine, theirs = (self._takeable(position, seat) for seat in (position.to_move, position.to_move.other))
        told = [(frozenset(group.own), frozenset(group.theirs)) for group in claim.groups]
        if any(len(set(side)) < len(side) for group in claim.groups for side in (group.own, group.theirs)):
            return False
        if {*frozenset().union(*(own for own, _ in told))} != mine:
            return False
        if {*frozenset().union(*(other for _, other in told))} != theirs:
            return False
        if sum(len(own | other) for own, other in told) != len(mine | theirs):
            return False
        values = [self.value(*group) for group in told]
        # Parts that do not affect one another add up, and a single part is what no number of it can be parted from.
        is_whole = total(values) == self.value(mine, theirs) and all(map(self._is_one_part, told))
        return (
            is_whole
            and [str(value) for value in values] == [group.value for group in claim.groups]
            and claim.total == str(total(values))
        )

    def _is_one_part(self, sides: tuple[Numbers, Numbers]) -> bool:
        own, theirs = sides

        def affect(number: int, other: int) -> bool:
            shared = ({number, other} <= own) or ({number, other} <= theirs)
            return shared and self._are_related(number, other)

        return len(components(own | theirs, affect)) == 1

    def _walks(self, position: Any, claim: Any) -> bool:
        mover = position.to_move
        starts = [position.limits_of(seat) for seat in (mover, mover.other)]
        there = frozenset(numbers_in(position.available))
        if not all(starts):
            return False
        reach = [self._reachable(start[0], there) for start in starts]
        walks = [(start[0], *walk) for start, walk in zip(starts, (claim.own, claim.theirs), strict=True)]
        return not reach[0] & reach[1] and all(
            set(walk[1:]) <= there
            and len(set(walk[1:])) == len(walk) - 1
            and all(self._are_related(one, other) for one, other in itertools.pairwise(walk))
            and len(walk) - 1 == self._longest(walk[0], there)
            for walk in walks
        )

    def _reachable(self, start: int, there: Numbers) -> Numbers:
        reached, waiting = set[int](), [start]
        while waiting:
            last = waiting.pop()
            new = {number for number in there - reached if self._are_related(number, last)}
            reached |= new
            waiting += new
        return frozenset(reached)

    def _longest(self, last: int, there: Numbers) -> int:
        ahead = [number for number in there if self._are_related(number, last)]
        return max((1 + self._longest(number, there - {number}) for number in ahead), default=0)

    def _line(self, position: Any, claim: Any) -> bool:
        if not claim.moves:
            return not claim.wins and not self.rules.legal_moves(position)
        for ply, text in enumerate(claim.moves):
            position = self.reached(position, [text])
            if position is None or (ply % 2 != claim.wins and not self.is_lost(position)):
                return False
            if ply == 0 and not claim.wins and self.is_lost(position):
                return False
        return bool(self.rules.legal_moves(position) or len(claim.moves) % 2 == claim.wins)
