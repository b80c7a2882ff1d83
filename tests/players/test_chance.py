"""Random play."""

from collections import Counter
from random import Random

from commonfactor.players.base import THINKING
from commonfactor.players.chance import RandomPlayer
from commonfactor.rules.factor_clash import FactorClash


def test_all_moves_are_about_as_likely() -> None:
    rules, random, control = FactorClash(2, 11), Random(1), THINKING.control()
    moves = Counter(RandomPlayer().choice(rules, rules.initial_position, random, control).move for _ in range(10_000))
    assert set(moves) == set(range(2, 12))
    assert all(900 < count < 1100 for count in moves.values())
