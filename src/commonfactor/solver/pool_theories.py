"""Theories of pool games, each by the graph of its relation, which the core searches or matches.

Follow is Undirected Vertex Geography: a move wins iff some largest pairing of the numbers that are left goes without it
(Fraenkel, Scheinerman, Ullman 1993). The core finds all such numbers in one pass over the multiples of each prime.

Walk is two tokens on the graph: the core searches until they are apart, and compares longest paths from there.

Keep apart is Col: a position is, for each player, the numbers that player may still take. Its value is how many moves a
player is ahead: a number, or a number and star.

Sweep is Node Kayles: the core finds who wins, and the nimber, by groups. Primes with the same multiples in the pool are
interchangeable, and that is told to the core, which verifies it.
"""

from abc import abstractmethod
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, partial
from typing import Protocol

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.base import Move, Seat
from commonfactor.rules.mechanics.follow import Follow
from commonfactor.rules.mechanics.keep_apart import KeepApart
from commonfactor.rules.mechanics.sweep import Sweep
from commonfactor.rules.mechanics.walk import Walk
from commonfactor.rules.pool import PoolPosition, PoolRules
from commonfactor.rules.relations import COMMON_FACTOR, Relation
from commonfactor.solver._core import Col, Control, Geography, Kayles, OutOfBudget, Trails
from commonfactor.solver.analysis import Analysis, Findings, Theory, Verdict
from commonfactor.solver.col_values import Value
from commonfactor.solver.number_graphs import graph_of, numbers, vertices
from commonfactor.solver.proofs.checking import Proof
from commonfactor.solver.proofs.groups import Group, GroupsProof
from commonfactor.solver.proofs.lead import LeadProof, Share, separate
from commonfactor.solver.proofs.pairing import PairingProof
from commonfactor.solver.proofs.paths import PathsProof, reachable
from commonfactor.solver.search import SearchTheory, all_replies

_WORD = 64


class FollowTheory(Theory[PoolPosition]):
    """Verdicts by one decomposition of what is left of the pool."""

    def __init__(self, rules: Follow) -> None:
        self._rules = rules
        if rules.relation is COMMON_FACTOR:  # whose cliques the core finds by itself, in a hundredth of the time
            self._core = Geography.on_common_factors(rules.low, rules.high)
        else:
            self._core = Geography.on_cliques(rules.high + 1, rules.relation.cliques(rules.low, rules.high))

    def investigate(self, position: PoolPosition, control: Control) -> Findings:
        allowed = self._rules.allowed(position)
        moves = numbers_in(allowed)
        try:
            missable, *evidence = self._core.decompose(vertices(position.available), vertices(allowed), control)
        except OutOfBudget:
            return Findings(dict.fromkeys(moves, Verdict.UNKNOWN))
        winning = numbers(missable) & allowed
        verdicts: dict[Move, Verdict] = dict.fromkeys(moves, Verdict.LOSS)
        verdicts.update(dict.fromkeys(numbers_in(winning), Verdict.WIN))
        verdict = Verdict.WIN if winning else Verdict.LOSS
        return Findings(verdicts, verdict, is_complete=True, evidence=evidence)

    def proof(self, analysis: Analysis, control: Control, *, with_replies: bool) -> PairingProof:
        barrier, move, pairs = analysis.findings.evidence
        wins = analysis.verdict is Verdict.WIN
        alone = analysis.position.available.bit_count() - 2 * len(pairs)
        name = str(move) if wins else None
        return PairingProof(wins=wins, move=name, pairs=tuple(pairs), barrier=numbers_in(numbers(barrier)), alone=alone)


class _Core(Protocol):
    """A search that is compiled."""

    @property
    def table_bytes(self) -> int: ...


