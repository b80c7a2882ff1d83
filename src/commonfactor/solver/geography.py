"""Factor Clash: Undirected Vertex Geography, decided by matching for a million numbers at once.

A move wins iff some largest pairing of the numbers that are left goes without it (Fraenkel,
Scheinerman, Ullman 1993). The core finds all such numbers in one pass over the multiples of
each prime. A free first pick of a full pool wins at once: a prime above the half has no
partner at all.
"""

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Move
from commonfactor.rules.factor_clash import ClashPosition, FactorClash
from commonfactor.solver._core import Control, Geography, OutOfBudget
from commonfactor.solver.analysis import Findings, Theory, Verdict
from commonfactor.solver.number_graphs import numbers, vertices
from commonfactor.solver.proofs.pairing import PairingProof


class ClashTheory(Theory[ClashPosition]):
    """Verdicts by one decomposition of what is left of the pool."""

    def __init__(self, rules: FactorClash) -> None:
        self._rules = rules
        self._core = Geography.on_common_factors(rules.low, rules.high)

    def investigate(self, position: ClashPosition, control: Control) -> Findings:
        moves, allowed = self._rules.legal_moves(position), self._rules.allowed(position)
        try:
            missable, *evidence = self._core.decompose(vertices(position.available), vertices(allowed), control)
        except OutOfBudget:
            return Findings(dict.fromkeys(moves, Verdict.UNKNOWN))
        winning = numbers(missable) & allowed
        verdicts: dict[Move, Verdict] = dict.fromkeys(moves, Verdict.LOSS)
        verdicts.update(dict.fromkeys(numbers_in(winning), Verdict.WIN))
        verdict = Verdict.WIN if winning else Verdict.LOSS
        return Findings(verdicts, verdict, is_complete=True, evidence=evidence)

    def proof(
        self, position: ClashPosition, findings: Findings, control: Control, *, with_replies: bool = True
    ) -> PairingProof:
        barrier, move, pairs = findings.evidence
        wins = findings.verdict is Verdict.WIN
        return PairingProof(
            wins=wins,
            move=str(move) if wins else None,
            pairs=tuple(pairs),
            barrier=numbers_in(numbers(barrier)),
            alone=position.available.bit_count() - 2 * len(pairs),
        )
