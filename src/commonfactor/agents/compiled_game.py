"""A game in the compiled core that remembers its moves, for environments."""

from operator import index
from typing import Any, Self

from commonfactor.agents.encoding import Encoding, Entries
from commonfactor.rules.base import IllegalMoveError, Seat
from commonfactor.rules.notation import Line


class CompiledGame:
    """A game being played, with what each player sees of it."""

    def __init__(self, encoding: Encoding) -> None:
        """Begin a game."""
        self.encoding, self._core = encoding, encoding.playout(observes=True)
        self.restart()

    def restart(self) -> None:
        """Begin the game anew."""
        self._core.restart()
        self.actions: list[int] = []
        self._line = Line.start(self.encoding.rules)

    def play(self, action: int) -> None:
        """Make the move that an action is; the errors of ``Line.play`` if that may not be, and nothing changes."""
        try:
            self._core.play(action)
        except IllegalMoveError:
            self.line.play(self.encoding.move(action))  # which says why
            raise
        self.actions.append(index(action))

    def stop(self) -> None:
        """End the game here: no action is legal any more."""
        self._core.stop()

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
        seen: Entries = self._core.observation[seat - 1].copy()
        return seen

    def action_mask(self) -> Entries:
        """One entry per action, 1 iff it is legal, in a new array."""
        mask: Entries = self._core.mask[self._core.to_move - 1].copy()
        return mask

    def copy(self) -> Self:
        """The same game, to be played on independently."""
        twin = object.__new__(type(self))
        twin.encoding, twin._core, twin._line = self.encoding, self._core.copy(), self._line
        twin.actions = self.actions.copy()
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
