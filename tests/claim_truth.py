"""Whether a claim is true, by definition and without the code that makes or checks claims."""

import itertools
from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import xor
from typing import Any

from plain_facts import components

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import InvalidMoveError, Move
from commonfactor.solver.analysis import Budget
from commonfactor.solver.col_values import Value, total, value_of_options
from commonfactor.solver.proofs.checking import Claim
from commonfactor.solver.reference import Reference

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
        if claim.mechanic not in {None, self.rules.mechanic}:
            return False
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
        limits = position.targets if hasattr(position, "targets") else ()
        is_told = (claim.numbers, claim.limits) == (tuple(there), limits)
        return not self.rules.legal_moves(position) and is_told

    def _can_win(self, position: Any, _claim: Any) -> bool:
        return not self.is_lost(position)

    def _lost(self, position: Any, _claim: Any) -> bool:
        return self.is_lost(position)

    def _count_of_winning(self, position: Any, names: Iterable[int | str]) -> int | None:
        """How many of some moves win; None unless all are legal and different."""
        moves = [self._named(name) for name in names]
        if len(set(moves)) < len(moves) or not set(moves) <= set(self.rules.legal_moves(position)):
            return None
        return sum(self.is_lost(self.rules.play(position, move)) for move in moves)

    def _winning_moves(self, position: Any, claim: Any) -> bool:
        legal = self.rules.legal_moves(position)
        return (claim.winning, claim.moves) == (self._count_of_winning(position, legal), len(legal))

    def _losing_moves(self, position: Any, claim: Any) -> bool:
        return self._count_of_winning(position, claim.moves) == 0

    def _compare(self, position: Any, claim: Any) -> bool:
        winning = self._count_of_winning(position, claim.moves)
        return winning is not None and (winning == claim.winning if claim.exactly else winning >= claim.winning)

    def _hardest(self, position: Any, claim: Any) -> bool:
        legal = self.rules.legal_moves(position)
        seen, named = legal[: claim.looked_at], [self._named(name) for name in claim.moves]
        if claim.looked_at is not None and claim.looked_at >= len(legal):
            return False
        if not named or len(set(named)) < len(named) or not set(named) <= set(seen):
            return False
        count = {}
        for move in seen:
            after = self.rules.play(position, move)
            count[move] = sum(self.is_lost(self.rules.play(after, reply)) for reply in self.rules.legal_moves(after))
        return max(count[move] for move in named) <= min((count[move] for move in {*seen} - {*named}), default=10**9)

    def _leaves(self, position: Any, claim: Any) -> bool:
        after = [self.rules.play(position, move) for move in self.rules.legal_moves(position)]
        leaving = [reached for reached in after if len(self.rules.legal_moves(reached)) == claim.replies]
        return any(map(self.is_lost, leaving)) and not (claim.every and len(leaving) < len(after))

    def _only_move(self, position: Any, claim: Any) -> bool:
        legal = self.rules.legal_moves(position)
        return len(legal) == 1 and (claim.move is None or self._named(claim.move) == legal[0])

    def _advice(self, position: Any, claim: Any) -> bool:
        if claim.move is None:
            return self.is_lost(position)
        return self._count_of_winning(position, [claim.move]) in ({0, 1} if self.is_lost(position) else {1})

    def _kept(self, position: Any, claim: Any) -> bool:
        legal = self.rules.legal_moves(position)
        is_only = len(legal) > 1 and self._count_of_winning(position, legal) == 1
        return self._count_of_winning(position, [claim.move]) == 1 and (is_only or not claim.only)

    def _gave_away(self, position: Any, claim: Any) -> bool:
        return self._count_of_winning(position, [claim.move]) == 0 and not self.is_lost(position)

    def _not_found(self, position: Any, claim: Any) -> bool:
        if claim.move is None:
            return bool(claim.question != "does it win")
        return claim.question == "does it win" and self._named(claim.move) in self.rules.legal_moves(position)

    def _allowed(self, position: Any, claim: Any) -> bool:
        return self._named(claim.move) in self.rules.legal_moves(position) and self._is_ground(position, claim)

    def _not_allowed(self, position: Any, claim: Any) -> bool:
        move = self._named(claim.move)
        illegal = move is not None and move not in self.rules.legal_moves(position)
        return illegal and self._is_ground(position, claim)

    def _is_ground(self, position: Any, claim: Any) -> bool:
        """Whether what is said to decide about a move does."""
        move: Any = self._named(claim.move)
        if hasattr(position, "numbers"):
            number = move if len(position.numbers) > 1 else (position.numbers[0], move)
            is_there = number[0] in position.numbers
            goes_in = number[1] < number[0] and number[0] % number[1] == 0
            because = ("divisor" if goes_in else "no divisor") if is_there else "gone"
            return (claim.because, claim.numbers) == (because, (number[0],) if is_there else position.numbers)
        targets, free = position.targets, self.rules.mechanic == "sweep" or not position.targets
        related = tuple(target for target in targets if self._are_related(move, target))
        if move not in numbers_in(position.available):
            because, numbers = "gone", ()
        elif position.available == self.rules.pool and self.rules.opening != "any":
            because, numbers = "opening", ()
        elif free:
            because, numbers = "free", ()
        else:
            because, numbers = ("related", related[:1]) if related else ("unrelated", targets)
        return bool((claim.because, claim.numbers) == (because, numbers))

    def _spare(self, position: Any, claim: Any) -> bool:
        there = frozenset(numbers_in(position.available))
        legal = self.rules.legal_moves(position)
        return bool(self._pairs_among(there) == claim.pairs) and claim.pairs in {
            self._pairs_among(there - {move}) for move in legal
        }

    def _pairs_among(self, numbers: Numbers) -> int:
        """The most pairs of related numbers."""
        if not numbers:
            return 0
        first, *others = sorted(numbers)
        partners = [other for other in others if self._are_related(first, other)]
        without = self._pairs_among(numbers - {first})
        return max([without, *(1 + self._pairs_among(numbers - {first, other}) for other in partners)])

    def _apart(self, position: Any, _claim: Any) -> bool:
        there = frozenset(numbers_in(position.available))
        starts = [position.limits_of(seat) for seat in (position.to_move, position.to_move.other)]
        return all(starts) and not self._reachable(starts[0][0], there) & self._reachable(starts[1][0], there)

    def _change_group(self, position: Any, claim: Any) -> bool:
        there, group = numbers_in(position.available), frozenset(claim.numbers)
        if len(group) < len(claim.numbers) or group not in components(there, self._are_related):
            return False
        legal = group & frozenset(self.rules.legal_moves(position))
        others = self.nimber(frozenset(there) - group)
        return bool(others == claim.to) and others in {self.nimber(self._unrelated(group, number)) for number in legal}

    def _change_number(self, position: Any, claim: Any) -> bool:
        if not hasattr(position, "numbers") or claim.number not in position.numbers:
            return False
        others = list(position.numbers)
        others.remove(claim.number)
        left = {
            self._count_of_steps(self.rules.changed(claim.number, one)) for one in self.rules.divisors(claim.number)
        }
        return bool(reduce(xor, map(self._count_of_steps, others), 0) == claim.to) and claim.to in left

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
        steps, told = self._count_of_steps, dict(claim.steps)
        return (
            sorted(number for number, _ in claim.steps) == sorted(position.numbers)
            and all(steps(number) == count for number, count in told.items())
            and claim.steps == tuple((number, told[number]) for number, _ in claim.steps)
            and claim.left_over == reduce(xor, (count for _, count in claim.steps), 0)
        )

    def _count_of_steps(self, number: int) -> int:
        """How often a number can be halved, or divided by a number less than itself."""
        if self.rules.mechanic == "subtract":
            return 0 if number % 2 else 1 + self._count_of_steps(number // 2)
        return next((1 + self._count_of_steps(number // part) for part in range(2, number) if not number % part), 0)

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
