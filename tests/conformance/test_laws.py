"""The contract of a game, law by law, over every registered game."""

from itertools import pairwise
from math import prod
from operator import lt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import samples
from strategies import games_of

from commonfactor.rules.base import AnyRules, Change, IllegalMoveError, InvalidMoveError, Move
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import all_games

pytestmark = pytest.mark.unfollowed


def strange_moves(line: Line) -> list[Move]:
    """Moves around the legal ones: neighbours of theirs, the edges of the pool, other shapes."""
    legal = line.rules.legal_moves(line.position)
    numbers = {-1, 0, 1, 2, 3, 4, 10**19}
    for move in (*legal[:5], *line.moves[:5]):
        number = move.divisor if isinstance(move, Change) else move
        numbers |= {number - 1, number, number + 1, number * 2}
    owners = {0, 1, 6, *(move.number for move in (*legal, *line.moves) if isinstance(move, Change))}
    return [*numbers, *(Change(owner, number) for owner in owners for number in numbers)]


def check_that_it_is_over_without_a_legal_move_and_the_last_mover_wins(lines: list[Line]) -> None:
    for line in lines:
        outcome = line.rules.outcome(line.position)
        assert (outcome is None) == bool(line.rules.legal_moves(line.position)) == line.rules.can_move(line.position)
        if outcome:
            last_mover = line.position.to_move.other
            assert outcome.winner is last_mover
            assert len(line.moves) % 2 == last_mover % 2


def check_that_legal_moves_are_distinct_and_ascending_and_mobility_counts_them(lines: list[Line]) -> None:
    for line in lines:
        legal = line.rules.legal_moves(line.position)
        assert all(map(lt, legal, legal[1:]))
        assert line.rules.mobility(line.position) == len(legal)


def check_that_play_accepts_exactly_the_legal_moves(line: Line) -> None:
    rules, position, before = line.rules, line.position, repr(line.position)
    legal = rules.legal_moves(position)
    for move in legal[:20]:
        assert rules.objection(position, move) is None
        assert rules.permission(position, move)
        assert rules.play(position, move).to_move is position.to_move.other
    for move in strange_moves(line):
        if move not in legal:
            with pytest.raises((InvalidMoveError, IllegalMoveError)):
                rules.play(position, move)
    assert repr(position) == before, "play never changes its argument"


def check_that_every_move_brings_the_end_nearer(lines: list[Line]) -> None:
    for earlier, later in pairwise(lines):
        assert size(later) < size(earlier)
        assert earlier.rules.removals(earlier.position, later.moves[-1])


def check_that_positions_and_moves_survive_formatting_and_parsing(lines: list[Line]) -> None:
    game = lines[0].rules
    for line in (lines[0], lines[len(lines) // 2], lines[-1]):
        text = str(line)
        again = parse(text)
        assert again == line
        assert str(again) == text
        assert parse(text.replace(game.name, game.short_name, 1)) == line
        for move in line.rules.legal_moves(line.position)[:20]:
            assert line.rules.parse_move(str(move)) == move


def size(line: Line) -> int:
    """A measure that every move makes smaller: numbers left, or what their product is."""
    if isinstance(line.rules, PoolRules):
        return len(line.rules.available_numbers(line.position))
    return prod(line.position.numbers)


# A game is drawn once for all laws: drawing takes longer than holding them to it.
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@settings(max_examples=samples(1000))
@given(data=st.data())
def test_every_law_holds_in_random_games_of_each_kind(game: type[AnyRules], data: st.DataObject) -> None:
    lines = data.draw(games_of(game))
    check_that_it_is_over_without_a_legal_move_and_the_last_mover_wins(lines)
    check_that_legal_moves_are_distinct_and_ascending_and_mobility_counts_them(lines)
    check_that_play_accepts_exactly_the_legal_moves(data.draw(st.sampled_from(lines)))
    check_that_every_move_brings_the_end_nearer(lines)
    check_that_positions_and_moves_survive_formatting_and_parsing(lines)
