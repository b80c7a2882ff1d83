"""What it means that a theory is right about a position, and the positions to ask about.

``make test`` asks about a sample, ``make verify`` about all of them.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.juniper_green import JuniperGreen
from commonfactor.rules.numbers import NumberRules
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.solver._core import OutOfBudget
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Status
from commonfactor.solver.proofs.json_form import proof_from_json
from commonfactor.solver.reference import Reference

POOL_GAMES: tuple[type[PoolRules], ...] = (FactorClash, FactorChallenge, FactorDuel, FactorFrenzy)
LOWEST = (2, 3, 4, 5)
UNLIMITED = Budget(seconds=3600)


def reachable(rules: AnyRules, most: int) -> set[Any] | None:
    """Every position of a game, or None if there are more than ``most``."""
    seen = {rules.initial_position}
    waiting = [rules.initial_position]
    while waiting:
        position = waiting.pop()
        for move in rules.legal_moves(position):
            reached = rules.play(position, move)
            if reached not in seen:
                seen.add(reached)
                waiting.append(reached)
        if len(seen) > most:
            return None
    return seen


def small_pools(game: type[PoolRules], low: int, most: int) -> Iterator[tuple[AnyRules, set[Any]]]:
    """The pools from ``low`` on that have at most so many positions, with all of these."""
    high = low
    while positions := reachable(rules := game(low, high), most):
        yield rules, positions
        high += 1


def openings_of(game: type[PoolRules], low: int, high: int) -> Iterator[AnyRules]:
    """The game with every restricted first pick that is possible; past the first pick it is the same game."""
    for opening in (Opening.EVEN, Opening.NO_LONE_PRIMES):
        try:
            yield game(low, high, opening)
        except ValueError:
            continue  # no number may be picked first


def number_starts(game: type[NumberRules], highest: int, highest_of_several: int) -> Iterator[AnyRules]:
    """Single numbers, and two or three smaller ones."""
    for number in range(2, highest + 1):
        yield game(number)
    for count in (2, 3):
        for numbers in combinations_with_replacement(range(2, highest_of_several + 1), count):
            yield game(*numbers)


def random_positions(rules: AnyRules, random: Random, reference: Reference, most_nodes: int) -> Iterator[Any]:
    """The positions of one random game from its end backwards, as far as the reference can solve them."""
    position, line = rules.initial_position, []
    while moves := rules.legal_moves(position):
        line.append(position)
        position = rules.play(position, random.choice(moves))
    for earlier in [position, *reversed(line)]:
        try:
            reference.is_won(earlier, Budget(nodes=most_nodes).control())
        except OutOfBudget:
            return
        yield earlier


def larger_rules(game: type[AnyRules], random: Random) -> AnyRules:
    """A game with more positions than can all be looked at."""
    if issubclass(game, PoolRules):
        return game(random.choice(LOWEST), random.randint(20, _LARGER[game]))
    highest = 10**12 if game is DivisorDuel else 40
    return game.from_setup("+".join(str(random.randint(2, highest)) for _ in range(random.randint(1, 4))))


_LARGER: dict[type[AnyRules], int] = {
    FactorClash: 60,
    FactorChallenge: 32,
    FactorDuel: 60,
    FactorFrenzy: 100,
    JuniperGreen: 60,
}


def assert_right(rules: AnyRules, position: Any, reference: Reference) -> Analysis:
    """Compare all verdicts with the reference, and have the proof checked, from its JSON form too."""
    analysis = analyse(rules, position, UNLIMITED)
    control = UNLIMITED.control()
    truth = {
        move: Verdict.LOSS if reference.is_won(rules.play(position, move), control) else Verdict.WIN
        for move in rules.legal_moves(position)
    }
    assert analysis.moves == truth, (rules, position)
    assert list(analysis.moves) == list(truth)
    assert analysis.verdict is (Verdict.WIN if Verdict.WIN in truth.values() else Verdict.LOSS), (rules, position)
    proof = analysis.proof
    assert proof is not None
    assert proof.wins is (analysis.verdict is Verdict.WIN)
    check = proof.check(rules, position)
    assert check.status is Status.COMPLETE, (rules, position, proof, check)
    assert proof_from_json(proof.as_json()) == proof
    return analysis
