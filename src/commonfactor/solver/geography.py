"""Follow: Undirected Vertex Geography, decided by matching for a million numbers at once.

A move wins iff some largest pairing of the numbers that are left goes without it (Fraenkel,
Scheinerman, Ullman 1993). The core finds all such numbers in one pass over the multiples of
each prime.
"""

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Move
from commonfactor.rules.mechanics.follow import Follow
from commonfactor.rules.pool import PoolPosition
from commonfactor.rules.relations import COMMON_FACTOR
from commonfactor.solver._core import Control, Geography, OutOfBudget
from commonfactor.solver.analysis import Analysis, Findings, Theory, Verdict
from commonfactor.solver.number_graphs import numbers, vertices
from commonfactor.solver.proofs.pairing import PairingProof


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
        return PairingProof(
            wins=wins,
            move=str(move) if wins else None,
            pairs=tuple(pairs),
            barrier=numbers_in(numbers(barrier)),
            alone=analysis.position.available.bit_count() - 2 * len(pairs),
        )
