"""Divide: leave a prime; with several numbers, play Nim with the counts of their primes.

Dividing a number removes any of its prime factors, but not all of them. So a number with k
prime factors, counted with multiplicity, is a heap of k - 1 from which any positive number
may be taken: Nim. Who leaves an exclusive-or of 0 wins.
"""

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar

from commonfactor.arithmetic.factorisation import is_prime
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.proofs.base import Claim, Number, Proof, demand, legal_move
from commonfactor.solver.proofs.parts import Steps, left_over_of, steps_to_change


class Prime(Claim, frozen=True, kw_only=True, tag="prime"):
    """The only number is a prime, which cannot be divided."""

    mechanic: ClassVar[str] = "divide"

    number: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(position.numbers == (self.number,), "this is not the number")
        demand(is_prime(self.number), f"{self.number} is not prime")


class HeapsProof(Proof, frozen=True, tag="heaps"):
    """The prime factors of every number, before the move and after it."""

    mechanic: ClassVar[str] = "divide"

    factors: tuple[tuple[Number, ...], ...]
    factors_after: tuple[tuple[Number, ...], ...]
    """Empty for a loss."""

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        move = () if self.move is None else (move_as_json(rules.parse_move(self.move)),)
        if len(self.factors) == 1:
            return [Prime(after=move, number=(self.factors_after or self.factors)[0][0])]
        after = [Steps.of(_steps(self.factors_after), *move)] if self.wins else []
        return [Steps.of(_steps(self.factors)), *after]

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        return steps_to_change(rules, position, _steps(self.factors), str(self.move))

    def conclude(self, rules: AnyRules, position: Any) -> None:
        nim_sum = _verified_nim_sum(position.numbers, self.factors)
        if not self.wins:
            demand(nim_sum == 0, f"the exclusive-or is {nim_sum}, not 0")
            demand(not self.factors_after, "a loss has no position after a move")
            return
        left = rules.play(position, legal_move(rules, position, self.move))
        nim_sum_after = _verified_nim_sum(left.numbers, self.factors_after)
        demand(nim_sum_after == 0, f"the exclusive-or after the move is {nim_sum_after}, not 0")


def _verified_nim_sum(numbers: Sequence[int], factors: Sequence[Sequence[int]]) -> int:
    # No number below 2^60 has more factors, and longer products would take long.
    demand(all(1 <= len(primes) < 60 for primes in factors), "a number has no factors, or more than it can have")
    demand(sorted(map(prod, factors)) == sorted(numbers), "the factors do not multiply to the numbers")
    for prime in {prime for primes in factors for prime in primes}:
        demand(prime > 1 and is_prime(prime), f"{prime} is not prime")
    return left_over_of(_steps(factors))


def _steps(factors: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return [(prod(primes), len(primes) - 1) for primes in factors]
