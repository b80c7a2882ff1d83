"""A review as the JSON of every interface tells it, and how a game was decided."""

from enum import StrEnum
from typing import Any

from commonfactor.arena.judging import JudgedGame
from commonfactor.arena.match import Ending, Result, other_player
from commonfactor.arena.review import refutation_told
from commonfactor.arena.terms import Names, Player
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.analysis import Verdict


def review_facts(reviewed: JudgedGame) -> dict[str, Any]:
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
                "refutation": refutation_told(reviewed, move),
                "better": None if move.better is None else move_as_json(move.better),
                "reason": move.reason and move.reason.text,
                "claims": [claim.as_json() for claim in move.claims],
            }
            for move in reviewed.moves
        ],
    }


class Decider(StrEnum):
    """What decided a game."""

    GIVEN_UP = "given up"
    LAST_CHANCE = "last chance"
    LOSING_SEAT = "losing seat"
    NOT_KNOWN = "unknown"
    WINNING_SEAT = "winning seat"
    ALWAYS_WINNING = "always winning"


def decided_by(reviewed: JudgedGame, result: Result) -> tuple[Decider, Player]:
    """What decided a game, and whose doing or luck that was."""
    winner, loser = result.winner, other_player(result.winner)
    if result.ending is Ending.RESIGNATION and reviewed.final_verdict is Verdict.WIN:
        return Decider.GIVEN_UP, loser
    if reviewed.decisive_mistake:
        return Decider.LAST_CHANCE, loser
    if reviewed.game.swap and loser in reviewed.leaders:
        return Decider.LOSING_SEAT, loser
    if None in reviewed.leaders:
        return Decider.NOT_KNOWN, loser
    return Decider.WINNING_SEAT if reviewed.game.swap else Decider.ALWAYS_WINNING, winner


def decision(reviewed: JudgedGame, result: Result, names: Names) -> str:
    """How a game was decided."""
    what, player = decided_by(reviewed, result)
    name, mistake, swap = names[player - 1], reviewed.decisive_mistake, reviewed.game.swap
    if mistake:
        return f"Decided by move {mistake.ply}: {mistake.move} gave the win away, and was {name}'s last chance."
    if what in {Decider.LOSING_SEAT, Decider.WINNING_SEAT}:
        return f"Decided after the first move: {name} {'took' if swap and swap.is_taken else 'kept'} the {what}."
    if what is Decider.GIVEN_UP:
        return f"{name} gave up a won game."
    if what is Decider.NOT_KNOWN:
        return f"Whether {name} ever had a chance was not found out within the budget."
    return f"{name} was winning from start to end."
