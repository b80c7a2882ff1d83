"""What is proven about whole families of setups, and stated in the games' pages, holds."""

from math import isqrt

import pytest

from commonfactor.arithmetic.primes import primes_up_to
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse


@pytest.mark.parametrize("highest", [*range(2, 121), 200, 300, 500])
def test_factor_duel_is_decided_by_the_primes_above_the_root(highest: int) -> None:
    rules = FactorDuel(2, highest)
    large = [prime for prime in primes_up_to(highest) if prime > isqrt(highest)]
    analysis = analyse(rules, rules.initial_position)
    assert analysis.verdict is (Verdict.WIN if len(large) % 2 else Verdict.LOSS)
    assert str(analysis.value) == ("*" if len(large) % 2 else "0")


@pytest.mark.parametrize("highest", [*range(2, 60), 1_000, 99_991])
def test_a_prime_above_the_half_wins_factor_clash_at_once(highest: int) -> None:
    rules = FactorClash(2, highest)
    analysis = analyse(rules, rules.initial_position)
    lone = [prime for prime in primes_up_to(highest) if 2 * prime > highest]
    assert lone
    assert all(analysis.moves[prime] is Verdict.WIN for prime in lone)


def test_every_composite_is_won_in_divisor_duel_and_a_prime_is_not() -> None:
    primes = set(primes_up_to(2_000))
    for number in range(2, 2_001):
        rules = DivisorDuel(number)
        verdict = analyse(rules, rules.initial_position).verdict
        assert verdict is (Verdict.LOSS if number in primes else Verdict.WIN)
