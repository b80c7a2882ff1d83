"""The graphs that the games are played on, as the core takes them: by cliques of vertices.

Vertex v is the number ``low + v``. A set of numbers crosses over as bytes whose bit 0 is the first number of the pool.
"""

from collections import defaultdict
from collections.abc import Sequence

from commonfactor.arithmetic.primes import primes_up_to
from commonfactor.rules.relations import Relation

Cliques = list[Sequence[int]]
Symmetries = list[list[list[int]]]
Graph = tuple[int, Cliques, Symmetries]
"""The number of vertices, their cliques, and the sets of vertices that may be swapped."""


def graph_of(relation: Relation, low: int, high: int) -> Graph:
    symmetries = _interchangeable_primes(low, high) if relation.has_interchangeable_primes else []
    return high - low + 1, relation.cliques(low, high, low), symmetries


def _interchangeable_primes(low: int, high: int) -> Symmetries:
    """Primes that may be swapped, together with their multiples, without changing the graph.

    A prime p above the root of ``high`` has the multiples m·p with m < p. The neighbours of such a multiple depend on m
    alone, so that primes whose multiples in the pool have the same m are interchangeable.
    """
    alike = defaultdict(list)
    for prime in primes_up_to(high):
        first = -(-low // prime)
        if prime * prime > high and (block := [multiple - low for multiple in range(first * prime, high + 1, prime)]):
            alike[first, high // prime].append(block)
    return [blocks for blocks in alike.values() if len(blocks) > 1]


def vertices(numbers: int, low: int = 0) -> bytes:
    """A set of numbers as the core takes it."""
    shifted = numbers >> low
    return shifted.to_bytes((shifted.bit_length() + 7) // 8, "little")


def numbers(vertices: bytes) -> int:
    """A set of numbers as the core gives it, where vertices are numbers."""
    return int.from_bytes(vertices, "little")
