"""Help in three steps: where to look, two moves to compare, and the move with its reason.

All three steps are about the same move, so that each says a little more than the one before.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import move_as_json
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Verdict
from commonfactor.solver.claims import (
    MOST_NAMED,
    Advice,
    CanWin,
    Compare,
    Hardest,
    LosingMoves,
    Lost,
    NotFound,
    OnlyMove,
    WinningMoves,
    nothing_left,
)
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim, Proof
from commonfactor.solver.reasons import most_stubborn, reason_to_win, resistance

LAST_STEP = 3
"""The step that names the move."""

Help = tuple[Sequence[Claim], tuple[Move, ...]]
"""What is claimed, and the moves among it to be looked at or made."""


class Hint(NamedTuple):
    """Help in words and as claims, and the moves that they name to be looked at or made."""

    text: str
    moves: tuple[Move, ...]
    claims: tuple[Claim, ...]


def hint(rules: AnyRules, position: Any, step: int, control: Control) -> Hint:
    """Help for the player to move, from step 1 to the last.

    It claims nothing that the control did not allow to find out.
    """
    claims, moves = _help(analyse(rules, position, DEFAULT_BUDGET, control), step, control)
    return Hint(told(claims, rules, position, is_full=False), moves, tuple(claims))


def _help(analysis: Analysis, step: int, control: Control) -> Help:
    if not analysis.moves:
        return [nothing_left(analysis.rules, analysis.position)], ()
    if len(analysis.moves) == 1 and step < LAST_STEP:
        moves = tuple(analysis.moves)[: step - 1]
        return [OnlyMove(move=move_as_json(moves[0]) if moves else None)], moves
    if analysis.verdict is Verdict.LOSS:
        return _help_for_lost(analysis, step, control)
    proof = analysis.prove(control, with_replies=False)
    if proof is None:
        return _help_for_unknown(analysis), ()
    return _help_for_won(analysis, proof, step, control)


def _help_for_won(analysis: Analysis, proof: Proof, step: int, control: Control) -> Help:
    rules, position = analysis.rules, analysis.position
    move = rules.parse_move(str(proof.move))
    if step == 1:
        return _place_to_look(analysis, proof), ()
    if step == LAST_STEP:
        return [Advice(move=move_as_json(move)), *reason_to_win(rules, position, move, control).claims], (move,)
    others: dict[Verdict, Move] = {}
    for other, verdict in analysis.moves.items():
        if other != move:
            others.setdefault(verdict, other)
    verdict = next(verdict for verdict in (Verdict.LOSS, Verdict.UNKNOWN, Verdict.WIN) if verdict in others)
    pair, winning = _pair(analysis, move, others[verdict]), 2 if verdict is Verdict.WIN else 1
    is_exact = verdict is not Verdict.UNKNOWN
    return [Compare(moves=tuple(map(move_as_json, pair)), winning=winning, exactly=is_exact)], pair


def _place_to_look(analysis: Analysis, proof: Proof) -> Sequence[Claim]:
    winning = WinningMoves(winning=len(analysis.moves_with(Verdict.WIN)), moves=len(analysis.moves))
    if winning.winning == winning.moves:
        return [winning]
    clues = proof.clues(analysis.rules, analysis.position)
    return clues if Verdict.UNKNOWN in analysis.moves.values() else [winning, *clues]


def _help_for_lost(analysis: Analysis, step: int, control: Control) -> Help:
    if step == 1:
        return [Lost(), Advice(move=None)], ()
    replies = resistance(analysis, control)
    stubborn = sorted(replies, key=lambda move: len(replies[move]))
    if len(stubborn) < (2 if step == 2 else 1):
        return [Lost(), NotFound(question="which move is hardest")], ()
    if step == 2:
        pair = _pair(analysis, *stubborn[:2])
        looked_at = None if len(replies) == len(analysis.moves) else len(replies)
        return [Lost(), Hardest(moves=tuple(map(move_as_json, pair)), looked_at=looked_at)], pair
    move = stubborn[0]
    beaten = most_stubborn(analysis.rules, analysis.position, replies)
    return [*beaten, Lost(), Advice(move=move_as_json(move))], (move,)


def _help_for_unknown(analysis: Analysis) -> Sequence[Claim]:
    question = NotFound(question="who wins")
    known = [CanWin(), NotFound(question="which move wins")] if analysis.verdict is Verdict.WIN else [question]
    losing = tuple(map(move_as_json, analysis.moves_with(Verdict.LOSS)[:MOST_NAMED]))
    return [*known, LosingMoves(moves=losing)] if losing else known


def _pair(analysis: Analysis, move: Move, other: Move) -> tuple[Move, ...]:
    """Two moves in the order of the board, which does not tell which of them is meant."""
    return tuple(legal for legal in analysis.moves if legal in (move, other))
