"""What becomes of moves, in English."""

from typing import Any

from commonfactor.rules.base import AnyRules
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver import claims
from commonfactor.solver.english.telling import (
    READER,
    Forms,
    People,
    Scene,
    does,
    glance,
    many,
    named,
    says,
    takes,
    told,
    whose,
)


@says(claims.Refutation)
def _refutation(claim: claims.Refutation, scene: Scene) -> Forms:
    end = f", and then {does(scene.mover, 'have')} no move" if claim.ends else ""
    return f"{claim.move} loses, because now {takes(scene, scene.other)} {claim.reply}{end}"


@says(claims.Wins)
def _wins(claim: claims.Wins, _: Scene) -> Forms:
    return f"{claim.move} wins"


@says(claims.CanWin)
def _can_win(_: claims.CanWin, scene: Scene) -> Forms:
    return f"{scene.mover} can win"


@says(claims.Lost)
def _lost(_: claims.Lost, scene: Scene) -> Forms:
    subject = "every move" if scene.mover == "you" else f"every move of {scene.mover}"
    return f"{subject} loses", f"{subject} loses against best play"


@says(claims.NothingLeft)
def _nothing_left(_: claims.NothingLeft, scene: Scene) -> Forms:
    short = f"{does(scene.mover, 'have')} no move"
    required = scene.rules.requirement(scene.position, whose(scene.mover)).rstrip(".")
    return short, f"{short}, since {required[:1].lower()}{required[1:]}"


@says(claims.WinningMoves)
def _winning_moves(claim: claims.WinningMoves, _: Scene) -> Forms:
    if claim.winning == claim.moves:
        return "every move wins"
    return f"{claim.winning} of {many(claim.moves, 'move')} win{'s' if claim.winning == 1 else ''}"


@says(claims.Resistance)
def _resistance(claim: claims.Resistance, scene: Scene) -> Forms:
    wins = "wins" if claim.winning_replies == 1 else "win"
    return f"{claim.winning_replies} of {whose(scene.other)} {many(claim.replies, 'answer')} to {claim.move} {wins}"


@says(claims.LosingMoves)
def _losing_moves(claim: claims.LosingMoves, _: Scene) -> Forms:
    if len(claim.moves) == 1:
        return f"{claim.moves[0]} loses"
    return f"these moves lose: {first_few(claim.moves, MOST_LISTED)}"


@says(claims.Compare)
def _compare(claim: claims.Compare, _: Scene) -> Forms:
    place = f"look at {glance(claim.moves)}" if len(claim.moves) > 2 else f"compare {named(claim.moves)}"
    count = {0: "none", 1: "one"}.get(claim.winning, claim.winning)
    wins = "win" if claim.winning > 1 else "wins"
    return f"{place}: {'' if claim.exactly else 'at least '}{count} of them {wins}"


@says(claims.Hardest)
def _hardest(claim: claims.Hardest, scene: Scene) -> Forms:
    if claim.looked_at == len(claim.moves):
        return f"compare {named(claim.moves)}: no other move was looked at"
    among = "no other move" if claim.looked_at is None else f"of the first {claim.looked_at} moves no other"
    return f"compare {named(claim.moves)}: {among} leaves {scene.other} fewer winning answers"


@says(claims.Leaves)
def _leaves(claim: claims.Leaves, scene: Scene) -> Forms:
    answers = f"{scene.other} {many(claim.replies, 'answer') if claim.replies else 'no answer'}"
    if claim.every:
        return f"every move leaves {answers}, so look further ahead"
    return f"look for a move that leaves {answers}"


@says(claims.OnlyMove)
def _only_move(claim: claims.OnlyMove, _: Scene) -> Forms:
    return "there is only one move" if claim.move is None else f"there is only one move: {claim.move}"


@says(claims.Advice)
def _advice(claim: claims.Advice, scene: Scene) -> Forms:
    if claim.move is None:
        return f"look for the move that leaves {scene.other} the fewest winning answers"
    return f"{scene.rules.imperative.lower()} {claim.move}"


@says(claims.Kept)
def _kept(claim: claims.Kept, scene: Scene) -> Forms:
    return f"{scene.mover} kept the win{', with the only move that does' if claim.only else ''}"


@says(claims.GaveAway)
def _gave_away(_: claims.GaveAway, scene: Scene) -> Forms:
    return f"{scene.mover} gave the win away"


@says(claims.NotFound)
def _not_found(claim: claims.NotFound, scene: Scene) -> Forms:
    subject = {
        "who wins": f"whether {scene.mover} can win",
        "which move wins": "which move wins",
        "which move is hardest": f"which move leaves {scene.other} the fewest winning answers",
        "does it win": f"whether {claim.move} wins",
        "why": "the reason",
    }[claim.question]
    return f"{subject} was not found out within the budget"


@says(claims.Allowed)
def _allowed(claim: claims.Allowed, scene: Scene) -> Forms:
    short = f"{claim.move} is allowed"
    return short, f"{short}: {scene.rules.permission(scene.position, scene.rules.parse_move(str(claim.move)))}"


@says(claims.NotAllowed)
def _not_allowed(claim: claims.NotAllowed, scene: Scene) -> Forms:
    short = f"{claim.move} is not allowed"
    return short, f"{short}: {scene.rules.objection(scene.position, scene.rules.parse_move(str(claim.move)))}"


def refutation_sentence(rules: AnyRules, position: Any, claim: claims.Refutation, opponent: str = READER.other) -> str:
    """What the opponent does to a losing move: ``2 loses, because now your opponent takes 7.``."""
    return told([claim], rules, position, People(other=opponent))


def verdict_sentence(analysed: Any, mover: str) -> str:
    """Who wins a position that was analysed."""
    if not analysed.moves:
        return f"{mover} cannot move and has lost."
    fate = {"win": "and wins with best play", "loss": "and loses with best play"}
    unknown = "; who wins was not found out within the budget"
    return f"{mover} is to move{f' {fate[analysed.verdict]}' if analysed.verdict in fate else unknown}."
