"""Looking ahead is exact within its depth, counts moves beyond, and ends by a count."""

from random import Random
from typing import Any

import pytest
from player_checks import SMALL_SETUPS, is_won, lines_of

from commonfactor.players import heuristic
from commonfactor.players.base import THINKING, Choice
from commonfactor.players.heuristic import DEEPEST, Lookahead, sight_of
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line, parse
from commonfactor.solver.reference import Reference

over_every_game = pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)

WON = 10**9


def chosen(line: Line, depth: int, seed: int = 1) -> Choice:
    return Lookahead(depth).choice(line, Random(seed), THINKING.control())


def value(rules: AnyRules, position: Any, depth: int) -> int:
    """What a position is worth to who is to move, looking at everything."""
    moves = rules.legal_moves(position)
    if not moves:
        return -WON
    if depth == 0:
        return len(moves)
    return max(-value(rules, rules.play(position, move), depth - 1) for move in moves)


def ends_within(rules: AnyRules, position: Any, plies: int) -> bool:
    """Whether a game is over after so many moves, whatever they are."""
    moves = rules.legal_moves(position)
    return not moves or (plies > 0 and all(ends_within(rules, rules.play(position, move), plies - 1) for move in moves))


@pytest.mark.unfollowed
@over_every_game
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_sees_what_looking_at_everything_sees(game: type[AnyRules], depth: int) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    for line in lines_of(rules, 40):
        position = line.position
        moves = rules.legal_moves(position)
        sight = sight_of(rules, position, moves, depth, THINKING.control())
        values = {move: -value(rules, rules.play(position, move), sight.depth - 1) for move in moves}
        assert sorted(sight.best) == [move for move in moves if values[move] == max(values.values())]
        # Unless there is no choice, it stops early only at a win, or at a loss that one more move would show.
        if sight.depth < depth and len(moves) > 1:
            assert max(values.values()) == WON or value(rules, position, sight.depth + 1) == -WON


@pytest.mark.unfollowed
@over_every_game
@pytest.mark.parametrize("depth", [2, 3, 4, 5])
def test_it_is_exact_if_the_game_ends_within_its_depth(game: type[AnyRules], depth: int) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    reference, asked = Reference(rules), 0
    for seed, line in enumerate(lines_of(rules, 300)):
        position = line.position
        if not ends_within(rules, position, depth):
            continue
        asked += 1
        reached = rules.play(position, chosen(line, depth, seed).move)
        assert is_won(reference, reached) is not is_won(reference, position)
    assert asked >= 20


def test_equals_are_chosen_at_random() -> None:
    line = parse("factor-clash:2-20:")
    assert {chosen(line, 3, seed).move for seed in range(50)} == {11, 13, 17, 19}


@pytest.mark.parametrize(
    ("notation", "lasting"),
    [
        ("factor-clash:2-16:4,10,12,9,6,8", ("2", "16")),
        ("factor-challenge:2-13:12,2,6,10", ("3", "9")),
        ("divisor-duel:12+2+12:", ("12/2", "12/3")),
    ],
)
@pytest.mark.parametrize("depth", [4, 6])
def test_a_loss_that_it_sees_is_put_off(notation: str, lasting: tuple[str, ...], depth: int) -> None:
    """All moves lose within four, and the others within two."""
    line = parse(notation)
    assert value(line.rules, line.position, 4) == -WON
    assert {str(chosen(line, depth, seed).move) for seed in range(20)} <= set(lasting)


def test_it_says_if_it_could_not_look_as_far_as_it_should() -> None:
    line = parse("factor-frenzy:2-100:")
    choice = chosen(line, DEEPEST)
    assert choice.note == "It looked three moves ahead, since looking further would have taken too long."
    assert chosen(line, 2).note == ""


def test_it_says_if_it_looked_at_some_moves_only() -> None:
    line = parse("factor-clash:2-10000,opening=even:")
    choice = chosen(line, 2)
    assert choice.note == (
        "It looked at 1,000 of 5,000 moves. It looked one move ahead, since looking further would have taken too long."
    )


def test_one_move_ahead_is_always_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristic, "_MOST_POSITIONS", 0)
    line = parse("factor-frenzy:2-50:")
    rules, position = line.rules, line.position
    sight = sight_of(rules, position, rules.legal_moves(position), 3, THINKING.control())
    assert (sight.depth, sight.is_cut_short) == (1, True)
    fewest = min(rules.mobility(rules.play(position, move)) for move in rules.legal_moves(position))
    assert all(rules.mobility(rules.play(position, move)) == fewest for move in sight.best)


def test_it_says_how_far_it_looks() -> None:
    assert Lookahead(1).description == "looks one move ahead"
    assert Lookahead(3).description == "looks three moves ahead"
