"""The player of the levels: it knows how to win, and overlooks that at times, as people do."""

from fractions import Fraction
from math import pow as power
from random import Random

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.exact import exact_choice, wins_at_once
from commonfactor.players.lookahead import Lookahead
from commonfactor.players.simple import good_looking
from commonfactor.players.words import numeral
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse

# Enough for every position of the recommended setups; more would keep people waiting where it is not.
_NODES_OF_A_GLANCE = 60_000

_RARELY = Fraction(1, 100)


class Fallible(Player):
    """Perfect but for its mistakes: instead of a winning move it then makes the losing one that looks best."""

    def __init__(
        self, name: str, faultless: Fraction, depth: int | None = None, *, misses_wins_at_once: bool = False
    ) -> None:
        """Play a share of all games without a mistake, the opponent giving nothing away.

        With a depth it only glances at a position, and looks so many moves ahead where that does not tell who wins.
        """
        self.name = name
        self.description = _frequency_of_faultless_games(faultless)
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
        """How likely it overlooks the win where there are winning moves and losing ones."""
        # Games with more chances to go wrong get a lower rate of mistakes, so that a level is as strong in all of them.
        chances = max(1.0, rules.chances_per_first_move * rules.mobility(rules.initial_position))
        return 1 - power(self._faultless, 1 / chances)


def _frequency_of_faultless_games(share: Fraction) -> str:
    if share < _RARELY:
        return "hardly ever plays a game without a mistake"
    games = "game" if share.numerator == 1 else "games"
    return f"plays about {numeral(share.numerator)} {games} in {numeral(share.denominator)} without a mistake"
