"""The batched environment plays by the rules, and refuses what is none of its actions."""

import copy
import gc
import pickle
from itertools import islice
from threading import Thread
from typing import Any

import numpy as np
import pytest
from batch_checks import PlainGame, agreeing_steps, assert_shows, batch_of

from commonfactor.agents._games import MOST_GAMES, Batch, Descending, Playout, Taking
from commonfactor.agents.batch import BatchEnvironment
from commonfactor.agents.encoding import Encoding
from commonfactor.agents.playout import playout
from commonfactor.rules.base import IllegalMoveError, InvalidMoveError, SetupError
from commonfactor.rules.notation import parse
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import all_games

_ALL_BITS = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
# From here the generator's first number is 0, which every bound but a power of two passes over.
_SEED_OF_ZERO = -_STEP & _ALL_BITS

DEFAULTS = [f"{game.name}:{game.default_setup}" for game in all_games()]
# One number only, one word full and one bit more, two words and four, pools that start late, and restricted openings.
SETUPS = [
    *DEFAULTS,
    *(f"{game.name}:{game.recommended_setup}" for game in all_games()),
    "factor-clash:2-2",
    "factor-clash:2-65",
    "factor-clash:9950-10015,opening=even",
    "factor-challenge:2-66",
    "factor-challenge:7-21,opening=even",
    "factor-duel:5-140",
    "factor-duel:2-270,opening=no-lone-primes",
    "factor-frenzy:10-90",
    "factor-frenzy:2-130,opening=even",
    "divisor-duel:4",
    "divisor-duel:720720",
    "divisor-duel:12+7+12+64",
    "divisor-duel:1099511627776+36",
]


@pytest.mark.unfollowed
@pytest.mark.parametrize("setup", SETUPS)
def test_batch_agrees_with_rules_and_encoding_move_by_move(setup: str) -> None:
    assert sum(islice(agreeing_steps(setup, games=9, seed=3), 100)) > 0


def test_pools_of_two_thousand_numbers_can_be_played() -> None:
    for game in all_games():
        if issubclass(game, PoolRules):
            steps = agreeing_steps(f"{game.name}:2-{min(game.highest, 2000)}", games=2, seed=0)
            assert len(list(islice(steps, 4))) == 4


@pytest.mark.parametrize("setup", DEFAULTS)
def test_whoever_chooses_an_illegal_action_loses(setup: str) -> None:
    batch = batch_of(setup, games=200, seed=5, autoreset=False)
    for _ in range(3):
        batch.step(batch.random_actions())
    before = batch.done.copy()
    movers, observation = batch.to_move.copy(), batch.observation.copy()
    rewards, done = batch.step(batch.mask.argmin(axis=1))
    assert done.all()
    assert np.array_equal(batch.forfeited, ~before)
    assert np.array_equal(batch.to_move, movers)
    assert np.array_equal(batch.winner, 3 - movers)
    assert np.array_equal(batch.observation, observation)
    assert not batch.mask.any()
    for mover, (first, second) in zip(movers[~before], rewards[~before], strict=True):
        assert (first, second) == ((-1, 1) if mover == 1 else (1, -1))
    assert not rewards[before].any()


def test_an_illegal_action_makes_room_for_a_new_game() -> None:
    batch = batch_of("factor-clash:2-20")
    batch.step([0] * 8)
    rewards, done = batch.step([0, 2] * 4)
    assert done.tolist() == batch.forfeited.tolist() == [True, False] * 4
    assert rewards.tolist() == [[1, -1], [0, 0]] * 4
    assert_shows(batch, [PlainGame(batch), PlainGame(batch, 0, 2)] * 4)


def test_an_illegal_action_can_be_an_error_and_then_nothing_has_moved() -> None:
    batch = batch_of("factor-clash:2-20", illegal="raise")
    batch.step([0] * 8)
    before = batch.observation.copy()
    with pytest.raises(IllegalMoveError, match="action 1, the move 3, is not legal in game 5"):
        batch.step([2, 2, 2, 2, 2, 1, 2, 2])
    assert np.array_equal(batch.observation, before)
    _, done = batch.step([2] * 8)
    assert not done.any()


def test_without_autoreset_a_finished_game_stays_as_it_is() -> None:
    batch = batch_of("divisor-duel:60", games=3, autoreset=False)
    thirty, two = batch.encoding.action(30), batch.encoding.action(2)
    rewards, done = batch.step([thirty, two, two])
    assert done.tolist() == [True, False, False]
    assert rewards.tolist() == [[1, -1], [0, 0], [0, 0]]
    assert batch.random_actions()[0] == -1
    rewards, done = batch.step([-7, two, two])
    assert done.tolist() == [True, False, False]
    assert rewards.tolist() == [[0, 0]] * 3
    assert batch.winner.tolist() == [1, 0, 0]
    assert not batch.mask[0].any()
    batch.reset()
    assert_shows(batch, [PlainGame(batch)] * 3)
    assert not batch.done.any()
    assert not batch.winner.any()
    assert not batch.rewards.any()


