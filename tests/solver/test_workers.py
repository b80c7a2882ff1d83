"""Processes that work for this one."""

import time
from math import factorial

import pytest

from commonfactor.solver.workers import mapped, workers


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_results_come_in_the_order_of_what_they_are_for(at_once: int) -> None:
    with workers(2) as pool:
        assert list(mapped(pool, factorial, range(10), at_once)) == [factorial(number) for number in range(10)]


def test_workers_end_at_once_and_without_a_word_though_there_is_more_to_do() -> None:
    """A thread that dies of what is left would fail this test, as every error in a thread does."""
    with workers(2) as pool:
        results = mapped(pool, time.sleep, [0.05] * 10_000)
        assert next(results) is None
        del results  # as whoever is interrupted does
        started = time.monotonic()
    assert time.monotonic() - started < 20
