"""Positions to learn from and to be tested on, each with what the solver says about it.

They follow from a seed. In a small setup they are drawn from all positions that it has; in a large one, a game is
played at random and one of its positions is drawn. None comes twice, by whatever moves it arises, whoever is to move
in it and whatever is left over that nobody can take.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import repeat
from random import Random
from typing import Any

from commonfactor.arena.judging import is_settled
from commonfactor.players.lookahead import sight_of
from commonfactor.rules.base import AnyRules, Move, SetupError
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.facts import reason_of
from commonfactor.solver.oracle import analyse, forget

LONGEST_GAME = 2_000
MOST_IN_VAIN = 20_000
"""After so many positions in a row that are not of the kind, or not new, no more are looked for."""

# Nodes end an analysis at the same point on every machine; the seconds would only if one waited for an hour.
_BUDGET = Budget(seconds=3_600.0, nodes=1_000_000)

# A setup with no more positions than this is small: they are all listed within a second.
_MOST_LISTED = 10_000

_FEWEST_MOVES = 3
_MOVES_AHEAD = 3
_DEEP_FROM = 0.5


class Difficulty(StrEnum):
    """What kind of positions is asked for."""

    ANY = "any"
    ONLY_MOVE = "only-move"
    DEEP = "deep"


class Split(StrEnum):
    """What a position is for."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True)
class Wanted:
    """Which positions are asked for."""

    rules: AnyRules
    count: int
    seed: int
    difficulty: Difficulty = Difficulty.ANY
    split: Split | None = None
    """None for all three."""


@dataclass(frozen=True)
class Labelled:
    """A position with its verdicts, and how hard it is."""

    line: Line
    analysis: Analysis
    split: Split

    @cached_property
    def winning(self) -> tuple[Move, ...]:
        """The moves that win."""
        return self.analysis.moves_with(Verdict.WIN)

    @property
    def is_only_move(self) -> bool:
        """Whether a single move wins, of three or more."""
        return len(self.winning) == 1 and len(self.analysis.moves) >= _FEWEST_MOVES

    @cached_property
    def lookahead_failure(self) -> float | None:
        """How likely the player ``lookahead:3`` gives the win away; None where there is none to give away.

        It is the share of losing moves among those that are best as far as it sees, which it draws from.
        """
        moves = tuple(self.analysis.moves)
        if not 0 < len(self.winning) < len(moves):
            return None
        best = sight_of(self.line.rules, self.line.position, moves, _MOVES_AHEAD, _BUDGET.control()).best
        return len(set(best) - set(self.winning)) / len(best)

    @property
    def is_deep(self) -> bool:
        """Whether looking three moves ahead fails at least every other time."""
        return self.lookahead_failure is not None and self.lookahead_failure >= _DEEP_FROM

    def is_a(self, difficulty: Difficulty) -> bool:
        """Whether the position is of a kind."""
        if difficulty is Difficulty.ANY:
            return True
        return self.is_only_move if difficulty is Difficulty.ONLY_MOVE else self.is_deep

    def facts(self) -> dict[str, Any]:
        """What is to be told about the position; see docs/measuring.md."""
        rules, analysis, failure = self.line.rules, self.analysis, self.lookahead_failure
        proof = analysis.prove(_BUDGET.control(), with_replies=False)
        return {
            "notation": str(self.line),
            "game": rules.name,
            "setup": rules.setup,
            "split": self.split,
            "to_move": int(self.line.position.to_move),
            "verdict": analysis.verdict,
            "winning": list(map(move_as_json, self.winning)),
            "legal": list(map(move_as_json, analysis.moves)),
            "chance": round(len(self.winning) / len(analysis.moves), 6),
            "only_move": self.is_only_move,
            "deep": self.is_deep,
            "lookahead_failure": None if failure is None else round(failure, 6),
            "nimber": analysis.nimber,
            "value": None if analysis.value is None else str(analysis.value),
            "reason": reason_of(analysis, proof),
        }


class Search:
    """The search for positions that are asked for. It is made once, and looks at positions one after the other."""

    def __init__(self, wanted: Wanted) -> None:
        """Prepare to search; ``SetupError`` if random games with this setup would take too long."""
        rules = wanted.rules
        if rules.longest_game > LONGEST_GAME:
            raise SetupError(
                f"positions are drawn from games of at most {LONGEST_GAME:,} moves, "
                f"and with {rules.setup} there may be more"
            )
        self._wanted = wanted
        self._random = Random(f"{wanted.seed}:{rules.name}:{rules.setup}")  # noqa: S311  # needs no cryptography
        self.found = 0

    @cached_property
    def _listed(self) -> list[Line] | None:
        return _all_lines(self._wanted.rules)

    @property
    def is_exhaustive(self) -> bool:
        """Whether all positions of the setup are looked at if need be, and not only some."""
        return self._listed is not None

    def __iter__(self) -> Iterator[Labelled | None]:
        """The positions as they are found; None for each that was looked at in vain.

        The tables of the solver are emptied before, since they decide what a budget suffices for.
        """
        forget()
        seen, in_vain = set(), 0
        for line in self._candidates():
            if self.found == self._wanted.count or in_vain == MOST_IN_VAIN:
                return
            core = line.rules.essence(line.position)
            labelled = None if core in seen else self._labelled(line)
            seen.add(core)
            in_vain = 0 if labelled else in_vain + 1
            self.found += labelled is not None
            yield labelled

    def _candidates(self) -> Iterator[Line]:
        if self._listed is None:
            return (_random_line(rules, self._random) for rules in repeat(self._wanted.rules))
        return iter(self._random.sample(self._listed, len(self._listed)))

    def _labelled(self, line: Line) -> Labelled | None:
        """The position with its verdicts if it is of the kind; None also if the budget does not suffice for them."""
        split = _split(line, self._wanted.seed)
        if self._wanted.split not in (None, split):
            return None
        analysis = analyse(line.rules, line.position, _BUDGET)
        labelled = Labelled(line, analysis, split)
        return labelled if is_settled(analysis) and labelled.is_a(self._wanted.difficulty) else None


def _split(line: Line, seed: int) -> Split:
    """Where a position belongs: eight of ten to train with, one to validate, one to test.

    Neither setup nor names of numbers play a part, so positions that differ in them alone are in the same split.
    """
    rules = line.rules
    digest = sha256(f"{seed}:{rules.mechanic or rules.name}:{rules.form(line.position)}".encode()).digest()
    tenth = int.from_bytes(digest[:8], "big") * 10 >> 64
    return {8: Split.VALIDATION, 9: Split.TEST}.get(tenth, Split.TRAIN)


def _all_lines(rules: AnyRules) -> list[Line] | None:
    """A line to every position that has a move, each of the shortest; None if there are too many."""
    lines = [Line.start(rules)] if rules.can_move(rules.initial_position) else []
    seen = {rules.essence(rules.initial_position)}
    for line in lines:
        for move in rules.legal_moves(line.position):
            longer = line.play(move)
            core = rules.essence(longer.position)
            if core in seen or not rules.can_move(longer.position):
                continue
            if len(lines) == _MOST_LISTED:
                return None
            seen.add(core)
            lines.append(longer)
    return lines


def _random_line(rules: AnyRules, random: Random) -> Line:
    """A line to a position that has a move, from a random game, where each is as likely as the others."""
    line, lines = Line.start(rules), []
    while moves := rules.legal_moves(line.position):
        lines.append(line)
        line = line.play(random.choice(moves))
    return random.choice(lines)
