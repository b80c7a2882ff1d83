"""The environments of PettingZoo."""

import pickle
import warnings
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from environment_checks import CASES, check_games, check_pettingzoo_game

from commonfactor.agents.encoding import VERSION
from commonfactor.agents.pettingzoo_env import env, raw_env
from commonfactor.rules.base import IllegalMoveError, InvalidMoveError, NotationError, SetupError
from commonfactor.rules.registry import all_games

with warnings.catch_warnings():
    # These import a game of PettingZoo in a way that PettingZoo warns about.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

# PettingZoo advises against dictionaries as observations, except for its own games, which have them by the same keys.
ADVICE = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


@pytest.mark.filterwarnings(*ADVICE)
@pytest.mark.parametrize(("game", "setup"), CASES)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_host_finds_nothing_wrong(make: Any, game: str, setup: str) -> None:
    api_test(make(game, setup), num_cycles=60)
    seed_test(lambda: make(game, setup), num_cycles=60)


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_the_host_sees_every_game_rendered(game: str) -> None:
    render_test(lambda render_mode: env(game, render_mode=render_mode))


@pytest.mark.unfollowed
@pytest.mark.parametrize("case", CASES)
def test_random_games_go_as_the_rules_say(case: tuple[str, str]) -> None:
    check_games(check_pettingzoo_game, env(*case), case, 50)
    check_games(check_pettingzoo_game, raw_env(*case), case, 50)


def test_the_setup_is_that_of_the_rule_book_unless_given() -> None:
    assert raw_env("frenzy").rules.setup == "2-50"
    assert raw_env("Factor Duel", "2-30").rules.setup == "2-30"


def test_who_makes_an_illegal_move_loses() -> None:
    game = env()
    game.reset()
    game.step(3)
    game.step(3)
    assert game.rewards == {"player_1": 1, "player_2": -1}
    assert game.terminations == {"player_1": True, "player_2": True}
    told = {"offender": "player_2", "objection": "5 was already taken at move 1"}
    assert game.infos == {"player_1": told, "player_2": told}
    seen = {agent: game.observe(agent) for agent in game.agents}
    assert not any(each["action_mask"].any() for each in seen.values())
    assert [seen[agent]["observation"][-1] for agent in game.agents] == [0, 1]
    assert game.last()[1] == 1
    game.step(None)
    assert game.last()[1] == -1
    game.step(None)
    assert game.agents == []
    game.reset()
    assert game.observe("player_1")["action_mask"].all()


def test_an_illegal_move_can_raise_instead() -> None:
    game = env(illegal="raise")
    game.reset()
    game.step(3)
    with pytest.raises(IllegalMoveError, match="5 was already taken at move 1"):
        game.step(3)
    assert game.agent_selection == "player_2"
    game.step(np.int64(8))
    assert game.agent_selection == "player_1"


@pytest.mark.parametrize("make", [env, raw_env])
def test_what_is_no_action_is_refused(make: Any) -> None:
    game = make()
    game.reset()
    for action in (-1, 19, 1 << 40):
        with pytest.raises(InvalidMoveError, match=f"the actions are 0 to 18, not {action}"):
            game.step(action)
    for foreign in (None, 1.5):
        with pytest.raises(TypeError):
            game.step(foreign)
    assert game.agent_selection == "player_1"
    assert game.observe("player_1")["action_mask"].all()


def test_who_is_out_of_the_game_can_only_leave() -> None:
    game = env("divisor", "6")
    game.reset()
    game.step(0)
    with pytest.raises(ValueError, match="the game is over: the only action is None, not 0"):
        game.step(0)


def test_only_who_is_to_move_has_legal_actions() -> None:
    game = env()
    game.reset()
    assert not game.observe("player_2")["action_mask"].any()


def test_nothing_is_known_before_the_first_reset() -> None:
    game = env()
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = game.agents
    with pytest.raises(AttributeError, match="last cannot be accessed before reset"):
        game.last()


def test_agents_can_be_asked_for_a_few_turns_only() -> None:
    game = raw_env()
    game.reset()
    turns = []
    for agent in game.agent_iter(2):
        turns.append(agent)
        game.step(len(turns) * 2)
    assert turns == ["player_1", "player_2"]
    assert game.last(observe=False)[0] is None


