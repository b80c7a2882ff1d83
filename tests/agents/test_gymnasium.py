"""The environments of Gymnasium."""

import gc
from copy import deepcopy
from pathlib import Path
from random import Random
from shlex import join
from typing import Any

import gymnasium
import pytest
from agents.engine_processes import hostile_engine, nothing_left, own_engine, processes_with
from environment_checks import CASES, check_games, check_gymnasium_game
from gymnasium.utils.env_checker import check_env

from commonfactor.agents.encoding import VERSION
from commonfactor.agents.engine_player import EnginePlayer
from commonfactor.agents.gymnasium_env import GameEnv
from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.rules.base import AnyRules, IllegalMoveError, InvalidMoveError, Move, NotationError, SetupError
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import game_named
from commonfactor.solver._core import Control


def made(game: str, **options: Any) -> Any:
    """A registered environment."""
    return gymnasium.make(f"commonfactor/{game_named(game).title.replace(' ', '')}-v1", **options)


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_the_host_finds_nothing_wrong(game: str, setup: str) -> None:
    check_env(made(game, setup=setup, opponent="slips:0.5", seat="random", render_mode="ansi").unwrapped)
    check_env(made(game, setup=setup, opponent="random", seat="second").unwrapped)


@pytest.mark.unfollowed
@pytest.mark.parametrize("case", CASES)
def test_random_games_go_as_the_rules_say(case: tuple[str, str]) -> None:
    game, setup = case
    check_games(check_gymnasium_game, made(game, setup=setup, opponent="random", seat="random"), case, 100)


def test_perfect_is_the_opponent_unless_another_is_given() -> None:
    assert made("clash").unwrapped.opponent.name == "perfect"
    assert made("clash", opponent="lookahead:3").unwrapped.opponent.name == "lookahead:3"


def test_a_perfect_opponent_wins_divisor_duel_as_soon_as_it_may() -> None:
    env = made("divisor")
    _, extra = env.reset(seed=1)
    _, reward, is_over, _, _ = env.step(0)
    assert (reward, is_over) == (-1, True)
    assert extra["action_mask"].tolist() == [1] * 10


def test_an_opponent_may_have_won_before_the_first_action() -> None:
    env = made("divisor", seat="second")
    observation, extra = env.reset(seed=1)
    assert not extra["action_mask"].any()
    again, reward, is_over, _, _ = env.step(0)
    assert (reward, is_over) == (-1, True)
    assert again.tolist() == observation.tolist()


@pytest.mark.parametrize(("seat", "seats"), [("first", {1}), ("second", {2}), ("random", {1, 2})])
def test_the_agent_has_the_seat_that_it_asks_for(seat: str, seats: set[int]) -> None:
    env = made("clash", seat=seat, opponent="random")
    env.reset(seed=1)
    found = set()
    for _ in range(20):
        env.reset()
        found.add(env.unwrapped.seat)
    assert found == seats


def test_a_seed_decides_the_seat_and_all_chances_of_the_opponent() -> None:
    def game(seed: int) -> tuple[object, ...]:
        env, random = made("frenzy", opponent="random", seat="random"), Random(1)
        _, extra = env.reset(seed=seed)
        is_over = False
        while not is_over:
            _, _, is_over, _, extra = env.step(random.choice(extra["action_mask"].nonzero()[0]))
        return env.unwrapped.seat, *env.unwrapped.game.line.moves

    assert game(5) == game(5)
    assert len({game(seed) for seed in range(8)}) == 8


def test_an_illegal_move_loses() -> None:
    env = made("clash", opponent="random")
    env.reset(seed=1)
    env.step(10)
    taken = env.unwrapped.game.actions[0]
    _, reward, is_over, _, extra = env.step(taken)
    assert (reward, is_over) == (-1, True)
    assert extra["objection"] == "12 was already taken at move 1"
    assert not extra["action_mask"].any()


def test_an_illegal_move_can_raise_instead() -> None:
    env = made("clash", opponent="random", illegal="raise")
    env.reset(seed=1)
    env.step(10)
    with pytest.raises(IllegalMoveError, match="12 was already taken at move 1"):
        env.step(10)
    with pytest.raises(InvalidMoveError, match="the actions are 0 to 18, not 19"):
        env.step(19)
    assert env.unwrapped.winner is None


class Stubborn(Player):
    """Plays one and the same number, or gives up."""

    name = "stubborn"
    description = "plays one and the same number"

    def __init__(self, number: int | None) -> None:
        self.number = number

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        if self.number is None:
            raise Forfeit("no-answer", "it did not answer")
        return Choice(self.number)


@pytest.mark.parametrize(
    ("number", "reason"),
    [(None, "it did not answer"), (7, "7 and 12"), (40, "40 is not among 2 to 20")],
)
def test_an_opponent_that_does_not_play_loses(number: int | None, reason: str) -> None:
    env = GameEnv("clash", opponent=Stubborn(number))
    env.reset(seed=1)
    _, reward, is_over, _, extra = env.step(10)
    assert (reward, is_over) == (1, True)
    assert reason in extra["forfeit"]


def test_a_step_after_the_end_warns_and_brings_nothing() -> None:
    env = GameEnv("divisor", "6")
    env.reset(seed=1)
    over, *told = env.step(0)
    assert told[:2] == [1, True]
    for _ in range(2):
        with pytest.warns(UserWarning, match="the game is over and this step brings nothing: call reset"):
            still, *told = env.step(0)
        assert (still.tolist(), told[:2]) == (over.tolist(), [0, True])
    env.reset()
    assert env.step(0)[1:3] == (1, True)


