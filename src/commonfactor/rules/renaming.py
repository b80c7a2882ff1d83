"""Whether two positions are the same but for the names of their numbers.

A position of a pool game is a graph: its numbers, coloured by who may take them, joined if they are related. Its form
lists them in an order that does not depend on names: colours are refined by the colours of neighbours, and where that
decides nothing, each number of a colour is tried as the first one.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from commonfactor.arithmetic.number_sets import numbers_in

MOST_TRIED = 500
"""With more orders to try, graphs that differ in names alone may have different forms."""

MOST_NUMBERS = 200
"""The form of a larger graph would take seconds."""

Form = tuple[tuple[Any, tuple[int, ...]], ...]
"""For every number in turn its colour, and the places of its neighbours that came before."""


def canonical_form(colours: Mapping[int, Any], related_to: Callable[[int], int]) -> Form:
    """The form of the graph of some numbers, each with a colour; colours can be sorted."""
    naming = _Naming(colours, related_to)
    return naming.least(_ranked(naming.colours))


class _Naming:
    """The search for the least form of a graph."""

    def __init__(self, colours: Mapping[int, Any], related_to: Callable[[int], int]) -> None:
        """Keep one of several numbers that may be exchanged: of one colour, with the same neighbours but themselves."""
        among = sum(1 << number for number in colours)
        apart = {number: (colours[number], related_to(number) & among & ~(1 << number)) for number in colours}
        together = {number: (colour, near | 1 << number) for number, (colour, near) in apart.items()}
        alike = Counter(apart.values()), Counter(together.values())
        kept = {*dict(zip(apart.values(), apart, strict=True)).values()}
        kept &= {*dict(zip(together.values(), together, strict=True)).values()}
        among = sum(1 << number for number in kept)
        self._neighbours = {number: numbers_in(apart[number][1] & among) for number in kept}
        self.colours = {
            number: (colours[number], alike[0][apart[number]], alike[1][together[number]]) for number in kept
        }
        self._tried = 0

    def least(self, ranks: dict[int, int]) -> Form:
        ranks = self._refined(ranks)
        tied = _first_tied(ranks)
        if not tied:
            return self._written(ranks)
        found: dict[Form, Form] = {}
        for number in tied:
            if found and self._tried >= MOST_TRIED:
                break
            first = _put_first(ranks, number)
            # Where two orders give one form, the graph looks the same from both numbers: one of them is enough.
            sample = self._sample(first)
            if sample not in found:
                found[sample] = self.least(first) if self._tried < MOST_TRIED else sample
        return min(found.values())

    def _sample(self, ranks: dict[int, int]) -> Form:
        """The form that comes of putting any number first wherever there is a choice."""
        self._tried += 1
        while tied := _first_tied(ranks := self._refined(ranks)):
            ranks = _put_first(ranks, tied[0])
        return self._written(ranks)

    def _refined(self, ranks: dict[int, int]) -> dict[int, int]:
        """Numbers of one rank have as many neighbours of each rank."""
        while True:
            finer = _ranked({number: (rank, self._places(ranks, number)) for number, rank in ranks.items()})
            if finer == ranks:
                return ranks
            ranks = finer

    def _written(self, ranks: dict[int, int]) -> Form:
        return tuple(
            (self.colours[number], tuple(place for place in self._places(ranks, number) if place < rank))
            for number, rank in sorted(ranks.items(), key=itemgetter(1))
        )

    def _places(self, ranks: dict[int, int], number: int) -> tuple[int, ...]:
        return tuple(sorted(ranks[neighbour] for neighbour in self._neighbours[number]))


def _ranked(keys: Mapping[int, Any]) -> dict[int, int]:
    """For every number, how many come before it by their keys."""
    ordered = sorted(keys.values())
    ranks = {key: place for place, key in reversed(list(enumerate(ordered)))}
    return {number: ranks[key] for number, key in keys.items()}


def _first_tied(ranks: dict[int, int]) -> list[int]:
    """The numbers of the first rank that several have."""
    counts = Counter(ranks.values())
    tied = min((rank for rank, count in counts.items() if count > 1), default=None)
    return [number for number, rank in ranks.items() if rank == tied]


def _put_first(ranks: dict[int, int], number: int) -> dict[int, int]:
    """The ranks with a number before the others of its rank."""
    return {other: rank + (rank == ranks[number] and other != number) for other, rank in ranks.items()}