def test_observations_belong_to_who_asked_for_them() -> None:
    game = raw_env()
    game.reset()
    seen = game.observe("player_1")
    seen["observation"][:] = seen["action_mask"][:] = 0
    assert game.observe("player_1")["action_mask"].all()
    game.step(0)
    assert not seen["observation"].any()


@pytest.mark.parametrize("copied", [deepcopy, lambda original: pickle.loads(pickle.dumps(original))])  # noqa: S301
@pytest.mark.parametrize("steps", [(), (3,), (3, 3), (3, 3, None)])
def test_a_copy_is_where_its_original_is_and_goes_on_alone(copied: Any, steps: tuple[int | None, ...]) -> None:
    game = env(render_mode="ansi")
    game.reset()
    for action in steps:
        game.step(action)
    twin = copied(game)
    for attribute in ("agents", "agent_selection", "rewards", "terminations", "infos"):
        assert getattr(twin, attribute) == getattr(game, attribute)
    assert twin.render() == game.render()
    assert twin.last()[0]["observation"].tolist() == game.last()[0]["observation"].tolist()
    before = game.last()[0]["observation"].tolist()
    twin.step(8 if len(steps) < 2 else None)
    assert game.last()[0]["observation"].tolist() == before


class Named(raw_env):
    nickname = "none"


def test_a_copy_is_of_the_same_kind_and_draws_the_same_actions() -> None:
    game = Named("frenzy")
    game.nickname = "the long one"
    game.action_space("player_1").seed(7)
    twin = deepcopy(game)
    assert (type(twin), twin.nickname) == (Named, "the long one")
    drawn = [[each.action_space("player_1").sample() for _ in range(20)] for each in (game, twin)]
    assert drawn[0] == drawn[1]


def test_ansi_shows_the_lines_of_the_rule_book() -> None:
    game = env("duel", "2-9", render_mode="ansi")
    game.reset()
    game.step(4)
    assert game.render() == (
        "Shared Pool: [2, 3, 4, 5, 7, 8, 9]\nplayer_1 Numbers: [6]\nplayer_2 Numbers: []\n\nplayer_2, it's your turn.\n"
    )


def test_human_prints_after_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    game = env("divisor", "6", render_mode="human")
    game.reset()
    game.step(0)
    assert capsys.readouterr().out == (
        "player_2's Turn:\nCurrent N: 3\n3 is prime. No valid moves.\nplayer_2 cannot make a move. player_1 wins!\n"
    )


def test_without_a_render_mode_nothing_is_shown() -> None:
    game = env()
    game.reset()
    assert game.render() is None


def test_an_environment_says_what_it_is() -> None:
    assert str(env("clash")) == "factor_clash_v1"
    assert env().metadata["encoding_version"] == VERSION


def test_what_cannot_be_made_is_refused_in_a_sentence() -> None:
    with pytest.raises(NotationError, match="there is no game 'chess'"):
        env("chess")
    with pytest.raises(SetupError, match="a pool starts at 2 or above"):
        env("clash", "1-20")
    with pytest.raises(SetupError, match="the setup of Divisor Duel is a text such as '60', not 60"):
        env("divisor-duel", setup=60)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="a game is named by a text such as 'factor-clash', not by 20"):
        env(20)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="can be answered by lose or raise, not by None"):
        env(illegal=None)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="can be answered by lose or raise, not by 'ignore'"):
        env(illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="a game is shown as ansi or human, not as 'rgb_array'"):
        env(render_mode="rgb_array")  # type: ignore[arg-type]


def test_a_game_that_was_forfeited_is_shown_as_such() -> None:
    shown = raw_env("factor-clash", "2-20", render_mode="ansi")
    shown.reset()
    shown.step(12)
    assert "player_2's Turn" in str(shown.render())
    shown.step(7)
    text = str(shown.render())
    assert text.endswith("9 = 3·3 and 14 = 2·7 share no factor. player_1 wins!\n")
    assert "Turn" not in text


def test_a_game_that_is_cut_short_is_left_like_one_that_is_over() -> None:
    cut = raw_env("factor-clash", "2-20")
    cut.reset()
    cut.step(12)
    cut.truncations = dict.fromkeys(cut.agents, True)
    told = []
    for _ in cut.agent_iter():
        _, _, is_over, is_cut_short, _ = cut.last()
        told.append((is_over, is_cut_short))
        cut.step(None)
    assert told == [(False, True)] * 2
    assert cut.agents == []