def lowest(rules: AnyRules, position: Any, _: Random) -> Move:
    """The lowest move there is."""
    return rules.legal_moves(position)[0]


class Lowest(Player):
    """Answers with a bare number, as players in files may."""

    def choice(self, line: Line, random: Random, control: Control) -> Any:
        return lowest(line.rules, line.position, random)


@pytest.mark.parametrize("opponent", [lowest, Lowest, Lowest(), "lowest.py:lowest", "lowest.py:Lowest"])
def test_an_opponent_is_what_may_play_in_a_tournament(
    opponent: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lowest.py").write_text(f"from {__name__} import Lowest, lowest")
    env = made("clash", opponent=opponent)
    env.reset(seed=1)
    twin = deepcopy(env)
    for each in (env, twin):
        each.step(13)
        assert each.unwrapped.game.line.moves == (15, 3)


def test_an_engine_ends_with_its_environment() -> None:
    opponent = f"engine:{join(own_engine('greedy'))}"
    with nothing_left() as mark:
        closed, dropped = made("frenzy", opponent=opponent), made("frenzy", opponent=opponent)
        for env in (closed, dropped):
            env.reset(seed=1)
            assert env.step(48)[1] == 0
        assert len(processes_with(mark)) == 2
        closed.close()
        assert len(processes_with(mark)) == 1
        del env, dropped
        gc.collect()


def test_an_engine_that_was_given_goes_on_after_the_environment() -> None:
    with nothing_left() as mark, EnginePlayer(own_engine("greedy"), 5) as engine:
        env = made("frenzy", opponent=engine)
        env.reset(seed=1)
        env.step(48)
        env.close()
        assert len(processes_with(mark)) == 1


def broken(*_: object) -> Move:
    """What nobody should learn to beat."""
    return 1 // 0


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [
        (broken, r"broken crashed: ZeroDivisionError: .* \(test_gymnasium.py, line \d+\)"),
        (f"engine:{join(hostile_engine('crash_during_go'))}", "The engine"),
    ],
)
def test_an_opponent_that_crashes_is_an_error_and_no_win(opponent: Any, sentence: str) -> None:
    env = GameEnv("clash", opponent=opponent)
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match=sentence) as caught:
        env.step(10)
    assert caught.value.__cause__ is not None
    with pytest.warns(UserWarning, match="the game is over"):
        assert env.step(11)[1:3] == (0, True)


class Needy(Lowest):
    """A player that something must be said about."""

    def __init__(self, number: int) -> None:
        self.number = number


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [
        (5, "5 is no player"),
        (None, "None is no player"),
        (dict, "<class 'dict'> is no player"),
        (Needy, "Needy cannot be asked for a move: .*missing 1 required positional argument: 'number'"),
        (Player, "Player cannot be asked for a move: .*abstract.*"),
        (
            lambda observation: observation,
            "<lambda> cannot be asked for a move: too many positional arguments",
        ),
    ],
)
def test_what_cannot_play_is_refused_with_what_can(opponent: Any, sentence: str) -> None:
    possible = "; a player is a text such as perfect, FILE.py:NAME or engine:COMMAND, a Player, a class"
    with pytest.raises(NotationError, match=sentence + possible):
        made("clash", opponent=opponent)


def test_ansi_shows_the_lines_of_the_rule_book() -> None:
    env = made("divisor", setup="6", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "player_1's Turn:\nCurrent N: 6\nProper Divisors: 2, 3\n"


def test_human_prints_every_position_that_the_agent_sees(capsys: pytest.CaptureFixture[str]) -> None:
    env = GameEnv("divisor", "6", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.endswith("Proper Divisors: 2, 3\n")
    env.step(0)
    assert capsys.readouterr().out.endswith("player_2 cannot make a move. player_1 wins!\n")
    assert GameEnv("divisor").render() is None


def test_an_environment_says_its_version() -> None:
    assert made("clash").unwrapped.metadata["encoding_version"] == VERSION
    assert made("clash").spec.version == VERSION


def test_environments_can_be_made_by_the_dozen() -> None:
    envs = gymnasium.make_vec("commonfactor/FactorDuel-v1", num_envs=3, setup="2-9", opponent="random")
    observations, extra = envs.reset(seed=1)
    assert observations.shape == (3, 41)
    assert extra["action_mask"].shape == (3, 8)
    envs.close()


def test_what_cannot_be_made_is_refused_in_a_sentence() -> None:
    with pytest.raises(SetupError, match="a pool is written LO-HI"):
        GameEnv("clash", "twenty")
    with pytest.raises(SetupError, match=r"the setup of Divisor Duel is a text such as '60', not \(2, 20\)"):
        made("divisor", setup=(2, 20))
    with pytest.raises(NotationError, match=r"there is no player 'deep blue'.*, or FILE.py:NAME, or engine:COMMAND"):
        GameEnv("clash", opponent="deep blue")
    with pytest.raises(SetupError, match="the seat of the agent is first, second, random, not 'third'"):
        GameEnv("clash", seat="third")  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="there is no program 'no-such-engine'"):
        GameEnv("clash", opponent="engine:no-such-engine")
