# ruff: noqa: PYI021  # the compiled module has no other place for its documentation
"""Games played forward by the compiled core, whose sources are in native/.

Sets are rows of bytes, one for each possible member.
"""

from collections.abc import Sequence
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

MOST_GAMES: int

class Taking:
    """Games of taking places, by what is taken with each, what may follow it, and whom that binds."""

    def __init__(
        self,
        first: npt.NDArray[np.uint8],
        swept: npt.NDArray[np.uint8],
        followers: npt.NDArray[np.uint8],
        *,
        binds_opponent: bool,
        binds_for_good: bool,
    ) -> None: ...
    def starting(
        self,
        first: Sequence[int],
        left: Sequence[int],
        limits: Sequence[Sequence[int]],
        player: int,
    ) -> Taking:
        """The same games from another start: what is left, what binds each player, and who moves first, 0 or 1."""

class Descending:
    """Games of moving pieces along arcs, by their origins, actions and targets; marks recall actions."""

    def __init__(
        self,
        pieces: npt.NDArray[np.int32],
        origins: npt.NDArray[np.int32],
        actions: npt.NDArray[np.int32],
        targets: npt.NDArray[np.int32],
        marks: npt.NDArray[np.int32],
        *,
        node_count: int,
        mark_count: int,
    ) -> None: ...
    def starting(self, pieces: Sequence[int], player: int) -> Descending:
        """The same games from another start, and who moves first, 0 or 1."""

class Playout:
    """One game that is played forward, for one thread."""

    def __init__(self, rules: Taking | Descending, opening: npt.NDArray[np.int32], *, observes: bool) -> None: ...
    def legal_actions(self) -> list[int]:
        """The actions that are legal, ascending; none iff the game is over."""
    def play(self, action: SupportsIndex) -> bool:
        """Make a move and say whether there is a next; ``IllegalMoveError`` if it is not legal: nothing has changed."""
    def copy(self) -> Playout:
        """The same game, to be played on independently."""
    def restart(self) -> None:
        """Begin the game anew, after its opening."""
    def stop(self) -> None:
        """End the game here: the seat to move has lost."""
    @property
    def observation(self) -> npt.NDArray[np.int8]:
        """What each seat sees, a row for each; the array stays where it is. Empty unless the playout observes."""
    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """By seat and action, 1 iff it is legal and the seat to move; the same holds for this array."""
    @property
    def actions(self) -> list[int]:
        """What was played since the opening. Empty unless the playout observes."""
    @property
    def is_over(self) -> bool: ...
    @property
    def to_move(self) -> int:
        """The seat to move, 1 or 2, or, when the game is over, the one who has lost."""

class Batch:
    """Many games of one kind. Its arrays stay where they are in memory, and no one but the batch writes to them."""

    def __init__(
        self,
        rules: Taking | Descending,
        opening: npt.NDArray[np.int32],
        *,
        games: int,
        seed: int,
        restarts: bool,
        observes: bool,
    ) -> None: ...
    def copy(self) -> Batch:
        """The same games, to be played on independently, with arrays of their own."""
    def reset(self) -> None: ...
    def step(self, actions: npt.NDArray[np.int32], illegal_too: bool = False) -> int:
        """Make a move in each game, or in none if an action is refused; the first game whose action is, or -1.

        That is a number that is no action at all, or, if asked, one that is not legal.
        """
    def draw(self, actions: npt.NDArray[np.int32]) -> None:
        """Write a legal action for each game, or -1 for one that is over."""
    @property
    def mask(self) -> npt.NDArray[np.bool_]: ...
    @property
    def observation(self) -> npt.NDArray[np.int8]: ...
    @property
    def to_move(self) -> npt.NDArray[np.uint8]: ...
    @property
    def done(self) -> npt.NDArray[np.bool_]: ...
    @property
    def winner(self) -> npt.NDArray[np.uint8]: ...
    @property
    def forfeited(self) -> npt.NDArray[np.bool_]: ...
    @property
    def rewards(self) -> npt.NDArray[np.int8]: ...
