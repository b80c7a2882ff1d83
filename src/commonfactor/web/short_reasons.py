"""The first sentence of each reason, for a child."""

from typing import Any

from commonfactor.arena.judging import JudgedGame, chosen_in
from commonfactor.players.hints import LAST_STEP, Hint
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.solver.english import told, told_first


def short_reasons(reviewed: JudgedGame) -> list[str | None]:
    """Why each better move of a review wins, in one sentence to the player who could have made it."""
    rules = reviewed.game.line.rules
    return [
        move.reason and told_first(move.reason.claims, rules, position)
        for (_, position), move in zip(chosen_in(reviewed.game), reviewed.moves, strict=True)
    ]


def hint_facts(line: Line, hint: Hint, step: int) -> dict[str, Any]:
    """A hint as clients are told it: the last step with its whole reason, and every step with what is said first."""
    return {
        "text": told(hint.claims, line.rules, line.position) if step == LAST_STEP else hint.text,
        "moves": list(map(move_as_json, hint.moves)),
        "claims": [claim.as_json() for claim in hint.claims],
        "short": told_first(hint.claims, line.rules, line.position),
    }
