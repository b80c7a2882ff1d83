"""Processes that work for this one."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from math import factorial

import pytest

from commonfactor.solver.worker_processes import mapped, workers


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


def test_an_interrupt_is_left_to_the_first_process() -> None:
    """A terminal sends it to all of them."""
    with workers(1) as pool:
        assert list(mapped(pool, signal.getsignal, [signal.SIGINT])) == [signal.SIG_IGN]


def test_prints_of_workers_stay_out_of_the_output(capfd: pytest.CaptureFixture[str]) -> None:
    with workers(1) as pool:
        list(mapped(pool, print, ["a word"]))
    assert capfd.readouterr() == ("", "a word\n")


def test_portions_are_worked_off_by_any_executor() -> None:
    asked: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        assert list(mapped(pool, asked.append, [*range(7)], at_once=3)) == [None] * 7
    assert asked == [*range(7)]
