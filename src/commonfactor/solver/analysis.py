"""Analyses, their budgets, and the contract of a theory."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Generic, NamedTuple

from commonfactor.rules.base import AnyRules, Move, PositionT
from commonfactor.solver._core import Control
from commonfactor.solver.col_values import Value
from commonfactor.solver.proofs.checking import Proof

_UNLIMITED = 2**64 - 1
_SECONDS_FOR_A_PROOF = 1.0


class Verdict(StrEnum):
    """The result of best play for the player to move, or for whoever makes a move."""

    WIN = "win"
    LOSS = "loss"
    UNKNOWN = "unknown"

    @property
    def winner(self) -> str:
        """The seat that wins with best play, if this is the verdict of the start."""
        return {Verdict.WIN: "first", Verdict.LOSS: "second"}.get(self, "unknown")


class Budget(NamedTuple):
    """The limits of an analysis; past them, what is not known yet stays unknown."""

    seconds: float = 60.0
    bytes: int = 2 << 30
    nodes: int | None = None

    def control(self) -> Control:
        """The meter of one analysis, running from now on; its ``cancel`` may be called from any thread."""
        return Control(_UNLIMITED if self.nodes is None else self.nodes, self.seconds, self.bytes)


DEFAULT_BUDGET = Budget()


@dataclass
class Findings:
    """The answers of a theory about a position by the time it ended or ran out of budget."""

    moves: dict[Move, Verdict]
    verdict: Verdict = Verdict.UNKNOWN
    nimber: int | None = None
    value: Value | None = None
    is_complete: bool = False
    """Whether the budget sufficed for all that the theory can tell."""
    evidence: Any = None
    """Whatever the theory needs to prove the verdict."""


@dataclass(frozen=True)
class Analysis:
    """The verdict of a position and of every legal move, with a reason and the cost."""

    rules: AnyRules
    position: Any  # of the type that the rules have
    verdict: Verdict
    moves: Mapping[Move, Verdict]
    nimber: int | None
    value: Value | None
    nodes: int
    seconds: float
    table_bytes: int
    budget: Budget
    findings: Findings = field(repr=False)
    theory: "Theory[Any]" = field(repr=False)

    def moves_with(self, verdict: Verdict) -> tuple[Move, ...]:
        """The legal moves that have a verdict, ascending."""
        return tuple(move for move, has in self.moves.items() if has is verdict)

    @property
    def is_win_without_move(self) -> bool:
        """Whether the budget told that the position is won, but not by which move."""
        return self.verdict is Verdict.WIN and Verdict.WIN not in self.moves.values()

    @cached_property
    def proof(self) -> Proof | None:
        """Why the verdict is true; None if it is unknown.

        It may take what is left of the budget, and a second at least; its check names the gaps that this leaves.
        """
        return self.prove(self.budget_of_proof.control())

    @property
    def budget_of_proof(self) -> Budget:
        return Budget(max(self.budget.seconds - self.seconds, _SECONDS_FOR_A_PROOF), self.budget.bytes)

    def prove(self, control: Control, *, with_replies: bool = True) -> Proof | None:
        """The proof within a budget of its own; pass ``with_replies=False`` if you only need its claims."""
        if self.verdict is Verdict.UNKNOWN:
            return None
        return self.theory.proof(self, control, with_replies=with_replies)


class Theory(ABC, Generic[PositionT]):
    """Knowledge about one game with one setup. Keeps its tables from one question to the next."""

    @abstractmethod
    def investigate(self, position: PositionT, control: Control) -> Findings:
        """The verdicts of a position and its moves; what the budget did not allow is unknown."""

    @abstractmethod
    def proof(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        """Why a known verdict is true.

        The table of all replies takes long to make and only a check needs it; without it the proof is partial.
        """

    @property
    def tables(self) -> object:
        """The owner of the tables; theories may share it."""
        return self

    @property
    def table_bytes(self) -> int:
        """The memory that the tables take."""
        return 0