def test_with_autoreset_done_and_winner_are_those_of_the_last_step() -> None:
    batch = batch_of("divisor-duel:60", games=1)
    batch.step([batch.encoding.action(30)])
    assert (batch.done[0], batch.winner[0], batch.to_move[0]) == (True, 1, 1)
    batch.step([batch.encoding.action(2)])
    assert (batch.done[0], batch.winner[0], batch.to_move[0]) == (False, 0, 2)


def test_observations_can_be_left_out() -> None:
    seeing, blind = batch_of("factor-duel:2-20"), batch_of("factor-duel:2-20", observe=False)
    assert blind.observation.shape == (8, 0)
    for _ in range(20):
        actions = seeing.random_actions()
        assert np.array_equal(blind.random_actions(), actions)
        seeing.step(actions)
        blind.step(actions)
        assert np.array_equal(blind.mask, seeing.mask)


class _SplitMix64:
    """The generator that ``random_actions`` documents, a second time."""

    def __init__(self, seed: int) -> None:
        self.counter = seed

    def next(self) -> int:
        self.counter = mixed = self.counter + _STEP & _ALL_BITS
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _ALL_BITS
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _ALL_BITS
        return (mixed ^ mixed >> 31) >> 32

    def below(self, bound: int) -> int:
        while (product := self.next() * bound) % 2**32 < 2**32 % bound:
            pass
        return product >> 32


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1, _SEED_OF_ZERO])
@pytest.mark.parametrize("setup", ["factor-clash:2-20", "factor-frenzy:2-200", "divisor-duel:36+48+60"])
def test_random_actions_are_those_of_the_documented_generator(setup: str, seed: int) -> None:
    batch, chance = batch_of(setup, seed=seed), _SplitMix64(seed)
    for _ in range(10):
        actions = batch.random_actions()
        legal = [np.flatnonzero(row) for row in batch.mask]
        assert actions.tolist() == [allowed[chance.below(len(allowed))] for allowed in legal]
        batch.step(actions)


def test_a_reset_leaves_the_chances_as_they_are() -> None:
    batch, other = batch_of("factor-clash:2-20"), batch_of("factor-clash:2-20")
    first = batch.random_actions()
    other.random_actions()
    batch.reset()
    second = batch.random_actions()
    assert np.array_equal(second, other.random_actions())
    assert not np.array_equal(first, second)


def test_random_actions_are_equally_likely() -> None:
    draws = batch_of("divisor-duel:60", games=100_000).random_actions()
    counts = np.bincount(draws, minlength=10)
    assert len(counts) == 10
    assert np.abs(counts - 10_000).max() < 5 * np.sqrt(10_000 * 0.9)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint64, ">i4"])
def test_actions_may_be_whole_numbers_of_any_kind(kind: Any) -> None:
    batch = batch_of("factor-clash:2-20", games=4)
    batch.step(np.array([0, 9, 4, 9, 6, 9, 8, 9], kind)[::2])
    assert batch.observation[:, :19].argmin(axis=1).tolist() == [0, 4, 6, 8]


@pytest.mark.parametrize(
    ("actions", "error", "sentence"),
    [
        ([0.0] * 8, TypeError, "actions are whole numbers, such as an array of int32, not of float64"),
        ([True] * 8, TypeError, "not of bool"),
        (["2"] * 8, TypeError, "not of <U1"),
        (None, TypeError, "not of object"),
        ([], TypeError, "not of float64"),
        (3, ValueError, r"8 games take as many actions in a row, not an array of shape \(\)"),
        ([0] * 7, ValueError, r"not an array of shape \(7,\)"),
        ([[0] * 8], ValueError, r"not an array of shape \(1, 8\)"),
        ([0, 0, 19, 0, 0, 0, 0, 0], InvalidMoveError, "the actions are 0 to 18, not 19, which is that of game 2"),
        (np.array([-1] * 8, np.int32), InvalidMoveError, "not -1, which is that of game 0"),
        (np.array([2**31 - 1] * 8, np.int32), InvalidMoveError, "not 2147483647,"),
        (np.array([2**32] * 8), InvalidMoveError, "not 4294967296,"),
        (np.array([2**64 - 1] * 8, np.uint64), InvalidMoveError, "not 18446744073709551615,"),
    ],
)
def test_what_are_no_actions_is_refused_before_any_game_has_moved(
    actions: Any, error: type[Exception], sentence: str
) -> None:
    batch = batch_of("factor-clash:2-20")
    with pytest.raises(error, match=sentence):
        batch.step(actions)
    assert_shows(batch, [PlainGame(batch)] * 8)


