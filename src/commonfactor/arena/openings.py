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

UNHURRIED = THINKING._replace(seconds=60.0)
"""What a move or a verdict may cost in a tournament.

Nodes end the thinking as at a board. The seconds are there for pools of many hundred numbers only: a slow or busy
machine must draw the same openings and play the same games as any other.
"""


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
        # Once no other is found, those that were there come again in turn.
        self._won_and_lost = [cycle(self._found(verdict)) for verdict in (Verdict.WIN, Verdict.LOSS)]
        self._unknown = 0
        self.missing: set[Verdict] = set()
        """Of won and lost, what was looked for in vain."""

    def drawn(self, count: int) -> list[Opening]:
        """So many openings, always the same ones for the same seed."""
        # What the budget suffices for depends on what the tables hold.
        forget()
        return [self._opening(place % 2) for place in range(count)]

    def _opening(self, wanted: int) -> Opening:
        for supply in (self._won_and_lost[wanted], self._won_and_lost[1 - wanted]):
            if opening := next(supply, None):
                return opening
        return Opening(self._fresh_line(None) or self._random_line(), Verdict.UNKNOWN)

    def _found(self, wanted: Verdict) -> Iterator[Opening]:
        """The openings with a verdict, until no other is found."""
        line = self._fresh_line(wanted)
        if line is None:
            self.missing.add(wanted)
        while line:
            yield Opening(line, wanted)
            line = self._fresh_line(wanted)

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
            verdict = self._verdicts[position] = analyse(self._rules, position, UNHURRIED).verdict
            self._unknown += verdict is Verdict.UNKNOWN
        return self._verdicts[position]
