"""A game in the compiled core that remembers its moves, for environments."""

from collections.abc import Callable
from typing import Any, Self

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding, Entries
from commonfactor.rules.base import IllegalMoveError, Seat
from commonfactor.rules.notation import Line


class CompiledGame:
    """A game being played, with what each player sees of it."""

    def __init__(self, encoding: Encoding) -> None:
        """Begin a game."""
        self.encoding, self._start = encoding, Line.start(encoding.rules)
        self._connect(encoding.playout(observes=True))
        self.restart()

    def _connect(self, core: Playout) -> None:
        """Keep at hand what a host needs for every move: looking that up would take longer than using it.

        ``views`` holds for each player what copies the observation, and what copies the mask of their actions.
        """
        self._core = core
        self.views: list[tuple[Callable[[], Entries], Callable[[], Entries]]] = [
            (seen.copy, mask.copy) for seen, mask in zip(core.observation, core.mask, strict=True)
        ]

    def restart(self) -> None:
        """Begin the game anew."""
        self._core.restart()
        self._line = self._start

    def play(self, action: int) -> bool:
        """Make the move that an action is, and say whether there is a next.

        The errors of ``Line.play`` if that may not be, and nothing changes.
        """
        try:
            return self._core.play(action)
        except IllegalMoveError:
            self.line.play(self.encoding.move(action))  # which says why
            raise

    def stop(self) -> None:
        """End the game here: no action is legal any more."""
        self._core.stop()

    @property
    def actions(self) -> list[int]:
        """The actions so far."""
        return self._core.actions

    @property
    def is_over(self) -> bool:
        """Whether no action is legal."""
        return self._core.is_over

    @property
    def to_move(self) -> Seat:
        """The seat to move, or, when the game is over, the one who lost."""
        return Seat(self._core.to_move)

    @property
    def legal_actions(self) -> list[int]:
        """The actions that are legal, ascending."""
        return self._core.legal_actions()

    @property
    def line(self) -> Line:
        """The moves so far, with where they have led."""
        for action in self.actions[len(self._line.moves) :]:
            self._line = self._line.play(self.encoding.move(action))
        return self._line

    def observation(self, seat: Seat) -> Entries:
        """What the player in a seat sees, in a new array."""
        return self.views[seat - 1][0]()

    def action_mask(self) -> Entries:
        """One entry per action, 1 iff it is legal, in a new array."""
        return self.views[self._core.to_move - 1][1]()

    def copy(self) -> Self:
        """The same game, to be played on independently."""
        twin = object.__new__(type(self))
        twin.encoding, twin._start, twin._line = self.encoding, self._start, self._line
        twin._connect(self._core.copy())
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        is_stopped = self.is_over and self.encoding.rules.can_move(self.line.position)
        return _replayed, (self.encoding, self.actions, is_stopped)


def _replayed(encoding: Encoding, actions: list[int], is_stopped: bool) -> CompiledGame:  # noqa: FBT001  # to unpickle
    game = CompiledGame(encoding)
    for action in actions:
        game.play(action)
    if is_stopped:
        game.stop()
    return game
