"""Divisor Duel: Nim with the counts of prime factors.

Dividing N by a proper divisor leaves any proper divisor of N, hence any number of its prime
factors from 1 on. The Grundy value of N is therefore one less than that count, and several
numbers at once are Nim.
"""

from collections import Counter
from functools import lru_cache

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.rules.base import Move
from commonfactor.rules.divisor_duel import DivisorDuel, DivisorPosition
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Findings, Theory, Verdict
from commonfactor.solver.proofs.heaps import HeapsProof, nim_sum_of


class DivisorTheory(Theory[DivisorPosition]):
    """Verdicts by arithmetic."""

    def __init__(self, rules: DivisorDuel) -> None:
        self._rules = rules

    def investigate(self, position: DivisorPosition, control: Control) -> Findings:
        nimber = nim_sum_of(_factors(position))
        moves: dict[Move, Verdict] = {}
        for move in self._rules.legal_moves(position):
            number, divisor = self._rules.division(position, move)
            # Dividing d out takes away as many prime factors as d has.
            heap = _prime_counts(number)[number] - 1
            left = heap - _prime_counts(number)[divisor]
            moves[move] = Verdict.LOSS if nimber ^ heap ^ left else Verdict.WIN
        return Findings(moves, Verdict.WIN if nimber else Verdict.LOSS, nimber)

    def proof(self, position: DivisorPosition, findings: Findings, control: Control) -> HeapsProof:
        winning = next((move for move, verdict in findings.moves.items() if verdict is Verdict.WIN), None)
        if winning is None:
            return HeapsProof(wins=False, move=None, factors=_factors(position), factors_after=())
        left = self._rules.play(position, winning)
        return HeapsProof(wins=True, move=str(winning), factors=_factors(position), factors_after=_factors(left))


def _factors(position: DivisorPosition) -> tuple[tuple[int, ...], ...]:
    return tuple(map(prime_factors, position.numbers))


@lru_cache(maxsize=8)
def _prime_counts(number: int) -> dict[int, int]:
    """How many prime factors each divisor of a number has, without factoring the divisors one by one."""
    counts = {1: 0}
    for prime, exponent in Counter(prime_factors(number)).items():
        counts = {
            divisor * prime**power: count + power for divisor, count in counts.items() for power in range(exponent + 1)
        }
    return counts
