"""A bound on the log: whatever happens however often, each cause writes only a few lines a second."""

import logging
import traceback
from collections import Counter
from collections.abc import Callable

from commonfactor.web.rate_limits import Limiter
from commonfactor.web.settings import Rate

LINES_AT_ONCE = 20
LINES_PER_SECOND = 3.0

_LONGEST_TRACEBACK = 40
"""How many lines of a traceback are kept, the last ones."""


class LogLimit(logging.Filter):
    """Lets each statement that logs write so many lines, then a few a second, and tells how often it was cut off.

    Attach it to a handler. Statements are few, so what is remembered of them needs no bound.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        """Begin with nothing written; the ``clock`` tells nanoseconds and never goes back."""
        super().__init__()
        self._lines = Limiter(Rate(LINES_AT_ONCE, 60 * LINES_PER_SECOND), clock)
        self._left_out: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record; one that follows others left out says how many."""
        statement = f"{record.pathname}:{record.lineno}"
        if self._lines.take(statement) is not None:
            self._left_out[statement] += 1
            return False
        message = record.getMessage()
        if left_out := self._left_out.pop(statement, 0):
            message += f" ({left_out:,} more like this were left out before it)"
        record.msg, record.args = message, None
        if record.exc_info and not record.exc_text:  # the formatter would make the same text, without an end
            lines = "".join(traceback.format_exception(*record.exc_info)).rstrip("\n").split("\n")
            record.exc_text = "\n".join(lines[-_LONGEST_TRACEBACK:])
        self._lines.charge(statement, message.count("\n") + (record.exc_text or "").count("\n"))
        return True
