"""A game being played, with what each player sees of it, as ``encoding.py`` writes it."""

from abc import ABC, abstractmethod
from operator import index
from typing import Any, Self

import numpy as np

from commonfactor.agents.encoding import DivisorEncoding, Encoding, Entries, PoolEncoding
from commonfactor.rules.base import FIRST, IllegalMoveError, Move, Seat
from commonfactor.rules.notation import Line

_NOTHING = -1


class Course(ABC):
    """A game being played, with what each player sees of it.

    That is kept up to date from move to move, since making it anew would take longer than the move itself.
    """

    position: Any  # of the type that the rules have
    legal_actions: tuple[int, ...]
    """The actions that are legal, ascending; none iff the game is over."""
    actions: list[int]
    """What was played so far."""
    views: tuple[bytearray, bytearray]
    """What each seat sees."""
    lasts: list[int]
    """Where the last number or divisor of each seat stands in its row."""

    def __init__(self, encoding: Encoding) -> None:
        """Begin a game."""
        self.encoding = encoding
        self._openings = encoding.opening, encoding.opening[:-1] + b"\0"
        self.views = bytearray(self._openings[0]), bytearray(self._openings[1])
        self._copies = [np.frombuffer(view, np.int8).copy for view in self.views]
        self._first_actions = encoding.legal_actions(encoding.rules.initial_position)
        self.restart()

    def restart(self) -> None:
        """Begin the game anew."""
        self.views[0][:], self.views[1][:] = self._openings
        self.lasts = [_NOTHING, _NOTHING]
        self.position, self.legal_actions = self.encoding.rules.initial_position, self._first_actions
        self.actions = []

    @abstractmethod
    def play(self, action: int) -> None:
        """Make the move that an action is; the errors of ``Rules.play`` if that may not be, and nothing changes."""

    def _views_after(self, action: int, move: Move) -> tuple[bytearray, bytearray]:
        """Make a move, and return what the one who made it and the other see, up to date as to whose turn it is."""
        before, rules = self.position, self.encoding.rules
        try:
            self.position = rules.play(before, move)
        except IllegalMoveError:
            raise IllegalMoveError(rules.objection(before, move, self.moves)) from None
        self.legal_actions = self.encoding.legal_actions(self.position)
        self.actions.append(index(action))
        mine, other = self._views_from(before.to_move)
        mine[-1], other[-1] = 0, 1
        return mine, other

    def _views_from(self, seat: Seat) -> tuple[bytearray, bytearray]:
        first, second = self.views
        return (first, second) if seat is FIRST else (second, first)

    def _mark_last(self, seat: Seat, place: int, my_row: int, other_row: int) -> None:
        mine, other = self._views_from(seat)
        last = self.lasts[seat - 1]
        if last != _NOTHING:
            mine[my_row + last] = other[other_row + last] = 0
        mine[my_row + place] = other[other_row + place] = 1
        self.lasts[seat - 1] = place

    def stop(self) -> None:
        """End the game here: no action is legal any more."""
        self.legal_actions = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(map(self.encoding.move, self.actions))

    @property
    def line(self) -> Line:
        """The moves so far, with where they have led."""
        return Line(self.encoding.rules, self.moves, self.position)

    def observation(self, seat: Seat) -> Entries:
        """What the player in a seat sees, in a new array."""
        return self._copies[seat - 1]()

    def action_mask(self) -> Entries:
        """One entry per action, 1 iff it is legal, in a new array."""
        mask = np.zeros(self.encoding.action_count, np.int8)
        mask[list(self.legal_actions)] = 1
        return mask

    def copy(self) -> Self:
        """The same game, to be played on independently."""
        twin = type(self)(self.encoding)
        twin.views[0][:], twin.views[1][:] = self.views
        twin.lasts, twin.actions = self.lasts.copy(), self.actions.copy()
        twin.position, twin.legal_actions = self.position, self.legal_actions
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.encoding, self.actions, self.legal_actions)


class _PoolCourse(Course):
    encoding: PoolEncoding

    def play(self, action: int) -> None:
        before, size, low = self.position, self.encoding.action_count, self.encoding.rules.low
        number = self.encoding.move(action)
        mine, other = self._views_after(action, number)
        self._mark_last(before.to_move, number - low, size, 2 * size)
        for removed in self.encoding.rules.removals(before, number):
            place = removed - low
            mine[place] = other[place] = 0
            mine[3 * size + place] = other[4 * size + place] = 1


class _DivisorCourse(Course):
    encoding: DivisorEncoding

    def play(self, action: int) -> None:
        before, places, move = self.position, self.encoding.places, self.encoding.move(action)
        views = self._views_after(action, move)
        number, divisor = self.encoding.rules.division(before, move)
        for view in views:
            view[places[number]] -= 1
            view[places[number // divisor]] += 1
        # The rows of divisors lack the 1, which is the first of all values.
        row = len(places) - 1
        self._mark_last(before.to_move, places[divisor], row, 2 * row)


def begun(encoding: Encoding) -> Course:
    """A game before its first move."""
    return _DivisorCourse(encoding) if isinstance(encoding, DivisorEncoding) else _PoolCourse(encoding)


def _replayed(encoding: Encoding, actions: list[int], legal_actions: tuple[int, ...]) -> Course:
    course = begun(encoding)
    for action in actions:
        course.play(action)
    course.legal_actions = legal_actions
    return course
