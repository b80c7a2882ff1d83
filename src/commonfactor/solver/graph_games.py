"""Geography, Kayles, Col and trails on any graph, so that published results can be compared."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter
from typing import NamedTuple

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.solver._core import MOST_VERTICES, Col, Control, Geography, Kayles, OutOfBudget, Trails
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.col_values import Value
from commonfactor.solver.number_graphs import numbers, vertices

MOST_VERTICES_TO_MATCH = 1_000_000
"""Geography needs no search, and takes larger graphs."""

_LONGEST_NAME = 64


class GraphError(NotationError):
    """A graph, or what is asked about it, makes no sense; the message says what."""


class NamedGraph(NamedTuple):
    """Vertices by name, numbers before words, and edges between their places in that order."""

    names: list[str]
    edges: list[tuple[int, int]]

    def vertex(self, name: str) -> int:
        try:
            return self.names.index(name)
        except ValueError:
            raise GraphError(f"the graph has no vertex {quoted(name)}") from None

    @property
    def everything(self) -> int:
        return (1 << len(self.names)) - 1


def parse_graph(lines: Iterable[str]) -> NamedGraph:
    """A graph from one edge ``a b`` or one vertex ``a`` per line; ``#`` starts a comment."""
    named: set[str] = set()
    joined: set[tuple[str, str]] = set()
    for place, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        if len(words) > 2:
            raise GraphError(f"line {place}: an edge is two names, a vertex without edges one, not {len(words)}")
        if any(len(word) > _LONGEST_NAME for word in words):
            raise GraphError(f"line {place}: a name has at most {_LONGEST_NAME} characters")
        if len(set(words)) < len(words):
            raise GraphError(f"line {place}: a vertex cannot be joined to itself")
        named.update(words)
        if len(named) > MOST_VERTICES_TO_MATCH:
            raise GraphError(f"a graph has at most {MOST_VERTICES_TO_MATCH:,} vertices")
        if len(words) == 2:
            first, second = sorted(words)
            joined.add((first, second))
    if not named:
        raise GraphError("there is no vertex in this graph")
    names = sorted(named, key=lambda name: (not name.isdecimal(), len(name) if name.isdecimal() else 0, name))
    place_of = {name: place for place, name in enumerate(names)}
    return NamedGraph(names, sorted((place_of[a], place_of[b]) for a, b in joined))


@dataclass
class GraphAnalysis:
    """The verdicts of a game on a graph, and of its first moves."""

    verdict: Verdict = Verdict.UNKNOWN
    moves: dict[int, Verdict] = field(default_factory=dict)
    nimber: int | None = None
    value: Value | None = None
    nodes: int = 0
    seconds: float = 0.0

    def names_with(self, verdict: Verdict, graph: NamedGraph) -> list[str]:
        """The vertices to which a first move has a verdict."""
        return [graph.names[vertex] for vertex, has in self.moves.items() if has is verdict]


def geography(graph: NamedGraph, control: Control, start: str | None = None) -> GraphAnalysis:
    """One token, at a start or to be placed by who moves first."""

    def search(found: GraphAnalysis) -> None:
        present, allowed = graph.everything, graph.everything
        if start is not None:
            token = graph.vertex(start)
            present &= ~(1 << token)
            allowed = _set_of({a + b - token for a, b in graph.edges if token in (a, b)})
        found.moves = dict.fromkeys(numbers_in(allowed), Verdict.UNKNOWN)
        core = Geography.on_cliques(len(graph.names), graph.edges)
        missable, *_ = core.decompose(vertices(present), vertices(allowed), control)
        winning = numbers_in(numbers(missable) & allowed)
        found.verdict = Verdict.WIN if winning else Verdict.LOSS
        found.moves = dict.fromkeys(found.moves, Verdict.LOSS) | dict.fromkeys(winning, Verdict.WIN)

    return _analysed(search, control)


