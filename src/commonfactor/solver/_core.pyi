"""The compiled core; its sources are in native/. Sets of vertices are bytes, lowest bit first."""

from collections.abc import Sequence

MOST_VERTICES: int
"""The searches take no larger graph; matching takes any."""

class OutOfBudget(Exception):  # noqa: N818  # it ends a search and is no error
    """A search is out of nodes or time, or was cancelled."""

class Control:
    """What one analysis may still spend. One thread searches; any thread may cancel."""

    def __init__(self, most_nodes: int, seconds: float, most_bytes: int) -> None: ...
    def cancel(self) -> None: ...
    def check(self) -> None: ...
    def count_node(self) -> None: ...
    def hold_back(self, bytes: int) -> None:  # noqa: A002  # the word of the core
        """Leave memory to tables of other solvers that are kept, instead of what was left to them so far."""
    def limit_nodes(self, nodes: int) -> None:
        """Allow at most so many nodes from now on, and fewer if fewer are left."""
    @property
    def is_cancelled(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def most_bytes(self) -> int: ...

class Geography:
    @staticmethod
    def on_cliques(order: int, cliques: Sequence[Sequence[int]]) -> Geography: ...
    @staticmethod
    def on_common_factors(low: int, high: int) -> Geography: ...
    def decompose(
        self, present: bytes, candidates: bytes, control: Control
    ) -> tuple[bytes, bytes, int, list[tuple[int, int]]]:
        """What some maximum matching misses, the barrier, one missed candidate or -1, and a maximum matching."""

class Kayles:
    @staticmethod
    def on_cliques(
        order: int, cliques: Sequence[Sequence[int]], interchangeable: Sequence[Sequence[Sequence[int]]]
    ) -> Kayles: ...
    def grundy(self, present: bytes, control: Control) -> int: ...
    def wins(self, present: bytes, control: Control) -> bool: ...
    @property
    def table_bytes(self) -> int: ...

class Col:
    @staticmethod
    def on_cliques(
        order: int, cliques: Sequence[Sequence[int]], interchangeable: Sequence[Sequence[Sequence[int]]]
    ) -> Col: ...
    def value(self, left: bytes, right: bytes, control: Control) -> tuple[int, int, bool]:
        """Numerator, denominator, star."""
    def left_wins(self, left: bytes, right: bytes, control: Control) -> bool: ...
    @property
    def table_bytes(self) -> int: ...

class Trails:
    nowhere: int
    @staticmethod
    def on_cliques(
        order: int, cliques: Sequence[Sequence[int]], interchangeable: Sequence[Sequence[Sequence[int]]]
    ) -> Trails: ...
    def mover_wins(self, unvisited: bytes, mover: int, other: int, control: Control) -> bool: ...
    def longest_path(self, unvisited: bytes, token: int, control: Control) -> list[int]: ...
    @property
    def table_bytes(self) -> int: ...
