"""Keeps a task within its budget, and stops it from another thread when nobody waits for it any more."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer

from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget

LEAST_SECONDS = 0.1
"""A move has at least this long, however many others wait."""

# Looking ahead is counted and not timed, and follows when the solver has used up its seconds.
_SOLVER_TO_WHOLE = 2


class CancelledTaskError(Exception):
    """Nobody waits for the answer any more."""


class Leash:
    """Hands out the meters of one task, and stops all of them when the task is cancelled."""

    def __init__(self, share: float = 1.0) -> None:
        """Give moves this share of their seconds, from 0 to 1."""
        self._share = share
        self._lock = Lock()
        self._meters: list[Control] = []
        self._is_cancelled = False

    def control(self, budget: Budget) -> Control:
        """A meter that runs from now on; ``CancelledTaskError`` if it is too late for that."""
        meter = budget.control()
        with self._lock:
            self._check()
            self._meters.append(meter)
        return meter

    @contextmanager
    def thinking(self, budget: Budget) -> Iterator[Control]:
        """A meter for a move or a hint, with the seconds that are left when others wait.

        After twice these seconds it is cancelled, so that a player stops looking ahead as well
        and makes the best move that it has found.
        """
        seconds = max(LEAST_SECONDS, budget.seconds * self._share)
        meter = self.control(budget._replace(seconds=seconds))
        alarm = Timer(_SOLVER_TO_WHOLE * seconds, meter.cancel)
        alarm.daemon = True
        alarm.start()
        try:
            yield meter
        finally:
            alarm.cancel()

    def cancel(self) -> None:
        """Stop the task soon."""
        with self._lock:
            self._is_cancelled = True
            for meter in self._meters:
                meter.cancel()

    def check(self) -> None:
        """Raise ``CancelledTaskError`` if the task was cancelled, since its answer is then worth nothing."""
        with self._lock:
            self._check()

    def _check(self) -> None:
        if self._is_cancelled:
            raise CancelledTaskError
