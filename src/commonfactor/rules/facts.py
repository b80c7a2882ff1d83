"""A line of play as the JSON of every interface tells it."""

from typing import Any

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
