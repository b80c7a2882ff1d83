"""The graphs that the games are played on, as the core takes them.

A graph is given by cliques of vertices; vertex v stands for the number ``low + v``. A set of
numbers crosses over as bytes, shifted so that the first number of the pool is bit 0.
"""

from collections import defaultdict
from collections.abc import Sequence

from commonfactor.arithmetic.primes import primes_up_to
from commonfactor.rules.relations import Relation

Cliques = list[Sequence[int]]
Symmetries = list[list[list[int]]]
Graph = tuple[int, Cliques, Symmetries]
"""What the searches of the core are made from: how many vertices, their cliques, and what may be swapped."""


def graph_of(relation: Relation, low: int, high: int) -> Graph:
    """The numbers of a pool, joined if they are related."""
    symmetries = _interchangeable_primes(low, high) if relation.has_interchangeable_primes else []
    return high - low + 1, relation.cliques(low, high, low), symmetries


def _interchangeable_primes(low: int, high: int) -> Symmetries:
    """Primes that may be swapped, together with their multiples, without changing the graph.

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
