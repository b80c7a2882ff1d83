"""A review as the JSON of every interface tells it, and in one sentence how a game was decided."""

from typing import Any

from commonfactor.arena.match import Ending, Result, other_player
from commonfactor.arena.review import Review
from commonfactor.arena.terms import Names
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.analysis import Verdict


def review_facts(reviewed: Review) -> dict[str, Any]:
    """What is to be told about a game that was reviewed."""
    line, result = reviewed.game.line, reviewed.game.result
    return {
        "game": line.rules.name,
        "setup": line.rules.setup,
        "notation": str(line),
        "winner": result.winner if result else None,
        "accuracy": reviewed.accuracy(),
        "moves": [
            {
                "ply": move.ply,
                "player": move.player,
                "move": move_as_json(move.move),
                "label": move.label,
                "refutation": reviewed.refutation_of(move),
                "better": None if move.better is None else move_as_json(move.better),
                "reason": move.reason and move.reason.text,
                "claims": [claim.as_json() for claim in move.claims],
            }
            for move in reviewed.moves
        ],
    }


def decision(reviewed: Review, result: Result, names: Names) -> str:
    """How a game was decided."""
    loser = names[2 - result.winner]
    if result.ending is Ending.RESIGNATION and reviewed.final_verdict is Verdict.WIN:
        return f"{loser} gave up a won game."
    if mistake := reviewed.decisive_mistake:
        return f"Decided by move {mistake.ply}: {mistake.move} gave the win away, and was {loser}'s last chance."
    swap, had_chance = reviewed.game.swap, other_player(result.winner) in reviewed.leaders
    if swap and had_chance:
        return f"Decided after the first move: {loser} {'took' if swap.is_taken else 'kept'} the losing seat."
    if None in reviewed.leaders:
        return f"Whether {loser} ever had a chance was not found out within the budget."
    winner = names[result.winner - 1]
    if swap:
        return f"Decided after the first move: {winner} {'took' if swap.is_taken else 'kept'} the winning seat."
    return f"{winner} was winning from start to end."
