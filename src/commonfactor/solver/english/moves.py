"""What becomes of moves, in English."""

from typing import Any

from commonfactor.rules.words import MOST_LISTED, counted, first_few
from commonfactor.solver import claims
from commonfactor.solver.english.telling import MAKERS, TEMPLATES, Forms, Scene, glance, named

_QUESTIONS = {
    "who wins": "whether {mover} can win",
    "which move wins": "which move wins",
    "which move is hardest": "which move leaves {other} the fewest winning answers",
    "does it win": "whether {it.move} wins",
    "why": "the reason",
}


def verdict_sentence(analysed: Any, mover: str) -> str:
    """Who wins a position that was analysed."""
    if not analysed.moves:
        return f"{mover} cannot move and has lost."
    fate = {"win": " and wins with best play", "loss": " and loses with best play"}
    return f"{mover} is to move{fate.get(analysed.verdict, '; who wins was not found out within the budget')}."


def _resistance(it: claims.Resistance) -> str:
    if it.winning_replies < it.replies:
        answers = counted(it.replies, "answer")
        return f"{it.winning_replies:,} of {{other:'s}} {answers} to {it.move} win{'s' * (it.winning_replies == 1)}"
    if it.replies == 1:
        return f"{{other:'s}} only answer to {it.move} wins"
    return f"each of {{other:'s}} {counted(it.replies, 'answer')} to {it.move} wins"


def _compare(it: claims.Compare) -> str:
    place = f"look at {glance(it.moves)}" if len(it.moves) > 2 else f"compare {named(it.moves)}"
    count = {len(it.moves): "both" if len(it.moves) == 2 else "all", 0: "none", 1: "one"}.get(it.winning, it.winning)
    return f"{place}: {'' if it.exactly else 'at least '}{count} of them {'win' if it.winning > 1 else 'wins'}"


def _hardest(it: claims.Hardest) -> str:
    if it.looked_at == len(it.moves):
        return f"compare {named(it.moves)}: no other move was looked at"
    among = "no other move" if it.looked_at is None else "of the first {it.looked_at} moves no other"
    return f"compare {named(it.moves)}: {among} leaves {{other}} fewer winning answers"


TEMPLATES |= {
    claims.Wins: lambda _: "{it.move} wins",
    claims.Refutation: lambda it: (
        "{it.move} loses, because now {other:{verb}} {it.reply}" + ", and then {mover:have} no move" * it.ends
    ),
    claims.LosingMoves: lambda it: (
        f"{it.moves[0]} loses" if len(it.moves) == 1 else f"these moves lose: {first_few(it.moves, MOST_LISTED)}"
    ),
    claims.CanWin: lambda _: "{mover} can win",
    claims.Lost: lambda _: ("every move loses", "every move loses against best play"),
    claims.WinningMoves: lambda it: (
        f"{it.winning:,} of {counted(it.moves, 'move')} win{'s' * (it.winning == 1)}"
        if it.winning < it.moves
        else "every move wins"
    ),
    claims.Resistance: _resistance,
    claims.Compare: _compare,
    claims.Hardest: _hardest,
    claims.Leaves: lambda it: (
        ("every move leaves {other} " if it.every else "look for a move that leaves {other} ")
        + (counted(it.replies, "answer") if it.replies else "no answer")
        + ", so look further ahead" * it.every
    ),
    claims.OnlyMove: lambda it: "there is only one move" + ": {it.move}" * (it.move is not None),
    claims.Kept: lambda it: "{mover} kept the win" + ", with the only move that does" * it.only,
    claims.GaveAway: lambda _: "{mover} gave the win away",
    claims.NotFound: lambda it: f"{_QUESTIONS[it.question]} was not found out within the budget",
}


def _advice(claim: claims.Advice, scene: Scene) -> Forms:
    if claim.move is None:
        return f"look for the move that leaves {scene.other} the fewest winning answers"
    return f"{scene.verb} {claim.move}"


def _nothing_left(_: claims.NothingLeft, scene: Scene) -> Forms:
    short, required = f"{scene.mover:have} no move", scene.rules.requirement(scene.position, f"{scene.mover:'s}")
    return short, f"{short}, since {required[:1].lower()}{required[1:].rstrip('.')}"


def _allowed(claim: claims.Allowed | claims.NotAllowed, scene: Scene) -> Forms:
    rules, move = scene.rules, scene.rules.parse_move(str(claim.move))
    objection = rules.objection(scene.position, move)
    short = f"{move} is {'not ' if objection else ''}allowed"
    return short, f"{short}: {objection or rules.permission(scene.position, move)}"


MAKERS |= {
    claims.Advice: _advice,
    claims.NothingLeft: _nothing_left,
    claims.Allowed: _allowed,
    claims.NotAllowed: _allowed,
}
