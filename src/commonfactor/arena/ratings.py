"""Ratings by the model of Bradley and Terry (1952): the odds of a win are the ratio of the players' strengths.

A rating is 400 times the decimal logarithm of a strength, as in chess; the mean is 0. The order of games plays no part.
A weak prior, half a win in one more game against an average opponent, gives those who win or lose every game a rating.
"""

from collections.abc import Mapping, Sequence
from math import exp, inf, log
from random import Random
from typing import NamedTuple

from flint import arb_mat

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
"""Two players."""


class Interval(NamedTuple):
    """The 95 % confidence interval of a rating."""

    low: float
    high: float


def ratings(wins: Wins) -> list[float]:
    return _as_ratings(_fitted(wins, [0.0] * len(wins)))


def intervals(units: Mapping[Pair, Sequence[int]], players: int, seed: int) -> list[Interval]:
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
        share = min(1.0, _LONGEST_STEP / max(longest, _PRECISION))
        strengths = [strength + share * step for strength, step in zip(strengths, steps, strict=True)]
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
