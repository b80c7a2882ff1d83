"""Openings: a few random moves that leave a won or a lost position, as one likes.

What a game from the start measures is mostly the seat. So games between programs begin with moves
that nobody has chosen, and the solver says for whom the position that they lead to is won.
"""

from collections.abc import Iterator
from itertools import cycle
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
        self._found: dict[Verdict, list[Opening]] = {Verdict.WIN: [], Verdict.LOSS: []}
        self._repeated: dict[Verdict, Iterator[Opening]] = {}
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
        if opening := self._sought(wanted) or self._sought(other):
            return opening
        return Opening(self._fresh_line(None) or self._random_line(), Verdict.UNKNOWN)

    def _sought(self, wanted: Verdict) -> Opening | None:
        """An opening with a verdict; once no other is found, those that were there come again in turn."""
        if wanted in self.missing:
            return None
        if wanted not in self._repeated:
            if line := self._fresh_line(wanted):
                self._found[wanted].append(Opening(line, wanted))
                return self._found[wanted][-1]
            if not self._found[wanted]:
                self.missing.add(wanted)
                return None
            self._repeated[wanted] = cycle(self._found[wanted])
        return next(self._repeated[wanted])

    def _fresh_line(self, wanted: Verdict | None) -> Line | None:
        """A line to a position that was not there before, with a verdict if one is wanted."""
        for _ in range(_TRIES):
            line = self._random_line()
            if line.position in self._used:
                continue
            if wanted is None or self._verdict(line.position) is wanted:
                self._used.add(line.position)
                return line
        return None

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
