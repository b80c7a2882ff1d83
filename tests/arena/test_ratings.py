"""Ratings that fit who has beaten whom."""

from itertools import combinations
from math import exp, log, log10
from random import Random

import pytest

from commonfactor.arena.intervals import RESAMPLES, SCALE, rating_intervals, ratings


def plain_ratings(wins: list[list[int]]) -> list[float]:
    """The same fit by a second method: minorisation and maximisation (Hunter 2004), as plainly as can be.

    The prior is a last player of strength 1 against whom everybody has won half a game and lost half a game.
    """
    strengths = [1.0] * len(wins)
    for _ in range(100_000):
        before = strengths
        strengths = []
        for one, row in enumerate(wins):
            met = [(row[other] + wins[other][one], before[other]) for other in range(len(wins)) if other != one]
            won = sum(row) - row[one] + 0.5
            strengths.append(won / sum(games / (before[one] + theirs) for games, theirs in [*met, (1.0, 1.0)]))
        if max(abs(log(new / old)) for new, old in zip(strengths, before, strict=True)) < 1e-12:
            break
    logarithms = [400 * log10(strength) for strength in strengths]
    return [logarithm - sum(logarithms) / len(logarithms) for logarithm in logarithms]


def random_wins(players: int, most: int, random: Random) -> list[list[int]]:
    return [[random.randint(0, most) if one != other else 0 for other in range(players)] for one in range(players)]


def simulated(true: list[float], openings: int, random: Random) -> dict[tuple[int, int], list[int]]:
    """How many of two games from every opening the first of each pair wins, for players of known ratings."""
    chance = {
        (one, other): 1 / (1 + exp((true[other] - true[one]) / SCALE))
        for one, other in combinations(range(len(true)), 2)
    }
    return {pair: [sum(random.random() < p for _ in range(2)) for _ in range(openings)] for pair, p in chance.items()}


def wins_of(units: dict[tuple[int, int], list[int]], players: int) -> list[list[int]]:
    wins = [[0] * players for _ in range(players)]
    for (one, other), won in units.items():
        wins[one][other], wins[other][one] = sum(won), 2 * len(won) - sum(won)
    return wins


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_a_second_method_gives_the_same_ratings(players: int) -> None:
    random = Random(players)
    for most in (1, 5, 40):
        wins = random_wins(players, most, random)
        assert ratings(wins) == pytest.approx(plain_ratings(wins), abs=1e-4)


def test_known_strengths_are_found_again() -> None:
    true = [-300.0, -100.0, 50.0, 350.0]
    found = ratings(wins_of(simulated(true, 5_000, Random(1)), 4))
    assert found == pytest.approx(true, abs=12)


def test_twice_as_many_wins_as_losses_are_120_points() -> None:
    one, other = ratings([[0, 20_000], [10_000, 0]])
    assert one - other == pytest.approx(400 * log10(2), abs=0.1)
    assert one + other == pytest.approx(0, abs=1e-9)


def test_who_wins_or_loses_everything_has_a_rating_all_the_same() -> None:
    best, middle, worst = ratings([[0, 50, 50], [0, 0, 50], [0, 0, 0]])
    assert 400 < best < 2_000
    assert middle == pytest.approx(0, abs=1e-6)
    assert worst == pytest.approx(-best)
    assert ratings([[0, 1_000_000], [0, 0]])[0] < 3_000


def test_equal_players_are_equal_and_the_mean_is_0() -> None:
    assert ratings([[0, 5, 5], [5, 0, 5], [5, 5, 0]]) == [0.0, 0.0, 0.0]
    assert sum(ratings(random_wins(7, 30, Random(2)))) == pytest.approx(0, abs=1e-9)


def test_the_order_of_players_does_not_matter() -> None:
    wins = random_wins(5, 30, Random(3))
    order = [3, 0, 4, 1, 2]
    turned = [[wins[one][other] for other in order] for one in order]
    assert ratings(turned) == pytest.approx([ratings(wins)[one] for one in order], abs=1e-6)


def test_intervals_come_from_the_seed_and_hold_the_rating() -> None:
    units = simulated([0.0, 100.0, 200.0], 60, Random(4))
    found = rating_intervals(units, 3, seed=9)
    assert found == rating_intervals(units, 3, seed=9)
    assert found != rating_intervals(units, 3, seed=10)
    for rating, (low, high) in zip(ratings(wins_of(units, 3)), found, strict=True):
        assert low < rating < high


def test_intervals_hold_the_truth_about_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commonfactor.arena.intervals.RESAMPLES", 100)
    assert RESAMPLES == 1_000
    true, held, runs = [-120.0, 0.0, 120.0], 0, 40
    for seed in range(runs):
        held += times_held(true, simulated(true, 50, Random(f"coverage {seed}")), seed)
    assert 0.88 <= held / (3 * runs) <= 0.99


def test_more_games_make_intervals_narrower() -> None:
    few, many = (rating_intervals(simulated([0.0, 80.0], count, Random(6)), 2, seed=1) for count in (20, 320))
    assert 3 < (few[0].high - few[0].low) / (many[0].high - many[0].low) < 5


def simulated_with_tastes(strength: list[float], openings: int, random: Random) -> dict[tuple[int, int], list[int]]:
    """The same where every opening suits some players more than others, whoever they meet there."""
    units: dict[tuple[int, int], list[int]] = {pair: [] for pair in combinations(range(len(strength)), 2)}
    for _ in range(openings):
        here = [rating + random.gauss(0, 300) for rating in strength]
        for pair, won in simulated(here, 1, random).items():
            units[pair].extend(won)
    return units


@pytest.mark.unfollowed
def test_intervals_hold_the_truth_where_openings_suit_some_players_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commonfactor.arena.intervals.RESAMPLES", 100)
    strength, held, held_apart, runs = [-150.0, -50.0, 50.0, 150.0], 0, 0, 60
    truth = ratings(wins_of(simulated_with_tastes(strength, 10_000, Random("truth")), 4))
    for seed in range(runs):
        random = Random(f"tastes {seed}")
        units = simulated_with_tastes(strength, 50, random)
        held += times_held(truth, units, seed)
        # In an order of its own for every pair, nothing is left of what the pairs have in common.
        held_apart += times_held(truth, {pair: random.sample(won, len(won)) for pair, won in units.items()}, seed)
    assert 0.88 <= held / (4 * runs) <= 0.99
    assert held_apart / (4 * runs) < 0.85


def times_held(truth: list[float], units: dict[tuple[int, int], list[int]], seed: int) -> int:
    found = rating_intervals(units, len(truth), seed)
    return sum(low <= rating <= high for rating, (low, high) in zip(truth, found, strict=True))
