"""The player that leaves everything to chance."""

from random import Random

from commonfactor.players.base import Choice, Player
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control


class RandomPlayer(Player):
    """Any legal move, each as likely as the others."""

    name = "random"
    description = "plays at random"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return Choice(random.choice(line.rules.legal_moves(line.position)))
