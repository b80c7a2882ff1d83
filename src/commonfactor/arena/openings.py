"""Openings: drawn moves to a won or lost position, since a game from the start mostly measures the seat."""

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

# Unknown verdicts take a second or two each; after this many, no more verdicts are computed.
_MOST_UNKNOWN = 10

UNHURRIED = THINKING._replace(seconds=60.0)
"""The budget of a move or a verdict in a tournament, where nodes end the thinking even on a slow machine."""


class Opening(NamedTuple):
    """A line to play on from, with the verdict for the player to move."""

    line: Line
    verdict: Verdict

    @property
    def favoured(self) -> Seat | None:
        """The seat that wins with best play, or None if unknown."""
        mover: Seat = self.line.position.to_move
        return {Verdict.WIN: mover, Verdict.LOSS: mover.other}.get(self.verdict)


class Openings:
    """The openings of a setup: won and lost in turn if both are found, and none again until there are no others."""

    def __init__(self, rules: AnyRules, seed: int) -> None:
        """Raises ``SetupError`` if the game has no move."""
        if not rules.can_move(rules.initial_position):
            raise SetupError(f"{rules.name}:{rules.setup} is over before the first move")
        self._rules = rules
        self._random = Random(f"{seed}:{rules.name}:{rules.setup}")  # noqa: S311  # a game needs no cryptography
        self._verdicts: dict[Any, Verdict] = {}
        self._used: set[Any] = set()
        # Once no new one is found, ``cycle`` repeats the earlier ones.
        self._won_and_lost = [cycle(self._found(verdict)) for verdict in (Verdict.WIN, Verdict.LOSS)]
        self._unknown = 0
        self.missing: set[Verdict] = set()
        """The verdicts for which no opening was found."""

    def drawn(self, count: int) -> list[Opening]:
        """The first openings, always the same for a seed."""
        # How far the budget reaches depends on the solver's tables.
        forget()
        return [self._opening(place % 2) for place in range(count)]

    def _opening(self, wanted: int) -> Opening:
        for supply in (self._won_and_lost[wanted], self._won_and_lost[1 - wanted]):
            if opening := next(supply, None):
                return opening
        return Opening(self._fresh_line(None) or self._random_line(), Verdict.UNKNOWN)

    def _found(self, wanted: Verdict) -> Iterator[Opening]:
        """The openings with a verdict, until no new one is found."""
        line = self._fresh_line(wanted)
        if line is None:
            self.missing.add(wanted)
        while line:
            yield Opening(line, wanted)
            line = self._fresh_line(wanted)

    def _fresh_line(self, wanted: Verdict | None) -> Line | None:
        """A line to a new position, with this verdict unless any will do."""
        for _ in range(_TRIES):
            line = self._random_line()
            if line.position in self._used:
                continue
            if wanted is None or self._verdict(line.position) is wanted:
                self._used.add(line.position)
                return line
        return None

    def _random_line(self) -> Line:
        """A few random moves, fewer if they would end the game."""
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
