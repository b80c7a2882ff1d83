"""A line of play as the JSON of every interface tells it, and why a move may be played in it or not."""

from typing import Any

from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line, move_as_json


def line_facts(line: Line) -> dict[str, Any]:
    """What is to be told about a line of play and the position it leads to."""
    rules, position = line.rules, line.position
    outcome = rules.outcome(position)
    return {
        "game": rules.name,
        "setup": rules.setup,
        "moves": [move_as_json(move) for move in line.moves],
        "to_move": int(position.to_move),
        "legal": [move_as_json(move) for move in rules.legal_moves(position)],
        "over": outcome is not None,
        "winner": int(outcome.winner) if outcome else None,
        "notation": str(line),
    }


def objection_or_permission(line: Line, move: Move) -> tuple[str, bool]:
    """Why a move is or is not allowed, and whether it is."""
    objection = line.rules.objection(line.position, move, line.moves)
    if objection:
        return f"{move} is not allowed: {objection}.", False
    return f"{move} is allowed: {line.rules.permission(line.position, move)}.", True
