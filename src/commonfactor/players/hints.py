"""Help in three steps: where to look, two moves to compare, and the move with its reason.

All three steps are about the same move, so that each says a little more than the one before.
"""

from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.base import Claim, Proof
from commonfactor.solver.reasons import most_stubborn, reason_to_win
from commonfactor.solver.resistance import resistance
from commonfactor.solver.sentences import resistance_clause

LAST_STEP = 3
"""The step that names the move."""

_LOST = "Every move loses against best play"


class Hint(NamedTuple):
    """Help in words, and the moves that they name to be looked at or made."""

    text: str
    moves: tuple[Move, ...] = ()
    claims: tuple[Claim, ...] = ()
    """Why the move wins that the last step names, or what beats it where every move loses."""


def hint(rules: AnyRules, position: Any, step: int, control: Control) -> Hint:
    """Help for the player to move, from step 1 to the last.

    It claims nothing that the control did not allow to find out.
    """
    analysis = analyse(rules, position, DEFAULT_BUDGET, control)
    if not analysis.moves:
        return Hint("There is no move left.")
    if len(analysis.moves) == 1 and step < LAST_STEP:
        only, move = "There is only one move", next(iter(analysis.moves))
        return Hint(f"{only}.") if step == 1 else Hint(f"{only}: {move}.", (move,))
    if analysis.verdict is Verdict.LOSS:
        return _hint_for_lost(analysis, step, control)
    proof = analysis.prove(control, with_replies=False)
    if proof is None:
        return Hint(_hint_for_unknown(analysis))
    return _hint_for_won(analysis, proof, step, control)


def _hint_for_won(analysis: Analysis, proof: Proof, step: int, control: Control) -> Hint:
    rules, position = analysis.rules, analysis.position
    move = rules.parse_move(str(proof.move))
    if step == 1:
        return Hint(_place_to_look(analysis, proof))
    if step == 2:
        return _comparison(analysis, move)
    reason = reason_to_win(rules, position, move, control)
    return Hint(f"{_call(rules, move)} {reason.text}", (move,), reason.claims)


def _place_to_look(analysis: Analysis, proof: Proof) -> str:
    winning, clue = len(analysis.moves_with(Verdict.WIN)), proof.clue(analysis.rules, analysis.position)
    if winning == len(analysis.moves):
        return "Every move wins."
    if Verdict.UNKNOWN in analysis.moves.values():
        return clue
    return f"{winning} of {len(analysis.moves)} moves win{'s' if winning == 1 else ''}. {clue}"


def _comparison(analysis: Analysis, move: Move) -> Hint:
    """The winning move beside one that loses, or is not known to win, if there is such a move."""
    others: dict[Verdict, Move] = {}
    for other, verdict in analysis.moves.items():
        if other != move:
            others.setdefault(verdict, other)
    verdict = next(verdict for verdict in (Verdict.LOSS, Verdict.UNKNOWN, Verdict.WIN) if verdict in others)
    pair = _pair(analysis, move, others[verdict])
    if verdict is Verdict.WIN:
        return Hint(f"Every move wins, {_named(pair)} among them.", pair)
    return Hint(f"Compare {_named(pair)}: {'one' if verdict is Verdict.LOSS else 'at least one'} of them wins.", pair)


def _hint_for_lost(analysis: Analysis, step: int, control: Control) -> Hint:
    if step == 1:
        return Hint(f"{_LOST}. Look for the one that leaves your opponent the fewest winning replies.")
    replies = resistance(analysis, control)
    stubborn = sorted(replies, key=lambda move: len(replies[move]))
    if len(stubborn) < (2 if step == 2 else 1):
        unknown = "Which leaves your opponent the fewest winning replies was not found out within the budget."
        return Hint(f"{_LOST}. {unknown}")
    if step == 2:
        pair = _pair(analysis, *stubborn[:2])
        return Hint(f"Compare {_named(pair)}: {_among(analysis, len(replies))}.", pair)
    move, claims = stubborn[0], most_stubborn(analysis.rules, analysis.position, replies)
    refutation, resisted = claims
    left = f"{_LOST}; {move} {resistance_clause(resisted)}. Your opponent then wins with {refutation.reply}."
    return Hint(f"{_call(analysis.rules, move)} {left}", (move,), claims)


def _among(analysis: Analysis, looked_at: int) -> str:
    """What is claimed of the two most stubborn of the moves that were looked at."""
    if looked_at == 2:
        return "there is no other move" if len(analysis.moves) == 2 else "no other move was looked at"
    others = "no other move" if looked_at == len(analysis.moves) else f"of the first {looked_at} moves no other"
    return f"{others} leaves your opponent fewer winning replies"


def _hint_for_unknown(analysis: Analysis) -> str:
    can_win = analysis.verdict is Verdict.WIN
    subject = "You can win, but which move wins" if can_win else "Whether you can win"
    losing = analysis.moves_with(Verdict.LOSS)
    known = f" These moves lose: {first_few(losing, MOST_LISTED)}." if losing else ""
    return f"{subject} was not found out within the budget.{known}"


def _pair(analysis: Analysis, move: Move, other: Move) -> tuple[Move, ...]:
    """Two moves in the order of the board, which does not tell which of them is meant."""
    return tuple(legal for legal in analysis.moves if legal in (move, other))


def _named(pair: tuple[Move, ...]) -> str:
    return " and ".join(map(str, pair))


def _call(rules: AnyRules, move: Move) -> str:
    """The sentence that tells a player to make a move."""
    return f"{rules.imperative} {move}."
