"""What is proven about whole families of setups, and stated in the games' pages, holds."""

from math import isqrt

import pytest

from commonfactor.arithmetic.factorisation import is_prime
from commonfactor.arithmetic.primes import primes_up_to
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.juniper_green import JuniperGreen
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


@pytest.mark.parametrize("highest", range(6, 61))
def test_a_free_first_pick_of_juniper_green_is_won_by_two_large_primes(highest: int) -> None:
    """Ian Stewart, Scientific American, March 1997: hence the even first number."""
    primes = [prime for prime in range(highest // 2 + 1, highest + 1) if is_prime(prime)]
    from_one, from_two = JuniperGreen(1, highest, "any"), JuniperGreen(2, highest, "any")
    for prime in primes:
        after = from_one.play(from_one.initial_position, prime)
        assert from_one.legal_moves(after) == (1,)
        for other in set(primes) - {prime}:
            assert not from_one.can_move(from_one.play(from_one.play(after, 1), other))
        assert not from_two.can_move(from_two.play(from_two.initial_position, prime))
    winning = analyse(from_one, from_one.initial_position).moves_with(Verdict.WIN)
    if len(primes) == 1:
        assert (highest in {6, 10}, winning) == (True, ()), "without a second prime there is no first pick that wins"
    else:
        assert set(primes) <= set(winning)
    assert set(primes) <= set(analyse(from_two, from_two.initial_position).moves_with(Verdict.WIN))


def test_the_divisor_game_is_won_exactly_at_even_numbers() -> None:
    won = {1: False}
    for number in range(2, 1001):
        divisors = [divisor for divisor in range(1, number) if number % divisor == 0]
        won[number] = not all(won[number - divisor] for divisor in divisors)
        assert won[number] is (number % 2 == 0)
        rules = DivisorGame(number)
        assert analyse(rules, rules.initial_position).verdict == ("win" if won[number] else "loss")


@pytest.mark.parametrize("numbers", [range(2, 60), pytest.param(range(60, 300), marks=pytest.mark.unfollowed)])
def test_without_one_odd_numbers_and_odd_powers_of_two_lose(numbers: range) -> None:
    for number in numbers:
        rules = DivisorGame(number, one="no")
        is_lost = number % 2 == 1 or number in {2, 8, 32, 128}
        assert analyse(rules, rules.initial_position).verdict == ("loss" if is_lost else "win"), number
