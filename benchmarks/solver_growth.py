"""How the time and the nodes of the solver grow with n: who wins at the start of 2 to n.

Every n has a new solver with empty tables, which may take as much memory as an analysis takes
by default. Only for the nimbers of Factor Frenzy the tables of smaller pools are kept, as they
are when an analysis of one pool follows that of another. Only the question is timed, not the
making of the graph. The limit is on both, and ends the question at the first n that does not
fit.
"""

import argparse
import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from growth_picture import draw

from commonfactor.arithmetic.number_sets import interval
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.relations import COMMON_FACTOR, DIVIDES
from commonfactor.solver._core import MOST_VERTICES, Col, Control, Geography, Kayles, OutOfBudget, Trails
from commonfactor.solver.analysis import Budget
from commonfactor.solver.number_graphs import graph_of, numbers, vertices
from commonfactor.solver.pool_theories import core_for

_HERE = Path(__file__).parent
_LOW = 2

Ask = Callable[[Control], int | str]


class Question(NamedTuple):
    """What is asked about each n, and what is promised: every n up to some, within some seconds in all."""

    title: str
    prepare: Callable[[int], Ask]
    sizes: Iterable[int]
    promise: tuple[int, float] | None = None


class Row(NamedTuple):
    """What one n needed; the total is that of this and all smaller n."""

    question: str
    n: int
    answer: int | str
    nodes: int
    seconds: float
    total_seconds: float


def frenzy_wins(n: int) -> Ask:
    """Who wins Factor Frenzy."""
    core, pool = Kayles.on_cliques(*graph_of(DIVIDES, _LOW, n)), _pool(n)
    return lambda control: _winner(first_wins=core.wins(pool, control))


def frenzy_nimber(n: int) -> Ask:
    """The nimber of Factor Frenzy, with what is known from smaller pools."""
    core, pool = core_for(DIVIDES, _LOW, n), _pool(n)
    return lambda control: core.grundy(pool, control)


def duel_wins(n: int) -> Ask:
    """Who wins Factor Duel."""
    core, pool = Col.on_cliques(*graph_of(COMMON_FACTOR, _LOW, n)), _pool(n)
    return lambda control: _winner(first_wins=core.left_wins(pool, pool, control))


def challenge_wins(n: int) -> Ask:
    """Who wins Factor Challenge."""
    core, pool = Trails.on_cliques(*graph_of(COMMON_FACTOR, _LOW, n)), _pool(n)
    return lambda control: _winner(first_wins=core.mover_wins(pool, Trails.nowhere, Trails.nowhere, control))


def clash_wins(n: int) -> Ask:
    """Who wins Factor Clash, with all winning first picks."""
    core, pool = Geography.on_common_factors(_LOW, n), vertices(interval(_LOW, n))
    return lambda control: _winner(first_wins=numbers(core.decompose(pool, pool, control)[0]) != 0)


def _pool(n: int) -> bytes:
    return vertices(interval(_LOW, n), _LOW)


def _winner(*, first_wins: bool) -> str:
    return "first" if first_wins else "second"


_SEARCHED = range(_LOW, MOST_VERTICES + _LOW)
# The start of Factor Duel takes no search, so that the makings of the graphs would take most of the time.
_DUEL_SIZES = [*range(_LOW, 201), *range(300, FactorDuel.highest + 1, 100)]
_QUESTIONS = (
    Question("Factor Frenzy, who wins", frenzy_wins, _SEARCHED, (110, 600)),
    Question("Factor Frenzy, nimber", frenzy_nimber, _SEARCHED, (100, 1200)),
    Question("Factor Duel, who wins", duel_wins, _DUEL_SIZES, (150, 300)),
    Question("Factor Challenge, who wins", challenge_wins, _SEARCHED, (38, 600)),
    Question("Factor Clash, all winning picks", clash_wins, [10**power for power in range(1, 7)]),
)


def rows_within(limit: float, question: Question) -> Iterator[Row]:
    """One n after another, until the next does not fit."""
    total, deadline = 0.0, perf_counter() + limit
    for n in question.sizes:
        ask = question.prepare(n)
        begin = perf_counter()
        control = Budget(seconds=deadline - begin).control()
        try:
            answer = ask(control)
        except OutOfBudget:
            return
        seconds = perf_counter() - begin
        total += seconds
        yield Row(question.title, n, answer, control.nodes, round(seconds, 7), round(total, 7))


def solve_all(limit: float, table: Path) -> list[Row]:
    """Print all rows as they come, and write them to a file that is whole at any time."""
    rows = []
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        for question in _QUESTIONS:
            print(f"{question.title}, up to {limit:g} s", file=sys.stderr, flush=True)
            print(f"{question.title}\n{'n':>9}{'answer':>9}{'nodes':>16}{'seconds':>14}{'in all':>12}")
            for row in rows_within(limit, question):
                print(f"{row.n:>9}{row.answer:>9}{row.nodes:>16,}{row.seconds:>14.6f}{row.total_seconds:>12.3f}")
                writer.writerow(row)
                file.flush()
                rows.append(row)
    return rows


def print_promises(limit: float, rows: list[Row]) -> None:
    """What is promised beside what was reached."""
    for question in _QUESTIONS:
        reached = [row for row in rows if row.question == question.title]
        if question.promise is None or not reached:
            continue
        highest, seconds = question.promise
        needed = next((f"{row.total_seconds:,.3f} s" for row in reached if row.n == highest), f"more than {limit:g} s")
        print(
            f"{question.title}: every n up to {highest} in {needed}, at most {seconds:g}; "
            f"the last of this run is {reached[-1].n}, after {reached[-1].total_seconds:,.3f} s"
        )


def main() -> None:
    """Measure, print, and draw the picture."""
    parser = argparse.ArgumentParser(description="Measure how the solver's time and nodes grow with n.")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds for each question (default: 60)")
    limit = parser.parse_args().seconds
    rows = solve_all(limit, _HERE / "growth.csv")
    print_promises(limit, rows)
    draw(rows, _HERE / "growth.png")


if __name__ == "__main__":
    main()
