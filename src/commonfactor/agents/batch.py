"""Thousands of games of one setup at once, stepped by the compiled core; actions are those of ``encoding.py``.

The arrays of a batch have a row per game. They are read-only, and every step and reset overwrites them.
"""

from collections.abc import Sequence
from operator import index
from typing import Any, NoReturn, Self

import numpy as np
import numpy.typing as npt

from commonfactor.agents._games import MOST_GAMES, Batch
from commonfactor.agents.encoding import Actions, Encoding
from commonfactor.agents.environment import Illegal, check_options
from commonfactor.rules.base import AnyRules, IllegalMoveError, InvalidMoveError, Move, SetupError

_MOST_ENTRIES = 1 << 30  # in all masks and observations together: a gigabyte


class BatchEnvironment:
    """Games of one setup, with one move in each of them at every step.

    A new game replaces one that ends, unless ``autoreset`` is off: then a finished game stays, and its actions are
    ignored. An illegal action loses the game, unless ``illegal`` is ``raise``. ``observe=False`` saves time.
    """

    mask: npt.NDArray[np.bool_]
    """For each game and action, whether it is legal; no action is in a game that is over."""
    observation: npt.NDArray[np.int8]
    """Each game as seen by the seat of ``to_move``; empty without ``observe``."""
    to_move: npt.NDArray[np.uint8]
    """The seat to move, 1 or 2; when the game is over, the one who lost."""
    done: npt.NDArray[np.bool_]
    """Whether the game is over; with ``autoreset``, whether the last step ended the one before."""
    winner: npt.NDArray[np.uint8]
    """The seat that won the game that is done, or 0."""
    forfeited: npt.NDArray[np.bool_]
    """Whether the game that is done was ended by an illegal action."""
    rewards: npt.NDArray[np.int8]
    """The rewards of the last step for the first and the second seat: 1 and -1 where it ended a game, otherwise 0."""

    def __init__(  # noqa: PLR0913  # options, each with a default
        self,
        rules: AnyRules,
        games: int = 1024,
        seed: int = 0,
        *,
        autoreset: bool = True,
        observe: bool = True,
        illegal: Illegal = "lose",
        moves: Sequence[Move] = (),
        position: Any = None,
    ) -> None:
        """Begin all games after some moves or in a position; ``SetupError`` if that is not possible."""
        check_options(illegal, None)
        self.rules, self.encoding = rules, Encoding(rules)
        self.games = self._checked_games(index(games), observe=observe)
        if not 0 <= index(seed) < 1 << 64:
            raise SetupError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
        self._raises = illegal == "raise"
        self._connect(
            Batch(
                *self.encoding.beginning(moves, position),
                games=self.games,
                seed=index(seed),
                restarts=bool(autoreset),
                observes=bool(observe),
            )
        )

    def _connect(self, batch: Batch) -> None:
        self._batch = batch
        self.mask, self.observation, self.to_move = batch.mask, batch.observation, batch.to_move
        self.done, self.winner, self.forfeited = batch.done, batch.winner, batch.forfeited
        self.rewards = batch.rewards

    def copy(self) -> Self:
        """An independent copy, with the same random actions ahead."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._connect(self._batch.copy())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def reset(self) -> None:
        """Begin all games anew; the generator of ``random_actions`` is not reset."""
        self._batch.reset()

    def step(self, actions: npt.ArrayLike) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Make one move in each game, and return ``rewards`` and ``done``. If it raises, no game has moved.

        ``InvalidMoveError`` if there is no such action, ``IllegalMoveError`` if it is not legal and ``illegal`` is
        ``raise``, ``TypeError`` or ``ValueError`` if these are not as many whole numbers as there are games.
        """
        given = np.asarray(actions)
        chosen = self._as_actions(given)
        refused = self._batch.step(chosen, self._raises)
        if refused >= 0:
            raise self._objection(refused, int(given[refused]))
        return self.rewards, self.done

    def random_actions(self) -> Actions:
        """A legal action for each game, all equally likely, as a new array; -1 for a game that is over.

        The same seed gives the same actions on every machine: SplitMix64 gives 64 bits per game, of which Lemire's
        method turns the upper half into an index into the legal actions, rejecting what would favour some.
        """
        actions = np.empty(self.games, np.int32)
        self._batch.draw(actions)
        return actions

    def __reduce__(self) -> NoReturn:
        raise TypeError("a batch cannot be pickled: its copy() is a batch of its own")

    def _checked_games(self, games: int, *, observe: bool) -> int:
        if not 1 <= games <= MOST_GAMES:
            raise SetupError(f"a batch has 1 to {MOST_GAMES:,} games, not {games:,}")
        each = self.encoding.action_count + (self.encoding.observation_length if observe else 0)
        if games * each > _MOST_ENTRIES:
            raise SetupError(f"a batch of such games has at most {_MOST_ENTRIES // each:,} of them, not {games:,}")
        return games

    def _as_actions(self, given: npt.NDArray[Any]) -> Actions:
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, such as an array of int32, not of {given.dtype}")
        if given.shape != (self.games,):
            raise ValueError(f"{self.games} games take as many actions in a row, not an array of shape {given.shape}")
        if given.dtype == np.int32:
            return np.ascontiguousarray(given)
        # A number out of range must not become an action by losing its upper bits.
        return np.where((given >= 0) & (given < self.encoding.action_count), given, -1).astype(np.int32)

    def _objection(self, game: int, action: int) -> ValueError:
        count = self.encoding.action_count
        if not 0 <= action < count:
            return InvalidMoveError(f"the actions are 0 to {count - 1}, not {action}, which is that of game {game}")
        return IllegalMoveError(f"action {action}, the move {self.encoding.move(action)}, is not legal in game {game}")
