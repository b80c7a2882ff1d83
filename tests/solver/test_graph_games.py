"""The four games on any graph, against their rules written down with sets of names, and graphs read from text."""

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonfactor.solver import graph_games
from commonfactor.solver._core import MOST_VERTICES
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.graph_games import (
    GraphAnalysis,
    GraphError,
    NamedGraph,
    col,
    geography,
    kayles,
    parse_graph,
    trails,
)

NAMES = ("1", "2", "10", "a", "b", "c")
LONG_PATH = [f"{vertex} {vertex + 1}" for vertex in range(MOST_VERTICES)]

Names = frozenset[str]
Near = Mapping[str, Names]
Options = Callable[[Any], Mapping[str, Hashable]]
"""The positions that the moves lead to, by the vertex that is chosen."""


@st.composite
def graphs(draw: st.DrawFn) -> tuple[NamedGraph, Near]:
    """A graph as it was read, and the neighbours of each vertex as they were written."""
    names = draw(st.permutations(NAMES))[: draw(st.integers(2, len(NAMES)))]
    edges = [pair for pair in combinations(names, 2) if draw(st.booleans())]
    near = {
        name: frozenset(other for pair in edges if name in pair for other in pair if other != name) for name in names
    }
    return parse_graph([*map(" ".join, edges), *names]), near


def assert_right(graph: NamedGraph, found: GraphAnalysis, start: Hashable, options: Options) -> None:
    """Compare all verdicts with a search of every line of play."""

    @cache
    def is_won(position: Hashable) -> bool:
        return not all(map(is_won, options(position).values()))

    assert found.verdict is (Verdict.WIN if is_won(start) else Verdict.LOSS)
    for verdict, loses_for_opponent in ((Verdict.WIN, True), (Verdict.LOSS, False)):
        right = {name for name, reached in options(start).items() if is_won(reached) is not loses_for_opponent}
        names = found.names_with(verdict, graph)
        assert set(names) == right
        assert names == [name for name in graph.names if name in right]
    assert not found.names_with(Verdict.UNKNOWN, graph)


@given(graphs())
def test_kayles(drawn: tuple[NamedGraph, Near]) -> None:
    graph, near = drawn

    def options(left: Names) -> dict[str, Names]:
        return {name: left - near[name] - {name} for name in left}

    @cache
    def nimber(left: Names) -> int:
        reached = set(map(nimber, options(left).values()))
        return next(number for number in range(len(reached) + 1) if number not in reached)

    found = kayles(graph, Budget().control())
    assert_right(graph, found, frozenset(near), options)
    assert found.nimber == nimber(frozenset(near))


@given(graphs())
def test_col(drawn: tuple[NamedGraph, Near]) -> None:
    graph, near = drawn

    def options(sides: tuple[Names, Names]) -> dict[str, tuple[Names, Names]]:
        own, theirs = sides
        return {name: (theirs - {name}, own - {name} - near[name]) for name in own}

    found = col(graph, Budget().control())
    assert_right(graph, found, (frozenset(near), frozenset(near)), options)
    assert found.value is not None
    assert found.value == -found.value, "neither colour is ahead before the first move"


@given(graphs(), st.data())
def test_geography(drawn: tuple[NamedGraph, Near], data: st.DataObject) -> None:
    graph, near = drawn
    start = data.draw(st.sampled_from([None, *graph.names]))

    def options(position: tuple[Names, str | None]) -> dict[str, tuple[Names, str]]:
        left, token = position
        return {name: (left - {name}, name) for name in (left if token is None else left & near[token])}

    found = geography(graph, Budget().control(), start)
    assert_right(graph, found, (frozenset(near) - {start}, start), options)


@given(graphs(), st.data())
def test_trails(drawn: tuple[NamedGraph, Near], data: st.DataObject) -> None:
    graph, near = drawn
    tokens = data.draw(st.none() | st.permutations(graph.names).map(lambda names: names[:2]))

    def options(position: tuple[Names, str | None, str | None]) -> dict[str, tuple[Names, str | None, str]]:
        left, own, theirs = position
        return {name: (left - {name}, theirs, name) for name in (left if own is None else left & near[own])}

    found = trails(graph, Budget().control(), tokens)
    assert_right(graph, found, (frozenset(near) - {*(tokens or ())}, *(tokens or (None, None))), options)


@pytest.mark.parametrize("game", [kayles, col, geography, trails])
def test_without_a_budget_the_moves_are_known_and_their_verdicts_are_not(game: Callable[..., GraphAnalysis]) -> None:
    graph = parse_graph(["a b", "b c"])
    cancelled = Budget().control()
    cancelled.cancel()
    found = game(graph, cancelled)
    assert found.verdict is Verdict.UNKNOWN
    assert found.names_with(Verdict.UNKNOWN, graph) == ["a", "b", "c"]
    assert (found.nimber, found.value) == (None, None)


def test_a_graph_is_read_with_numbers_before_words() -> None:
    lines = ["# a graph", "b a", "", "10 9 # an edge", "9  10", "2", "a b"]
    graph = parse_graph(lines)
    assert graph.names == ["2", "9", "10", "a", "b"]
    assert sorted(map(sorted, graph.edges)) == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "there is no vertex in this graph"),
        (["# nothing", ""], "there is no vertex in this graph"),
        (["a b", "a b c"], "line 2: an edge is two names, a vertex without edges one, not 3"),
        (["a a"], "line 1: a vertex cannot be joined to itself"),
        (["a", "b " + 65 * "c"], "line 2: a name has at most 64 characters"),
    ],
)
def test_a_line_that_is_no_edge_is_named(lines: list[str], complaint: str) -> None:
    with pytest.raises(GraphError) as told:
        parse_graph(lines)
    assert str(told.value) == complaint


def test_a_graph_that_is_too_large_is_refused_before_it_is_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_games, "MOST_VERTICES_TO_MATCH", 1000)
    assert len(parse_graph(map(str, range(1000))).names) == 1000
    lines = map(str, range(2000))
    with pytest.raises(GraphError, match="at most 1,000 vertices"):
        parse_graph(lines)
    assert next(lines) == "1001"


@pytest.mark.parametrize("game", [kayles, col, trails])
def test_a_search_takes_fewer_vertices_than_a_matching(game: Callable[..., GraphAnalysis]) -> None:
    graph = parse_graph(LONG_PATH)
    with pytest.raises(GraphError, match=f"at most {MOST_VERTICES} vertices, not on {MOST_VERTICES + 1}$"):
        game(graph, Budget().control())
    assert geography(graph, Budget().control()).verdict is Verdict.WIN, "an odd path has no perfect matching"
    assert geography(graph, Budget().control(), "0").verdict is Verdict.LOSS, "the rest of the path has one"


def test_tokens_are_on_two_vertices_of_the_graph() -> None:
    graph = parse_graph(islice(LONG_PATH, 5))
    with pytest.raises(GraphError, match=r"^the graph has no vertex '9'$"):
        geography(graph, Budget().control(), "9")
    with pytest.raises(GraphError, match=r"^the graph has no vertex '9'$"):
        trails(graph, Budget().control(), ["0", "9"])
    with pytest.raises(GraphError, match=r"^the two tokens cannot be on one vertex$"):
        trails(graph, Budget().control(), ["3", "3"])
