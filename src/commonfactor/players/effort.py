"""How much a player looks at: counted and never timed, so that the same seed gives the same game."""

from collections.abc import Sequence
from random import Random

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control

# A hundred thousand small positions take half a second. Of more moves than this, a random few
# stand for all.
_MOST_POSITIONS = 100_000
MOST_MOVES = 1_000

# What a position costs grows with the pool; listing its moves costs far more than counting them.
_NUMBERS_COUNTED_PER_POSITION = 5_000
_NUMBERS_LISTED_PER_POSITION = 30


class OutOfEffort(Exception):  # noqa: N818  # it ends a search and is no error
    """A player has looked at all that it may, or nobody waits for more."""


class Effort:
    """What is left of the positions that a player may look at for one move."""

    def __init__(self, rules: AnyRules, control: Control) -> None:
        """Weigh the positions by the size of the game; a control that is cancelled ends the looking as well."""
        self._control = control
        size = rules.mobility(rules.initial_position)
        self._per_count = 1 + size // _NUMBERS_COUNTED_PER_POSITION
        self._per_list = 1 + size // _NUMBERS_LISTED_PER_POSITION
        self._left = _MOST_POSITIONS

    def count(self) -> None:
        """Pay for counting the moves of a position; ``OutOfEffort`` if that is too much."""
        self._spend(self._per_count)

    def list(self) -> None:
        """Pay for listing the moves of a position; ``OutOfEffort`` if that is too much."""
        self._spend(self._per_list)

    def _spend(self, positions: int) -> None:
        self._left -= positions
        if self._left < 0 or self._control.is_cancelled:
            raise OutOfEffort


def considered(moves: Sequence[Move], random: Random) -> list[Move]:
    """The moves that a player looks at, in random order: all of them, or some if there are very many."""
    return random.sample(moves, min(len(moves), MOST_MOVES))


def oversight(looked_at: int, moves: int) -> str:
    """A sentence about the moves that were not looked at, if there are any."""
    return f"It looked at {looked_at:,} of {moves:,} moves." if looked_at < moves else ""
