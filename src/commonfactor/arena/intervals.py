"""Shares and rates with 95 % confidence intervals, from counts."""

from collections.abc import Callable, Mapping
from math import log, log1p, sqrt
from typing import NamedTuple

_Z = 1.959963984540054
"""The normal distribution lies within this many standard deviations of its mean with probability 95 %."""
_DROP = _Z**2 / 2
"""The log-likelihood falls this far from its maximum to the ends of a 95 % interval."""
_DROP_WITHOUT_SLIPS = -log(0.025)

# A float has 53 bits, and each step finds one.
_HALVINGS = 60


class Estimate(NamedTuple):
    """The likeliest value, and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def rounded(number: float, digits: int) -> float:
    """A number rounded to some digits, never to negative zero."""
    return round(number, digits) + 0.0


def share(successes: int, trials: int) -> Estimate | None:
    """The share of successes with Wilson's interval (1927); None without trials."""
    if not trials:
        return None
    value, weight = successes / trials, _Z**2 / trials
    middle = (value + weight / 2) / (1 + weight)
    reach = sqrt(weight * (value * (1 - value) + weight / 4)) / (1 + weight)
    # Floating-point error must not move the interval off 0 or 1.
    low = middle - reach if successes else 0.0
    high = middle + reach if successes < trials else 1.0
    return Estimate(value, low, high)


def slip_rate(blunders: int, kept: Mapping[float, int]) -> Estimate | None:
    """The probability that a player slips, from the wins it gave away and kept; None if there were none.

    A slip is a random move other than the intended one, so it loses a win with a probability that depends on the
    position. ``kept`` counts the moves that kept a win by that probability: who slips with probability p keeps a win
    with probability 1 - p·lost. The estimate is the likeliest p. The interval holds all p of nearly that likelihood;
    without a blunder, it ends where a player without blunders would have a chance of 2.5 %.
    """
    if not blunders and not kept:
        return None

    def ascent(p: float) -> float:
        """The derivative of the log-likelihood, times p."""
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
    """The last number for which a condition holds that holds up to there, by bisection; the ends are not tried."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if holds(middle):
            low = middle
        else:
            high = middle
    return low
