"""Claims about moves, in English."""

from typing import Any

from commonfactor.rules.words import MOST_LISTED, counted, first_few
from commonfactor.solver import claims
from commonfactor.solver.english.sentences import CLAUSES, Forms, Scene, glance, named


def verdict_sentence(analysed: Any, mover: str) -> str:
    """The verdict of an analysis."""
    if not analysed.moves:
        return f"{mover} cannot move and has lost."
    fate = {"win": " and wins with best play", "loss": " and loses with best play"}
    return f"{mover} is to move{fate.get(analysed.verdict, '; who wins was not found out within the budget')}."


def _resistance(it: claims.Resistance, scene: Scene) -> str:
    answers = counted(it.replies, "answer")
    if it.winning_replies < it.replies:
        return f"{it.winning_replies:,} of {scene.other:'s} {answers} to {it.move} win{'s' * (it.winning_replies == 1)}"
    if it.replies == 1:
        return f"{scene.other:'s} only answer to {it.move} wins"
    return f"each of {scene.other:'s} {answers} to {it.move} wins"


def _compare(it: claims.Compare, _: Scene) -> str:
    place = f"look at {glance(it.moves)}" if len(it.moves) > 2 else f"compare {named(it.moves)}"
    count = {len(it.moves): "both" if len(it.moves) == 2 else "all", 0: "none", 1: "one"}.get(it.winning, it.winning)
    return f"{place}: {'' if it.exactly else 'at least '}{count} of them {'win' if it.winning > 1 else 'wins'}"


def _hardest(it: claims.Hardest, scene: Scene) -> str:
    if it.looked_at == len(it.moves):
        return f"compare {named(it.moves)}: no other move was looked at"
    among = "no other move" if it.looked_at is None else f"of the first {it.looked_at} moves no other"
    return f"compare {named(it.moves)}: {among} leaves {scene.other} fewer winning answers"


def _leaves(it: claims.Leaves, scene: Scene) -> str:
    answers = counted(it.replies, "answer") if it.replies else "no answer"
    if it.every:
        return f"every move leaves {scene.other} {answers}, so look further ahead"
    return f"look for a move that leaves {scene.other} {answers}"


def _advice(it: claims.Advice, scene: Scene) -> str:
    if it.move is None:
        return f"look for the move that leaves {scene.other} the fewest winning answers"
    return f"{scene.verb} {it.move}"


def _not_found(it: claims.NotFound, scene: Scene) -> str:
    question = {
        "who wins": f"whether {scene.mover} can win",
        "which move wins": "which move wins",
        "which move is hardest": f"which move leaves {scene.other} the fewest winning answers",
        "does it win": f"whether {it.move} wins",
        "why": "the reason",
    }[it.question]
    return f"{question} was not found out within the budget"


def _nothing_left(_: claims.NothingLeft, scene: Scene) -> Forms:
    short, required = f"{scene.mover:have} no move", scene.rules.requirement(scene.position, f"{scene.mover:'s}")
    return short, f"{short}, since {required[:1].lower()}{required[1:].rstrip('.')}"


def _allowed(it: claims.Allowed | claims.NotAllowed, scene: Scene) -> Forms:
    rules, move = scene.rules, scene.rules.parse_move(str(it.move))
    objection = rules.objection(scene.position, move)
    short = f"{move} is {'not ' if objection else ''}allowed"
    return short, f"{short}: {objection or rules.permission(scene.position, move)}"


CLAUSES |= {
    claims.Advice: _advice,
    claims.Allowed: _allowed,
    claims.CanWin: lambda _, scene: f"{scene.mover} can win",
    claims.Compare: _compare,
    claims.GaveAway: lambda _, scene: f"{scene.mover} gave the win away",
    claims.Hardest: _hardest,
    claims.Kept: lambda it, scene: f"{scene.mover} kept the win" + ", with the only move that does" * it.only,
    claims.Leaves: _leaves,
    claims.LosingMoves: lambda it, _: (
        f"{it.moves[0]} loses" if len(it.moves) == 1 else f"these moves lose: {first_few(it.moves, MOST_LISTED)}"
    ),
    claims.Lost: lambda *_: ("every move loses", "every move loses against best play"),
    claims.NotAllowed: _allowed,
    claims.NotFound: _not_found,
    claims.NothingLeft: _nothing_left,
    claims.OnlyMove: lambda it, _: "there is only one move" + (f": {it.move}" if it.move is not None else ""),
    claims.Refutation: lambda it, scene: (
        f"{it.move} loses, because now {scene.other:{scene.verb}} {it.reply}"
        + f", and then {scene.mover:have} no move" * it.ends
    ),
    claims.Resistance: _resistance,
    claims.WinningMoves: lambda it, _: (
        f"{it.winning:,} of {counted(it.moves, 'move')} win{'s' * (it.winning == 1)}"
        if it.winning < it.moves
        else "every move wins"
    ),
    claims.Wins: lambda it, _: f"{it.move} wins",
}
