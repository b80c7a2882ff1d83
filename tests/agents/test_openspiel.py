"""The games in OpenSpiel."""

import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from environment_checks import CASES, check_games, check_openspiel_game
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

from commonfactor.agents import openspiel_game
from commonfactor.rules.base import IllegalMoveError, SetupError
from commonfactor.rules.registry import all_games

PLAYTHROUGHS = Path(__file__).parent.parent / "data" / "playthroughs"


def loaded(game: str, setup: str) -> Any:
    """A game as OpenSpiel loads it."""
    return pyspiel.load_game(f"python_{game.replace('-', '_')}", {"setup": setup})


@pytest.mark.parametrize("case", CASES)
def test_the_host_finds_nothing_wrong(case: tuple[str, str]) -> None:
    pyspiel.random_sim_test(loaded(*case), num_sims=2, serialize=True, verbose=False)


@pytest.mark.unfollowed
@pytest.mark.parametrize("case", CASES)
def test_random_games_go_as_the_rules_say(case: tuple[str, str]) -> None:
    check_games(check_openspiel_game, loaded(*case), case, 100)


@pytest.mark.parametrize("case", CASES)
def test_a_game_and_where_it_stands_survive_as_text(case: tuple[str, str]) -> None:
    game = loaded(*case)
    assert pyspiel.load_game(str(game)).rules == game.rules
    state = game.new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    again, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.rules == game.rules
    assert restored.history() == state.history()
    assert restored.observation_tensor(0) == state.observation_tensor(0)


def test_a_clone_goes_on_alone() -> None:
    state = loaded("factor-clash", "2-20").new_initial_state()
    state.apply_action(4)
    clone = state.clone()
    clone.apply_action(10)
    assert (state.history(), clone.history()) == ([4], [4, 10])
    assert state.legal_actions() != clone.legal_actions()


def test_setups_are_parameters() -> None:
    assert pyspiel.load_game("python_factor_clash").rules.setup == "2-20"
    even = pyspiel.load_game('python_factor_frenzy(setup="2-30",opening=even)')
    assert even.rules.setup == "2-30,opening=even"
    assert str(even) == 'python_factor_frenzy(opening=even,setup="2-30")'
    assert pyspiel.load_game("python_factor_clash", {"setup": "2-30,opening=even"}).rules.setup == "2-30,opening=even"
    assert pyspiel.load_game('python_divisor_duel(setup="60+48")').rules.numbers == (60, 48)


def test_a_setup_that_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(SetupError, match="a pool starts at 2 or above, not at 1"):
        pyspiel.load_game('python_factor_clash(setup="1-20")')


def test_an_observation_has_no_parameters() -> None:
    game = loaded("factor-clash", "2-20")
    assert make_observation(game).tensor.shape == (96,)
    with pytest.raises(ValueError, match="an observation has no parameters"):
        make_observation(game, params={"depth": 1})


def test_an_illegal_action_is_refused() -> None:
    state = loaded("factor-clash", "2-20").new_initial_state()
    state.apply_action(4)
    with pytest.raises(IllegalMoveError, match="6 was already taken at move 1"):
        state.apply_action(4)


@pytest.mark.parametrize("case", CASES)
def test_no_game_is_longer_than_announced(case: tuple[str, str]) -> None:
    game, random = loaded(*case), np.random.RandomState(1)
    lengths = set()
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        lengths.add(len(state.history()))
    assert max(lengths) <= game.max_game_length()


@pytest.mark.parametrize("setup", ["60", "720", "60+48+30"])
def test_the_longest_game_of_divisor_duel_is_announced(setup: str) -> None:
    """The least divisor of a number is a prime, and nothing takes longer than one prime at a time."""
    state = loaded("divisor-duel", setup).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.history()) == state.get_game().max_game_length()


@pytest.mark.parametrize("case", CASES)
def test_a_game_survives_pickling(case: tuple[str, str]) -> None:
    game = loaded(*case)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)  # noqa: S301  # our own bytes


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_the_playthrough_is_as_stored(game: str) -> None:
    stored = (PLAYTHROUGHS / f"{game}.txt").read_text(encoding="utf-8")
    (title,) = re.findall(r"^game: (.*)$", stored, re.MULTILINE)
    actions = [int(action) for action in re.findall(r"^action: (.*)$", stored, re.MULTILINE)]
    assert generate_playthrough.playthrough(title, action_sequence=actions) == stored


def test_its_tree_search_finds_the_winning_division() -> None:
    game = loaded("divisor-duel", "12")
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 400, mcts.RandomRolloutEvaluator(4, random), solve=True, random_state=random)
    state = game.new_initial_state()
    # Only 4 and 6 leave a prime.
    assert state.action_to_string(bot.step(state)) in ("4", "6")


@pytest.mark.parametrize("case", CASES)
def test_its_learning_environment_plays_a_game(case: tuple[str, str]) -> None:
    game = loaded(*case)
    environment = rl_environment.Environment(game, include_full_state=True)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == game.encoding.observation_length
        step = environment.step([step.observations["legal_actions"][player][-1]])
    assert sorted(step.rewards) == [-1.0, 1.0]


def test_a_program_that_has_used_a_game_ends_in_peace() -> None:
    program = f"import pyspiel, {openspiel_game.__name__}; pyspiel.load_game('python_factor_duel').new_initial_state()"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
