"""The rules against a second implementation: counts of lines of play, and whole games move by move."""

import json
from pathlib import Path

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import games_of

from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import all_games

FROZEN: dict[str, list[int]] = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())


def perft(line: Line, depth: int) -> int:
    """The number of lines of play of exactly ``depth`` moves."""
    return _perft(line.rules, line.rules.initial_position, depth)


def _perft(rules: AnyRules, position: object, depth: int) -> int:
    moves = rules.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(_perft(rules, rules.play(position, move), depth - 1) for move in moves)


@pytest.mark.unfollowed
@pytest.mark.parametrize("setup", FROZEN)
def test_counts_of_lines_of_play_are_those_of_the_second_implementation(setup: str) -> None:
    line = parse(f"{setup}:")
    assert [perft(line, depth) for depth in (1, 2, 3, 4)] == FROZEN[setup]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_is_counted_at_its_default_and_at_two_other_setups(game: type[AnyRules]) -> None:
    setups = [setup.partition(":")[2] for setup in FROZEN if setup.startswith(f"{game.name}:")]
    assert game.default_setup in setups
    assert len(setups) >= 3


@pytest.mark.parametrize(
    "setup", ["factor-clash:5-30", "factor-duel:2-20", "factor-challenge:2-20", "divisor-duel:5040"]
)
def test_the_frozen_counts_are_what_the_second_implementation_counts(setup: str) -> None:
    game, _, text = setup.partition(":")
    start = naive.start(game, text)
    assert [naive.perft(start, depth) for depth in (1, 2, 3)] == FROZEN[setup][:3]


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@settings(max_examples=200)
@given(data=st.data())
def test_both_implementations_allow_the_same_moves_all_game_long(game: type[AnyRules], data: st.DataObject) -> None:
    lines = data.draw(games_of(game).filter(lambda lines: is_small(lines[0].rules)))
    position = naive.start(game.name, lines[0].rules.setup)
    for line in lines:
        if line.moves:
            position = naive.after(position, line.moves[-1])
        assert naive.moves(position) == list(line.rules.legal_moves(line.position))
        if isinstance(line.rules, PoolRules):
            assert position.numbers == line.rules.available_numbers(line.position)


def is_small(rules: AnyRules) -> bool:
    """Whether the naive search for divisors gets through it."""
    return not isinstance(rules, DivisorDuel) or max(rules.numbers) <= 5000
