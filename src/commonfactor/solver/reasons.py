"""Why a move wins or loses, in claims and in words, and how hard a lost position can be made for the opponent."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import move_as_json
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Verdict
from commonfactor.solver.claims import (
    CanWin,
    LosingMoves,
    Lost,
    NotFound,
    Refutation,
    Resistance,
    Wins,
    beaten_by,
    following,
    nothing_left,
    refutation_of,
)
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim, Proof
from commonfactor.solver.search import replies_left

# In a lost position every move that is looked at costs an analysis, and every reply a part of it.
_MOST_MOVES_TRIED = 200
_MOST_REPLIES_TRIED = 50_000

Replies = dict[Move, tuple[Move, ...]]
"""The replies that win, by the move that they answer."""

_WITHOUT_REASON = NotFound(question="why")


def winning_replies(rules: AnyRules, position: Any, moves: Iterable[Move], control: Control) -> Replies:
    """The replies that win after each of some moves, which are left out where the budget does not tell."""
    found = {}
    for move in moves:
        replies = analyse(rules, rules.play(position, move), DEFAULT_BUDGET, control)
        if Verdict.UNKNOWN not in replies.moves.values():
            found[move] = replies.moves_with(Verdict.WIN)
    return found


def easiest(rules: AnyRules, position: Any, moves: Sequence[Move]) -> Move:
    """Of some winning moves one that leaves the fewest replies, since that is the easiest to understand."""
    return min(moves[:_MOST_MOVES_TRIED], key=partial(replies_left, rules, position))


def resistance(analysis: Analysis, control: Control) -> Replies:
    """The replies that win after each of the first moves of a lost position, two at least if the budget allows."""
    rules, position = analysis.rules, analysis.position
    known: Replies = {}
    replies = 0
    with suppress(OutOfBudget):
        for move in islice(analysis.moves, _MOST_MOVES_TRIED):
            control.check()
            found = winning_replies(rules, position, [move], control)
            known |= found
            replies += replies_left(rules, position, move)
            if not found or (len(known) > 1 and replies > _MOST_REPLIES_TRIED):
                break
    return known


class MoveReason(NamedTuple):
    """The verdict of a move, and why."""

    move: Move
    verdict: Verdict
    text: str
    claims: tuple[Claim, ...]
    """The first one of a losing move is its refutation, if that is known."""


def reason_for(rules: AnyRules, position: Any, move: Move, control: Control) -> MoveReason:
    """The verdict of a legal move, unknown if the control ends first, and why the position after it is lost or won."""
    analysis = analyse(rules, rules.play(position, move), DEFAULT_BUDGET, control)
    if analysis.verdict is Verdict.UNKNOWN:
        claims: tuple[Claim, ...] = (NotFound(question="does it win", move=move_as_json(move)),)
        return MoveReason(move, Verdict.UNKNOWN, told(claims, rules, position), claims)
    proof = analysis.prove(control, with_replies=False)
    claims = _claims_of(position, move, analysis, proof)
    verdict = Verdict.WIN if analysis.verdict is Verdict.LOSS else Verdict.LOSS
    return MoveReason(move, verdict, told(claims, rules, position), claims)


def reason_to_win(rules: AnyRules, position: Any, move: Move, control: Control) -> MoveReason:
    """Why a winning move wins; without a reason if the control ends before it is found."""
    reason = reason_for(rules, position, move, control)
    if reason.verdict is not Verdict.UNKNOWN:
        return reason
    claims = (Wins(move=move_as_json(move)), _WITHOUT_REASON)
    return MoveReason(move, Verdict.WIN, told(claims, rules, position), claims)


def reason_in_claims(analysis: Analysis, proof: Proof | None, control: Control) -> tuple[Claim, ...]:
    """Why a verdict holds, as far as the control goes; if every move loses, first what beats the most stubborn one."""
    is_lost = analysis.moves and analysis.verdict is Verdict.LOSS
    replies = resistance(analysis, control) if is_lost else {}
    first = most_stubborn(analysis.rules, analysis.position, replies) if replies else ()
    return *first, *claims_known(analysis, proof)


def claims_known(analysis: Analysis, proof: Proof | None) -> tuple[Claim, ...]:
    """Why a verdict holds, as far as an analysis and its proof tell; nothing if it is unknown."""
    rules, position = analysis.rules, analysis.position
    if not analysis.moves:
        return (nothing_left(rules, position),)
    if analysis.verdict is Verdict.UNKNOWN:
        return ()
    claims = (_WITHOUT_REASON,) if proof is None else tuple(proof.claims(rules, position))
    if analysis.verdict is Verdict.LOSS:
        return Lost(), *claims
    move = _winning_move(analysis, proof)
    if move is None:
        return CanWin(), NotFound(question="which move wins")
    if not rules.can_move(after := rules.play(position, move)):
        claims = following(move, [nothing_left(rules, after)])
    return Wins(move=move_as_json(move)), *claims


def most_stubborn(rules: AnyRules, position: Any, replies: Replies) -> tuple[Refutation, Resistance]:
    """In a lost position, what beats the move that leaves the fewest winning replies, and how few they are."""
    move = min(replies, key=lambda move: len(replies[move]))
    after = rules.play(position, move)
    refutation = refutation_of(rules, position, move, easiest(rules, after, replies[move]))
    held = Resistance(move=refutation.move, winning_replies=len(replies[move]), replies=rules.mobility(after))
    return refutation, held


def _winning_move(analysis: Analysis, proof: Proof | None) -> Move | None:
    """The move that the proof is about, or else one that is known to win."""
    if proof is not None:
        return analysis.rules.parse_move(str(proof.move))
    winning = analysis.moves_with(Verdict.WIN)
    return easiest(analysis.rules, analysis.position, winning) if winning else None


def _claims_of(position: Any, move: Move, analysis: Analysis, proof: Proof | None) -> tuple[Claim, ...]:
    """The verdict of a move and why, from the analysis of the position after it and its proof."""
    rules, after = analysis.rules, analysis.position
    claims = (_WITHOUT_REASON,) if proof is None else following(move, proof.claims(rules, after))
    if analysis.verdict is Verdict.LOSS:
        ending = following(move, [nothing_left(rules, after)]) if not analysis.moves else claims
        return Wins(move=move_as_json(move)), *ending
    reply = _winning_move(analysis, proof)
    if reply is None:
        return LosingMoves(moves=(move_as_json(move),)), _WITHOUT_REASON
    beaten = beaten_by(rules, position, move, reply)
    return beaten if len(beaten) > 1 else (*beaten, *claims)
