"""Ratings: how strong players are, from who has beaten whom.

The model is that of Bradley and Terry (1952): a player wins against another one with odds that
are the ratio of their strengths. The fit knows how often each has beaten each and nothing else, so
the order of games plays no part. As a weak prior, every player is taken to have won half of one game
more against an average opponent, so that who wins or loses all games has a rating too.
A rating is 400 times the decimal logarithm of a strength, as in chess, and their mean is 0.
"""

from collections.abc import Mapping, Sequence
from math import exp, inf, log
from random import Random
from typing import NamedTuple

SCALE = 400 / log(10)
"""How many points of rating a factor of e in strength is."""

RESAMPLES = 1_000
_TAIL = 0.025

_MOST_STEPS = 200
_PRECISION = 1e-9
_LONGEST_STEP = 2.0

Wins = Sequence[Sequence[int]]
"""How often each player, by its place, has beaten each."""

Pair = tuple[int, int]
"""The places of two players."""


class Interval(NamedTuple):
    """Where a rating lies with 95 % confidence."""

    low: float
    high: float


def ratings(wins: Wins) -> list[float]:
    """The ratings that fit best."""
    return _as_ratings(_fitted(wins, [0.0] * len(wins)))


def intervals(units: Mapping[Pair, Sequence[int]], games_per_unit: int, players: int, seed: int) -> list[Interval]:
    """How far the ratings would be elsewhere if chance had fallen otherwise, by resampling.

    A unit is some games of a pair of players that belong together, such as both games from an opening,
    and is told by how many of them the first of the pair has won. All pairs have the units of the same
    openings in the same order. As many openings as there are are drawn from them with replacement
    (Efron 1979), the same ones for all pairs: one that suits a player suits it against everybody, and
    pairs drawn for themselves would let that average out.
    """
    random = Random(seed)  # noqa: S311  # a game needs no cryptography
    start = _fitted(
        _wins({pair: sum(won) for pair, won in units.items()}, units, games_per_unit, players), [0.0] * players
    )
    openings = range(len(next(iter(units.values()))))
    resampled = []
    for _ in range(RESAMPLES):
        drawn = random.choices(openings, k=len(openings))
        won = {pair: sum(map(of_pair.__getitem__, drawn)) for pair, of_pair in units.items()}
        resampled.append(_as_ratings(_fitted(_wins(won, units, games_per_unit, players), start)))
    cut = int(RESAMPLES * _TAIL)
    return [Interval(values[cut], values[-1 - cut]) for values in map(sorted, zip(*resampled, strict=True))]


def _wins(won: Mapping[Pair, int], units: Mapping[Pair, Sequence[int]], games_per_unit: int, players: int) -> Wins:
    wins = [[0] * players for _ in range(players)]
    for (one, other), count in won.items():
        wins[one][other] = count
        wins[other][one] = len(units[one, other]) * games_per_unit - count
    return wins


def _as_ratings(strengths: Sequence[float]) -> list[float]:
    mean = sum(strengths) / len(strengths)
    return [SCALE * (strength - mean) for strength in strengths]


def _fitted(wins: Wins, start: Sequence[float]) -> list[float]:
    """The logarithms of the strengths that make the results and the prior likeliest, by Newton's method.

    The likelihood is concave, strictly so with the prior: there is one maximum. Far from it a full
    step would overshoot, hence the bound.
    """
    strengths, longest, tries = list(start), inf, 0
    while longest > _PRECISION and tries < _MOST_STEPS:
        steps = _newton_steps(wins, strengths)
        longest, tries = max(map(abs, steps)), tries + 1
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
    return _solution(curvature, slope)


def _chance(lead: float) -> float:
    """How likely a player wins who is so much stronger."""
    return 1 / (1 + exp(-lead)) if lead > 0 else exp(lead) / (1 + exp(lead))


def _solution(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """The solution of linear equations. The diagonal of their matrix dominates, so that no pivot need be sought."""
    size = range(len(vector))
    for column in size:
        for row in size[column + 1 :]:
            if factor := matrix[row][column] / matrix[column][column]:
                for place in size[column:]:
                    matrix[row][place] -= factor * matrix[column][place]
                vector[row] -= factor * vector[column]
    solution = [0.0] * len(vector)
    for row in reversed(size):
        known = sum(matrix[row][place] * solution[place] for place in size[row + 1 :])
        solution[row] = (vector[row] - known) / matrix[row][row]
    return solution
