"""The player that looks a few moves ahead.

Whatever is decided within these moves it sees exactly. Beyond, it takes it that who is to move
is the better off the more moves there are to choose from.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from commonfactor.players.base import Choice, Player
from commonfactor.players.effort import Effort, OutOfEffort, considered, oversight
from commonfactor.players.words import moves_ahead
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control

DEEPEST = 9

# More than any number of moves.
_WON = 1 << 60


class Sight(NamedTuple):
    """The best of some moves as far as one can see, and how many moves ahead that was."""

    best: list[Move]
    depth: int
    is_cut_short: bool = False
    """Whether one was to look further than one may."""


class Lookahead(Player):
    """Exact within some moves, mobility beyond."""

    def __init__(self, depth: int) -> None:
        """Look so many moves ahead, those of both players counted."""
        self._depth = depth
        self.name = f"lookahead:{depth}"
        self.description = f"looks {moves_ahead(depth)}"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        moves = line.rules.legal_moves(line.position)
        looked_at = considered(moves, random)
        sight = sight_of(line.rules, line.position, looked_at, self._depth, control)
        note = oversight(len(looked_at), len(moves))
        if sight.is_cut_short:
            note += f" It looked {moves_ahead(sight.depth)}, since looking further would have taken too long."
        return Choice(random.choice(sight.best), note.strip())


def sight_of(rules: AnyRules, position: Any, moves: Sequence[Move], depth: int, control: Control) -> Sight:
    """What is best of some moves, looking one move ahead, then two, up to a depth or as far as effort goes."""
    effort, sight = Effort(rules, control), Sight([], 0)
    for plies in range(1, depth + 1):
        try:
            values = _values(rules, position, moves, plies, effort)
        except OutOfEffort:
            return sight._replace(is_cut_short=True)
        best = max(values.values())
        if best == -_WON:
            break  # what seemed best one move earlier takes the longest to lose
        sight = Sight([move for move, value in values.items() if value == best], plies)
        if best == _WON or len(values) == 1:
            break
        moves = sorted(values, key=values.__getitem__, reverse=True)
    return sight


def _values(rules: AnyRules, position: Any, moves: Iterable[Move], depth: int, effort: Effort) -> dict[Move, int]:
    """What each move is worth to who makes it; exact for the best ones, and for others less than that."""
    values: dict[Move, int] = {}
    best = -_WON
    for move in moves:
        # One less than the best is still too much, or moves as good as the best would go unseen.
        values[move] = -_value(rules, rules.play(position, move), depth - 1, (-_WON, 1 - best), effort)
        best = max(best, values[move])
    return values


def _value(rules: AnyRules, position: Any, depth: int, window: tuple[int, int], effort: Effort) -> int:
    """What a position is worth to who is to move, as far as it lies within the window (alpha-beta)."""
    if depth == 0:
        return rules.mobility(position) or -_WON
    low, high = window
    best = -_WON
    for reached in _successors(rules, position, depth, effort):
        best = max(best, -_value(rules, reached, depth - 1, (-high, -max(low, best)), effort))
        if best >= min(high, _WON):
            break
    return best


def _successors(rules: AnyRules, position: Any, depth: int, effort: Effort) -> Iterator[Any]:
    """The positions that moves lead to; those that promise most come first where there is much below them."""
    effort.list()
    moves = rules.legal_moves(position)
    if depth > 1:
        return iter(sorted(_reached(rules, position, moves, effort), key=rules.mobility))
    return _reached(rules, position, moves, effort)


def _reached(rules: AnyRules, position: Any, moves: Iterable[Move], effort: Effort) -> Iterator[Any]:
    for move in moves:
        effort.count()
        yield rules.play(position, move)
