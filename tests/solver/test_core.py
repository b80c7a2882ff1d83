"""The compiled core on any graph, against definitions that fit in a few lines, and what it refuses."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.relations import COMMON_FACTOR, DIVIDES
from commonfactor.solver._core import MOST_VERTICES, Col, Control, Geography, Kayles, OutOfBudget, Trails
from commonfactor.solver.analysis import Budget
from commonfactor.solver.col_values import Value, value_of_options
from commonfactor.solver.number_graphs import graph_of, numbers, vertices

Edges = list[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    """A graph with up to seven vertices."""
    order = draw(st.integers(1, 7))
    pairs = list(combinations(range(order), 2))
    return order, draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []


def neighbours(order: int, edges: Edges) -> list[int]:
    sets = [0] * order
    for a, b in edges:
        sets[a] |= 1 << b
        sets[b] |= 1 << a
    return sets


def control() -> Control:
    return Budget().control()


@given(graphs(), st.integers(0, 127))
def test_kayles_by_its_definition(graph: tuple[int, Edges], some: int) -> None:
    order, edges = graph
    near = neighbours(order, edges)

    @cache
    def nimber(present: int) -> int:
        reached = {nimber(present & ~near[vertex] & ~(1 << vertex)) for vertex in numbers_in(present)}
        return min(set(range(order + 1)) - reached)

    present = some & (1 << order) - 1
    core = Kayles.on_cliques(order, edges, [])
    assert core.grundy(vertices(present), control()) == nimber(present)
    assert core.wins(vertices(present), control()) is (nimber(present) != 0)


@given(graphs(), st.integers(0, 127), st.integers(0, 127))
def test_col_by_its_definition(graph: tuple[int, Edges], left: int, right: int) -> None:
    order, edges = graph
    near = neighbours(order, edges)

    @cache
    def value(own: int, theirs: int) -> Value:
        own_options = [value(own & ~near[v] & ~(1 << v), theirs & ~(1 << v)) for v in numbers_in(own)]
        their_options = [value(own & ~(1 << v), theirs & ~near[v] & ~(1 << v)) for v in numbers_in(theirs)]
        return value_of_options(own_options, their_options)

    @cache
    def wins(own: int, theirs: int) -> bool:
        return any(not wins(theirs & ~(1 << v), own & ~near[v] & ~(1 << v)) for v in numbers_in(own))

    everything = (1 << order) - 1
    own, theirs = left & everything, right & everything
    core = Col.on_cliques(order, edges, [])
    numerator, denominator, star = core.value(vertices(own), vertices(theirs), control())
    assert Value(Fraction(numerator, denominator), star) == value(own, theirs)
    assert core.left_wins(vertices(own), vertices(theirs), control()) is wins(own, theirs)
    assert wins(own, theirs) is value(own, theirs).is_won_by_mover


@given(graphs(), st.data())
def test_trails_by_their_definition(graph: tuple[int, Edges], data: st.DataObject) -> None:
    order, edges = graph
    near = neighbours(order, edges)
    nowhere, everything = Trails.nowhere, (1 << order) - 1
    mover, other = (data.draw(st.sampled_from([nowhere, *range(order)])) for _ in range(2))
    unvisited = data.draw(st.integers(0, everything))
    for token in (mover, other):
        unvisited &= everything if token == nowhere else ~(1 << token)

    def exits(token: int, left: int) -> int:
        return left if token == nowhere else near[token] & left

    @cache
    def wins(left: int, own: int, theirs: int) -> bool:
        return any(not wins(left & ~(1 << v), theirs, v) for v in numbers_in(exits(own, left)))

    @cache
    def longest(left: int, token: int) -> int:
        return max((1 + longest(left & ~(1 << v), v) for v in numbers_in(exits(token, left))), default=0)

    core = Trails.on_cliques(order, edges, [])
    assert core.mover_wins(vertices(unvisited), mover, other, control()) is wins(unvisited, mover, other)
    path = core.longest_path(vertices(unvisited), mover, control())
    assert len(path) == len(set(path)) == longest(unvisited, mover)
    token, left = mover, unvisited
    for vertex in path:
        assert exits(token, left) >> vertex & 1
        token, left = vertex, left & ~(1 << vertex)


@given(graphs(), st.integers(0, 127), st.integers(0, 127))
def test_geography_by_its_definition(graph: tuple[int, Edges], some: int, wanted: int) -> None:
    order, edges = graph
    near = neighbours(order, edges)

    @cache
    def wins_from(left: int, token: int) -> bool:
        return any(not wins_from(left & ~(1 << v), v) for v in numbers_in(near[token] & left))

    present = some & (1 << order) - 1
    winning = sum(1 << v for v in numbers_in(present) if not wins_from(present & ~(1 << v), v))
    core = Geography.on_cliques(order, edges)
    candidates = wanted & (1 << order) - 1
    missable, _, missed, pairs = core.decompose(vertices(present), vertices(candidates), control())
    assert numbers(missable) == winning
    paired = [vertex for pair in pairs for vertex in pair]
    assert len(paired) == len(set(paired))
    assert all(near[a] >> b & 1 and present >> a & present >> b & 1 for a, b in pairs)
    assert (missed in numbers_in(winning & candidates)) if winning & candidates else missed == -1
    assert missed not in paired


SOLVERS: list[Callable[..., object]] = [Kayles.on_cliques, Col.on_cliques, Trails.on_cliques]


@pytest.mark.parametrize("solver_on", SOLVERS)
class TestSymmetries:
    """A symmetry that is passed in is verified."""

    def test_true_claims_are_taken(self, solver_on: Callable[..., object]) -> None:
        solver_on(4, [(0, 1), (2, 3)], [[[0, 1], [2, 3]]])
        for low, high in [(2, 60), (5, 100), (10, min(300, MOST_VERTICES))]:
            for order, cliques, symmetries in (graph_of(relation, low, high) for relation in (COMMON_FACTOR, DIVIDES)):
                assert symmetries
                solver_on(order, cliques, symmetries)

    @pytest.mark.parametrize(
        "claim",
        [
            [[0, 1], [1, 2]],  # overlapping
            [[0], [1]],  # an end and an inner vertex of a path
            [[0, 1], [3, 2, 1]],  # of different lengths
            [[0], [4]],  # not in the graph
            [[-1], [0]],
        ],
    )
    def test_false_claims_are_refused(self, solver_on: Callable[..., object], claim: list[list[int]]) -> None:
        with pytest.raises(ValueError, match="interchangeable"):
            solver_on(4, [(0, 1), (1, 2), (2, 3)], [claim])

    def test_a_vertex_is_claimed_once(self, solver_on: Callable[..., object]) -> None:
        with pytest.raises(ValueError, match="twice"):
            solver_on(3, [], [[[0], [1]], [[1], [2]]])


@pytest.mark.parametrize("solver_on", SOLVERS)
def test_graphs_that_make_no_sense_are_refused(solver_on: Callable[..., object]) -> None:
    for order, cliques in [(3, [[0, 3]]), (3, [[-1, 0]]), (3, [[1, 1]]), (-1, []), (MOST_VERTICES + 1, [])]:
        with pytest.raises(ValueError, match="vert"):
            solver_on(order, cliques, [])
    solver_on(MOST_VERTICES, [], [])


def test_sets_and_tokens_that_make_no_sense_are_refused() -> None:
    kayles, trails = Kayles.on_cliques(3, [(0, 1)], []), Trails.on_cliques(3, [(0, 1)], [])
    with pytest.raises(ValueError, match="not in the graph"):
        kayles.grundy(vertices(8), control())
    assert kayles.grundy(b"\x07" + bytes(9), control()) == 0
    for mover, other in [(3, 0), (0, -2)]:
        with pytest.raises(ValueError, match="not in the graph"):
            trails.mover_wins(vertices(4), mover, other, control())
    with pytest.raises(ValueError, match="unvisited"):
        trails.mover_wins(vertices(5), 0, 1, control())


def test_cliques_are_the_edges_in_them() -> None:
    cliques = [[0, 1, 2], [2, 3], [1, 2]]
    edges = [(0, 1), (0, 2), (1, 2), (2, 3)]
    everything = vertices(15)
    by_cliques, by_edges = (Kayles.on_cliques(4, given, []) for given in (cliques, edges))
    assert by_cliques.grundy(everything, control()) == by_edges.grundy(everything, control())
    matched, other = (Geography.on_cliques(4, given) for given in (cliques, edges))
    assert (
        matched.decompose(everything, everything, control())[0] == other.decompose(everything, everything, control())[0]
    )


def test_a_search_without_budget_says_so_at_once() -> None:
    core = Kayles.on_cliques(3, [(0, 1), (1, 2)], [])
    for budget in (Budget(nodes=0), Budget(seconds=0)):
        with pytest.raises(OutOfBudget):
            core.grundy(vertices(7), budget.control())
    cancelled = control()
    cancelled.cancel()
    with pytest.raises(OutOfBudget):
        core.grundy(vertices(7), cancelled)
    assert core.grundy(vertices(7), control()) == 2


EVERYTHING = vertices((1 << 100) - 1)


@pytest.mark.parametrize(
    ("solver_on", "search"),
    [
        (Kayles.on_cliques, lambda kayles, control: kayles.grundy(EVERYTHING, control)),
        (Col.on_cliques, lambda col, control: col.value(EVERYTHING, EVERYTHING, control)),
        (Trails.on_cliques, lambda trails, control: trails.mover_wins(EVERYTHING, -1, -1, control)),
    ],
    ids=["kayles", "col", "trails"],
)
def test_the_size_of_tables_can_be_read_while_a_thread_searches(
    solver_on: Callable[..., Kayles | Col | Trails], search: Callable[..., object]
) -> None:
    """ThreadSanitizer, in ``make sanitize``, tells whether the two threads are in each other's way."""
    core = solver_on(100, Random(1).sample(list(combinations(range(100), 2)), 200), [])
    control = Budget(bytes=1 << 26).control()
    with ThreadPoolExecutor(1) as worker:
        searching = worker.submit(search, core, control)
        sizes = [core.table_bytes]
        while len(sizes) < 20 and not searching.done():
            if (size := core.table_bytes) != sizes[-1]:
                sizes.append(size)
        control.cancel()
        with pytest.raises(OutOfBudget):
            searching.result()
    assert sizes == sorted(sizes)
    assert len(sizes) == 20
    assert sizes[-1] <= core.table_bytes <= 1 << 26
