"""The analysis of any position, by the theory of its mechanic."""

from collections.abc import Callable
from functools import lru_cache
from threading import RLock
from time import perf_counter
from typing import Any
from weakref import WeakSet

from commonfactor.rules.base import AnyRules
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Budget, Theory
from commonfactor.solver.nim_theories import DivideTheory, SubtractTheory
from commonfactor.solver.pool_theories import FollowTheory, KeepApartTheory, SweepTheory, WalkTheory, forget_cores
from commonfactor.solver.reference import Reference

_THEORIES: dict[str, Callable[[Any], Theory[Any]]] = {
    "divide": DivideTheory,
    "follow": FollowTheory,
    "keep-apart": KeepApartTheory,
    "subtract": lambda rules: SubtractTheory(rules) if rules.has_one else Reference(rules),
    "sweep": SweepTheory,
    "walk": WalkTheory,
}


def analyse(
    rules: AnyRules, position: Any, budget: Budget = DEFAULT_BUDGET, control: Control | None = None
) -> Analysis:
    """The verdict of a position and of all its moves; unknown where the budget does not reach.

    To stop it from another thread, pass ``control=budget.control()`` and call its ``cancel``.
    """
    control = control or budget.control()
    started = perf_counter()
    theory = theory_of(rules)
    _make_room(theory, control)
    findings = theory.investigate(position, control)
    return Analysis(
        rules=rules,
        position=position,
        verdict=findings.verdict,
        moves=findings.moves,
        nimber=findings.nimber,
        value=findings.value,
        nodes=control.nodes,
        seconds=perf_counter() - started,
        table_bytes=theory.table_bytes,
        budget=budget,
        findings=findings,
        theory=theory,
    )


def _make_room(theory: Theory[Any], control: Control) -> None:
    """Keep all tables together within the memory of this analysis."""
    held = kept_bytes(besides=theory)
    control.hold_back(held)
    if held > control.most_bytes:
        forget()
        control.hold_back(0)


def kept_bytes(besides: Theory[Any] | None = None) -> int:
    """The memory that all tables take, those of one theory perhaps left out."""
    with _keeping:
        tables = {id(theory.tables): theory.table_bytes for theory in _kept}
    if besides is not None:
        tables.pop(id(besides.tables), None)
    return sum(tables.values())


def forget() -> None:
    """Let go of all tables, as if nothing had been asked yet."""
    theory_of.cache_clear()
    forget_cores()


# All theories that are still in use or kept by ``theory_of``, for counting their memory.
_kept: WeakSet[Theory[Any]] = WeakSet()
_keeping = RLock()


@lru_cache(maxsize=4)
def theory_of(rules: AnyRules) -> Theory[Any]:
    """The theory of the mechanic of a game, with its tables, or plain search if there is none."""
    theory = _THEORIES.get(rules.mechanic, Reference)(rules)
    with _keeping:
        _kept.add(theory)
    return theory
