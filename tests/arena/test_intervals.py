"""Shares and slip rates: the estimates are the likeliest, and the intervals hold what they promise."""

from collections import Counter
from collections.abc import Mapping
from math import exp, log
from random import Random

import pytest

from commonfactor.arena.intervals import share, slip_rate

QUANTILE = 3.8414588
"""A chi-square variable with one degree of freedom is below this with a probability of 95 %."""


def log_likelihood(p: float, blunders: int, kept: Mapping[float, int]) -> float:
    return blunders * log(p) + sum(count * log(1 - p * lost) for lost, count in kept.items())


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (1, 29, 0.0061, 0.1718),
        (0, 10, 0, 0.2775),
        (10, 10, 0.7225, 1),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_a_share_has_the_interval_of_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert share(successes, trials) == pytest.approx((successes / trials, low, high), abs=5e-5)


def test_nothing_is_estimated_from_nothing() -> None:
    assert share(0, 0) is None
    assert slip_rate(0, {}) is None


def test_where_every_slip_loses_the_rate_is_the_share_of_blunders() -> None:
    found = slip_rate(13, {1.0: 52})
    assert found
    assert found.value == pytest.approx(13 / 65)


def test_the_rate_is_the_likeliest_and_its_interval_ends_where_the_likelihood_has_fallen() -> None:
    kept = {1.0: 20, 0.5: 31, 2 / 3: 4, 1 / 7: 9}
    found = slip_rate(11, kept)
    assert found
    grid = [step / 10_000 for step in range(1, 10_000)]
    assert found.value == pytest.approx(max(grid, key=lambda p: log_likelihood(p, 11, kept)), abs=1e-4)
    assert found.low < found.value < found.high
    for end in (found.low, found.high):
        fallen = log_likelihood(found.value, 11, kept) - log_likelihood(end, 11, kept)
        assert 2 * fallen == pytest.approx(QUANTILE, abs=1e-6)


def test_without_a_blunder_the_rate_is_zero_up_to_where_that_would_be_luck() -> None:
    found = slip_rate(0, {1.0: 40, 0.5: 20})
    assert found
    assert (found.value, found.low) == (0, 0)
    assert (1 - found.high) ** 40 * (1 - found.high / 2) ** 20 == pytest.approx(0.025)


def test_who_gives_every_win_away_always_slips() -> None:
    assert slip_rate(7, {}) == pytest.approx((1, exp(-QUANTILE / 14), 1))
    assert slip_rate(9, {0.1: 1}) == pytest.approx((1, 0.8, 1), abs=0.03)


@pytest.mark.unfollowed
@pytest.mark.parametrize("rate", [0.1, 0.2, 0.6])
def test_the_interval_holds_the_rate_in_95_of_100_samples(rate: float) -> None:
    random, held = Random(f"coverage {rate}"), 0
    for _ in range(400):
        kept, blunders = Counter[float](), 0
        for _ in range(60):
            legal = random.randint(2, 15)
            lost = random.randint(1, legal - 1) / (legal - 1)
            if random.random() < rate * lost:
                blunders += 1
            else:
                kept[lost] += 1
        found = slip_rate(blunders, kept)
        assert found
        held += found.low <= rate <= found.high
    assert 0.92 <= held / 400 <= 0.985
