"""What is true of a position, found by definition and without the code that makes or checks proofs.

Claims and proofs are compared with this. Where a definition would take too long, the
solver's own analysis answers.
"""

from collections.abc import Callable, Iterable
from functools import cache
from math import gcd
from random import Random
from typing import Any

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, Move, Seat
from commonfactor.rules.pool import PoolRules
from commonfactor.solver._core import OutOfBudget
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.col_values import Value, value_of_options
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reference import Reference

Numbers = frozenset[int]

_PLENTY = Budget(seconds=60)
_FOR_SEARCH = Budget(nodes=2000)
_MOST_NUMBERS_TO_SEARCH = 11
_MOST_NUMBERS_FOR_NIMBERS = 12
_MOST_NUMBERS_FOR_VALUES = 8
_LARGE_PRIME = 2**61 - 1


class Facts:
    """What is true of the positions of one game with one setup."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._reference = Reference(rules)
        self._verdicts: dict[Any, dict[Move, bool]] = {}
        # What a group is worth does not depend on the first picks that a setup allows.
        self._free_rules: AnyRules = type(rules)(rules.low, rules.high) if isinstance(rules, PoolRules) else rules
        self.nimber = cache(self._nimber)
        self._value = cache(self._value_by_options)

    def is_won(self, position: Any) -> bool:
        """Whether the player to move wins."""
        return any(self.verdicts(position).values())

    def verdicts(self, position: Any) -> dict[Move, bool]:
        """Every legal move, and whether it wins."""
        if position not in self._verdicts:
            self._verdicts[position] = self._searched(position) or self._analysed(position)
        return self._verdicts[position]

    def _searched(self, position: Any) -> dict[Move, bool]:
        """The verdicts by the reference search, or nothing if that would take long."""
        if isinstance(self.rules, PoolRules) and len(left(position)) > _MOST_NUMBERS_TO_SEARCH:
            return {}
        control = _FOR_SEARCH.control()
        try:
            return {
                move: not self._reference.is_won(self.rules.play(position, move), control)
                for move in self.rules.legal_moves(position)
            }
        except OutOfBudget:
            return {}

    def _analysed(self, position: Any) -> dict[Move, bool]:
        return {move: verdict is Verdict.WIN for move, verdict in _analysed(self.rules, position).moves.items()}

    def winning_replies(self, position: Any, move: Move) -> int:
        """How many replies to a move win."""
        return sum(self.verdicts(self.rules.play(position, move)).values())

    def _nimber(self, numbers: Numbers) -> int:
        """The least whole number that no move of Factor Frenzy among some numbers leads to."""
        if len(numbers) > _MOST_NUMBERS_FOR_NIMBERS:
            start = self._free_rules.initial_position
            nimber = _analysed(self._free_rules, start._replace(available=_set_of(numbers))).nimber
            assert nimber is not None
            return nimber
        options = {self.nimber(without_kin(numbers, number)) for number in numbers}
        return next(nimber for nimber in range(len(options) + 1) if nimber not in options)

    def value(self, position: Any, seat: Seat, group: Numbers) -> Value:
        """How many moves a seat is ahead in Factor Duel among the numbers of a group."""
        if len(group) <= _MOST_NUMBERS_FOR_VALUES:
            own, theirs = (takeable(position, side) & group for side in (seat, seat.other))
            return self._value(own, theirs)
        value = _analysed(self._free_rules, position._replace(available=_set_of(group))).value
        assert value is not None
        return value if position.to_move is seat else -value

    def _value_by_options(self, own: Numbers, theirs: Numbers) -> Value:
        own_options = [self._value(_coprime(own, number), theirs - {number}) for number in own]
        their_options = [self._value(own - {number}, _coprime(theirs, number)) for number in theirs]
        return value_of_options(own_options, their_options)


def _analysed(rules: AnyRules, position: Any) -> Analysis:
    analysis = analyse(rules, position, _PLENTY)
    assert analysis.findings.is_complete
    return analysis


def left(position: Any) -> Numbers:
    """The numbers that are left in a pool."""
    return frozenset(numbers_in(position.available))


def _set_of(numbers: Numbers) -> int:
    return sum(1 << number for number in numbers)


def _coprime(numbers: Numbers, number: int) -> Numbers:
    return frozenset(other for other in numbers if gcd(other, number) == 1)


def takeable(position: Any, seat: Seat) -> Numbers:
    """What a seat of Factor Duel could take if it were its turn."""
    held = position.limits_of(seat)
    return frozenset(number for number in left(position) if all(gcd(number, own) == 1 for own in held))


def last_number(position: Any, seat: Seat | None = None) -> int:
    """The number that a pick must share a factor with, of the seat to move unless told; 0 if it is free."""
    (last,) = position.limits_of(seat or position.to_move) or (0,)
    return int(last)


def share_a_factor(number: int, other: int) -> bool:
    """Whether two numbers have a factor in common."""
    return gcd(number, other) > 1


def are_kin(number: int, other: int) -> bool:
    """Whether one number divides the other."""
    return number % other == 0 or other % number == 0


def without_kin(numbers: Numbers, taken: int) -> Numbers:
    """What Factor Frenzy leaves of some numbers."""
    return frozenset(number for number in numbers if not are_kin(number, taken))


def components(numbers: Iterable[int], are_joined: Callable[[int, int], bool]) -> set[Numbers]:
    """The groups that chains of joined numbers hold together."""
    groups: set[Numbers] = set()
    for number in numbers:
        touched = {group for group in groups if any(are_joined(number, other) for other in group)}
        groups = (groups - touched) | {frozenset({number}).union(*touched)}
    return groups


def frenzy_groups(numbers: Iterable[int]) -> set[Numbers]:
    """The numbers by chains of factors and multiples."""
    return components(numbers, are_kin)


def duel_groups(position: Any) -> set[Numbers]:
    """The numbers that either may still take, by what taking one would rule out."""
    sides = [takeable(position, seat) for seat in Seat]

    def rules_out(number: int, other: int) -> bool:
        return share_a_factor(number, other) and any({number, other} <= side for side in sides)

    return components(sides[0] | sides[1], rules_out)


def most_pairs(numbers: Numbers) -> int:
    """How many pairs of numbers that share a factor there can be at once.

    Twice that is the rank of a matrix with random entries where two numbers share a factor,
    the same with the other sign below the diagonal (Tutte, Lovász).
    """
    ordered, random = sorted(numbers), Random(1)
    rows = [[0] * len(ordered) for _ in ordered]
    for i, number in enumerate(ordered):
        for j in range(i):
            if share_a_factor(number, ordered[j]):
                rows[i][j] = random.randrange(1, _LARGE_PRIME)
                rows[j][i] = _LARGE_PRIME - rows[i][j]
    return _rank(rows) // 2


def _rank(rows: list[list[int]]) -> int:
    """The rank of a matrix over the whole numbers modulo a large prime."""
    rank = 0
    while rows:
        pivot = rows.pop()
        column = next((place for place, entry in enumerate(pivot) if entry), None)
        if column is None:
            continue
        rank += 1
        inverse = pow(pivot[column], -1, _LARGE_PRIME)
        for place, row in enumerate(rows):
            if row[column]:
                factor = row[column] * inverse % _LARGE_PRIME
                rows[place] = [(a - factor * b) % _LARGE_PRIME for a, b in zip(row, pivot, strict=True)]
    return rank


def reachable(start: int, numbers: Numbers) -> Numbers:
    """What can be reached from a number, step by step, by common factors."""
    groups = components({start, *numbers}, share_a_factor)
    return next(group for group in groups if start in group) - {start}


def longest_walk(start: int, numbers: Numbers) -> int:
    """How many numbers one can take in a row, each sharing a factor with the one before."""

    @cache
    def length(last: int, remaining: Numbers) -> int:
        longest = 0
        for number in remaining:
            if share_a_factor(last, number):
                longest = max(longest, 1 + length(number, remaining - {number}))
            # No walk can be longer than this, so that most need not be tried.
            if longest == len(remaining):
                break
        return longest

    return length(start, reachable(start, numbers))