class PoolSearch(SearchTheory[PoolPosition]):
    """A theory of a pool game whose positions the core searches, all but those with a restricted first pick."""

    _rules: PoolRules

    def __init__(self, rules: PoolRules, core: _Core) -> None:
        super().__init__(rules)
        self._core = core

    @property
    def tables(self) -> object:
        return self._core

    @property
    def table_bytes(self) -> int:
        return self._core.table_bytes

    @abstractmethod
    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        """Whether the player to move wins, with a free pick."""

    def is_won(self, position: PoolPosition, control: Control) -> bool:
        rules = self._rules
        if not rules.restricts(position):
            return self._core_wins(position, control)
        return not all(self._core_wins(rules.play(position, move), control) for move in rules.legal_moves(position))

    def proof(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        # Where the first pick is restricted, all values say is that some move wins.
        if analysis.verdict is Verdict.WIN or not self._rules.restricts(analysis.position):
            with suppress(OutOfBudget):
                if proof := self._proof_by_theory(analysis, control, with_replies=with_replies):
                    return proof
        return super().proof(analysis, control, with_replies=with_replies)

    @abstractmethod
    def _proof_by_theory(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        """The proof that the theory has for free picks, if it has one; ``OutOfBudget`` if it cannot be made."""

    def _vertices(self, numbers: int) -> bytes:
        return vertices(numbers, self._rules.low)


class WalkTheory(PoolSearch):
    """Verdicts by search, and by longest paths."""

    _core: Trails

    def __init__(self, rules: Walk) -> None:
        super().__init__(rules, Trails.on_cliques(*graph_of(rules.relation, rules.low, rules.high)))

    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        own, theirs = (self._token(position, seat) for seat in (position.to_move, position.to_move.other))
        return self._core.mover_wins(self._vertices(position.available), own, theirs, control)

    def _token(self, position: PoolPosition, seat: Seat) -> int:
        last = position.limits_of(seat)
        return last[0] - self._rules.low if last else Trails.nowhere

    def _proof_by_theory(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        position: PoolPosition = analysis.position
        if not self._are_apart(position):
            return None
        mover = position.to_move
        own, theirs = (self._longest_path(position, seat, control) for seat in (mover, mover.other))
        wins = len(own) > len(theirs)
        return PathsProof(wins, str(own[0]) if wins else None, own, theirs)

    def _are_apart(self, position: PoolPosition) -> bool:
        """Whether no number can be reached by both players any more."""
        if not all(position.limits):
            return False
        first, second = (reachable(last, position.available, self._rules.related_to) for (last,) in position.limits)
        return not first & second

    def _longest_path(self, position: PoolPosition, seat: Seat, control: Control) -> tuple[int, ...]:
        path = self._core.longest_path(self._vertices(position.available), self._token(position, seat), control)
        return tuple(vertex + self._rules.low for vertex in path)


class KeepApartTheory(PoolSearch):
    """Verdicts and values by groups."""

    _core: Col

    def __init__(self, rules: KeepApart) -> None:
        super().__init__(rules, Col.on_cliques(*graph_of(rules.relation, rules.low, rules.high)))

    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        own, theirs = self._sides(position, position.to_move)
        return self._core.left_wins(self._vertices(own), self._vertices(theirs), control)

    def _evaluate(self, position: PoolPosition, findings: Findings, control: Control) -> None:
        if not self._rules.restricts(position):
            findings.value = self._value(*self._sides(position, position.to_move), control)

    def _proof_by_theory(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        if analysis.is_win_without_move:
            return None
        position, move, is_won = analysis.position, self._winning_move(analysis), partial(self.is_won, control=control)
        replies = all_replies(self._rules, position, is_won, move) if with_replies else None
        shares = self._shares(position, position.to_move, control)
        if move is None:
            return LeadProof(wins=False, move=None, shares=shares, shares_after=(), replies=replies)
        after = self._shares(self._rules.play(position, move), position.to_move, control)
        return LeadProof(wins=True, move=str(move), shares=shares, shares_after=after, replies=replies)

    def _shares(self, position: PoolPosition, seat: Seat, control: Control) -> tuple[Share, ...]:
        """The groups of a position, seen from a seat."""
        return tuple(
            Share(numbers_in(own), numbers_in(theirs), str(self._value(own, theirs, control)))
            for own, theirs in separate(*self._sides(position, seat), self._rules.related_to)
        )

    def _value(self, own: int, theirs: int, control: Control) -> Value:
        numerator, denominator, star = self._core.value(self._vertices(own), self._vertices(theirs), control)
        return Value(Fraction(numerator, denominator), star)

    def _sides(self, position: PoolPosition, seat: Seat) -> tuple[int, int]:
        return self._rules.takeable_by(position, seat), self._rules.takeable_by(position, seat.other)


class SweepTheory(PoolSearch):
    """Verdicts and nimbers by groups."""

    _core: Kayles

    def __init__(self, rules: Sweep) -> None:
        super().__init__(rules, core_for(rules.relation, rules.low, rules.high))

    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        return self._core.wins(self._vertices(position.available), control)

    def _evaluate(self, position: PoolPosition, findings: Findings, control: Control) -> None:
        if not self._rules.restricts(position):
            findings.nimber = self._core.grundy(self._vertices(position.available), control)

    def _proof_by_theory(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        if analysis.is_win_without_move:
            return None
        groups = self._groups(analysis.position.available, control)
        if analysis.verdict is Verdict.LOSS:
            return GroupsProof(wins=False, move=None, groups=groups, changed_to=())
        # The fewer numbers a move leaves in its group, the easier it is to follow.
        moves = self._rules.legal_moves(analysis.position)
        winning = [move for move in moves if analysis.moves[move] is Verdict.WIN]
        move = min(winning, key=lambda move: self._left_of_group(groups, move).bit_count())
        left = self._left_of_group(groups, move)
        return GroupsProof(wins=True, move=str(move), groups=groups, changed_to=self._groups(left, control))

    def _left_of_group(self, groups: tuple[Group, ...], move: int) -> int:
        """The rest of the group that a move is in."""
        home = next(group for group in groups if move in group.numbers)
        return sum(1 << number for number in home.numbers) & ~self._rules.swept_by(move)

    def _groups(self, numbers: int, control: Control) -> tuple[Group, ...]:
        groups = []
        while numbers:
            group = connected(numbers & -numbers, numbers, self._rules.swept_by)
            groups.append(Group(numbers_in(group), self._core.grundy(self._vertices(group), control)))
            numbers &= ~group
        return tuple(groups)


def core_for(relation: Relation, low: int, high: int) -> Kayles:
    """The core for a pool, with the tables of other pools that begin with the same number.

    It is made for the pool that fills the last word of 64 vertices, which costs nothing and contains the others.
    """
    words = -(-(high - low + 1) // _WORD)
    return _core_on(relation, low, low + words * _WORD - 1)


@lru_cache(maxsize=4)
def _core_on(relation: Relation, low: int, high: int) -> Kayles:
    return Kayles.on_cliques(*graph_of(relation, low, high))


def forget_cores() -> None:
    _core_on.cache_clear()
