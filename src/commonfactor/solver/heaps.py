"""Divide: Nim with the counts of prime factors.

Dividing N by a proper divisor leaves any proper divisor of N, hence any number of its prime
factors from 1 on. The Grundy value of N is therefore one less than that count, and several
numbers at once are Nim.
"""

from collections import Counter
from contextlib import suppress
from functools import lru_cache

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.rules.base import Move
from commonfactor.rules.mechanics.divide import Divide
from commonfactor.rules.numbers import NumbersPosition
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Findings, Theory, Verdict
from commonfactor.solver.proofs.heaps import HeapsProof, nim_sum_of

# Eight numbers with many divisors have hundreds of thousands of moves.
_MOVES_BETWEEN_CHECKS = 1024


class DivideTheory(Theory[NumbersPosition]):
    """Verdicts by arithmetic."""

    def __init__(self, rules: Divide) -> None:
        self._rules = rules

    def investigate(self, position: NumbersPosition, control: Control) -> Findings:
        nimber = nim_sum_of(_factors(position))
        findings = Findings({}, Verdict.WIN if nimber else Verdict.LOSS, nimber)
        findings.moves = dict.fromkeys(self._rules.legal_moves(position), Verdict.UNKNOWN)
        with suppress(OutOfBudget):
            for place, move in enumerate(findings.moves):
                if place % _MOVES_BETWEEN_CHECKS == 0:
                    control.check()
                findings.moves[move] = self._verdict(position, move, nimber)
            findings.is_complete = True
        return findings

    def _verdict(self, position: NumbersPosition, move: Move, nimber: int) -> Verdict:
        number, divisor = self._rules.change_by(position, move)
        # Dividing d out takes away as many prime factors as d has.
        heap = _prime_counts(number)[number] - 1
        left = heap - _prime_counts(number)[divisor]
        return Verdict.LOSS if nimber ^ heap ^ left else Verdict.WIN

    def proof(
        self, position: NumbersPosition, findings: Findings, control: Control, *, with_replies: bool = True
    ) -> HeapsProof | None:
        winning = next((move for move, verdict in findings.moves.items() if verdict is Verdict.WIN), None)
        if findings.verdict is Verdict.WIN and winning is None:
            return None
        if winning is None:
            return HeapsProof(wins=False, move=None, factors=_factors(position), factors_after=())
        left = self._rules.play(position, winning)
        return HeapsProof(wins=True, move=str(winning), factors=_factors(position), factors_after=_factors(left))


def _factors(position: NumbersPosition) -> tuple[tuple[int, ...], ...]:
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
