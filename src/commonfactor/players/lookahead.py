"""The player that looks a few moves ahead: exact within that depth, by mobility beyond."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from commonfactor.players.base import Choice, Player
from commonfactor.players.effort import Effort, OutOfEffort, considered
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.english.games import moves_ahead, oversight, shortfall

DEEPEST = 9

# More than any number of moves.
_WON = 1 << 60


class Sight(NamedTuple):
    """The moves that look best, and how many moves ahead that was seen."""

    best: list[Move]
    depth: int
    is_cut_short: bool = False
    """Whether effort ran out before the wanted depth."""


class Lookahead(Player):
    """Looks some moves ahead, counting those of both players."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self.name = f"lookahead:{depth}"
        self.description = f"looks {moves_ahead(depth)}"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        moves = line.rules.legal_moves(line.position)
        looked_at = considered(moves, random)
        sight = sight_of(line.rules, line.position, looked_at, self._depth, control)
        note = f"{oversight(len(looked_at), len(moves))} {shortfall(sight.depth) if sight.is_cut_short else ''}"
        return Choice(random.choice(sight.best), note.strip())


def sight_of(rules: AnyRules, position: Any, moves: Sequence[Move], depth: int, control: Control) -> Sight:
    """The best of some moves by iterative deepening, to a depth or as far as effort goes."""
    effort, sight = Effort(rules, control), Sight([], 0)
    for plies in range(1, depth + 1):
        try:
            values = _values(rules, position, moves, plies, effort)
        except OutOfEffort:
            return sight._replace(is_cut_short=True)
        best = max(values.values())
        if best == -_WON:
            break  # the best at the previous depth take the longest to lose
        sight = Sight([move for move, value in values.items() if value == best], plies)
        if best == _WON or len(values) == 1:
            break
        moves = sorted(values, key=values.__getitem__, reverse=True)
    return sight


def _values(rules: AnyRules, position: Any, moves: Iterable[Move], depth: int, effort: Effort) -> dict[Move, int]:
    """Each move's value for its player: exact for the best moves, an upper bound below theirs for the others."""
    values: dict[Move, int] = {}
    best = -_WON
    for move in moves:
        # The bound is one below the best, or moves as good as the best would be missed.
        values[move] = -_value(rules, rules.play(position, move), depth - 1, (-_WON, 1 - best), effort)
        best = max(best, values[move])
    return values


def _value(rules: AnyRules, position: Any, depth: int, window: tuple[int, int], effort: Effort) -> int:
    """The value for the player to move, exact within the window (alpha-beta)."""
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
    """The positions after each move, the most promising first unless they are leaves."""
    effort.list()
    moves = rules.legal_moves(position)
    if depth > 1:
        return iter(sorted(_reached(rules, position, moves, effort), key=rules.mobility))
    return _reached(rules, position, moves, effort)


def _reached(rules: AnyRules, position: Any, moves: Iterable[Move], effort: Effort) -> Iterator[Any]:
    for move in moves:
        effort.count()
        yield rules.play(position, move)
