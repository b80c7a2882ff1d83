"""Openings that are won and lost in turn."""

import pytest
from player_checks import SMALL_SETUPS

from commonfactor.arena.openings import MOST_MOVES, Opening, Openings
from commonfactor.arena.tournament import rules_called
from commonfactor.rules.base import FIRST, SECOND, AnyRules, SetupError
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reference import Reference


def drawn(game: str, count: int, seed: int = 1) -> list[Opening]:
    return Openings(rules_called(game), seed).drawn(count)


@pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)
def test_half_of_them_are_won_and_half_are_lost_by_plain_search(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    reference, openings = Reference(rules), Openings(rules, seed=3).drawn(10)
    wins = [reference.is_won(opening.line.position, Budget().control()) for opening in openings]
    assert wins == [True, False] * 5
    assert [opening.verdict is Verdict.WIN for opening in openings] == wins


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_they_have_few_moves_and_one_is_still_to_be_made(game: type[AnyRules]) -> None:
    openings = drawn(game.name, 12)
    assert {len(opening.line.moves) for opening in openings} <= set(range(MOST_MOVES + 1))
    assert all(game.from_setup(game.default_setup).can_move(opening.line.position) for opening in openings)


def test_the_seed_decides_whatever_was_asked_before() -> None:
    first = drawn("frenzy", 10)
    analyse(parse("frenzy:2-50:").rules, parse("frenzy:2-50:").position)
    assert drawn("frenzy", 10) == first
    assert drawn("frenzy", 10, seed=2) != first
    assert drawn("frenzy", 4) == first[:4]


def test_none_comes_twice_while_there_are_others() -> None:
    openings = drawn("factor-duel", 20)
    assert len({opening.line.position for opening in openings}) == 20
    # From 12 there are 6 and 4 to leave, so with the start there are three openings.
    few = drawn("divisor-duel:12", 9)
    assert len({opening.line.position.numbers for opening in few[:3]}) == 3
    assert few[:3] == few[3:6] == few[6:]


def test_what_is_exhausted_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    openings = Openings(rules_called("divisor-duel:12"), seed=1)
    first = openings.drawn(6)
    monkeypatch.setattr("commonfactor.arena.openings._TRIES", 0)
    assert openings.drawn(300)[:3] == first[:3]


def test_none_comes_twice_where_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commonfactor.arena.openings._MOST_UNKNOWN", 0)
    openings = drawn("divisor-duel:12", 9)
    assert {opening.verdict for opening in openings} == {Verdict.UNKNOWN}
    assert len({opening.line.position.numbers for opening in openings[:3]}) == 3
    assert len({opening.line.position.numbers for opening in openings}) == 3


def test_a_setup_without_lost_openings_has_won_ones_only() -> None:
    openings = Openings(rules_called("divisor-duel:60"), seed=1)
    assert {opening.verdict for opening in openings.drawn(6)} == {Verdict.WIN}
    assert openings.missing == {Verdict.LOSS}


def test_wherever_the_start_is_lost_there_are_won_openings_too() -> None:
    openings = Openings(rules_called("divisor-duel:4+4"), seed=1)
    found = [(str(opening.line), opening.verdict, opening.favoured) for opening in openings.drawn(4)]
    won = ("divisor-duel:4+4:4/2", Verdict.WIN, SECOND)
    assert found == [won, ("divisor-duel:4+4:", Verdict.LOSS, SECOND)] * 2
    assert not openings.missing


def test_what_cannot_be_found_out_favours_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commonfactor.arena.openings.UNHURRIED", Budget(nodes=1))
    openings = Openings(rules_called("factor-frenzy:2-50"), seed=1)
    found = openings.drawn(2)
    assert {opening.verdict for opening in found} == {Verdict.UNKNOWN}
    assert {opening.favoured for opening in found} == {None}
    assert openings.missing == {Verdict.WIN, Verdict.LOSS}


def test_the_favoured_seat_is_that_of_the_winner() -> None:
    assert Opening(parse("divisor-duel:60:"), Verdict.WIN).favoured is FIRST
    assert Opening(parse("divisor-duel:60:2"), Verdict.WIN).favoured is SECOND
    assert Opening(parse("divisor-duel:60:2"), Verdict.LOSS).favoured is FIRST


def test_a_game_that_is_over_before_it_begins_has_no_opening() -> None:
    with pytest.raises(SetupError, match="divisor-duel:7 is over before the first move"):
        Openings(rules_called("divisor-duel:7"), seed=1)