def kayles(graph: NamedGraph, control: Control) -> GraphAnalysis:
    """Take a vertex, and its neighbours go too."""
    core, neighbours = Kayles.on_cliques(_searchable(graph), graph.edges, []), _neighbours(graph)
    everything = graph.everything

    def is_won(vertex: int | None) -> bool:
        swept = 0 if vertex is None else neighbours[vertex] | 1 << vertex
        return core.wins(vertices(everything & ~swept), control)

    def search(found: GraphAnalysis) -> None:
        _ask_about_all(found, everything, is_won)
        found.nimber = core.grundy(vertices(everything), control)

    return _analysed(search, control)


def col(graph: NamedGraph, control: Control) -> GraphAnalysis:
    """Two colours, no two neighbours of one colour."""
    core, neighbours = Col.on_cliques(_searchable(graph), graph.edges, []), _neighbours(graph)
    everything = graph.everything

    def is_won(vertex: int | None) -> bool:
        if vertex is None:
            return core.left_wins(vertices(everything), vertices(everything), control)
        left = everything & ~(1 << vertex)
        return core.left_wins(vertices(left), vertices(left & ~neighbours[vertex]), control)

    def search(found: GraphAnalysis) -> None:
        _ask_about_all(found, everything, is_won)
        numerator, denominator, star = core.value(vertices(everything), vertices(everything), control)
        found.value = Value(Fraction(numerator, denominator), star)

    return _analysed(search, control)


def trails(graph: NamedGraph, control: Control, tokens: Sequence[str] | None = None) -> GraphAnalysis:
    """Two tokens, of who moves first and of the other, or both still to be placed."""
    core, neighbours = Trails.on_cliques(_searchable(graph), graph.edges, []), _neighbours(graph)
    own, theirs = (Trails.nowhere, Trails.nowhere) if tokens is None else map(graph.vertex, tokens)
    if tokens is not None and own == theirs:
        raise GraphError("the two tokens cannot be on one vertex")

    unvisited = allowed = graph.everything
    if tokens is not None:
        unvisited &= ~(1 << own | 1 << theirs)
        allowed = neighbours[own] & unvisited

    def is_won(vertex: int | None) -> bool:
        if vertex is None:
            return core.mover_wins(vertices(unvisited), own, theirs, control)
        return core.mover_wins(vertices(unvisited & ~(1 << vertex)), theirs, vertex, control)

    return _analysed(lambda found: _ask_about_all(found, allowed, is_won), control)


def _ask_about_all(found: GraphAnalysis, allowed: int, is_won: Callable[[int | None], bool]) -> None:
    """Ask who wins before the first move, and after each of a set of them."""
    found.moves = dict.fromkeys(numbers_in(allowed), Verdict.UNKNOWN)
    found.verdict = Verdict.WIN if is_won(None) else Verdict.LOSS
    for vertex in found.moves:
        found.moves[vertex] = Verdict.LOSS if is_won(vertex) else Verdict.WIN


def _analysed(search: Callable[[GraphAnalysis], None], control: Control) -> GraphAnalysis:
    found, started = GraphAnalysis(), perf_counter()
    with suppress(OutOfBudget):
        search(found)
    found.nodes, found.seconds = control.nodes, perf_counter() - started
    return found


def _searchable(graph: NamedGraph) -> int:
    if len(graph.names) > MOST_VERTICES:
        raise GraphError(f"this game is searched on at most {MOST_VERTICES} vertices, not on {len(graph.names)}")
    return len(graph.names)


def _neighbours(graph: NamedGraph) -> list[int]:
    sets = [0] * len(graph.names)
    for a, b in graph.edges:
        sets[a] |= 1 << b
        sets[b] |= 1 << a
    return sets


def _set_of(members: set[int]) -> int:
    """A set as an integer, made without shifting a long integer once per member."""
    bits = bytearray(max(members, default=0) // 8 + 1)
    for member in members:
        bits[member // 8] |= 1 << member % 8
    return numbers(bytes(bits))
