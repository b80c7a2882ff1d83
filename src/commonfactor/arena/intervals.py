"""Shares, slip rates and ratings, with 95 % confidence intervals.

Ratings follow the model of Bradley and Terry (1952): the odds of a win are the ratio of the players' strengths. A
rating is 400 times the decimal logarithm of a strength, as in chess; the mean is 0. The order of games plays no part. A
weak prior, half a win in one more game against an average opponent, gives players who win or lose every game a rating.
"""

from collections.abc import Callable, Mapping, Sequence
from math import exp, inf, log, log1p, sqrt
from random import Random
from typing import NamedTuple

from flint import arb_mat

_Z = 1.959963984540054
"""The normal distribution lies within this many standard deviations of its mean with probability 95 %."""
_DROP = _Z**2 / 2
"""The log-likelihood falls this far from its maximum to the ends of a 95 % interval."""
_DROP_WITHOUT_SLIPS = -log(0.025)

# A float has 53 bits, and each step finds one.
_HALVINGS = 60

SCALE = 400 / log(10)
"""The rating points for a factor of e in strength."""

RESAMPLES = 1_000
_TAIL = 0.025

_GAMES_PER_OPENING = 2

_MOST_STEPS = 200
_PRECISION = 1e-9
_LONGEST_STEP = 2.0

Wins = Sequence[Sequence[int]]
"""How often each player has beaten each; players are numbers from 0."""

Pair = tuple[int, int]


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


class Interval(NamedTuple):
    """The 95 % confidence interval of a rating."""

    low: float
    high: float


def ratings(wins: Wins) -> list[float]:
    return _as_ratings(_fitted(wins, [0.0] * len(wins)))


def rating_intervals(units: Mapping[Pair, Sequence[int]], players: int, seed: int) -> list[Interval]:
    """The confidence intervals of the ratings, by resampling openings (Efron 1979).

    ``units`` has, for each pair and opening, how many of the two games the first player won; all pairs have the same
    openings in the same order. The same openings are drawn for all pairs: one that suits a player suits it against
    everybody, and separate draws would let that average out.
    """
    random = Random(seed)  # noqa: S311  # a game needs no cryptography
    openings = range(len(next(iter(units.values()))))
    start = _fitted(_wins(units, openings, players), [0.0] * players)
    resampled = []
    for _ in range(RESAMPLES):
        drawn = random.choices(openings, k=len(openings))
        resampled.append(_as_ratings(_fitted(_wins(units, drawn, players), start)))
    cut = int(RESAMPLES * _TAIL)
    return [Interval(values[cut], values[-1 - cut]) for values in map(sorted, zip(*resampled, strict=True))]


def _wins(units: Mapping[Pair, Sequence[int]], openings: Sequence[int], players: int) -> Wins:
    wins = [[0] * players for _ in range(players)]
    for (one, other), won in units.items():
        wins[one][other] = sum(map(won.__getitem__, openings))
        wins[other][one] = _GAMES_PER_OPENING * len(openings) - wins[one][other]
    return wins


def _as_ratings(strengths: Sequence[float]) -> list[float]:
    mean = sum(strengths) / len(strengths)
    return [SCALE * (strength - mean) for strength in strengths]


def _fitted(wins: Wins, start: Sequence[float]) -> list[float]:
    """The logarithms of the likeliest strengths, by Newton's method; the prior makes the maximum unique."""
    strengths, longest, tries = list(start), inf, 0
    while longest > _PRECISION and tries < _MOST_STEPS:
        steps = _newton_steps(wins, strengths)
        longest, tries = max(map(abs, steps)), tries + 1
        # Far from the maximum, a full step would overshoot.
        fraction = min(1.0, _LONGEST_STEP / max(longest, _PRECISION))
        strengths = [strength + fraction * step for strength, step in zip(strengths, steps, strict=True)]
    return strengths


def _newton_steps(wins: Wins, strengths: Sequence[float]) -> list[float]:
    players = range(len(strengths))
    curvature = [[0.0] * len(strengths) for _ in players]
    slope = []
    for one in players:
        against_average = _chance(strengths[one])
        slope.append(0.5 - against_average)
        curvature[one][one] += against_average * (1 - against_average)
        for other in players:
            games = wins[one][other] + wins[other][one]
            if games:
                chance = _chance(strengths[one] - strengths[other])
                slope[one] += wins[one][other] - games * chance
                curvature[one][one] += games * chance * (1 - chance)
                curvature[one][other] -= games * chance * (1 - chance)
    steps = arb_mat(curvature).solve(arb_mat([[value] for value in slope]))
    return [float(step.mid()) for step in steps.entries()]


def _chance(lead: float) -> float:
    """The probability of a win with this lead in log strength; the two forms avoid overflow."""
    return 1 / (1 + exp(-lead)) if lead > 0 else exp(lead) / (1 + exp(lead))
