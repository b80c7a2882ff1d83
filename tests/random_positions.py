"""Positions from anywhere in random games of the usual sizes."""

from random import Random
from typing import Any

from commonfactor.rules.base import AnyRules

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


def random_position(rules: AnyRules, random: Random) -> Any:
    """A position with a move, from anywhere in a random game."""
    position, positions = rules.initial_position, []
    while moves := rules.legal_moves(position):
        positions.append(position)
        position = rules.play(position, random.choice(moves))
    return random.choice(positions)
