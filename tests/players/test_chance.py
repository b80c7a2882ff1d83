"""Random play."""

from collections import Counter
from random import Random

from commonfactor.players.base import THINKING
from commonfactor.players.chance import RandomPlayer
from commonfactor.rules.notation import parse


def test_all_moves_are_about_as_likely() -> None:
    line, random, control = parse("factor-clash:2-11:"), Random(1), THINKING.control()
    moves = Counter(RandomPlayer().choice(line, random, control).move for _ in range(10_000))
    assert set(moves) == set(range(2, 12))
    assert all(900 < count < 1100 for count in moves.values())
