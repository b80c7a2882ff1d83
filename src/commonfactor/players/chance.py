"""The player that leaves everything to chance."""

from random import Random
from typing import Any

from commonfactor.players.base import Choice, Player
from commonfactor.rules.base import AnyRules
from commonfactor.solver._core import Control


class RandomPlayer(Player):
    """Any legal move, each as likely as the others."""

    name = "random"
    description = "plays at random"

    def choice(self, rules: AnyRules, position: Any, random: Random, control: Control) -> Choice:
        return Choice(random.choice(rules.legal_moves(position)))
