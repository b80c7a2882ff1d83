"""Help in three steps: where to look, two moves to compare, and the move with its reason.

All three steps are about the same move, so that each says a little more than the one before.
"""

from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.reasons import reason_to_win
from commonfactor.solver.resistance import winning_replies
from commonfactor.solver.strategy import replies_left

LAST_STEP = 3
"""The step that names the move."""

_LOST = "Every move loses against best play"

# In a lost position every move that is looked at costs an analysis, and every reply a part of it.
_MOST_MOVES_TRIED = 200
_MOST_REPLIES_TRIED = 50_000


class Hint(NamedTuple):
    """Help in words, and the moves that they name to be looked at or made."""

    text: str
    moves: tuple[Move, ...] = ()


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
    return Hint(f"{_call(rules, move)} {reason_to_win(rules, position, move, control)}", (move,))


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
    counts = _counts_of_winning_replies(analysis, control)
    stubborn = sorted(counts, key=lambda move: counts[move])
    if len(stubborn) < (2 if step == 2 else 1):
        unknown = "Which leaves your opponent the fewest winning replies was not found out within the budget."
        return Hint(f"{_LOST}. {unknown}")
    if step == 2:
        pair = _pair(analysis, *stubborn[:2])
        return Hint(f"Compare {_named(pair)}: {_among(analysis, counts)}.", pair)
    move, count = stubborn[0], counts[stubborn[0]]
    replies = replies_left(analysis.rules, analysis.position, move)
    left = f"leaves your opponent {count} winning repl{'y' if count == 1 else 'ies'} of {replies}"
    return Hint(f"{_call(analysis.rules, move)} {_LOST}; {move} {left}.", (move,))


def _among(analysis: Analysis, counts: Mapping[Move, int]) -> str:
    """What is claimed of the two most stubborn of the moves that were looked at."""
    if len(counts) == 2:
        return "there is no other move" if len(analysis.moves) == 2 else "no other move was looked at"
    others = "no other move" if len(counts) == len(analysis.moves) else f"of the first {len(counts)} moves no other"
    return f"{others} leaves your opponent fewer winning replies"


def _counts_of_winning_replies(analysis: Analysis, control: Control) -> dict[Move, int]:
    """How many replies win after each of the first moves, two at least if the budget allows."""
    rules, position = analysis.rules, analysis.position
    counts: dict[Move, int] = {}
    replies = 0
    with suppress(OutOfBudget):
        for move in islice(analysis.moves, _MOST_MOVES_TRIED):
            control.check()
            found = winning_replies(rules, position, [move], control)
            counts |= found
            replies += replies_left(rules, position, move)
            if not found or (len(counts) > 1 and replies > _MOST_REPLIES_TRIED):
                break
    return counts


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
