"""Sweep: Node Kayles on the graph of the relation.

The core finds who wins, and the nimber, by groups. Primes with the same multiples in the pool
are interchangeable, and that is told to the core, which verifies it.
"""

from functools import lru_cache

from commonfactor.arithmetic.number_sets import connected, numbers_in
from commonfactor.rules.mechanics.sweep import Sweep
from commonfactor.rules.pool import PoolPosition
from commonfactor.rules.relations import Relation
from commonfactor.solver._core import Control, Kayles
from commonfactor.solver.analysis import Analysis, Findings, Verdict
from commonfactor.solver.number_graphs import graph_of
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.proofs.groups import Group, GroupsProof
from commonfactor.solver.search import PoolSearch

_WORD = 64


class SweepTheory(PoolSearch):
    """Verdicts and nimbers by groups."""

    _core: Kayles

    def __init__(self, rules: Sweep) -> None:
        super().__init__(rules, core_for(rules.relation, rules.low, rules.high))

    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        return self._core.wins(self._vertices(position.available), control)

    def _evaluate(self, position: PoolPosition, findings: Findings, control: Control) -> None:
        if not self._has_restricted_pick(position):
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
        """What a move leaves of the group that it is in."""
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

    A pool is a part of every longer one. The core counts vertices in words of 64, so that up to
    the next multiple of 64 the longer pool costs nothing, and what was found out about one pool
    serves for the others.
    """
    words = -(-(high - low + 1) // _WORD)
    return _core_on(relation, low, low + words * _WORD - 1)


@lru_cache(maxsize=4)
def _core_on(relation: Relation, low: int, high: int) -> Kayles:
    return Kayles.on_cliques(*graph_of(relation, low, high))


def forget_cores() -> None:
    """Let go of all tables."""
    _core_on.cache_clear()
