"""An engine is a player like any other, in games and between processes."""

import pickle
from itertools import count
from random import Random

import pytest
from agents.engine_processes import await_end_of, hostile_engine, nothing_left, own_engine, processes_with
from processes import PATIENCE

from commonfactor.agents import engine_client, engine_player
from commonfactor.agents.engine_player import EnginePlayer
from commonfactor.arena.referee import continued, played
from commonfactor.players.base import THINKING, Choice, Forfeit
from commonfactor.players.registry import player_called
from commonfactor.rules.base import FIRST
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games


def chosen(player: EnginePlayer, line: Line, seed: int) -> Choice:
    return player.choice(line, Random(seed), THINKING.control())


def test_an_engine_plays_whole_games_of_every_kind_in_both_seats() -> None:
    with nothing_left(), EnginePlayer(own_engine("greedy"), 5) as engine:
        for game in all_games():
            rules, random = game.from_setup(game.default_setup), player_called("random")
            for first, second in ((engine, random), (random, engine)):
                line = played(rules, first, second, seed=4)
                assert not line.rules.can_move(line.position)


def test_the_same_seed_gives_the_same_game() -> None:
    with EnginePlayer(own_engine("random"), 5) as one, EnginePlayer(own_engine("random"), 5) as other:
        rules = parse("factor-frenzy:2-50:").rules
        games = {played(rules, first, second, 11) for first, second in ((one, other), (other, one), (one, one))}
        assert len(games) == 1
        assert played(rules, one, other, 12) not in games


def test_an_engine_takes_a_game_up_after_any_opening() -> None:
    random = Random(2)
    with EnginePlayer(own_engine("greedy"), 5) as engine:
        for game in all_games():
            line = Line.start(game.from_setup(game.recommended_setup))
            for _ in range(3):
                line = line.play(random.choice(line.rules.legal_moves(line.position)))
                if not line.rules.can_move(line.position):
                    break
            assert not line.rules.can_move(continued(line, engine, player_called("random"), seed=1).position)


def test_an_engine_that_wins_all_it_can_wins() -> None:
    start = parse("divisor-duel:60:")
    with EnginePlayer(own_engine(), 5) as engine:
        line = played(start.rules, engine, player_called("random"), seed=5)
        outcome = line.rules.outcome(line.position)
        assert outcome is not None
        assert outcome.winner is FIRST


def test_a_player_has_the_name_of_its_command() -> None:
    player = EnginePlayer(["my engine", "--level", "3"], 2)
    assert player.name == "engine:'my engine' --level 3"
    assert player == EnginePlayer(["my engine", "--level", "3"], 2)


def test_a_player_crosses_to_another_process_without_its_engine() -> None:
    line = parse("factor-clash:2-20:18,14")
    with nothing_left(), EnginePlayer(own_engine(), 5) as engine:
        chosen = engine.choice(line, Random(1), THINKING.control())
        with pickle.loads(pickle.dumps(engine)) as copy:  # noqa: S301  # it was made a moment ago
            assert copy.choice(line, Random(1), THINKING.control()) == chosen


def test_an_engine_that_is_not_asked_for_a_while_is_ended_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_player, "_SECONDS_OF_REST", 0.3)
    line = parse("factor-clash:2-20:18,14")
    with nothing_left() as mark, EnginePlayer(own_engine("greedy"), PATIENCE) as player:
        move = chosen(player, line, 1)
        assert processes_with(mark)
        await_end_of(mark)
        assert chosen(player, line, 1) == move


def test_an_engine_whose_player_was_interrupted_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    line = parse("factor-clash:2-20:18,14")
    with nothing_left(), EnginePlayer(own_engine("greedy"), PATIENCE) as player:
        move = chosen(player, line, 1)
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(engine_client.EngineClient, "found", interrupt)
            with pytest.raises(KeyboardInterrupt):
                chosen(player, line, 1)
        assert chosen(player, line, 1) == move


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


def test_a_forfeit_says_what_happened() -> None:
    line = parse("factor-clash:2-20:15,5")
    with EnginePlayer(hostile_engine("illegal_move"), 1) as player, pytest.raises(Forfeit) as forfeit:
        player.choice(line, Random(1), THINKING.control())
    assert forfeit.value.reason == "illegal-move"
    assert str(forfeit.value) == "The engine plays '7', which is not possible: 7 and 5 share no factor."
    assert forfeit.value.attempts == 1


def test_what_was_played_before_a_game_changes_nothing_about_it() -> None:
    longer, shorter = parse("divisor-duel:5040:2,2,2"), parse("divisor-duel:5040:8")
    assert longer.position == shorter.position
    with EnginePlayer(own_engine("random"), PATIENCE) as fresh, EnginePlayer(own_engine("random"), PATIENCE) as used:
        earlier = longer.undone()
        for seed in count():
            if chosen(used, earlier, seed).move == longer.moves[-1]:
                break
        for seed in range(5):
            assert chosen(used, shorter, seed) == chosen(fresh, shorter, seed)
            chosen(used, earlier, seed)


def test_a_game_that_is_too_long_for_a_line_is_lost_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_client, "LONGEST_LINE", 40)
    with EnginePlayer(own_engine("greedy"), PATIENCE) as player, pytest.raises(Forfeit) as forfeit:
        chosen(player, parse("factor-clash:2-20:20,18,16,14,12,10,8,6,4"), 1)
    assert (forfeit.value.reason, forfeit.value.attempts) == ("refused", 0)
    assert str(forfeit.value).startswith("A line of the engine protocol has at most")
