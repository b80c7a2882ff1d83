"""A clock for promised time-outs that stands still while the machine does."""

from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Self

_TICK = 0.01


class RunningClock:
    """Counts the seconds of a block, less those in which a thread that only sleeps was not woken in time.

    A virtual machine may be stopped for seconds, and all its processes with it. No time-out of ours can hold then.
    """

    def __enter__(self) -> Self:
        """Start to count."""
        self._is_over, self._standstill = Event(), 0.0
        self._ticking = Thread(target=self._tick, daemon=True)
        self._started = monotonic()
        self._ticking.start()
        return self

    def __exit__(
        self, error: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop."""
        ended = monotonic()
        self._is_over.set()
        self._ticking.join()
        self.seconds = ended - self._started - self._standstill

    def _tick(self) -> None:
        before = monotonic()
        while not self._is_over.wait(_TICK):
            now = monotonic()
            self._standstill += max(0.0, now - before - 2 * _TICK)
            before = now
