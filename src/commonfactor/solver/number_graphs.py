"""The graphs that the games are played on, as the core takes them.

A graph is given by cliques of vertices; vertex v stands for the number ``low + v``. A set of
numbers crosses over as bytes, shifted so that the first number of the pool is bit 0.
"""

from collections import defaultdict

from commonfactor.arithmetic.primes import primes_up_to

Cliques = list[list[int]]
Symmetries = list[list[list[int]]]
Graph = tuple[int, Cliques, Symmetries]
"""What the searches of the core are made from: how many vertices, their cliques, and what may be swapped."""


def common_factor_graph(low: int, high: int) -> Graph:
    """The numbers of a pool, joined if they have a common factor."""
    return high - low + 1, _common_factor_cliques(low, high), _interchangeable_primes(low, high)


def divisibility_graph(low: int, high: int) -> Graph:
    """The numbers of a pool, joined if one divides the other."""
    return high - low + 1, _divisibility_edges(low, high), _interchangeable_primes(low, high)


def _common_factor_cliques(low: int, high: int) -> Cliques:
    """The graph that joins numbers with a common factor: one clique for each prime."""
    return [clique for prime in primes_up_to(high) if len(clique := _multiples(prime, low, high)) > 1]


def _divisibility_edges(low: int, high: int) -> Cliques:
    """The graph that joins every number with its multiples, as cliques of two."""
    return [
        [number - low, multiple - low]
        for number in range(low, high // 2 + 1)
        for multiple in range(2 * number, high + 1, number)
    ]


def _interchangeable_primes(low: int, high: int) -> Symmetries:
    """Primes that may be swapped, together with their multiples, without changing either graph.

    A prime p above the root of ``high`` has the multiples m·p with m < p. What such a multiple
    is joined to within its block and outside depends on m alone, so that primes whose
    multiples in the pool have the same m are interchangeable.
    """
    alike = defaultdict(list)
    for prime in primes_up_to(high):
        if prime * prime > high and (block := _multiples(prime, low, high)):
            alike[-(-low // prime), high // prime].append(block)
    return [blocks for blocks in alike.values() if len(blocks) > 1]


def vertices(numbers: int, low: int = 0) -> bytes:
    """A set of numbers as the core takes it."""
    shifted = numbers >> low
    return shifted.to_bytes((shifted.bit_length() + 7) // 8, "little")


def numbers(vertices: bytes) -> int:
    """A set of numbers as the core gives it, where vertices are numbers."""
    return int.from_bytes(vertices, "little")


def _multiples(prime: int, low: int, high: int) -> list[int]:
    return [multiple - low for multiple in range(-(-low // prime) * prime, high + 1, prime)]
