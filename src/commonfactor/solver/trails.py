"""Walk: two tokens on the graph of the relation.

The core searches until the tokens are apart, and compares longest paths from there.
"""

from commonfactor.rules.base import Seat
from commonfactor.rules.mechanics.walk import Walk
from commonfactor.rules.pool import PoolPosition
from commonfactor.solver._core import Control, Trails
from commonfactor.solver.analysis import Analysis
from commonfactor.solver.number_graphs import graph_of
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.proofs.paths import PathsProof, reachable
from commonfactor.solver.search import PoolSearch


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
