"""Reviews: a game with its judged moves, what was better where a win was given away and why, and what decided it."""

from enum import StrEnum
from itertools import islice
from typing import Any

from commonfactor.arena.judging import JudgedGame, JudgedMove, chosen_in, judged
from commonfactor.arena.match import Ending, Game, Result, other_player
from commonfactor.arena.terms import Names, Player
from commonfactor.rules.notation import move_as_json
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.claims import beaten_by
from commonfactor.solver.english import told
from commonfactor.solver.english.players import decision_sentence
from commonfactor.solver.reasons import easiest, reason_to_win


def review(game: Game, control: Control) -> JudgedGame:
    """Judge every move of a game, with one control for all of it."""
    return judged(game, lambda: control)


def explained(reviewed: JudgedGame, control: Control) -> JudgedGame:
    """The review with a refutation of every move that gave a win away, a better move and the reason for it."""
    rules, moves = reviewed.game.line.rules, []
    winning_next = [*(move.winning for move in reviewed.moves), reviewed.final_winning][1:]
    for (_, position), move, replies in zip(chosen_in(reviewed.game), reviewed.moves, winning_next, strict=True):
        found = move
        if move.gave_win_away and move.winning:
            better = easiest(rules, position, move.winning)
            found = move._replace(better=better, reason=reason_to_win(rules, position, better, control))
        if move.gave_win_away and replies:
            answer = easiest(rules, rules.play(position, move.move), replies)
            found = found._replace(beaten=beaten_by(rules, position, move.move, answer))
        moves.append(found)
    return reviewed._replace(moves=tuple(moves))


def refutation_told(reviewed: JudgedGame, move: JudgedMove) -> str | None:
    """How the opponent could refute a move that gave a win away, addressed to the player who made it."""
    if not move.beaten:
        return None
    _, position = next(islice(chosen_in(reviewed.game), move.ply - reviewed.game.opening - 1, None))
    return told(move.beaten, reviewed.game.line.rules, position)


def review_facts(reviewed: JudgedGame) -> dict[str, Any]:
    """A review as the JSON of every interface."""
    line = reviewed.game.line
    return {
        "game": line.rules.name,
        "setup": line.rules.setup,
        "notation": str(line),
        "winner": reviewed.game.winner,
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
    """The event that decided a game."""

    GIVEN_UP = "given up"
    LAST_CHANCE = "last chance"
    LOSING_SEAT = "losing seat"
    NOT_KNOWN = "unknown"
    WINNING_SEAT = "winning seat"
    ALWAYS_WINNING = "always winning"


def decided_by(reviewed: JudgedGame, result: Result) -> tuple[Decider, Player]:
    """The event that decided a game, and the player responsible or lucky."""
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
    """A sentence about the event that decided a game."""
    decider, player = decided_by(reviewed, result)
    swap = reviewed.game.swap
    is_swapped = swap is not None and swap.is_taken
    return decision_sentence(decider, names[player - 1], reviewed.decisive_mistake, is_swapped=is_swapped)
