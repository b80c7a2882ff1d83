"""Matches: who plays where, how games end, and when the match is decided."""

from datetime import UTC, datetime

import pytest

from commonfactor.arena.match import Ending, Match, MatchOverError, Result, Swap
from commonfactor.arena.terms import DEFAULT_NAMES, Names, Player, Programs, Scoring, Terms
from commonfactor.rules.base import FIRST, SECOND, AnyRules, IllegalMoveError, Move, Seating, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMES = Names("Ann", "Ben")


def play(match: Match, *moves: Move) -> None:
    for move in moves:
        match.play(move, NOON)


def duel(scoring: Scoring | None = None) -> Match:
    """Games of Divisor Duel from 4, each won by whoever starts with the one move there is."""
    return Match(DivisorDuel(4), NAMES, Terms(scoring))


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
    assert Match(DivisorDuel(7), NAMES).game.result == Result(2, Ending.RULES)
    assert Match(DivisorDuel(7), NAMES, starter=2).game.result == Result(1, Ending.RULES)


def test_a_match_of_games_without_a_move_is_refused() -> None:
    with pytest.raises(SetupError, match="every game of this match would be over before its first move"):
        Match(DivisorDuel(7), NAMES, Terms(Scoring(1, 2)))


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
    with pytest.raises(MatchOverError, match="the match is decided"):
        match.begin_next_game()


def test_undo_takes_up_a_finished_game_again() -> None:
    match = duel()
    play(match, 2)
    assert match.is_over
    match.undo()
    assert (match.game.result, match.score, match.game.player_to_move) == (None, (0, 0), 1)
    match.resign()
    match.undo()
    assert (match.game.result, match.game.line.moves) == (None, ())


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
        Match(FactorClash(), DEFAULT_NAMES, Terms(scoring))


class TestSwap:
    """The second player may take over the first seat after the first move."""

    def match(self, rules: AnyRules | None = None, scoring: Scoring | None = None) -> Match:
        return Match(rules or FactorClash(), NAMES, Terms(scoring, has_swap=True))

    def test_seats_change_hands_and_the_position_does_not(self) -> None:
        match = self.match()
        play(match, 15)
        line = match.game.line
        assert match.game.is_swap_open
        assert match.game.player_to_move == 2
        match.decide_swap(is_taken=True, at=NOON)
        assert match.game.line == line
        assert not match.game.is_swap_open
        assert match.game.player_to_move == 1
        assert match.seating == Seating("Ben", "Ann", listed=(SECOND, FIRST))
        play(match, 5)
        assert match.game.player_to_move == 2
        assert [match.game.player_of(ply) for ply in (1, 2, 3)] == [1, 1, 2]

    def test_whoever_declines_goes_on(self) -> None:
        match = self.match()
        play(match, 15)
        match.decide_swap(is_taken=False, at=NOON)
        assert match.game.player_to_move == 2
        assert [match.game.player_of(ply) for ply in (1, 2, 3)] == [1, 2, 1]

    @pytest.mark.parametrize(("is_taken", "winner"), [(True, 2), (False, 1)])
    def test_a_first_move_that_wins_at_once_can_be_taken_over(self, is_taken: bool, winner: Player) -> None:  # noqa: FBT001 (a case)
        match = self.match()
        play(match, 17)
        assert match.game.result is None
        match.decide_swap(is_taken=is_taken, at=NOON)
        assert match.game.result == Result(winner, Ending.RULES)

    def test_nobody_moves_before_the_decision(self) -> None:
        match = self.match()
        play(match, 15)
        with pytest.raises(MatchOverError, match="has not said yet"):
            play(match, 5)

    def test_the_decision_is_open_once_and_after_the_first_move_only(self) -> None:
        match, plain = self.match(), Match(FactorClash(), NAMES)
        play(plain, 15)
        for closed in (match, plain):
            with pytest.raises(MatchOverError, match="after the first move only"):
                closed.decide_swap(is_taken=True, at=NOON)
        play(match, 15)
        match.decide_swap(is_taken=False, at=NOON)
        with pytest.raises(MatchOverError):
            match.decide_swap(is_taken=True, at=NOON)

    def test_nothing_is_decided_in_a_game_that_was_given_up(self) -> None:
        match = self.match()
        play(match, 15)
        match.resign()
        assert match.winner == 1
        with pytest.raises(MatchOverError):
            match.decide_swap(is_taken=True, at=NOON)

    def test_undo_takes_the_decision_back_before_the_move(self) -> None:
        match = self.match()
        play(match, 15)
        match.decide_swap(is_taken=True, at=NOON)
        play(match, 5)
        match.undo()
        assert match.game.swap == Swap(is_taken=True, at=NOON)
        match.undo()
        assert match.game.is_swap_open
        match.undo()
        assert match.game.line.moves == ()

    def test_every_game_of_a_match_has_the_rule(self) -> None:
        match = self.match(DivisorDuel(4), Scoring(1, 2))
        play(match, 2)
        match.decide_swap(is_taken=True, at=NOON)
        match.begin_next_game()
        play(match, 2)
        assert match.game.is_swap_open


