"""Positions and moves as numbers: what learning programs see of a game, and how they name a move.

An encoding belongs to one game with its setup. Whoever stores what a program has learnt stores ``VERSION`` with it: the
meaning of an action or an entry changes only with that number.

Actions. In a game with a pool LO-HI, action a takes the number LO + a. In Divisor Duel the actions are the moves that
can ever occur: from a single number N its divisors d with 1 < d < N, ascending; from several numbers every division of
a v that divides one of them by a divisor d of v with 1 < d < v, ascending by v, then by d.

Observations. One vector of small whole numbers (int8), of one length for each setup, from the view of one player. With
a pool of n numbers these are five rows of n entries, with a 1 for each number that is: still available; my last; my
opponent's last; in my collection; in my opponent's collection. A collection is all that a player's moves took out of
play. In Divisor Duel the vector tells how many numbers on the board are v, for every v that divides one of the numbers,
1 included, ascending; then come two rows over the same v without 1, for my last divisor, and for my opponent's. In
every game one more entry ends the vector: 1 iff it is my turn, which, when the game is over, means that I cannot move.
"""

from itertools import accumulate
from operator import index
from reprlib import repr as shortened
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from commonfactor.arithmetic.factorisation import proper_divisor_count, proper_divisors
from commonfactor.rules.base import AnyRules, Division, InvalidMoveError, Move, Rules, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel, DivisorPosition
from commonfactor.rules.pool import PoolRules

VERSION = 1
"""Counts the changes of what an action or an entry of an observation means."""

MOST_ACTIONS = 4096

Entries = npt.NDArray[np.int8]


class Encoding:
    """The actions and observations of one game with its setup; ``SetupError`` if there are none, or too many."""

    version: ClassVar[int] = VERSION
    action_count: int
    observation_length: int
    highest_entry: int
    """The largest number that an observation can have in it."""
    opening: bytes
    """What the player who is to move sees before the first move."""

    def __new__(cls, rules: AnyRules) -> "Encoding":  # noqa: PYI034  # which class it is depends on the game
        """Make the encoding that games of that kind have."""
        match rules:
            case DivisorDuel():
                return super().__new__(DivisorEncoding)
            case PoolRules():
                return super().__new__(PoolEncoding)
            case Rules():
                raise SetupError(f"{rules.title} has no encoding for programs yet")
        raise SetupError(
            "the rules of a game are wanted, such as FactorClash(2, 20) or "
            f"commonfactor.rules.notation.parse('factor-clash:2-20:').rules, not {shortened(rules)}"
        )

    def __init__(self, rules: AnyRules) -> None:
        """Number the actions and entries of a game."""
        self.rules = rules

    def move(self, action: int) -> Move:
        """The move that an action is; ``InvalidMoveError`` if there is no such action."""
        raise NotImplementedError

    def action(self, move: Move) -> int:
        """The action that a move of this game is; ``InvalidMoveError`` if it can never occur."""
        raise NotImplementedError

    def legal_actions(self, position: Any) -> tuple[int, ...]:
        """The actions that are legal in a position, ascending."""
        raise NotImplementedError

    def _checked(self, action: int) -> int:
        # Programs choose by means of arrays, whose whole numbers are not Python's.
        number = index(action)
        if not 0 <= number < self.action_count:
            raise InvalidMoveError(f"the actions are 0 to {self.action_count - 1}, not {number}")
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.rules,)


class PoolEncoding(Encoding):
    """The encoding of the games with a pool."""

    highest_entry = 1

    def __init__(self, rules: PoolRules) -> None:
        self.action_count = size = rules.high - rules.low + 1
        _check_count(rules, size)
        super().__init__(rules)
        self.rules: PoolRules = rules
        self.observation_length = 5 * size + 1
        self.opening = b"\1" * size + bytes(4 * size) + b"\1"

    def move(self, action: int) -> int:
        return self.rules.low + self._checked(action)

    def action(self, move: Move) -> int:
        return self.rules.parse_move(str(move)) - self.rules.low

    def legal_actions(self, position: Any) -> tuple[int, ...]:
        low = self.rules.low
        return tuple(number - low for number in self.rules.legal_moves(position))


class DivisorEncoding(Encoding):
    """The encoding of Divisor Duel."""

    values: tuple[int, ...]
    """What the numbers can become, ascending, 1 included."""
    places: dict[int, int]
    """Where each of them stands."""

    def __init__(self, rules: DivisorDuel) -> None:
        self.highest_entry = len(rules.numbers)
        self.values = _values(rules)
        self._moves = _moves(rules, self.values)
        self.action_count = len(self._moves)
        if not self.action_count:
            raise SetupError(f"Divisor Duel from {rules.setup} is over before a move: programs need one to choose from")
        super().__init__(rules)
        self.rules: DivisorDuel = rules
        self._actions = {move: action for action, move in enumerate(self._moves)}
        self.places = {value: place for place, value in enumerate(self.values)}
        # Nobody divides by 1, so the two rows of divisors are one shorter.
        board = len(self.values)
        self.observation_length = 3 * board - 1
        self.opening = bytes(map(rules.numbers.count, self.values)) + bytes(2 * board - 2) + b"\1"

    def move(self, action: int) -> Move:
        return self._moves[self._checked(action)]

    def action(self, move: Move) -> int:
        try:
            return self._actions[move]
        except (KeyError, TypeError):
            raise InvalidMoveError(f"{move} is no move of any game from {self.rules.setup}") from None

    def legal_actions(self, position: DivisorPosition) -> tuple[int, ...]:
        return tuple(self._actions[move] for move in self.rules.legal_moves(position))


def _values(rules: DivisorDuel) -> tuple[int, ...]:
    """What the numbers of a game can become, ascending, 1 included."""
    values = {1}
    for number in rules.numbers:
        # A number with many divisors has many more moves: there is no need to count them.
        _check_count(rules, proper_divisor_count(number))
        values.update(proper_divisors(number), (number,))
    return tuple(sorted(values))


def _moves(rules: DivisorDuel, values: tuple[int, ...]) -> tuple[Move, ...]:
    """All moves that can occur, ascending."""
    if rules.has_one_number:
        return proper_divisors(rules.numbers[0])
    for count in accumulate(map(proper_divisor_count, values)):
        _check_count(rules, count)
    return tuple(Division(value, divisor) for value in values for divisor in proper_divisors(value))


def _check_count(rules: AnyRules, count: int) -> None:
    if count > MOST_ACTIONS:
        raise SetupError(
            f"programs play with at most {MOST_ACTIONS:,} different moves, "
            f"and {rules.title} with {rules.setup} has more"
        )
