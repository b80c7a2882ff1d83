"""The growth of the solver's time and nodes with n, for the question who wins on 2 to n.

Every n gets a new solver with empty tables and the default memory of an analysis. Only the nimbers of Factor Frenzy
keep the tables of smaller pools, as consecutive analyses do. Making the graph is not timed, but counts towards the
limit, which ends a question at the first n that does not fit.
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
    """A question about each n, and a promise: every n up to the first number within the second number of seconds."""

    title: str
    prepare: Callable[[int], Ask]
    sizes: Iterable[int]
    promise: tuple[int, float] | None = None


class Row(NamedTuple):
    """The cost of one n; the total includes all smaller n."""

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
    """The nimber of Factor Frenzy, with the tables of smaller pools."""
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
# Factor Duel's initial position takes no search, so making the graphs would take most of the time.
_DUEL_SIZES = [*range(_LOW, 201), *range(300, FactorDuel.highest + 1, 100)]
_QUESTIONS = (
    Question("Factor Frenzy, who wins", frenzy_wins, _SEARCHED, (110, 600)),
    Question("Factor Frenzy, nimber", frenzy_nimber, _SEARCHED, (100, 1200)),
    Question("Factor Duel, who wins", duel_wins, _DUEL_SIZES, (150, 300)),
    Question("Factor Challenge, who wins", challenge_wins, _SEARCHED, (38, 600)),
    Question("Factor Clash, all winning picks", clash_wins, [10**power for power in range(1, 7)]),
)


def rows_within(limit: float, question: Question) -> Iterator[Row]:
    """The rows for one n after another, until the next exceeds the limit."""
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
    """Print all rows as they come, and write each to the file at once."""
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
    """Print the promises next to the results."""
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
