"""How hard a lost position can be made to win for the opponent."""

from collections.abc import Iterable
from typing import Any

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Verdict
from commonfactor.solver.oracle import analyse


def winning_replies(rules: AnyRules, position: Any, moves: Iterable[Move], control: Control) -> dict[Move, int]:
    """How many replies win after each of some moves, left out where the budget does not tell."""
    counts = {}
    for move in moves:
        replies = analyse(rules, rules.play(position, move), DEFAULT_BUDGET, control)
        if Verdict.UNKNOWN not in replies.moves.values():
            counts[move] = len(replies.moves_with(Verdict.WIN))
    return counts
