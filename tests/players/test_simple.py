"""Random play, and the three rules of the player that sees one move ahead, in their order."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from player_checks import SMALL_SETUPS, lines_of

from commonfactor.players.base import THINKING
from commonfactor.players.heuristic import Greedy, RandomPlayer
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line, parse


def chosen(line: Line, seed: int = 1) -> Move:
    return Greedy().choice(line, Random(seed), THINKING.control()).move


def replies(rules: AnyRules, position: Any, move: Move) -> int:
    return len(rules.legal_moves(rules.play(position, move)))


def loses_at_once(rules: AnyRules, position: Any, move: Move) -> bool:
    reached = rules.play(position, move)
    return any(replies(rules, reached, reply) == 0 for reply in rules.legal_moves(reached))


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)
def test_it_wins_at_once_else_does_not_lose_at_once_else_leaves_the_fewest_replies(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    for seed, line in enumerate(lines_of(rules, 200)):
        position = line.position
        moves = rules.legal_moves(position)
        best = [move for move in moves if replies(rules, position, move) == 0]
        best = best or [move for move in moves if not loses_at_once(rules, position, move)] or list(moves)
        fewest = min(replies(rules, position, move) for move in best)
        assert chosen(line, seed) in [m for m in best if replies(rules, position, m) == fewest]


def test_equals_are_chosen_at_random() -> None:
    line = parse("factor-clash:2-20:")
    lone_primes = {11, 13, 17, 19}
    assert {chosen(line, seed) for seed in range(50)} == lone_primes


def test_it_avoids_the_fewest_replies_if_they_lose_at_once() -> None:
    """Both 4+4 and 4+2 leave one reply, but that to 4+2 ends the game."""
    line = parse("divisor-duel:4+16:")
    for seed in range(20):
        assert str(chosen(line, seed)) == "16/4"


@pytest.mark.parametrize("notation", ["factor-clash:2-1000000:", "factor-clash:2-1000000:2"])
def test_it_looks_at_some_of_very_many_moves(notation: str) -> None:
    line = parse(notation)
    choice = Greedy().choice(line, Random(1), THINKING.control())
    count = len(line.rules.legal_moves(line.position))
    assert choice.note == f"It looked at 1,000 of {count:,} moves."
    assert line.play(choice.move)


def test_all_moves_are_about_as_likely() -> None:
    line, random, control = parse("factor-clash:2-11:"), Random(1), THINKING.control()
    moves = Counter(RandomPlayer().choice(line, random, control).move for _ in range(10_000))
    assert set(moves) == set(range(2, 12))
    assert all(900 < count < 1100 for count in moves.values())
