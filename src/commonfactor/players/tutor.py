"""The player to learn from."""

from collections.abc import Sequence
from random import Random

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.exact import exact_choice, hardest_to_answer
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.claims import CanWin, GaveAway, Kept, Lost, NotFound, beaten_by
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.base import Claim
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
        return choice._replace(note=told([CanWin()], line.rules, line.play(choice.move).position))

    def judgement(self, line: Line, move: Move, control: Control) -> Sequence[Claim]:
        """What a move did to a position, without a word about what would have been better."""
        rules, analysis = line.rules, analyse(line.rules, line.position, THINKING, control)
        name, verdict = move_as_json(move), analysis.moves[move]
        if verdict is Verdict.WIN:
            losing = len(analysis.moves_with(Verdict.LOSS))
            return [Kept(move=name, only=0 < losing == len(analysis.moves) - 1)]
        if Verdict.UNKNOWN in (verdict, analysis.verdict):
            return [NotFound(question="does it win", move=name)]
        after = rules.play(line.position, move)
        winning = analyse(rules, after, THINKING, control).moves_with(Verdict.WIN)
        beaten = beaten_by(rules, line.position, move, easiest(rules, after, winning)) if winning else ()
        return [*beaten, GaveAway(move=name) if analysis.verdict is Verdict.WIN else Lost()]
