"""How hard a lost position can be made to win for the opponent."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.strategy import replies_left

# In a lost position every move that is looked at costs an analysis, and every reply a part of it.
_MOST_MOVES_TRIED = 200
_MOST_REPLIES_TRIED = 50_000


Replies = dict[Move, tuple[Move, ...]]
"""The replies that win, by the move that they answer."""


def winning_replies(rules: AnyRules, position: Any, moves: Iterable[Move], control: Control) -> Replies:
    """The replies that win after each of some moves, which are left out where the budget does not tell."""
    found = {}
    for move in moves:
        replies = analyse(rules, rules.play(position, move), DEFAULT_BUDGET, control)
        if Verdict.UNKNOWN not in replies.moves.values():
            found[move] = replies.moves_with(Verdict.WIN)
    return found


def easiest(rules: AnyRules, position: Any, moves: Sequence[Move]) -> Move:
    """Of some winning moves one that leaves the fewest replies, since that is the easiest to understand."""
    return min(moves[:_MOST_MOVES_TRIED], key=lambda move: replies_left(rules, position, move))


def resistance(analysis: Analysis, control: Control) -> Replies:
    """The replies that win after each of the first moves of a lost position, two at least if the budget allows."""
    rules, position = analysis.rules, analysis.position
    known: Replies = {}
    replies = 0
    with suppress(OutOfBudget):
        for move in islice(analysis.moves, _MOST_MOVES_TRIED):
            control.check()
            found = winning_replies(rules, position, [move], control)
            known |= found
            replies += replies_left(rules, position, move)
            if not found or (len(known) > 1 and replies > _MOST_REPLIES_TRIED):
                break
    return known