class TestHints:
    """Hints are counted for whoever is to move."""

    def test_they_are_counted_by_player_and_game(self) -> None:
        match = Match(DivisorDuel(60), NAMES, Terms(Scoring(1, 2)))
        match.count_hint()
        play(match, 6)
        match.count_hint()
        match.count_hint()
        assert match.game.hints == (1, 2)
        match.undo()
        assert match.game.hints == (1, 2)
        assert match.hints_left is None

    def test_there_may_be_a_limit(self) -> None:
        match = Match(DivisorDuel(60), NAMES, Terms(most_hints=1))
        assert match.hints_left == 1
        match.count_hint()
        assert match.hints_left == 0
        with pytest.raises(MatchOverError, match="no hint is left"):
            match.count_hint()
        play(match, 6)
        assert match.hints_left == 1


@pytest.mark.parametrize(
    "terms", [Terms(most_hints=-1), Terms(seed=-1), Terms(seed=10**18 + 1), Terms(programs=Programs("", None))]
)
def test_terms_have_bounds(terms: Terms) -> None:
    with pytest.raises(SetupError):
        Match(FactorClash(), NAMES, terms)


def test_programs_play_for_players() -> None:
    programs = Programs(None, "perfect")
    assert (programs.of(1), programs.of(2)) == (None, "perfect")
    assert programs.has_person
    assert not Programs("random", "perfect").has_person


def test_undo_against_a_program_takes_its_answer_back_too() -> None:
    match = Match(FactorClash(), NAMES, Terms(programs=Programs(None, "perfect")))
    play(match, 15, 5, 10, 2)
    match.undo()
    assert match.game.line.moves == (15, 5)


def test_undo_does_not_take_back_what_only_the_program_did() -> None:
    match = Match(FactorClash(), NAMES, Terms(programs=Programs("perfect", None)))
    play(match, 15)
    with pytest.raises(ValueError, match="no move to take back"):
        match.undo()
    assert match.game.line.moves == (15,)


def test_undo_among_programs_takes_one_move_back() -> None:
    match = Match(FactorClash(), NAMES, Terms(programs=Programs("perfect", "random")))
    play(match, 15, 5)
    match.undo()
    assert match.game.line.moves == (15,)


def test_a_game_tells_who_played_and_which_one_it_is() -> None:
    match = Match(DivisorDuel(4), NAMES, Terms(Scoring(1, 2), programs=Programs(None, "perfect")))
    play(match, 2)
    match.begin_next_game()
    assert [(game.players, game.number, game.opening) for game in match.games] == [
        (("Ann", "perfect"), 1, 0),
        (("Ann", "perfect"), 2, 0),
    ]
    match.rename(Names("Eve", "machine"))
    assert {game.players for game in match.games} == {("Eve", "perfect")}
    assert match.names == ("Eve", "machine")
    with pytest.raises(SetupError, match="two different names"):
        match.rename(Names("Eve", "eve"))


def test_a_fork_goes_its_own_way() -> None:
    match = Match(FactorClash(2, 10), NAMES)
    play(match, 6)
    fork = match.fork()
    play(fork, 9)
    assert (match.game.line.moves, fork.game.line.moves) == ((6,), (6, 9))
    assert fork.names == match.names
