"""An analysis, and what is said about a move, as the JSON of every interface tells it."""

from collections.abc import Sequence
from typing import Any

from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line, line_facts, move_as_json
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.claims import ground_of
from commonfactor.solver.english import told
from commonfactor.solver.proofs.checking import Claim, Proof
from commonfactor.solver.reasons import MoveReason, claims_known


def analysis_facts(line: Line, analysis: Analysis, proof: Proof | None, claims: Sequence[Claim]) -> dict[str, Any]:
    """An analysis of the last position of a line, as JSON."""

    def moves_with(verdict: Verdict) -> list[int | str]:
        return [move_as_json(move) for move in analysis.moves_with(verdict)]

    return line_facts(line) | {
        "verdict": analysis.verdict,
        "winning": moves_with(Verdict.WIN),
        "losing": moves_with(Verdict.LOSS),
        "unknown": moves_with(Verdict.UNKNOWN),
        "nimber": analysis.nimber,
        "value": None if analysis.value is None else str(analysis.value),
        "reason": told(claims, line.rules, line.position) or None,
        "claims": [claim.as_json() for claim in claims],
        "proof": None if proof is None else proof.as_json(),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }


def why_facts(line: Line, move: Move, words: str, reason: MoveReason | None) -> dict[str, Any]:
    """Why a move is allowed or not, and if it is, why it wins or loses, as JSON."""
    claims = [*(reason.claims if reason else ()), ground_of(line.rules, line.position, move)]
    return {
        "notation": str(line),
        "move": move_as_json(move),
        "allowed": reason is not None,
        "text": words,
        "verdict": reason and reason.verdict,
        "reason": reason and reason.text,
        "claims": [claim.as_json() for claim in claims],
    }


def reason_of(analysis: Analysis, proof: Proof | None) -> str | None:
    """Why the verdict holds, in words; None if it is unknown."""
    return told(claims_known(analysis, proof), analysis.rules, analysis.position) or None
