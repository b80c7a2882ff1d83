"""Search on the graph of a pool, where the core knows everything but a restricted first pick."""

from abc import abstractmethod
from contextlib import suppress
from typing import Protocol

from commonfactor.rules.pool import Opening, PoolPosition, PoolRules
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Findings, Verdict
from commonfactor.solver.number_graphs import vertices
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.search import SearchTheory


class _Searching(Protocol):
    """A search of the core."""

    @property
    def table_bytes(self) -> int:
        """How much memory its tables take."""


class PoolSearch(SearchTheory[PoolPosition]):
    """A theory of a pool game whose positions the core searches."""

    def __init__(self, rules: PoolRules, core: _Searching) -> None:
        super().__init__(rules)
        self._pool_rules, self._searching = rules, core

    @property
    def tables(self) -> object:
        return self._searching

    @property
    def table_bytes(self) -> int:
        return self._searching.table_bytes

    @abstractmethod
    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        """Whether the player to move wins, with a free pick."""

    def is_won(self, position: PoolPosition, control: Control) -> bool:
        if not self._has_restricted_pick(position):
            return self._core_wins(position, control)
        rules = self._pool_rules
        return not all(self._core_wins(rules.play(position, move), control) for move in rules.legal_moves(position))

    def proof(
        self, position: PoolPosition, findings: Findings, control: Control, *, with_replies: bool = True
    ) -> Proof | None:
        # Where the first pick is restricted, all values say is that some move wins.
        if findings.verdict is Verdict.WIN or not self._has_restricted_pick(position):
            with suppress(OutOfBudget):
                return self._proof_by_theory(position, findings, control, with_replies=with_replies)
        return self._line_proof(position, findings, control, with_replies=with_replies)

    @abstractmethod
    def _proof_by_theory(
        self, position: PoolPosition, findings: Findings, control: Control, *, with_replies: bool
    ) -> Proof | None:
        """The proof that the theory has for free picks; ``OutOfBudget`` if it cannot be made."""

    def _has_restricted_pick(self, position: PoolPosition) -> bool:
        """Whether this is a first pick that the setup restricts, so that the theory's values do not apply."""
        rules = self._pool_rules
        return rules.opening is not Opening.ANY and position.available == rules.pool

    def _vertices(self, numbers: int) -> bytes:
        return vertices(numbers, self._pool_rules.low)
