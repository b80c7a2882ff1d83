"""How much players look at."""

from random import Random

import pytest

from commonfactor.players.base import THINKING
from commonfactor.players.heuristic import MOST_MOVES, Effort, OutOfEffort, considered
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.solver.english.players import oversight


def positions_until_it_ends(high: int, *, listed: bool) -> int:
    """How many positions may be looked at, with their moves listed or only counted."""
    effort, positions = Effort(FactorClash(2, high), THINKING.control()), 0
    try:
        while True:
            if listed:
                effort.list()
            else:
                effort.count()
            positions += 1
    except OutOfEffort:
        return positions


def test_effort_ends() -> None:
    assert positions_until_it_ends(20, listed=False) == positions_until_it_ends(20, listed=True) == 100_000


def test_large_positions_count_more_and_lists_most() -> None:
    counted, listed = (positions_until_it_ends(1_000_000, listed=listed) for listed in (False, True))
    assert 2 <= listed < counted < 1_000


def test_what_is_spent_stays_spent() -> None:
    effort = Effort(FactorClash(), THINKING.control())
    for _ in range(100_000):
        effort.count()
    for _ in range(2):
        with pytest.raises(OutOfEffort):
            effort.list()


def test_nothing_is_looked_at_for_who_does_not_wait() -> None:
    control = THINKING.control()
    effort = Effort(FactorClash(), control)
    effort.count()
    control.cancel()
    for look in (effort.count, effort.list):
        with pytest.raises(OutOfEffort):
            look()


def test_a_few_moves_are_all_considered_in_random_order() -> None:
    moves = considered(range(2, 21), Random(1))
    assert sorted(moves) == list(range(2, 21)) != moves
    assert oversight(len(moves), len(moves)) == ""


def test_of_very_many_moves_some_are_considered() -> None:
    moves = considered(range(10**6), Random(1))
    assert len(set(moves)) == len(moves) == MOST_MOVES
    assert oversight(1000, 10**6) == "It looked at 1,000 of 1,000,000 moves."
