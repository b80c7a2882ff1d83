"""Single games of the compiled core go as the rules say."""

import copy
import pickle
from random import Random
from typing import Any

import pytest

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding
from commonfactor.agents.environment import CompiledGame
from commonfactor.agents.playout import playout
from commonfactor.rules.base import FIRST, SECOND, IllegalMoveError
from commonfactor.rules.notation import Line, parse

pytestmark = pytest.mark.unfollowed

SETUPS = [
    "factor-clash:2-20:",
    "factor-clash:3-90,opening=no-lone-primes:",
    "factor-challenge:2-20:",
    "factor-challenge:2-140,opening=even:",
    "factor-duel:2-20:",
    "factor-duel:5-70:",
    "factor-frenzy:2-50:",
    "factor-frenzy:2-300:",
    "divisor-duel:60:",
    "divisor-duel:720720:",
    "divisor-duel:60+48+30+60:",
]


@pytest.mark.parametrize("notation", SETUPS)
def test_random_games_agree_with_the_rules_move_by_move(notation: str) -> None:
    start, random = parse(notation), Random(notation)
    encoding, fresh = Encoding(start.rules), playout(start.rules)
    for _ in range(60):
        line, game = start, fresh.copy()
        while legal := game.legal_actions():
            assert [encoding.move(action) for action in legal] == list(line.rules.legal_moves(line.position))
            assert (game.to_move, game.is_over) == (line.position.to_move, False)
            action = random.choice(legal)
            line = line.play(encoding.move(action))
            assert game.play(action) == line.rules.can_move(line.position)
        assert not line.rules.can_move(line.position)
        assert (game.to_move, game.is_over) == (line.position.to_move, True)


@pytest.mark.parametrize("notation", SETUPS)
def test_an_action_that_is_not_legal_changes_nothing(notation: str) -> None:
    start = parse(notation)
    encoding, game = Encoding(start.rules), playout(start.rules)
    game.play(game.legal_actions()[0])
    before = game.legal_actions()
    for action in {-1, encoding.action_count, 2**31, *range(encoding.action_count)} - {*before}:
        with pytest.raises(IllegalMoveError, match=f"action {action} is not legal here"):
            game.play(action)
    for action in (-(2**70), 2**70, 10**5000):
        with pytest.raises(IllegalMoveError, match="is not legal here"):
            game.play(action)
    assert game.legal_actions() == before
    assert game.to_move == 2


def test_a_copy_is_a_game_of_its_own() -> None:
    game = playout(parse("factor-clash:2-20:").rules)
    game.play(13)
    twin = game.copy()
    twin.play(twin.legal_actions()[0])
    assert (game.to_move, twin.to_move) == (2, 1)
    assert game.legal_actions() != twin.legal_actions()
    game.restart()
    assert (game.to_move, len(game.legal_actions()), twin.to_move) == (1, 19, 1)


@pytest.mark.parametrize("copied", [pickle.dumps, copy.copy, copy.deepcopy])
def test_whoever_copies_a_game_otherwise_is_told_of_its_copy(copied: Any) -> None:
    with pytest.raises(TypeError, match=r"a playout cannot be pickled: its copy\(\) is a game of its own"):
        copied(playout(parse("divisor-duel:60:").rules))


@pytest.mark.parametrize("notation", SETUPS)
def test_what_each_seat_sees_is_kept_up_to_date(notation: str) -> None:
    random, rules = Random(notation), parse(notation).rules
    course, game = CompiledGame(Encoding(rules)), playout(rules, observes=True)
    for _ in range(20):
        course.restart()
        game.restart()
        check_sights(game, course)
        while course.legal_actions:
            action = random.choice(course.legal_actions)
            course.play(action)
            game.play(action)
            check_sights(game, course)


def check_sights(game: Playout, course: CompiledGame) -> None:
    assert game.observation.tolist() == [course.observation(seat).tolist() for seat in (FIRST, SECOND)]
    idle = [0] * course.encoding.action_count
    masks = {game.to_move: course.action_mask().tolist()}
    assert game.mask.tolist() == [masks.get(seat, idle) for seat in (FIRST, SECOND)]


def test_a_game_that_is_stopped_is_lost_by_the_seat_to_move() -> None:
    rules = parse("factor-frenzy:2-9:").rules
    course, game = CompiledGame(Encoding(rules)), playout(rules, observes=True)
    course.play(2)
    game.play(2)
    course.stop()
    game.stop()
    assert (game.is_over, game.to_move, game.legal_actions()) == (True, 2, [])
    check_sights(game, course)


def test_a_copy_sees_for_itself_and_its_arrays_outlive_it() -> None:
    game = playout(parse("divisor-duel:60:").rules, observes=True)
    seen, before = game.copy().observation, game.observation.tolist()
    game.play(0)
    assert seen.tolist() == before != game.observation.tolist()
    assert not seen.flags.writeable


def test_nothing_is_seen_unless_it_is_asked_for() -> None:
    game = playout(parse("divisor-duel:60:").rules)
    assert (game.observation.shape, game.mask.shape) == ((2, 0), (2, 0))


@pytest.mark.parametrize("action", [None, "1", 1.0])
def test_an_action_is_a_whole_number(action: Any) -> None:
    with pytest.raises(TypeError):
        playout(parse("divisor-duel:60:").rules).play(action)


def test_a_copy_outlives_what_it_was_copied_from() -> None:
    twin = playout(parse("divisor-duel:60:").rules).copy()
    while legal := twin.legal_actions():
        twin.play(legal[-1])
    assert twin.is_over


def test_a_game_that_is_over_before_it_begins_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="is over before a move"):
        playout(Line.start(parse("divisor-duel:7:").rules).rules)
