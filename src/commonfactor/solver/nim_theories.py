"""Number games that are Nim: each number is a heap of its steps, and several at once are an exclusive-or.

``proofs/nim.py`` says why.
"""

from abc import abstractmethod
from collections import Counter
from contextlib import suppress
from functools import lru_cache, reduce
from operator import xor

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.rules.numbers import NumberRules, NumbersPosition
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Analysis, Findings, Theory, Verdict
from commonfactor.solver.proofs.checking import Proof
from commonfactor.solver.proofs.nim import STEPS, Counts, HalvesProof, HeapsProof

# Eight numbers with many divisors have hundreds of thousands of moves.
_MOVES_BETWEEN_CHECKS = 1024


class NimTheory(Theory[NumbersPosition]):
    def __init__(self, rules: NumberRules) -> None:
        self._rules, self._heap = rules, STEPS[rules.mechanic]

    @abstractmethod
    def _heap_after(self, number: int, divisor: int) -> int:
        """How many counters there are when a number was changed by a divisor."""

    @abstractmethod
    def _shown(self, move: str | None, numbers: tuple[int, ...], after: tuple[int, ...]) -> Proof:
        """The proof for the numbers of a position, and those that a move which wins leaves, if there is one."""

    def investigate(self, position: NumbersPosition, control: Control) -> Findings:
        nimber = reduce(xor, map(self._heap, position.numbers), 0)
        findings = Findings({}, Verdict.WIN if nimber else Verdict.LOSS, nimber)
        findings.moves = dict.fromkeys(self._rules.legal_moves(position), Verdict.UNKNOWN)
        with suppress(OutOfBudget):
            for place, move in enumerate(findings.moves):
                if place % _MOVES_BETWEEN_CHECKS == 0:
                    control.check()
                number, divisor = self._rules.change_by(position, move)
                left = nimber ^ self._heap(number) ^ self._heap_after(number, divisor)
                findings.moves[move] = Verdict.LOSS if left else Verdict.WIN
            findings.is_complete = True
        return findings

    def proof(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        if analysis.is_win_without_move:
            return None
        move = next(iter(analysis.moves_with(Verdict.WIN)), None)
        if move is None:
            return self._shown(None, analysis.position.numbers, ())
        return self._shown(str(move), analysis.position.numbers, self._rules.play(analysis.position, move).numbers)


class DivideTheory(NimTheory):
    """A heap for each number, of one less than it has prime factors."""

    def _heap_after(self, number: int, divisor: int) -> int:
        return self._heap(number) - _prime_counts(number)[divisor]

    def _shown(self, move: str | None, numbers: tuple[int, ...], after: tuple[int, ...]) -> Proof:
        return HeapsProof(move is not None, move, tuple(map(prime_factors, numbers)), tuple(map(prime_factors, after)))


class SubtractTheory(NimTheory):
    """A heap for each number, of as many counters as it can be halved."""

    def _heap_after(self, number: int, divisor: int) -> int:
        return self._heap(number - divisor)

    def _shown(self, move: str | None, numbers: tuple[int, ...], after: tuple[int, ...]) -> Proof:
        return HalvesProof(move is not None, move, self._halvings(numbers), self._halvings(after))

    def _halvings(self, numbers: tuple[int, ...]) -> Counts:
        return tuple(zip(numbers, map(self._heap, numbers), strict=True))


@lru_cache(maxsize=8)
def _prime_counts(number: int) -> dict[int, int]:
    """How many prime factors each divisor of a number has, without factoring the divisors one by one."""
    counts = {1: 0}
    for prime, exponent in Counter(prime_factors(number)).items():
        counts = {
            divisor * prime**power: count + power for divisor, count in counts.items() for power in range(exponent + 1)
        }
    return counts
