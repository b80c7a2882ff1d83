"""Results that others have published for other graphs; each test names its source."""

from collections.abc import Callable, Iterable
from itertools import combinations, product

import pytest

from commonfactor.arithmetic.primes import primes_up_to
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.solver._core import Kayles
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.graph_games import GraphAnalysis, NamedGraph, col, geography, kayles
from commonfactor.solver.number_graphs import vertices
from commonfactor.solver.oracle import analyse

Cell = tuple[int, int]


def graph_on(order: int, edges: Iterable[tuple[int, int]]) -> NamedGraph:
    return NamedGraph([str(vertex) for vertex in range(order)], sorted({(min(edge), max(edge)) for edge in edges}))


def path(order: int) -> NamedGraph:
    return graph_on(order, [(vertex, vertex + 1) for vertex in range(order - 1)])


def cycle(order: int) -> NamedGraph:
    return graph_on(order, [(vertex, (vertex + 1) % order) for vertex in range(order)])


def board(rows: int, columns: int, joined: Callable[[Cell, Cell], bool]) -> NamedGraph:
    cells = list(product(range(rows), range(columns)))
    pairs = combinations(enumerate(cells), 2)
    return graph_on(len(cells), [(i, j) for (i, a), (j, b) in pairs if joined(a, b)])


def are_beside(a: Cell, b: Cell) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def attack(a: Cell, b: Cell) -> bool:
    """Whether queens on two squares attack one another."""
    across, down = a[0] - b[0], a[1] - b[1]
    return across == 0 or down == 0 or abs(across) == abs(down)


def solved(analysis: GraphAnalysis) -> GraphAnalysis:
    assert analysis.verdict is not Verdict.UNKNOWN
    assert Verdict.UNKNOWN not in analysis.moves.values()
    return analysis


def nimber(graph: NamedGraph) -> int | None:
    return solved(kayles(graph, Budget().control())).nimber


DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4]
"""The beginning of Dawson's Chess, the octal game 0.137: OEIS A002187, Winning Ways, chapter 4."""


@pytest.mark.unfollowed
def test_node_kayles_on_paths_is_dawsons_chess() -> None:
    """OEIS A002187: the values, and period 34 from 52 on."""
    longest = path(155)
    core, control = Kayles.on_cliques(155, longest.edges, []), Budget().control()
    values = [core.grundy(vertices((1 << order) - 1), control) for order in range(1, 156)]
    assert values[: len(DAWSON) - 1] == DAWSON[1:]
    assert all(values[order - 1] == values[order + 33] for order in range(52, 121))


def test_node_kayles_on_cycles_follows_from_paths() -> None:
    """Winning Ways, chapter 4: every first move leaves a path that is three shorter."""
    for order in range(3, 34):
        assert nimber(cycle(order)) == int(DAWSON[order - 3] == 0)


@pytest.mark.parametrize(("size", "value"), [*enumerate([1, 1, 2, 1, 3, 1, 2, 3], start=1)])
def test_node_kayles_on_queens_graphs(size: int, value: int) -> None:
    """OEIS A344227; Noon and Van Brummelen, The Non-Attacking Queens Game, 2006."""
    assert nimber(board(size, size, attack)) == value


@pytest.mark.parametrize(("columns", "value"), [*enumerate([2, 1, 1, 0, 3, 3, 2, 2, 2, 3], start=1)])
def test_node_kayles_on_lattices_of_three_rows(columns: int, value: int) -> None:
    """OEIS A316632; Brown and others, Nimber Sequences of Node-Kayles Games, 2020."""
    assert nimber(board(3, columns, are_beside)) == value


def test_node_kayles_on_ladders_and_on_four_rows() -> None:
    """OEIS A316632, comments: 1, 0, 1, 0 ... on two rows; 0 on four."""
    assert [nimber(board(2, columns, are_beside)) for columns in range(1, 13)] == [1, 0] * 6
    assert [nimber(board(4, columns, are_beside)) for columns in range(1, 8)] == [0] * 7


def value(graph: NamedGraph) -> str:
    return str(solved(col(graph, Budget().control())).value)


def test_col_on_paths_and_cycles() -> None:
    """Winning Ways, chapter 2: a single vertex is star, every longer string and every ring is 0."""
    assert [value(path(order)) for order in range(1, 25)] == ["*", *["0"] * 23]
    assert [value(cycle(order)) for order in range(3, 25)] == ["0"] * 22


def test_col_on_grids_with_an_even_side() -> None:
    """On Numbers and Games, chapter 8: the second player wins by symmetry through the centre."""
    for rows, columns in [(2, 2), (2, 5), (3, 4), (4, 4), (2, 9), (4, 5)]:
        assert value(board(rows, columns, are_beside)) == "0"


@pytest.mark.parametrize(("rows", "columns"), [(1, 5), (2, 3), (3, 3), (3, 5), (4, 4), (5, 5), (5, 6), (7, 7)])
def test_geography_on_grids(rows: int, columns: int) -> None:
    """Fraenkel, Scheinerman, Ullman, Undirected Edge Geography, 1993: by parity, first wins from the minority colour.

    A grid of even size has a perfect matching; one of odd size misses any single vertex of the
    larger colour class, and no other.
    """
    graph = board(rows, columns, are_beside)
    for vertex, (row, column) in enumerate(product(range(rows), range(columns))):
        analysis = solved(geography(graph, Budget().control(), str(vertex)))
        loses = rows * columns % 2 == 1 and (row + column) % 2 == 0
        assert analysis.verdict is (Verdict.LOSS if loses else Verdict.WIN)


def pairs_by_greed(highest: int) -> int:
    """How many pairs with a common factor the greedy over primes makes of 1 to ``highest``.

    From the largest prime that has two multiples down to 3: pair what is left of its multiples,
    and of an odd number leave out the double of the prime; then pair what is left of the even.
    """
    left, pairs = set(range(2, highest + 1)), 0
    for prime in reversed(primes_up_to(highest // 2)):
        found = [multiple for multiple in range(prime, highest + 1, prime) if multiple in left]
        if len(found) % 2:
            found.remove(2 * prime)
        left.difference_update(found)
        pairs += len(found) // 2
    return pairs


@pytest.mark.parametrize("highest", [*range(4, 300), 1_000, 9_973, 100_000])
def test_largest_pairings_are_those_of_the_greedy_over_primes(highest: int) -> None:
    """Codeforces 449C, "Jzzhu and Apples": the greedy over primes, largest first, is best on 1 to n."""
    rules = FactorClash(2, highest)
    proof = analyse(rules, rules.initial_position).proof
    assert proof is not None
    assert len(proof.as_json()["pairs"]) == pairs_by_greed(highest)
