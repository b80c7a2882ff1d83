"""Whether a player who may change seats ought to."""

from typing import Any

from commonfactor.players.base import THINKING
from commonfactor.rules.base import AnyRules
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse


def wants_seat(rules: AnyRules, position: Any, control: Control) -> bool:
    """Whether the seat that has just moved is known to win, so that one would rather sit there."""
    return analyse(rules, position, THINKING, control).verdict is Verdict.LOSS
