"""Shares and rates with 95 % intervals, from counts."""

from collections.abc import Callable, Mapping
from math import log, log1p, sqrt
from typing import NamedTuple

_Z = 1.959963984540054
"""The normal distribution lies within so many standard deviations of its mean with a probability of 95 %."""
_DROP = _Z**2 / 2
"""How far the logarithm of the likelihood falls from its maximum to the ends of a 95 % interval."""
_DROP_WITHOUT_SLIPS = -log(0.025)

# Each step halves what is left of the interval, and a float has 53 bits.
_HALVINGS = 60


class Estimate(NamedTuple):
    """What is most likely, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def rounded(number: float, digits: int) -> float:
    """A number with so many digits; nothing comes out as less than nothing."""
    return round(number, digits) + 0.0


def share(successes: int, trials: int) -> Estimate | None:
    """The share of successes, with the interval of Wilson (1927); None without a trial."""
    if not trials:
        return None
    value, weight = successes / trials, _Z**2 / trials
    middle = (value + weight / 2) / (1 + weight)
    reach = sqrt(weight * (value * (1 - value) + weight / 4)) / (1 + weight)
    # At its ends the interval is exact, which its arithmetic is not.
    low = middle - reach if successes else 0.0
    high = middle + reach if successes < trials else 1.0
    return Estimate(value, low, high)


def slip_rate(blunders: int, kept: Mapping[float, int]) -> Estimate | None:
    """How likely it is that a player slips, from how often it gave a win away and how often not; None from nothing.

    A slip is some other move than the one intended, each as likely, so it gives the win away in a share of cases that
    depends on the position. ``kept`` has how many moves kept the win, by that share: with a probability of p to slip,
    a win is kept with probability 1 - p·share. The estimate is the most likely p. The interval has all p whose
    likelihood is not too far below, which holds however the positions came about; where nothing was given away,
    it ends where that would have had a chance of 2.5 %.
    """
    if not blunders and not kept:
        return None

    def ascent(p: float) -> float:
        """The slope of the logarithm of the likelihood, times p."""
        return blunders - sum(count * p * lost / (1 - p * lost) for lost, count in kept.items())

    def fit(p: float) -> float:
        return (log(p) * blunders if blunders else 0.0) + sum(count * log1p(-p * lost) for lost, count in kept.items())

    if not blunders:
        return Estimate(0.0, 0.0, _last(lambda p: fit(p) > -_DROP_WITHOUT_SLIPS, 0.0, 1.0))
    value = _last(lambda p: ascent(p) > 0, 0.0, 1.0)
    lowest = fit(value) - _DROP
    low = _last(lambda p: fit(p) < lowest, 0.0, value)
    return Estimate(value, low, _last(lambda p: fit(p) > lowest, value, 1.0))


def _last(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Up to where something holds that holds at first and then no more; the ends themselves are not tried."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
