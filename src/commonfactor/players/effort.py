"""Limits on how much a player looks at, counted rather than timed, so that a seed always gives the same game."""

from collections.abc import Sequence
from random import Random

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control

# A hundred thousand small positions take half a second.
_MOST_POSITIONS = 100_000
MOST_MOVES = 1_000
"""Of more moves than this, a random sample stands for all."""

# The cost of a position grows with the pool; listing its moves costs far more than counting them.
_NUMBERS_COUNTED_PER_POSITION = 5_000
_NUMBERS_LISTED_PER_POSITION = 30


class OutOfEffort(Exception):  # noqa: N818  # it ends a search and is no error
    """The effort is used up, or the control cancelled."""


class Effort:
    """The number of positions that a player may still look at for one move, weighted by the size of the game."""

    def __init__(self, rules: AnyRules, control: Control) -> None:
        self._control = control
        size = rules.mobility(rules.initial_position)
        self._per_count = 1 + size // _NUMBERS_COUNTED_PER_POSITION
        self._per_list = 1 + size // _NUMBERS_LISTED_PER_POSITION
        self._left = _MOST_POSITIONS

    def count(self) -> None:
        """Pay for counting the moves of a position."""
        self._spend(self._per_count)

    def list(self) -> None:
        """Pay for listing the moves of a position."""
        self._spend(self._per_list)

    def _spend(self, positions: int) -> None:
        self._left -= positions
        if self._left < 0 or self._control.is_cancelled:
            raise OutOfEffort


def considered(moves: Sequence[Move], random: Random) -> list[Move]:
    """All moves in random order, or a random sample of very many."""
    return random.sample(moves, min(len(moves), MOST_MOVES))
