"""Data sets: positions for training and testing, labelled by the solver and reproducible from a seed.

A small setup's positions are listed and sampled; in a large one, each is drawn from a random game of its own. None
repeats, not even through other moves, with the other player to move, or with other numbers that nobody can take.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any

from commonfactor.arena.judging import is_settled
from commonfactor.players.heuristic import sight_of
from commonfactor.rules.base import AnyRules, Move, SetupError
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.facts import reason_of
from commonfactor.solver.oracle import analyse, forget

LONGEST_GAME = 2_000
MOST_IN_VAIN = 20_000
"""The search ends after this many positions in a row that are unsuitable or not new."""

# Nodes end an analysis at the same point on every machine; the seconds are never reached.
_BUDGET = Budget(seconds=3_600.0, nodes=1_000_000)

# Listing this many positions takes a second.
_MOST_LISTED = 10_000

_FEWEST_MOVES = 3
_MOVES_AHEAD = 3
_DEEP_FROM = 0.5


class Difficulty(StrEnum):
    ANY = "any"
    ONLY_MOVE = "only-move"
    DEEP = "deep"


class Split(StrEnum):
    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True)
class Wanted:
    rules: AnyRules
    count: int
    seed: int
    difficulty: Difficulty = Difficulty.ANY
    split: Split | None = None
    """None for all three."""


@dataclass(frozen=True)
class Labelled:
    """A position with its verdicts and difficulty."""

    line: Line
    analysis: Analysis
    split: Split

    @cached_property
    def winning(self) -> tuple[Move, ...]:
        return self.analysis.moves_with(Verdict.WIN)

    @property
    def is_only_move(self) -> bool:
        return len(self.winning) == 1 and len(self.analysis.moves) >= _FEWEST_MOVES

    @cached_property
    def lookahead_failure(self) -> float | None:
        """The share of losing moves among those that ``lookahead:3`` draws from; None unless some win and some lose."""
        moves = tuple(self.analysis.moves)
        if not 0 < len(self.winning) < len(moves):
            return None
        best = sight_of(self.line.rules, self.line.position, moves, _MOVES_AHEAD, _BUDGET.control()).best
        return len(set(best) - set(self.winning)) / len(best)

    @property
    def is_deep(self) -> bool:
        """Whether that player gives the win away at least every other time."""
        return self.lookahead_failure is not None and self.lookahead_failure >= _DEEP_FROM

    def is_a(self, difficulty: Difficulty) -> bool:
        if difficulty is Difficulty.ANY:
            return True
        return self.is_only_move if difficulty is Difficulty.ONLY_MOVE else self.is_deep

    def facts(self) -> dict[str, Any]:
        """The position as JSON; see docs/measuring.md."""
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
    """A search for positions; iterate over it once."""

    def __init__(self, wanted: Wanted) -> None:
        """Raises ``SetupError`` if random games with this setup would take too long."""
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
        """Whether the search covers all positions of the setup rather than a sample."""
        return self._listed is not None

    def __iter__(self) -> Iterator[Labelled | None]:
        """The positions as they are found, with None for each that does not qualify."""
        # How far the budget reaches depends on the solver's tables.
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
        if self._listed is not None:
            yield from self._random.sample(self._listed, len(self._listed))
        while self._listed is None:
            yield _random_line(self._wanted.rules, self._random)

    def _labelled(self, line: Line) -> Labelled | None:
        """The labelled position if it qualifies; an unknown verdict disqualifies it."""
        split = _split(line, self._wanted.seed)
        if self._wanted.split not in (None, split):
            return None
        analysis = analyse(line.rules, line.position, _BUDGET)
        labelled = Labelled(line, analysis, split)
        return labelled if is_settled(analysis) and labelled.is_a(self._wanted.difficulty) else None


def _split(line: Line, seed: int) -> Split:
    """80 % train, 10 % validation, 10 % test; the same for positions that differ only in setup and names of numbers."""
    rules = line.rules
    digest = sha256(f"{seed}:{rules.mechanic or rules.name}:{rules.form(line.position)}".encode()).digest()
    tenth = int.from_bytes(digest[:8], "big") * 10 >> 64
    return {8: Split.VALIDATION, 9: Split.TEST}.get(tenth, Split.TRAIN)


def _all_lines(rules: AnyRules) -> list[Line] | None:
    """A shortest line to every position that has a move; None if there are too many."""
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
    """A random line to a position of a random game that has a move."""
    line, lines = Line.start(rules), []
    while moves := rules.legal_moves(line.position):
        lines.append(line)
        line = line.play(random.choice(moves))
    return random.choice(lines)
