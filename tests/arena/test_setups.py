"""Setups are compared by what a player can find out, and the recommended one is computed, not chosen."""

import pytest

from commonfactor.arena.setups import Outlook, default_highest, fairest, outlook
from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse, forget

AT_ONCE = Budget(seconds=5.0, nodes=300_000)
"""So many nodes take a part of a second, on a slow machine too."""


def usual(game: type[AnyRules]) -> AnyRules:
    """A game with the setup of its rule book."""
    return game.from_setup(game.default_setup)


def row(setup: str, plies: float | None, luck: float | None) -> Outlook:
    winning = None if luck is None else 1
    return Outlook("factor-clash", setup, Verdict.WIN, 10, winning, plies, luck)


class TestCandidates:
    def test_every_pool_comes_with_every_opening(self) -> None:
        assert FactorClash().candidate_setups(9) == [
            *("2-8", "2-8,opening=even", "2-8,opening=no-lone-primes"),
            *("2-9", "2-9,opening=even", "2-9,opening=no-lone-primes"),
        ]

    def test_numbers_rich_in_divisors_come_alone_and_in_twos_and_threes(self) -> None:
        setups = DivisorDuel().candidate_setups(12)
        assert setups == ["4", "6", "12", "4+6", "4+12", "6+12", "4+6+12"]
        singles = [setup for setup in DivisorDuel().candidate_setups(200) if "+" not in setup]
        assert singles == ["4", "6", "12", "24", "36", "48", "60", "120", "180"]

    @pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
    def test_they_can_be_played_and_are_written_as_the_game_writes_them(self, game: type[AnyRules]) -> None:
        for setup in usual(game).candidate_setups(default_highest(usual(game))):
            assert game.from_setup(setup).setup == setup

    @pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
    def test_the_rule_book_s_setup_is_among_them(self, game: type[AnyRules]) -> None:
        assert game.default_setup in usual(game).candidate_setups(100)

    def test_how_far_they_go_unless_told(self) -> None:
        assert [default_highest(usual(game)) for game in all_games()] == [30, 60, 30, 30, 60, 60, 60]
        assert default_highest(FactorClash.from_setup("2-30,opening=even")) == 45
        assert default_highest(DivisorDuel.from_setup("36+24")) == 54

    @pytest.mark.parametrize(
        ("setup", "like"),
        [
            ("3-20", ["3-9", "3-9,opening=even", "3-9,opening=no-lone-primes"]),
            ("2-20,opening=any", ["2-8", "2-9"]),
            (
                "2-20,opening=even,relation=divides",
                ["2-8,opening=even,relation=divides", "2-9,opening=even,relation=divides"],
            ),
            ("2-20,opening=even,without=9+2+4+6+8", []),
            ("2-20,opening=any,without=9+4", ["2-8,without=4", "2-9,without=4+9"]),
        ],
    )
    def test_they_are_like_the_setup_that_was_named(self, setup: str, like: list[str]) -> None:
        assert FactorClash.from_setup(setup).candidate_setups(9) == like

    def test_an_option_of_numbers_stays(self) -> None:
        assert DivisorGame.from_setup("60+48,one=no").candidate_setups(6) == ["4,one=no", "6,one=no", "4+6,one=no"]


class TestOutlook:
    def test_a_trick_makes_a_short_game(self) -> None:
        assert outlook(FactorClash, "2-10") == Outlook("factor-clash", "2-10", Verdict.WIN, 9, 1, 1.0, 1 / 9)
        assert outlook(DivisorDuel, "60") == Outlook("divisor-duel", "60", Verdict.WIN, 10, 3, 1.0, 0.3)

    def test_the_second_player_may_win(self) -> None:
        found = outlook(FactorDuel, "2-20")
        assert (found.verdict.winner, found.winning, found.openings, found.plies) == ("second", 0, 19, 10.0)
        assert outlook(FactorChallenge, "2-26").verdict.winner == "first"

    def test_where_every_move_wins_no_luck_is_needed(self) -> None:
        assert outlook(DivisorDuel, "4").luck == 1.0

    def test_luck_is_what_random_moves_of_the_winner_need(self) -> None:
        assert outlook(DivisorDuel, "8").luck == 0.5, "one of two divisors leaves a prime"
        assert outlook(DivisorDuel, "4+4").luck == 1.0, "the second player has no choice"

    def test_it_is_the_same_every_time(self) -> None:
        assert outlook(FactorChallenge, "2-20") == outlook(FactorChallenge, "2-20")

    def test_what_a_program_does_not_find_out_in_one_move_is_unknown(self) -> None:
        found = outlook(FactorFrenzy, "2-200")
        assert (found.verdict.winner, found.openings, found.winning) == ("unknown", 199, None)
        assert (found.plies, found.luck) == (None, None)


class TestFairest:
    def test_it_takes_the_most_luck_for_its_length(self) -> None:
        easy, short, long = row("2-10", 20.0, 0.9), row("2-11", 3.0, 0.1), row("2-12", 8.0, 0.2)
        assert fairest([easy, short, long, row("2-13", None, None)]) == long

    def test_of_equals_it_comes_first(self) -> None:
        first, second = row("2-10", 8.0, 0.2), row("2-11", 4.0, 0.1)
        assert fairest([first, second]) == first

    def test_there_may_be_none(self) -> None:
        assert fairest([row("2-9", None, None)]) is None
        assert fairest([]) is None


class TestRecommendedSetups:
    @pytest.mark.unfollowed
    @pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
    def test_it_is_the_fairest_of_a_sample(self, game: type[AnyRules]) -> None:
        """``make verify`` compares all of them."""
        candidates = usual(game).candidate_setups(default_highest(usual(game)))
        place = candidates.index(game.recommended_setup)
        sample = {*candidates[::40], *candidates[max(0, place - 2) : place + 3]}
        best = fairest(outlook(game, setup) for setup in candidates if setup in sample)
        assert best is not None
        assert best.setup == game.recommended_setup

    @pytest.mark.unfollowed
    @pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
    def test_it_takes_more_luck_than_the_rule_book_s(self, game: type[AnyRules]) -> None:
        recommended, of_rule_book = outlook(game, game.recommended_setup), outlook(game, game.default_setup)
        assert recommended.luck is not None
        assert of_rule_book.luck is not None
        assert recommended.luck < of_rule_book.luck / 4

    @pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
    def test_a_program_answers_in_it_at_once(self, game: type[AnyRules]) -> None:
        rules = game.from_setup(game.recommended_setup)
        forget()
        assert Verdict.UNKNOWN not in analyse(rules, rules.initial_position, AT_ONCE).moves.values()
