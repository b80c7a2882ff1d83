"""The players that do not ask the solver: at random, one move ahead, and several moves ahead."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from commonfactor.players.base import Choice, Player
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.english.players import moves_ahead, oversight, shortfall
from commonfactor.solver.search import replies_left

DEEPEST = 9

# More than any number of moves.
_WON = 1 << 60

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
    """The positions that a player may still look at for a move; counted, not timed, so that a seed gives one game."""

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


class RandomPlayer(Player):
    """Plays any legal move, all with the same probability."""

    name = "random"
    description = "plays at random"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return Choice(random.choice(line.rules.legal_moves(line.position)))


class Greedy(Player):
    """Wins at once if it can, avoids losing at once, and else leaves the fewest replies."""

    name = "greedy"
    description = "sees one move ahead"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return good_looking(line, line.rules.legal_moves(line.position), random, control)


def good_looking(line: Line, moves: Sequence[Move], random: Random, control: Control) -> Choice:
    """The move that looks best at a glance: it does not lose at once, and leaves the fewest replies."""
    rules, position = line.rules, line.position
    replies = {move: replies_left(rules, position, move) for move in considered(moves, random)}
    # Sorting keeps the random order of equals.
    ranked = sorted(replies, key=replies.__getitem__)
    return Choice(_first_safe(rules, position, ranked, control), oversight(len(replies), len(moves)))


def _first_safe(rules: AnyRules, position: Any, ranked: list[Move], control: Control) -> Move:
    """The first move that does not lose at once, as far as effort allows to see; or else the first of all."""
    effort = Effort(rules, control)
    for move in ranked:
        try:
            if all(map(rules.can_move, _successors(rules, rules.play(position, move), effort))):
                return move
        except OutOfEffort:
            return move
    return ranked[0]


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
    successors = _successors(rules, position, effort)
    # Sorting pays only where much is below the positions.
    for reached in sorted(successors, key=rules.mobility) if depth > 1 else successors:
        best = max(best, -_value(rules, reached, depth - 1, (-high, -max(low, best)), effort))
        if best >= min(high, _WON):
            break
    return best


def _successors(rules: AnyRules, position: Any, effort: Effort) -> Iterator[Any]:
    """The positions after each move; effort is spent as they are reached."""
    effort.list()
    for move in rules.legal_moves(position):
        effort.count()
        yield rules.play(position, move)
