"""Why a move wins or loses, in words for whoever is about to make it."""

from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Verdict
from commonfactor.solver.oracle import analyse

WITHOUT_REASON = "The reason was not found within the budget."
"""What follows a verdict that is known without a proof."""


class MoveReason(NamedTuple):
    """What becomes of who makes a move, and why."""

    move: Move
    verdict: Verdict
    text: str


def reason_for(rules: AnyRules, position: Any, move: Move, control: Control) -> MoveReason:
    """The verdict of a legal move, with the reason why the position after it is lost or won.

    What the control does not allow to find out is said to be unknown.
    """
    after = rules.play(position, move)
    analysis = analyse(rules, after, DEFAULT_BUDGET, control)
    if analysis.verdict is Verdict.UNKNOWN:
        return MoveReason(move, Verdict.UNKNOWN, f"Whether {move} wins was not found out within the budget.")
    wins = analysis.verdict is Verdict.LOSS
    statement = f"{move} {'wins' if wins else 'loses'}"
    proof = analysis.prove(control, with_replies=False)
    if proof is None:
        text = f"{statement}. {WITHOUT_REASON}"
    else:
        text = f"{statement}: {_clause(proof.text_for_opponent(rules, after))}"
    return MoveReason(move, Verdict.WIN if wins else Verdict.LOSS, text)


def reason_to_win(rules: AnyRules, position: Any, move: Move, control: Control) -> str:
    """Why a move wins that is known to win, even if the budget ends before the reason is found."""
    reason = reason_for(rules, position, move, control)
    return f"{move} wins. {WITHOUT_REASON}" if reason.verdict is Verdict.UNKNOWN else reason.text


def _clause(sentence: str) -> str:
    """A sentence as what follows a colon."""
    return f"{sentence[:1].lower()}{sentence[1:]}"
