"""Openings: a few random moves that leave a won or a lost position, as one likes.

What a game from the start measures is mostly the seat. So games between programs begin with moves
that nobody has chosen, and the solver says for whom the position that they lead to is won.
"""

from random import Random
from typing import Any, NamedTuple

from commonfactor.players.base import THINKING
from commonfactor.rules.base import AnyRules, Seat, SetupError
from commonfactor.rules.notation import Line
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse, forget

MOST_MOVES = 4
_TRIES = 200

# A second or two each; where so many are not found out, others are not asked for.
_MOST_UNKNOWN = 10

# The same nodes as for a move. The seconds are there for pools of many hundred numbers only: a slow
# machine must draw the same openings as a fast one.
_BUDGET = THINKING._replace(seconds=60.0)


class Opening(NamedTuple):
    """A position to play from, and what it is worth for who moves next."""

    line: Line
    verdict: Verdict

    @property
    def favoured(self) -> Seat | None:
        """The seat that wins with best play, or None if that is not known."""
        if self.verdict is Verdict.UNKNOWN:
            return None
        mover: Seat = self.line.position.to_move
        return mover if self.verdict is Verdict.WIN else mover.other


class Openings:
    """The openings of one game with its setup, from a seed.

    They are won and lost in turn for who moves next, as far as both are found, and none comes twice as
    long as there are others.
    """

    def __init__(self, rules: AnyRules, seed: int) -> None:
        """Prepare to draw; ``SetupError`` if there is no move to begin with."""
        if not rules.can_move(rules.initial_position):
            raise SetupError(f"{rules.name}:{rules.setup} is over before the first move")
        self._rules = rules
        self._random = Random(f"{seed}:{rules.name}:{rules.setup}")  # noqa: S311  # a game needs no cryptography
        self._verdicts: dict[Any, Verdict] = {}
        self._used: set[Any] = set()
        self._unknown = 0
        self.missing: set[Verdict] = set()
        """Of won and lost, what was looked for in vain."""

    def drawn(self, count: int) -> list[Opening]:
        """So many openings, always the same ones for the same seed."""
        # What the budget suffices for depends on what the tables hold.
        forget()
        wanted = (Verdict.WIN, Verdict.LOSS)
        return [self._opening(wanted[place % 2]) for place in range(count)]

    def _opening(self, wanted: Verdict) -> Opening:
        other = Verdict.LOSS if wanted is Verdict.WIN else Verdict.WIN
        return self._sought(wanted) or self._sought(other) or Opening(self._random_line(), Verdict.UNKNOWN)

    def _sought(self, wanted: Verdict) -> Opening | None:
        """An opening with a verdict, if possible one that was not there before."""
        if wanted in self.missing:
            return None
        again: Opening | None = None
        for _ in range(_TRIES):
            line = self._random_line()
            if self._verdict(line.position) is not wanted:
                continue
            if line.position not in self._used:
                self._used.add(line.position)
                return Opening(line, wanted)
            again = Opening(line, wanted)
        if again is None:
            self.missing.add(wanted)
        return again

    def _random_line(self) -> Line:
        """Up to a few random moves, fewer if the game would be over."""
        line = Line.start(self._rules)
        for _ in range(self._random.randint(0, MOST_MOVES)):
            longer = line.play(self._random.choice(self._rules.legal_moves(line.position)))
            if not self._rules.can_move(longer.position):
                break
            line = longer
        return line

    def _verdict(self, position: Any) -> Verdict:
        if position not in self._verdicts:
            if self._unknown == _MOST_UNKNOWN:
                return Verdict.UNKNOWN
            verdict = self._verdicts[position] = analyse(self._rules, position, _BUDGET).verdict
            self._unknown += verdict is Verdict.UNKNOWN
        return self._verdicts[position]
