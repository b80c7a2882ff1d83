"""Actions and observations: moves and positions as numbers for learning programs.

``docs/environments.md`` describes them. Actions are the moves that can ever occur, ascending. An observation is one
int8 vector, seen by one player, of one length for each setup. With a pool it has five rows, with a 1 for each number
that is available, my last, my opponent's last, in my collection, in my opponent's. Where numbers change, the first row
counts the numbers on the board by value, and two more mark my last divisor and my opponent's. The last entry is 1 iff
it is my turn. Store ``VERSION`` with what a program has learnt: no meaning changes without it.
"""

from collections.abc import Iterable
from functools import cached_property
from operator import index
from reprlib import repr as shortened
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from commonfactor.agents._games import Descending, Playout, Taking
from commonfactor.rules.base import AnyRules, Board, Change, InvalidMoveError, Move, Rules, Seat, SetupError
from commonfactor.rules.notation import Line
from commonfactor.rules.numbers import NumberRules
from commonfactor.rules.pool import Limited

VERSION = 1
"""Raised whenever the meaning of an action or of an entry changes."""

MOST_ACTIONS = 4096

Entries = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int32]


class Encoding:
    """The actions and observations of one game with its setup; ``SetupError`` if there are none, or too many."""

    version: ClassVar[int] = VERSION
    highest_entry: int
    """The largest number that an observation can contain."""

    def __init__(self, rules: AnyRules) -> None:
        if not isinstance(rules, Rules):
            raise SetupError(
                "the rules of a game are wanted, such as FactorClash(2, 20) or "
                f"commonfactor.rules.notation.parse('factor-clash:2-20:').rules, not {shortened(rules)}"
            )
        rules.check_facts()
        moves = rules.possible_moves(MOST_ACTIONS)
        if moves is None:
            raise SetupError(
                f"programs play with at most {MOST_ACTIONS:,} different moves, "
                f"and {rules.title} with {rules.setup} has more"
            )
        if not moves:
            raise SetupError(
                f"{rules.title} from {rules.setup} is over before a move: programs need one to choose from"
            )
        self.rules, self.moves, self.action_count = rules, moves, len(moves)
        self._actions = {move: action for action, move in enumerate(moves)}
        self._set_measures(rules)

    def _set_measures(self, rules: Any) -> None:
        self.places: dict[Any, int] = self._actions
        self.observation_length, self.highest_entry = 5 * self.action_count + 1, 1
        if rules.board is Board.NUMBERS:
            self.places = {value: place for place, value in enumerate(rules.values(MOST_ACTIONS + 2))}
            self.observation_length = len(self.places) + 2 * len(_choosable(rules, self.places)) + 1
            self.highest_entry = len(rules.numbers)

    @cached_property
    def compiled(self) -> Taking | Descending:
        """The rules as the sets and lists that the compiled core plays by."""
        return _taking(self) if self.rules.board is Board.POOL else _descending(self)

    def playout(self, moves: Iterable[Move] = (), position: Any = None, *, observes: bool = False) -> Playout:
        """A game after some moves or from a position; see ``playout.py``. Raises as ``beginning`` does."""
        return Playout(*self.beginning(moves, position), observes=observes)

    def beginning(self, moves: Iterable[Move], position: Any = None) -> tuple[Taking | Descending, Actions]:
        """The rules and actions from which the core begins a game; ``SetupError`` if it is over or not of this game."""
        moves, compiled, line = tuple(moves), self.compiled, Line.start(self.rules)
        if position is not None:
            if moves:
                raise SetupError("a game begins after some moves or in a position, not both")
            compiled, line = self._from(position), Line(self.rules, (), position)
        for move in moves:
            line = line.play(move)
        if not self.rules.can_move(line.position):
            where = line if position is None else "the position"
            raise SetupError(f"{where} is over: programs need a move to choose from")
        return compiled, np.array([self._actions[move] for move in line.moves], np.int32)

    def observation(self, position: Any) -> Entries:
        """The observation of the player to move, after a line of play or of a position alone."""
        compiled, moves = (self.compiled, position.moves) if isinstance(position, Line) else (self._from(position), ())
        game = Playout(compiled, np.array([], np.int32), observes=True)
        for move in moves:
            game.play(self.action(move))
        seen: Entries = game.observation[game.to_move - 1].copy()
        return seen

    def move(self, action: int) -> Move:
        """The move of an action; ``InvalidMoveError`` if there is no such action."""
        number = index(action)  # actions often come from arrays, whose integers are not Python's
        if not 0 <= number < self.action_count:
            raise InvalidMoveError(f"the actions are 0 to {self.action_count - 1}, not {number}")
        return self.moves[number]

    def action(self, move: Move) -> int:
        """The action of a move; ``InvalidMoveError`` if the move can never occur."""
        action = self._actions.get(move)
        if action is None:
            raise InvalidMoveError(f"{move} is no move of any game from {self.rules.setup}")
        return action

    def legal_actions(self, position: Any) -> tuple[int, ...]:
        """The legal actions in a position, ascending."""
        return tuple(self._actions[move] for move in self.rules.legal_moves(position))

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.rules,)

    def _from(self, position: Any) -> Any:
        """The compiled rules of games that begin in a position; ``SetupError`` if it is no position of this game."""
        rules: Any = self.rules
        compiled: Any = self.compiled
        try:
            if rules.board is Board.NUMBERS:
                return compiled.starting([self.places[number] for number in position.numbers], position.to_move - 1)
            sets = (rules.available_numbers(position), *map(position.limits_of, Seat))
            left, *limits = ([self.places[number] for number in numbers] for numbers in sets)
            return compiled.starting(self.legal_actions(position), left, limits, position.to_move - 1)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise SetupError(f"{shortened(position)} is no position of {rules.name}:{rules.setup}") from None


def _choosable(rules: NumberRules, numbers: Iterable[int]) -> list[int]:
    """The numbers that have an entry in the rows of last divisors."""
    return [number for number in numbers if number >= rules.least_divisor]


def _taking(encoding: Encoding) -> Taking:
    """A pool game: first picks, what each number takes with it, what may follow it, and whom that binds."""
    rules: Any = encoding.rules
    members = np.array(encoding.moves)

    def entries(number_set: int) -> npt.NDArray[np.uint8]:
        packed = number_set.to_bytes(rules.high // 8 + 1, "little")
        row: npt.NDArray[np.uint8] = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")[members]
        return row

    return Taking(
        entries(rules.allowed(rules.initial_position)),
        np.stack([entries(rules.swept_by(number)) for number in encoding.moves]),
        np.stack([entries(rules.followers(number)) for number in encoding.moves]),
        binds_opponent=rules.limited is Limited.OPPONENT,
        binds_for_good=rules.limits_for_good,
    )


def _descending(encoding: Encoding) -> Descending:
    """A number game: what each divisor makes of each number."""
    rules: Any = encoding.rules
    nodes = encoding.places
    marks = {number: mark for mark, number in enumerate(_choosable(rules, nodes))}
    arcs = [
        (nodes[value], encoding.action(divisor if rules.has_one_number else Change(value, divisor)), nodes[left])
        for value in nodes
        for divisor in rules.divisors(value)
        for left in [rules.changed(value, divisor)]
    ]
    origins, actions, targets = np.array(arcs, np.int32).T.copy()
    return Descending(
        np.array([nodes[number] for number in rules.numbers], np.int32),
        origins,
        actions,
        targets,
        np.array([marks[move if isinstance(move, int) else move.divisor] for move in encoding.moves], np.int32),
        node_count=len(nodes),
        mark_count=len(marks),
    )
