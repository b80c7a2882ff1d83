"""The verdict of the start of one setup after another."""

from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.registry import game_named
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.worker_processes import mapped, workers


class SweepError(NotationError):
    """A sweep cannot be made, or not to its end; the message says why."""


class Row(Struct, frozen=True):
    """The analysis of the start of one setup."""

    game: str
    setup: str
    verdict: Verdict
    """For the player who moves first."""
    openings: int
    winning: int
    unknown: int
    nimber: int | None
    value: str | None
    is_complete: bool
    """Whether the budget sufficed for all of this."""
    nodes: int
    seconds: float


class Sweep(NamedTuple):
    """A task: to solve a setup with one last number after another, or one number after another."""

    rules: AnyRules
    lowest: int
    highest: int
    budget: Budget
    jobs: int

    @property
    def setups(self) -> list[str]:
        return [self.rules.setup_to(last) for last in range(self.lowest, self.highest + 1)]

    @contextmanager
    def solved(self, setups: Sequence[str]) -> Iterator[Iterator[Row]]:
        """The rows of some setups in their order, found by workers that share the memory of the budget."""
        share = self.budget._replace(bytes=self.budget.bytes // self.jobs)
        with workers(self.jobs) as pool:
            try:
                yield mapped(pool, partial(solve, self.rules.name, share), setups)
            except BrokenProcessPool:
                raise SweepError("a process of the sweep was ended from outside") from None


def smallest(rules: AnyRules, highest: int) -> int:
    """The first last number, below a highest, that there is a setup with; or else that."""
    return next((last for last in range(highest) if rules.has_setup(rules.setup_to(last))), highest)


def solve(name: str, budget: Budget, setup: str) -> Row:
    rules = game_named(name).from_setup(setup)
    analysis = analyse(rules, rules.initial_position, budget)
    return Row(
        game=rules.name,
        setup=rules.setup,
        verdict=analysis.verdict,
        openings=len(analysis.moves),
        winning=len(analysis.moves_with(Verdict.WIN)),
        unknown=len(analysis.moves_with(Verdict.UNKNOWN)),
        nimber=analysis.nimber,
        value=None if analysis.value is None else str(analysis.value),
        is_complete=analysis.findings.is_complete,
        nodes=analysis.nodes,
        seconds=round(analysis.seconds, 6),
    )
