"""Reviews: a game with its judged moves, what was better where a win was given away, and why."""

from itertools import islice

from commonfactor.arena.judging import JudgedGame, JudgedMove, chosen_in, judged
from commonfactor.arena.match import Game
from commonfactor.solver._core import Control
from commonfactor.solver.claims import beaten_by
from commonfactor.solver.english import told
from commonfactor.solver.reasons import easiest, reason_to_win


def review(game: Game, control: Control) -> JudgedGame:
    """Judge every move of a game, as far as one control for all of it reaches."""
    return judged(game, lambda: control)


def explained(reviewed: JudgedGame, control: Control) -> JudgedGame:
    """The review with what beats every move that gave a win away, a better move, and the reason for that."""
    rules, moves = reviewed.game.line.rules, []
    for (_, position), move in zip(chosen_in(reviewed.game), reviewed.moves, strict=True):
        found = move
        if move.gave_win_away and move.winning:
            better = easiest(rules, position, move.winning)
            found = move._replace(better=better, reason=reason_to_win(rules, position, better, control))
        if move.gave_win_away and (replies := reviewed.replies_to(move)):
            answer = easiest(rules, rules.play(position, move.move), replies)
            found = found._replace(beaten=beaten_by(rules, position, move.move, answer))
        moves.append(found)
    return reviewed._replace(moves=tuple(moves))


def refutation_told(reviewed: JudgedGame, move: JudgedMove) -> str | None:
    """What the opponent could do to a move that gave a win away, in a sentence to the player who made it."""
    if not move.beaten:
        return None
    _, position = next(islice(chosen_in(reviewed.game), move.ply - reviewed.game.opening - 1, None))
    return told(move.beaten, reviewed.game.line.rules, position)
