"""Actions and observations as numbers."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest
from environment_checks import CASES, Comparison, PlainGame, drawn, rules_for

from commonfactor.agents.batch import BatchEnvironment
from commonfactor.agents.encoding import MOST_ACTIONS, VERSION, Encoding
from commonfactor.agents.environment import CompiledGame
from commonfactor.agents.playout import playout
from commonfactor.rules.base import (
    FIRST,
    SECOND,
    AnyRules,
    Board,
    Change,
    IllegalMoveError,
    InvalidMoveError,
    SetupError,
)
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.notation import parse


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_actions_are_the_moves_in_order(game: str, setup: str) -> None:
    encoding, plain = Encoding(rules_for(game, setup)), PlainGame(game, setup)
    moves = [encoding.move(action) for action in range(encoding.action_count)]
    assert moves == plain.actions
    assert [encoding.action(move) for move in moves] == list(range(len(moves)))


@pytest.mark.parametrize("case", CASES)
def test_random_games_are_seen_as_the_plain_encoding_sees_them(case: tuple[str, str]) -> None:
    random, course = Random(1), CompiledGame(Encoding(rules_for(*case)))
    for _ in range(20):
        compared = Comparison(*case)
        course.restart()
        while course.legal_actions:
            compared.check_mask(course.action_mask())
            for seat in (FIRST, SECOND):
                compared.check_observation(course.observation(seat), seat)
            action = drawn(course.action_mask(), random)
            course.play(action)
            compared.play(action)
        assert course.line.moves == compared.line.moves
        assert compared.winner is not None
        compared.check_mask(course.action_mask())
        for seat in (FIRST, SECOND):
            compared.check_observation(course.observation(seat), seat)


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_the_other_player_sees_the_same_rows_in_another_order(game: str, setup: str) -> None:
    random, course = Random(2), CompiledGame(Encoding(rules_for(game, setup)))
    if course.encoding.rules.board is Board.NUMBERS:
        values = len(course.encoding.rules.values(1000) or ())  # type: ignore[attr-defined]
        ends, order = [values, 2 * values - 1, 3 * values - 2], [0, 2, 1]
    else:
        size = course.encoding.action_count
        ends, order = [size, 2 * size, 3 * size, 4 * size, 5 * size], [0, 2, 1, 4, 3]
    while course.legal_actions:
        course.play(drawn(course.action_mask(), random))
        (*mine, my_turn), (*theirs, their_turn) = (np.split(course.observation(seat), ends) for seat in (FIRST, SECOND))
        assert [row.tolist() for row in theirs] == [mine[row].tolist() for row in order]
        assert my_turn + their_turn == 1


def test_a_pool_is_seen_in_five_rows_and_a_turn() -> None:
    course = CompiledGame(Encoding(FactorFrenzy(2, 9)))
    course.play(2)
    course.play(1)
    numbers = np.arange(2, 10)
    *rows, (turn,) = np.split(course.observation(FIRST), range(8, 41, 8))
    assert [numbers[row == 1].tolist() for row in rows] == [[5, 7], [4], [3], [2, 4, 8], [3, 6, 9]]
    assert turn == 1


def test_numbers_to_divide_are_counted() -> None:
    course = CompiledGame(Encoding(DivisorDuel(6, 4, 4)))
    course.play(course.encoding.action(Change(4, 2)))
    # How many are 1, 2, 3, 4, 6; the last divisors among 2, 3, 4, 6; whose turn it is.
    assert course.observation(FIRST).tolist() == [0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert course.observation(SECOND).tolist() == [0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1]


def test_arrays_belong_to_who_asked_for_them() -> None:
    course = CompiledGame(Encoding(FactorClash()))
    course.observation(FIRST)[:] = 7
    course.action_mask()[:] = 0
    assert course.observation(FIRST).max() == 1
    assert course.action_mask().all()


def test_copies_play_on_independently() -> None:
    course = CompiledGame(Encoding(DivisorDuel(60)))
    course.play(0)
    for twin in (course.copy(), deepcopy(course), pickle.loads(pickle.dumps(course))):  # noqa: S301  # its own
        assert twin.observation(SECOND).tolist() == course.observation(SECOND).tolist()
        twin.play(twin.legal_actions[-1])
        assert len(course.actions) == 1
        assert len(twin.line.moves) == 2


def test_a_stopped_game_has_no_legal_action_even_in_a_copy() -> None:
    course = CompiledGame(Encoding(FactorClash()))
    course.play(3)
    course.stop()
    for stopped in (course, course.copy(), pickle.loads(pickle.dumps(course))):  # noqa: S301  # its own
        assert not stopped.action_mask().any()


@pytest.mark.parametrize("rules", [FactorClash(), DivisorDuel(60)])
def test_an_illegal_action_changes_nothing(rules: AnyRules) -> None:
    course = CompiledGame(Encoding(rules))
    course.play(4)
    illegal = next(action for action in range(course.encoding.action_count) if not course.action_mask()[action])
    before = course.observation(FIRST).tolist()
    with pytest.raises(IllegalMoveError):
        course.play(illegal)
    with pytest.raises(InvalidMoveError, match=r"the actions are 0 to \d+, not -1"):
        course.play(-1)
    with pytest.raises(InvalidMoveError, match="not 99"):
        course.play(99)
    with pytest.raises(TypeError):
        course.play(1.5)  # type: ignore[arg-type]
    assert course.observation(FIRST).tolist() == before
    assert course.actions == [4]


def test_a_move_that_cannot_occur_has_no_action() -> None:
    with pytest.raises(InvalidMoveError, match="21 is no move of any game from 2-20"):
        Encoding(FactorClash()).action(21)
    with pytest.raises(InvalidMoveError, match="7 is no move of any game from 60"):
        Encoding(DivisorDuel(60)).action(7)


@pytest.mark.parametrize(
    "rules", [FactorClash(2, MOST_ACTIONS + 2), DivisorDuel(897612484786617600), DivisorDuel(720720, 5040)]
)
def test_too_many_actions_are_refused(rules: AnyRules) -> None:
    with pytest.raises(SetupError, match=r"at most 4,096 different moves, and .* has more"):
        Encoding(rules)


def test_as_many_actions_as_there_may_be_are_taken() -> None:
    course = CompiledGame(Encoding(FactorClash(2, MOST_ACTIONS + 1)))
    course.play(4095)
    assert len(course.observation(SECOND)) == 5 * 4096 + 1


def test_a_game_without_a_move_is_refused() -> None:
    with pytest.raises(SetupError, match="Divisor Duel from 7 is over before a move"):
        Encoding(DivisorDuel(7))


@pytest.mark.parametrize(
    ("given", "shown"),
    [("factor-clash", "'factor-clash'"), (None, "None"), (FactorClash, "<class 'comm.*FactorClash'>")],
)
@pytest.mark.parametrize("make", [Encoding, BatchEnvironment, playout])
def test_what_is_no_rules_is_refused_with_the_way_to_make_them(make: Any, given: Any, shown: str) -> None:
    made_from_text = r"commonfactor\.rules\.notation\.parse\('factor-clash:2-20:'\)\.rules"
    with pytest.raises(SetupError, match=rf"such as FactorClash\(2, 20\) or {made_from_text}, not {shown}"):
        make(given)
    assert parse("factor-clash:2-20:").rules == FactorClash(2, 20)


def test_the_encoding_says_its_version() -> None:
    assert Encoding(FactorClash()).version == VERSION == 1
