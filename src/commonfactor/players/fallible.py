"""The player behind the levels: it knows how to win, but makes mistakes at times, as people do."""

from fractions import Fraction
from math import pow as power
from random import Random

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.exact import exact_choice, wins_at_once
from commonfactor.players.lookahead import Lookahead
from commonfactor.players.simple import good_looking
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.english.games import faultless_frequency
from commonfactor.solver.oracle import analyse

# Enough for every position of the recommended setups; in larger ones, more would keep people waiting.
_NODES_OF_A_GLANCE = 60_000


class Fallible(Player):
    """Plays perfectly but for mistakes: instead of a winning move, the losing one that looks best."""

    def __init__(
        self, name: str, faultless: Fraction, depth: int | None = None, *, misses_wins_at_once: bool = False
    ) -> None:
        """Play this share of games without a mistake against an opponent who makes none.

        With a depth, analyse only briefly, and look that many moves ahead where the verdict is unknown.
        """
        self.name = name
        self.description = faultless_frequency(faultless)
        self._faultless, self._depth, self._misses_wins_at_once = faultless, depth, misses_wins_at_once

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        if self._depth:
            control.limit_nodes(_NODES_OF_A_GLANCE)
        analysis = analyse(line.rules, line.position, THINKING, control)
        if not self._misses_wins_at_once and (winning := wins_at_once(analysis, random)):
            return Choice(random.choice(winning))
        tempting = analysis.moves_with(Verdict.LOSS) or analysis.moves_with(Verdict.UNKNOWN)
        if tempting and analysis.verdict is not Verdict.LOSS and random.random() < self.rate_of_mistakes(line.rules):
            return good_looking(line, tempting, random, control)
        if self._depth and analysis.verdict is Verdict.UNKNOWN:
            return Lookahead(self._depth).choice(line, random, control)
        return exact_choice(analysis, random, control)

    def rate_of_mistakes(self, rules: AnyRules) -> float:
        """The probability of a mistake where there are winning moves and losing ones."""
        # The more chances a game has to go wrong, the lower the rate, so that a level is as strong in every game.
        chances = max(1.0, rules.chances_per_first_move * rules.mobility(rules.initial_position))
        return 1 - power(self._faultless, 1 / chances)
