"""Whatever fails however often, the log stays readable."""

import asyncio
import io
import logging
from collections.abc import Callable, Iterator

import pytest

from commonfactor.web.rate_limits import LINES_AT_ONCE, LINES_PER_SECOND, LogLimit


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> int:
        return round(self.now * 1_000_000_000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def written(clock: Clock) -> Iterator[Callable[[], list[str]]]:
    """The lines of a log with a limit."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(LogLimit(clock))
    for name in "limited", "asyncio":
        logging.getLogger(name).addHandler(handler)
    yield lambda: stream.getvalue().splitlines()
    for name in "limited", "asyncio":
        logging.getLogger(name).removeHandler(handler)


LOG = logging.getLogger("limited")


def complain(number: int) -> None:
    LOG.warning("complaint %d", number)


def test_a_cause_writes_so_much_at_once_and_then_little(clock: Clock, written: Callable[[], list[str]]) -> None:
    for number in range(10_000):
        complain(number)
    assert written() == [f"complaint {number}" for number in range(LINES_AT_ONCE)]
    clock.now += 2.0
    for number in range(100):
        complain(number)
    new = written()[LINES_AT_ONCE:]
    assert len(new) == 2 * LINES_PER_SECOND
    assert new[0] == f"complaint 0 ({10_000 - LINES_AT_ONCE:,} more like this were left out before it)"
    assert new[1] == "complaint 1"


def test_one_cause_does_not_silence_another(written: Callable[[], list[str]]) -> None:
    for number in range(1_000):
        complain(number)
    LOG.error("something else")
    assert written()[-1] == "something else"


def test_a_traceback_counts_by_its_lines_and_has_not_too_many(clock: Clock, written: Callable[[], list[str]]) -> None:
    def fall(depth: int) -> int:
        return 1 // depth + (fall(depth - 1) if depth % 2 else rise(depth - 1))

    def rise(depth: int) -> int:
        return fall(depth)

    for _ in range(500):
        try:
            fall(60)
        except ZeroDivisionError:
            LOG.exception("it fell")
    lines = written()
    assert lines.count("it fell") == 1
    assert lines[-1] == "ZeroDivisionError: integer division or modulo by zero"
    assert len(lines) <= 41
    clock.now += 100.0
    LOG.warning("it is well")
    assert written()[-1] == "it is well"


def test_failures_that_the_event_loop_meets_are_bounded_too(written: Callable[[], list[str]]) -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        for _ in range(1_000):
            error = OSError(24, "Too many open files")
            loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": error})

    asyncio.run(scenario())
    assert 0 < len(written()) <= 2 * LINES_AT_ONCE
