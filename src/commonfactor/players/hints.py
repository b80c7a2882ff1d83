"""Hints about a move in three steps: where to look, two moves to compare, and the move with its reason."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import move_as_json
from commonfactor.solver import claims
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Verdict
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim, Proof
from commonfactor.solver.reasons import most_stubborn, reason_to_win, resistance

LAST_STEP = 3
"""The step that names the move."""

_BEST_CONTRASTS = (Verdict.LOSS, Verdict.UNKNOWN, Verdict.WIN)
"""With a winning move, the best first."""

_Help = tuple[Sequence[Claim], tuple[Move, ...]]


class Hint(NamedTuple):
    """A hint in words and as claims, and the moves that it names to look at or to make."""

    text: str
    moves: tuple[Move, ...]
    claims: tuple[Claim, ...]


def hint(rules: AnyRules, position: Any, step: int, control: Control) -> Hint:
    """A hint for the player to move, from step 1 to the last; it claims only what the control sufficed to find out."""
    said, moves = _help(analyse(rules, position, DEFAULT_BUDGET, control), step, control)
    return Hint(told(said, rules, position, is_full=False), moves, tuple(said))


def _help(analysis: Analysis, step: int, control: Control) -> _Help:
    if not analysis.moves:
        return [claims.nothing_left(analysis.rules, analysis.position)], ()
    if len(analysis.moves) == 1 and step < LAST_STEP:
        moves = tuple(analysis.moves)[: step - 1]
        return [claims.OnlyMove(move=move_as_json(moves[0]) if moves else None)], moves
    if analysis.verdict is Verdict.LOSS:
        return _help_for_lost(analysis, step, control)
    proof = analysis.prove(control, with_replies=False)
    if proof is None:
        return _help_for_unknown(analysis), ()
    return _help_for_won(analysis, proof, step, control)


def _help_for_won(analysis: Analysis, proof: Proof, step: int, control: Control) -> _Help:
    rules, position = analysis.rules, analysis.position
    move = rules.parse_move(str(proof.move))
    if step == 1:
        return _place_to_look(analysis, proof), ()
    if step == LAST_STEP:
        return [claims.Advice(move=move_as_json(move)), *reason_to_win(rules, position, move, control).claims], (move,)
    others = (other for other in analysis.moves if other != move)
    contrast = min(others, key=lambda other: _BEST_CONTRASTS.index(analysis.moves[other]))
    pair, verdict = _pair(analysis, move, contrast), analysis.moves[contrast]
    winning, is_exact = 2 if verdict is Verdict.WIN else 1, verdict is not Verdict.UNKNOWN
    return [claims.Compare(moves=tuple(map(move_as_json, pair)), winning=winning, exactly=is_exact)], pair


def _place_to_look(analysis: Analysis, proof: Proof) -> Sequence[Claim]:
    winning = claims.WinningMoves(winning=len(analysis.moves_with(Verdict.WIN)), moves=len(analysis.moves))
    if winning.winning == winning.moves:
        return [winning]
    clues = proof.clues(analysis.rules, analysis.position)
    return clues if Verdict.UNKNOWN in analysis.moves.values() else [winning, *clues]


def _help_for_lost(analysis: Analysis, step: int, control: Control) -> _Help:
    if step == 1:
        return [claims.Lost(), claims.Advice(move=None)], ()
    replies = resistance(analysis, control)
    stubborn = sorted(replies, key=lambda move: len(replies[move]))
    if len(stubborn) < (2 if step == 2 else 1):
        return [claims.Lost(), claims.NotFound(question="which move is hardest")], ()
    if step == 2:
        pair = _pair(analysis, *stubborn[:2])
        looked_at = None if len(replies) == len(analysis.moves) else len(replies)
        return [claims.Lost(), claims.Hardest(moves=tuple(map(move_as_json, pair)), looked_at=looked_at)], pair
    move = stubborn[0]
    beaten = most_stubborn(analysis.rules, analysis.position, replies)
    return [*beaten, claims.Lost(), claims.Advice(move=move_as_json(move))], (move,)


def _help_for_unknown(analysis: Analysis) -> Sequence[Claim]:
    can_win = analysis.verdict is Verdict.WIN
    said: list[Claim] = [claims.CanWin()] if can_win else []
    said.append(claims.NotFound(question="which move wins" if can_win else "who wins"))
    if losing := analysis.moves_with(Verdict.LOSS)[: claims.MOST_NAMED]:
        said.append(claims.LosingMoves(moves=tuple(map(move_as_json, losing))))
    return said


def _pair(analysis: Analysis, move: Move, other: Move) -> tuple[Move, ...]:
    """Two moves in the order of the board, which does not reveal the better one."""
    return tuple(legal for legal in analysis.moves if legal in (move, other))
