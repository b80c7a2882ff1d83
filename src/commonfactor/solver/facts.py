"""An analysis as the JSON of every interface tells it, and its verdict and reason in words."""

from collections.abc import Sequence
from typing import Any

from commonfactor.rules.base import Move
from commonfactor.rules.facts import line_facts
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.proofs.base import Claim, Proof
from commonfactor.solver.reasons import MoveReason

_NO_MOVE_SHOWN = "That some move wins is certain; the budget did not suffice to say which one."


def analysis_facts(line: Line, analysis: Analysis, proof: Proof | None, claims: Sequence[Claim]) -> dict[str, Any]:
    """What is to be told about a line of play whose last position was analysed."""

    def moves_with(verdict: Verdict) -> list[int | str]:
        return [move_as_json(move) for move in analysis.moves_with(verdict)]

    return line_facts(line) | {
        "verdict": analysis.verdict,
        "winning": moves_with(Verdict.WIN),
        "losing": moves_with(Verdict.LOSS),
        "unknown": moves_with(Verdict.UNKNOWN),
        "nimber": analysis.nimber,
        "value": None if analysis.value is None else str(analysis.value),
        "reason": reason_of(analysis, proof),
        "claims": [claim.as_json() for claim in claims],
        "proof": None if proof is None else proof.as_json(),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }


def why_facts(line: Line, move: Move, told: str, reason: MoveReason | None) -> dict[str, Any]:
    """What is to be told about a move: whether it is allowed and why, and if it is, what becomes of it and why."""
    return {
        "notation": str(line),
        "move": move_as_json(move),
        "allowed": reason is not None,
        "text": told,
        "verdict": reason and reason.verdict,
        "reason": reason and reason.text,
        "claims": [claim.as_json() for claim in reason.claims] if reason else [],
    }


def verdict_sentence(analysis: Analysis, mover: str) -> str:
    """Who wins."""
    if not analysis.moves:
        return f"{mover} cannot move and has lost."
    if analysis.verdict is Verdict.UNKNOWN:
        return f"{mover} is to move; who wins was not found out within the budget."
    return f"{mover} is to move and {'wins' if analysis.verdict is Verdict.WIN else 'loses'} with best play."


def reason_of(analysis: Analysis, proof: Proof | None) -> str | None:
    """Why the verdict holds, in words; None if it is unknown."""
    if not analysis.moves:
        return "There is no legal move."
    if proof is not None:
        return proof.text(analysis.rules)
    return _NO_MOVE_SHOWN if analysis.verdict is Verdict.WIN else None
