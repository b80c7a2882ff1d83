"""Hints and reasons at random positions, each sentence of which a program compares with what it finds out itself."""

from random import Random
from typing import Any

from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import game_named
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.reasons import reason_for
from sentences.facts import Facts
from sentences.hints import check_hints
from sentences.reasons import check_reason

SETUPS = {
    "factor-clash": {
        "2-20": 400,
        "2-30": 200,
        "2-45": 100,
        "5-40,opening=no-lone-primes": 100,
        "2-14,opening=even": 100,
        "2-11,opening=no-lone-primes": 100,
    },
    "divisor-duel": {
        "60": 200,
        "60+48+30": 400,
        "720720": 100,
        "360+360+7+64": 200,
        "999999866000004473+30": 50,
        "1000000000000+6": 50,
    },
    "factor-challenge": {
        "2-20": 400,
        "2-16,opening=even": 200,
        "3-22,opening=no-lone-primes": 200,
        "2-12": 100,
        "5-24": 100,
    },
    "factor-duel": {
        "2-20": 400,
        "2-18,opening=even": 200,
        "4-30,opening=no-lone-primes": 200,
        "2-40": 200,
    },
    "factor-frenzy": {
        "2-50": 400,
        "2-30,opening=even": 200,
        "3-60,opening=no-lone-primes": 200,
        "2-20": 200,
    },
}
"""The setups from which random positions are taken, and how many in ``make verify``."""


def steps_for(rules: AnyRules, position: Any, budget: Budget = DEFAULT_BUDGET) -> list[str]:
    return [hint(rules, position, step, budget.control()).text for step in range(1, LAST_STEP + 1)]


def assert_no_sentence_is_false(game: str, setup: str, count: int) -> None:
    """Object to a hint, or a reason for a move, that says something false of a random position."""
    rules = game_named(game).from_setup(setup)
    random, facts = Random(f"{game}:{setup}"), Facts(rules)
    for _ in range(count):
        position = random_position(rules, random)
        check_hints(facts, position, steps_for(rules, position))
        moves = rules.legal_moves(position)
        for move in random.sample(moves, min(3, len(moves))):
            reason = reason_for(rules, position, move, DEFAULT_BUDGET.control())
            assert reason.verdict is (Verdict.WIN if facts.verdicts(position)[move] else Verdict.LOSS)
            check_reason(facts, position, move, reason.text)


def random_position(rules: AnyRules, random: Random) -> Any:
    """A position with a move, from anywhere in a random game."""
    position, positions = rules.initial_position, []
    while moves := rules.legal_moves(position):
        positions.append(position)
        position = rules.play(position, random.choice(moves))
    return random.choice(positions)
