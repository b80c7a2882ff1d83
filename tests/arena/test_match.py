"""Matches: who plays where, how games end, and when the match is decided."""

from datetime import UTC, datetime

import pytest

from commonfactor.arena.match import DEFAULT_NAMES, Ending, Game, Match, MatchOverError, Names, Result, Scoring
from commonfactor.rules.base import FIRST, SECOND, IllegalMoveError, Move, Seating, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMES = Names("Ann", "Ben")


def play(match: Match, *moves: Move) -> None:
    for move in moves:
        match.play(move, NOON)


def duel(scoring: Scoring | None = None) -> Match:
    """Games of Divisor Duel from 4, each won by whoever starts with the one move there is."""
    return Match(DivisorDuel(4), NAMES, scoring=scoring)


def test_a_single_game_is_a_match() -> None:
    match = duel()
    assert match.game.player_to_move == 1
    play(match, 2)
    assert match.game.result == Result(1, Ending.RULES)
    assert match.is_over
    assert match.winner == 1
    assert match.score == (1, 0)


def test_the_second_player_may_start() -> None:
    match = Match(FactorClash(), NAMES, starter=2)
    assert [match.game.player_at(seat) for seat in (FIRST, SECOND)] == [2, 1]
    assert match.seating == Seating("Ben", "Ann", listed=(SECOND, FIRST))
    play(match, 15)
    assert match.game.player_to_move == 1


def test_the_starter_alternates_and_the_match_ends_when_it_is_decided() -> None:
    match = duel(Scoring(1, 2))
    starters = []
    while not match.is_over:
        starters.append(match.game.starter)
        play(match, 2)
        if not match.is_over:
            match.begin_next_game()
    assert starters == [1, 2, 1]
    assert match.score == (2, 1)
    assert match.winner == 1


def test_points_count_per_win() -> None:
    match = duel(Scoring(points_per_win=3, target=7))
    for _ in range(5):
        play(match, 2)
        if not match.is_over:
            match.begin_next_game()
    assert match.score == (9, 6)
    assert match.winner == 1


def test_resigning_gives_the_game_to_the_other_player() -> None:
    match = Match(FactorClash(), NAMES)
    play(match, 15)
    match.resign()
    assert match.game.result == Result(1, Ending.RESIGNATION)
    assert match.is_over


def test_a_prime_start_is_over_before_it_begins() -> None:
    assert Game.start(DivisorDuel(7), 1).result == Result(2, Ending.RULES)
    assert Game.start(DivisorDuel(7), 2).result == Result(1, Ending.RULES)


def test_a_match_of_games_without_a_move_is_refused() -> None:
    with pytest.raises(SetupError, match="every game of this match would be over before its first move"):
        Match(DivisorDuel(7), NAMES, scoring=Scoring(1, 2))


def test_undo_takes_one_move_back() -> None:
    match = Match(FactorClash(), NAMES)
    play(match, 15, 5)
    match.undo()
    assert match.game.line.moves == (15,)
    assert match.game.times == (NOON,)
    assert match.seating == Seating("Ann", "Ben")


def test_there_may_be_nothing_to_undo() -> None:
    with pytest.raises(ValueError, match="no move to take back"):
        Match(FactorClash(), NAMES).undo()


def test_an_illegal_move_changes_nothing() -> None:
    match = Match(FactorClash(), NAMES)
    play(match, 14)
    with pytest.raises(IllegalMoveError):
        play(match, 9)
    assert match.game.line.moves == (14,)
    assert match.game.times == (NOON,)


def test_nothing_can_be_done_in_a_finished_game() -> None:
    match = duel()
    play(match, 2)
    with pytest.raises(MatchOverError, match="the game is over"):
        play(match, 2)
    with pytest.raises(MatchOverError, match="the game is over"):
        match.resign()
    with pytest.raises(MatchOverError, match="the game is over"):
        match.undo()
    with pytest.raises(MatchOverError, match="the match is decided"):
        match.begin_next_game()


def test_games_of_a_match_follow_one_another() -> None:
    with pytest.raises(MatchOverError, match="the game before is not finished"):
        duel(Scoring(1, 2)).begin_next_game()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 25,
        " Ann",
        "Ann ",
        "A\nB",
        "A\x1b[31m",
        "A\u202eB",
        "A\u200bB",
        "\ud800",
        "A\x00",
        "A\u2028B",
        "\t",
        "\u2800",
        "A\u3164",
    ],
)
def test_names_are_short_and_harmless(name: str) -> None:
    with pytest.raises(SetupError, match="a name has"):
        Match(FactorClash(), Names(name, "Ben"))


@pytest.mark.parametrize("name", ["x", "x" * 24, "Ann Lee", "Zoë", "李", "O'Neill"])
def test_names_of_many_kinds_are_good(name: str) -> None:
    assert Match(FactorClash(), Names(name, "Ben")).names.first == name


@pytest.mark.parametrize("second", ["Zoë", "ZOË", "Zoe\u0308"])
def test_names_differ(second: str) -> None:
    with pytest.raises(SetupError, match="two different names, not 'Zoë' twice"):
        Match(FactorClash(), Names("Zoë", second))


def test_a_name_is_not_taken_for_an_option() -> None:
    with pytest.raises(SetupError, match="does not begin with a dash, unlike '-x'"):
        Match(FactorClash(), Names("-x", "Ben"))


@pytest.mark.parametrize("scoring", [Scoring(0, 1), Scoring(1, 0), Scoring(1, 10**6 + 1), Scoring(-1, 5)])
def test_scoring_is_bounded(scoring: Scoring) -> None:
    with pytest.raises(SetupError, match="from 1 to 1,000,000, not"):
        Match(FactorClash(), DEFAULT_NAMES, scoring=scoring)
