"""The player to learn from."""

from random import Random

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.exact import exact_choice, hardest_to_answer
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.resistance import easiest

FEW_MOVES = 4
"""With no more moves than this to choose from, the tutor plays to win."""


class Tutor(Player):
    """Gives a win back that was thrown away early, and says after each move of the opponent what it did.

    What it gives back is to be found: it leaves as few winning replies as it can, and one at least.
    """

    name = "tutor"
    description = "says how good your moves are, and gives early mistakes back"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        analysis = analyse(line.rules, line.position, THINKING, control)
        generous = analysis.moves_with(Verdict.LOSS)
        if analysis.verdict is not Verdict.WIN or not generous or len(analysis.moves) <= FEW_MOVES:
            return exact_choice(analysis, random, control)
        choice = hardest_to_answer(analysis, generous, random, control)
        return choice._replace(note="There is a way to win for you now.")

    def remark(self, line: Line, move: Move, control: Control) -> str:
        analysis = analyse(line.rules, line.position, THINKING, control)
        if analysis.verdict is Verdict.WIN and analysis.moves[move] is Verdict.LOSS:
            return _rebuke(line, move, control)
        return _judgement(analysis, move)


def _judgement(analysis: Analysis, move: Move) -> str:
    """What a move did to a position, without a word about what would have been better."""
    verdict = analysis.moves[move]
    if verdict is Verdict.WIN:
        return _praise(analysis)
    if analysis.verdict is Verdict.LOSS:
        return "You were lost before that move: against best play, every move loses here."
    return "Whether that was a good move could not be found out within the budget."


def _rebuke(line: Line, move: Move, control: Control) -> str:
    """What beats a move that gave the win away."""
    after = line.play(move)
    winning = analyse(line.rules, after.position, THINKING, control).moves_with(Verdict.WIN)
    if not winning:
        return "You gave the win away: there was a better move."
    return f"You gave the win away: {move} loses to {easiest(line.rules, after.position, winning)}."


def _praise(analysis: Analysis) -> str:
    losing = len(analysis.moves_with(Verdict.LOSS))
    if 0 < losing == len(analysis.moves) - 1:
        return "You kept the win, with the only move that does."
    return "You kept the win."
