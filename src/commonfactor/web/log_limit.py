"""A bound on the log: whatever happens however often, each cause writes only a few lines a second."""

import logging
import traceback
from collections.abc import Callable

LINES_AT_ONCE = 20
LINES_PER_SECOND = 3.0

_LONGEST_TRACEBACK = 40
"""How many lines of a traceback are kept, the last ones."""


class LogLimit(logging.Filter):
    """Lets each statement that logs write so many lines, then a few a second, and tells how often it was cut off.

    Attach it to a handler. Statements are few, so what is remembered of them needs no bound.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with nothing written; the ``clock`` tells seconds and never goes back."""
        super().__init__()
        self._clock = clock
        self._causes: dict[tuple[str, int], _Cause] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; one that follows others left out says how many."""
        place = (record.pathname, record.lineno)
        now = self._clock()
        cause = self._causes.setdefault(place, _Cause(now))
        cause.refill(now)
        if cause.lines <= 0:
            cause.left_out += 1
            return False
        message = record.getMessage()
        if cause.left_out:
            message += f" ({cause.left_out:,} more like this were left out before it)"
            cause.left_out = 0
        record.msg, record.args = message, None
        if record.exc_info and not record.exc_text:  # the formatter would make the same text, without an end
            record.exc_text = _shortened("".join(traceback.format_exception(*record.exc_info)))
        cause.lines -= 1 + message.count("\n") + (record.exc_text or "").count("\n")
        return True


class _Cause:
    """How many lines a statement may still write, and how many records were left out since it last did."""

    def __init__(self, now: float) -> None:
        self.lines, self.left_out, self._at = float(LINES_AT_ONCE), 0, now

    def refill(self, now: float) -> None:
        self.lines = min(LINES_AT_ONCE, self.lines + (now - self._at) * LINES_PER_SECOND)
        self._at = now


def _shortened(text: str) -> str:
    return "\n".join(text.rstrip("\n").split("\n")[-_LONGEST_TRACEBACK:])
