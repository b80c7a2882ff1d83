"""Games through the environments of other hosts, compared move by move with the rules and with a plain second encoding.

The second encoding shares nothing with the package: it takes the games from ``naive.py`` and spells out every entry.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import naive
import numpy as np

from commonfactor.rules.base import AnyRules, Move, Seat
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import game_named

SETUPS = {
    "factor-clash": ("2-20", "5-30,opening=no-lone-primes"),
    "divisor-duel": ("60", "36+12+36"),
    "factor-challenge": ("2-20", "3-25,opening=even"),
    "factor-duel": ("2-20", "7-31"),
    "factor-frenzy": ("2-50", "4-28,opening=even"),
}
"""Two setups of every game, that of the rule book and another."""

CASES = [(game, setup) for game, setups in SETUPS.items() for setup in setups]


@cache
def rules_for(game: str, setup: str) -> AnyRules:
    """The rules of a game with a setup."""
    return game_named(game).from_setup(setup)


@cache
def plain_values(setup: str) -> list[int]:
    """What the numbers of Divisor Duel can become."""
    numbers = naive.start("divisor-duel", setup).numbers
    return [value for value in range(1, max(numbers) + 1) if any(number % value == 0 for number in numbers)]


@cache
def plain_actions(game: str, setup: str) -> list[naive.Move]:
    """The move that each action is."""
    numbers = naive.start(game, setup).numbers
    if game != "divisor-duel":
        return list(numbers)
    if len(numbers) == 1:
        return list(naive.smaller_divisors(numbers[0], 2))
    return [(value, divisor) for value in plain_values(setup) for divisor in naive.smaller_divisors(value, 2)]


@cache
def moves_for(game: str, setup: str) -> list[Move]:
    """The same moves, as the rules write them."""
    written = ["{}/{}".format(*move) if isinstance(move, tuple) else str(move) for move in plain_actions(game, setup)]
    return [rules_for(game, setup).parse_move(text) for text in written]


class PlainGame:
    """A game from its start, whose observations are written down entry by entry."""

    def __init__(self, game: str, setup: str) -> None:
        self.start = self.position = naive.start(game, setup)
        self.moves: list[naive.Move] = []
        self.taken: tuple[list[int], list[int]] = ([], [])
        self.actions = plain_actions(game, setup)
        self.values = plain_values(setup) if game == "divisor-duel" else []

    @property
    def to_move(self) -> int:
        """The seat to move, or who cannot."""
        return 1 + len(self.moves) % 2

    def mask(self) -> list[int]:
        """One entry per action."""
        legal = set(naive.moves(self.position))
        return [int(move in legal) for move in self.actions]

    def play(self, action: int) -> None:
        """Make a move."""
        before, move = self.position, self.actions[action]
        self.position = naive.after(before, move)
        self.taken[len(self.moves) % 2].extend(set(before.numbers) - set(self.position.numbers))
        self.moves.append(move)

    def observation(self, seat: int) -> list[int]:
        """What the player in a seat sees."""
        mine, other = self.moves[seat - 1 :: 2], self.moves[2 - seat :: 2]
        turn = [int(self.to_move == seat)]
        if self.values:
            values, divisors = self.values, self.values[1:]
            board = [self.position.numbers.count(value) for value in values]
            return board + _row(divisors, map(_divisor, mine[-1:])) + _row(divisors, map(_divisor, other[-1:])) + turn
        rows = [self.position.numbers, mine[-1:], other[-1:], self.taken[seat - 1], self.taken[2 - seat]]
        return [entry for row in rows for entry in _row(self.start.numbers, row)] + turn


def _row(numbers: Sequence[int], marked: Iterable[naive.Move]) -> list[int]:
    """One entry for each number, 1 for those that are marked."""
    row: dict[naive.Move, int] = dict.fromkeys(numbers, 0)
    row.update(dict.fromkeys(marked, 1))
    return list(row.values())


def _divisor(move: naive.Move) -> int:
    return move[1] if isinstance(move, tuple) else move


class Comparison:
    """One game that the rules, the plain game and an environment play side by side."""

    def __init__(self, game: str, setup: str) -> None:
        self.plain = PlainGame(game, setup)
        self.line = Line.start(rules_for(game, setup))
        self.moves = moves_for(game, setup)

    def play(self, action: int) -> None:
        """Make a move."""
        self.line = self.line.play(self.moves[action])
        self.plain.play(action)

    @property
    def winner(self) -> Seat | None:
        """The seat that has won."""
        outcome = self.line.rules.outcome(self.line.position)
        return outcome and outcome.winner

    def check_mask(self, mask: Any) -> None:
        """The mask has exactly the legal moves, by the rules and by the plain game."""
        assert mask.tolist() == self.plain.mask()
        legal = [self.moves[action] for action in np.flatnonzero(mask).tolist()]
        assert legal == list(self.line.rules.legal_moves(self.line.position))

    def check_observation(self, observation: Any, seat: int) -> None:
        """A player sees what the plain game says."""
        assert observation.tolist() == self.plain.observation(seat)


def drawn(mask: Any, random: Random) -> int:
    """A legal action by chance."""
    return int(random.choice(np.flatnonzero(mask)))


def check_pettingzoo_game(env: Any, game: str, setup: str, random: Random) -> None:
    """A random game in PettingZoo goes as the rules say, from the first observation to both rewards."""
    compared = Comparison(game, setup)
    env.reset()
    rewards = {}
    for agent in env.agent_iter():
        seat = env.possible_agents.index(agent) + 1
        seen, reward, is_over, is_cut_short, extra = env.last()
        compared.check_observation(seen["observation"], seat)
        compared.check_observation(env.observe(env.possible_agents[2 - seat])["observation"], 3 - seat)
        assert (is_over, is_cut_short, extra) == (compared.winner is not None, False, {})
        if is_over:
            assert not seen["action_mask"].any()
            rewards[seat] = reward
            env.step(None)
            continue
        assert seat == compared.line.position.to_move
        assert reward == 0
        compared.check_mask(seen["action_mask"])
        action = drawn(seen["action_mask"], random)
        env.step(action)
        compared.play(action)
    assert compared.winner is not None
    assert rewards == {compared.winner: 1, compared.winner.other: -1}


def check_gymnasium_game(env: Any, game: str, setup: str, random: Random) -> None:
    """A random game in Gymnasium goes as the rules say, the moves of the opponent included."""
    compared = Comparison(game, setup)
    observation, extra = env.reset(seed=random.randrange(1 << 30))
    reward, is_over = 0, False
    seat = env.unwrapped.seat
    while True:
        for action in env.unwrapped.game.actions[len(compared.plain.moves) :]:
            compared.play(action)
        compared.check_observation(observation, seat)
        compared.check_mask(extra["action_mask"])
        if compared.winner is not None and is_over:
            break
        assert (reward, is_over) == (0, False)
        # An opponent that has won with its first move waits for a step to say so.
        action = 0 if compared.winner else drawn(extra["action_mask"], random)
        observation, reward, is_over, is_cut_short, extra = env.step(action)
        assert (is_cut_short, list(extra)) == (False, ["action_mask"])
    assert reward == (1 if compared.winner is seat else -1)


def check_openspiel_game(spiel: Any, game: str, setup: str, random: Random) -> None:
    """A random game in OpenSpiel goes as the rules say."""
    compared = Comparison(game, setup)
    state = spiel.new_initial_state()
    while not state.is_terminal():
        check_openspiel_view(state, compared)
        assert compared.winner is None
        assert state.current_player() == compared.line.position.to_move - 1
        assert state.returns() == [0.0, 0.0]
        action = random.choice(state.legal_actions())
        assert state.action_to_string(action) == str(compared.moves[action])
        state.apply_action(action)
        compared.play(action)
    check_openspiel_view(state, compared)
    assert state.legal_actions() == []
    assert state.returns() == [1.0 if compared.winner == player + 1 else -1.0 for player in (0, 1)]


def check_openspiel_view(state: Any, compared: Comparison) -> None:
    """Both players see what the plain game says."""
    if not state.is_terminal():
        compared.check_mask(np.array(state.legal_actions_mask()))
    for player in (0, 1):
        compared.check_observation(np.array(state.observation_tensor(player)), player + 1)


def check_games(check: Callable[..., None], env: Any, case: tuple[str, str], count: int) -> None:
    """That many random games of one setup go as the rules say."""
    random = Random(f"{case}")
    for _ in range(count):
        check(env, *case, random)
