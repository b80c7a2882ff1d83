"""A batch held, move by move, against games that the rules alone play."""

from collections.abc import Iterator
from itertools import chain, compress
from typing import Any

import numpy as np
import numpy.typing as npt

from commonfactor.agents.batch import BatchEnvironment
from commonfactor.arithmetic.factorisation import proper_divisors
from commonfactor.rules.base import AnyRules, Change, Seat
from commonfactor.rules.notation import parse
from commonfactor.rules.pool import PoolRules

_REWARDS = {0: (0, 0), 1: (1, -1), 2: (-1, 1)}


def batch_of(setup: str, games: int = 8, seed: int = 0, **options: Any) -> BatchEnvironment:
    """Games of a GAME:SETUP."""
    return BatchEnvironment(parse(f"{setup}:").rules, games, seed, **options)


class PlainGame:
    """One game, and what its player to move should see by the words of the documentation, as plainly as can be."""

    def __init__(self, batch: BatchEnvironment, *actions: int) -> None:
        """Begin a game like those of a batch, and play so far."""
        self.rules, self.encoding = batch.rules, batch.encoding
        if isinstance(self.rules, PoolRules):
            values = {*range(self.rules.low, self.rules.high + 1)}
        else:
            values = {1, *_numbers_met(self.rules)}
        self.places = {value: place for place, value in enumerate(sorted(values))}
        self.restart()
        for action in actions:
            self.play(action)

    def restart(self) -> None:
        self.position = self.rules.initial_position
        self.lasts: dict[Seat, tuple[int, ...]] = dict.fromkeys(Seat, ())
        self.collections: dict[Seat, tuple[int, ...]] = dict.fromkeys(Seat, ())

    def play(self, action: int) -> None:
        move, seat = self.encoding.move(action), self.position.to_move
        self.lasts[seat] = (move.divisor if isinstance(move, Change) else move,)
        self.collections[seat] += self.rules.removals(self.position, move)
        self.position = self.rules.play(self.position, move)

    def observation(self) -> list[int]:
        me: Seat = self.position.to_move
        lasts = self.lasts[me], self.lasts[me.other]
        if isinstance(self.rules, PoolRules):
            kinds = (
                self.rules.available_numbers(self.position),
                *lasts,
                self.collections[me],
                self.collections[me.other],
            )
            rows = [self._row(kind) for kind in kinds]
        else:
            # Where 1, the first of the values, is no divisor, it has no place among the last ones.
            first = 0 if self.rules.mechanic == "subtract" else 1
            rows = [self._row(self.position.numbers), *(self._row(last)[first:] for last in lasts)]
        return [*chain(*rows), 1]

    def _row(self, counted: tuple[int, ...]) -> list[int]:
        """How often each value occurs."""
        row = [0] * len(self.places)
        for number in counted:
            row[self.places[number]] += 1
        return row


def _numbers_met(rules: AnyRules) -> set[int]:
    """All numbers and divisors that games can come to."""
    met: set[int] = set()
    waiting = set(rules.initial_position.numbers)
    if rules.mechanic == "divide":
        return waiting.union(*map(proper_divisors, waiting))
    while waiting:
        met.add(number := waiting.pop())
        divisors = {divisor for divisor in range(1, number) if number % divisor == 0}
        waiting |= (divisors | {number - divisor for divisor in divisors}) - met
    return met


def assert_shows(batch: BatchEnvironment, games: list[PlainGame]) -> None:
    """Compare turns, observations and masks with games that are at the same point."""
    assert batch.to_move.tolist() == [game.position.to_move for game in games]
    assert batch.observation.tolist() == [game.observation() for game in games]
    moves = [batch.encoding.move(action) for action in range(batch.encoding.action_count)]
    for game, row in zip(games, batch.mask, strict=True):
        assert game.rules.legal_moves(game.position) == tuple(compress(moves, row))


def assert_ended(
    batch: BatchEnvironment, games: list[PlainGame], rewards: npt.NDArray[np.int8], done: npt.NDArray[np.bool_]
) -> None:
    """Compare what a step of legal moves returned with the games as they are after it."""
    outcomes = [batch.rules.outcome(game.position) for game in games]
    winners = [outcome.winner if outcome else 0 for outcome in outcomes]
    assert np.array_equal(done, [outcome is not None for outcome in outcomes])
    assert np.array_equal(batch.winner, winners)
    assert np.array_equal(rewards, [_REWARDS[winner] for winner in winners])
    assert not batch.forfeited.any()


def agreeing_steps(setup: str, games: int, seed: int) -> Iterator[int]:
    """How many games each step has ended, for random moves without end, all of it compared after each of them."""
    batch = batch_of(setup, games, seed)
    plain_games = [PlainGame(batch) for _ in range(games)]
    assert_shows(batch, plain_games)
    while True:
        actions = batch.random_actions()
        rewards, done = batch.step(actions)
        for game, action in zip(plain_games, actions.tolist(), strict=True):
            game.play(action)
        assert_ended(batch, plain_games, rewards, done)
        ended = int(done.sum())
        for game in plain_games:
            if not batch.rules.can_move(game.position):
                game.restart()
        assert_shows(batch, plain_games)
        yield ended