@pytest.mark.parametrize(
    ("setup", "options", "sentence"),
    [
        ("factor-clash:2-20", {"games": 0}, "a batch has 1 to 1,048,576 games, not 0"),
        ("factor-clash:2-20", {"games": MOST_GAMES + 1}, "not 1,048,577"),
        ("factor-frenzy:2-2000", {"games": 200_000}, "such games has at most 89,515 of them, not 200,000"),
        ("factor-clash:2-20", {"seed": -1}, r"a seed is a whole number from 0 to 2\^64 - 1, not -1"),
        ("factor-clash:2-20", {"seed": 2**64}, "not 18446744073709551616"),
        ("factor-clash:2-20", {"illegal": "ignore"}, "answered by lose or raise, not by 'ignore'"),
        ("factor-clash:2-5000", {}, "at most 4,096 different moves"),
        ("divisor-duel:7", {}, "is over before a move"),
    ],
)
def test_batches_that_cannot_be_are_refused(setup: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        batch_of(setup, **options)


def test_games_and_seeds_are_whole_numbers() -> None:
    with pytest.raises(TypeError, match="float"):
        batch_of("factor-clash:2-20", games=8.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="str"):
        batch_of("factor-clash:2-20", seed="0")  # type: ignore[arg-type]


_OUTPUTS = ("mask", "observation", "to_move", "done", "winner", "forfeited", "rewards")


def test_arrays_are_written_to_by_the_batch_alone_and_stay_in_place() -> None:
    batch = batch_of("factor-clash:2-20")
    addresses = [getattr(batch, name).ctypes.data for name in _OUTPUTS]
    batch.step(batch.random_actions())
    batch.reset()
    assert [getattr(batch, name).ctypes.data for name in _OUTPUTS] == addresses
    for name in _OUTPUTS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[...] = 0


def test_arrays_outlive_their_batch() -> None:
    batch = batch_of("factor-clash:2-20", games=5000)
    mask, observation = batch.mask, batch.observation
    expected = mask.copy(), observation.copy()
    del batch
    gc.collect()
    assert np.array_equal(mask, expected[0])
    assert np.array_equal(observation, expected[1])


def test_threads_that_share_a_batch_wait_for_one_another() -> None:
    # Of these numbers none is a multiple of another, so all of them may be taken in any order.
    batch = batch_of("factor-frenzy:200-300", games=500, autoreset=False)

    def take(actions: range) -> None:
        for action in actions:
            batch.step([action] * 500)

    threads = [Thread(target=take, args=(range(part, 101, 4),)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert batch.done.all()
    assert not batch.forfeited.any()
    assert (batch.winner == 1).all()


def test_threads_that_share_a_batch_do_not_make_illegal_what_was_checked() -> None:
    """The first to take a number has it, and the others are told so before any game has moved."""
    for seed in range(30):
        batch = batch_of("factor-frenzy:2-102", games=50, seed=seed, autoreset=False, illegal="raise")
        refusals: list[str] = []

        def take(batch: BatchEnvironment = batch, refusals: list[str] = refusals) -> None:
            for action in (99, 95, 87, 81):  # the primes 101, 97, 89 and 83, which nothing else takes
                try:
                    batch.step([action] * 50)
                except IllegalMoveError as error:
                    refusals.append(str(error))

        threads = [Thread(target=take) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(refusals) == 8
        assert not batch.forfeited.any()
        assert (batch.to_move == 1).all()


NO_OPENING = np.array([], np.int32)


def test_the_core_takes_nothing_that_would_lead_out_of_bounds() -> None:
    terms: dict[str, Any] = {"games": 2, "seed": 0, "restarts": True, "observes": True}
    bound: dict[str, Any] = {"binds_opponent": False, "binds_for_good": False}
    one, two = np.ones(2, np.uint8), np.eye(2, dtype=np.uint8)
    rules = Taking(one, two, two, **bound)
    batch = Batch(rules, NO_OPENING, **terms)
    with pytest.raises(ValueError, match="a batch of 2 games takes as many actions, not 3"):
        batch.step(np.zeros(3, np.int32))
    with pytest.raises(TypeError):
        batch.step(np.zeros(2))  # type: ignore[arg-type]
    assert batch.step(np.array([0, 2**31 - 1], np.int32)) == 1
    assert batch.step(np.array([-(2**31), 0], np.int32)) == 0
    assert not batch.forfeited.any()
    assert (batch.to_move == 1).all()
    for wrong in [(one[:0], two, two), (one, two, two[:1]), (one, 1 - two, two), (np.ones(3, np.uint8), two, two)]:
        with pytest.raises(ValueError, match="place"):
            Batch(Taking(*wrong, **bound), NO_OPENING, **terms)
    with pytest.raises(ValueError, match="games"):
        Batch(rules, NO_OPENING, **{**terms, "games": 0})
    too_many = np.eye(4097, dtype=np.uint8)
    with pytest.raises(ValueError, match="too many actions"):
        Playout(Taking(too_many[0], too_many, too_many, **bound), NO_OPENING, observes=False)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pieces": [2]}, "a piece stands on no node"),
        ({"pieces": [0]}, "a game starts with a move"),
        ({"pieces": [1] * 9}, "too many pieces"),
        ({"origins": [2]}, "an arc leaves from no node"),
        ({"origins": [-1]}, "an arc leaves from no node"),
        ({"targets": [1]}, "an arc leads to a lower node"),
        ({"targets": [-1]}, "an arc leads to a lower node"),
        ({"targets": []}, "an arc has a node, an action and a target"),
        ({"actions": [1]}, "arcs ascend by action"),
        ({"marks": [1]}, "an action has a mark that is none"),
    ],
)
def test_arcs_that_lead_nowhere_are_refused(wrong: dict[str, list[int]], sentence: str) -> None:
    right = {"pieces": [1], "origins": [1], "actions": [0], "targets": [0], "marks": [0]}
    lists = {name: np.array(numbers, np.int32) for name, numbers in {**right, **wrong}.items()}
    with pytest.raises(ValueError, match=sentence):
        Playout(Descending(**lists, node_count=2, mark_count=1), NO_OPENING, observes=False)


def test_a_batch_names_its_encoding() -> None:
    batch = BatchEnvironment(all_games()[0].from_setup("2-20"), games=2)
    assert batch.encoding.version == 1
    assert batch.mask.shape == (2, batch.encoding.action_count)
    assert batch.observation.shape == (2, batch.encoding.observation_length)


@pytest.mark.parametrize("copied", [BatchEnvironment.copy, copy.copy, copy.deepcopy])
@pytest.mark.parametrize("notation", ["factor-clash:2-20", "divisor-duel:60+48"])
def test_a_copy_plays_on_by_itself_with_the_same_chances(notation: str, copied: Any) -> None:
    batch = batch_of(notation)
    batch.step(batch.random_actions())
    twin = copied(batch)
    before = batch.mask.copy(), batch.observation.copy(), batch.to_move.copy()
    drawn = [twin.random_actions() for _ in range(3)]
    twin.step(drawn[0])
    for array, old in zip((batch.mask, batch.observation, batch.to_move), before, strict=True):
        assert np.array_equal(array, old)
    assert all(np.array_equal(batch.random_actions(), actions) for actions in drawn)
    batch.step(drawn[0])
    assert np.array_equal(batch.observation, twin.observation)


def test_a_batch_cannot_be_pickled() -> None:
    with pytest.raises(TypeError, match=r"a batch cannot be pickled: its copy\(\) is a batch of its own"):
        pickle.dumps(batch_of("factor-clash:2-20"))


@pytest.mark.parametrize(
    "notation",
    ["factor-clash:2-20:15,5", "factor-challenge:2-30:8,9,12", "factor-duel:2-20:6", "factor-frenzy:2-50:12"],
)
def test_a_batch_and_a_playout_start_from_any_position(notation: str) -> None:
    line = parse(notation)
    encoding = Encoding(line.rules)
    legal = encoding.legal_actions(line.position)
    batch = BatchEnvironment(line.rules, games=3, moves=line.moves)
    game = playout(line.rules, line.moves, observes=True)
    for _ in range(2):
        assert game.legal_actions() == list(legal)
        assert all(np.flatnonzero(row).tolist() == list(legal) for row in batch.mask)
        assert (batch.to_move == line.position.to_move).all()
        assert all(np.array_equal(row, encoding.observation(line)) for row in batch.observation)
        assert np.array_equal(game.observation[line.position.to_move - 1], encoding.observation(line))
        batch.step(batch.random_actions())
        game.play(legal[0])
        batch.reset()
        game.restart()


def test_nothing_starts_after_the_end_or_an_illegal_move() -> None:
    rules = parse("factor-clash:2-20:").rules
    with pytest.raises(SetupError, match="factor-clash:2-20:13 is over: programs need a move to choose from"):
        BatchEnvironment(rules, games=2, moves=(13,))
    with pytest.raises(IllegalMoveError, match="4 = 2·2 and 15 = 3·5 share no factor"):
        playout(rules, (15, 4))
    for opening in ([19], [-1], [13, 2], [11]):
        with pytest.raises(ValueError, match="opening"):
            Playout(Encoding(rules).compiled, np.array(opening, np.int32), observes=False)
