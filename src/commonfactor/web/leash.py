"""What keeps a task within its budget, and stops it from another thread when nobody waits for it any more."""

from threading import Lock

from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget


class CancelledTaskError(Exception):
    """Nobody waits for the answer any more."""


class Leash:
    """Hands out the meters of one task, and stops all of them when the task is cancelled."""

    def __init__(self) -> None:
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
