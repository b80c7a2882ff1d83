"""What the pool games share: bounds, openings, and why a number cannot be picked."""

import pytest

from commonfactor.rules.base import FIRST, SECOND, Change, InvalidMoveError, Seating, SetupError
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.pool import PoolRules, picks

POOL_GAMES: list[type[PoolRules]] = [FactorClash, FactorChallenge, FactorDuel, FactorFrenzy]

NAMES = Seating("Ann", "Ben")

over_pool_games = pytest.mark.parametrize("game", POOL_GAMES, ids=lambda game: game.name)


@over_pool_games
def test_without_a_word_the_rule_books_pool_is_taken(game: type[PoolRules]) -> None:
    assert game().setup == game.default_setup
    assert game() == game.from_setup(game.default_setup)


@pytest.mark.parametrize(
    ("setup", "complaint"),
    [
        ("1-20", "a pool starts at 2 or above, not at 1"),
        ("0-20", "a pool starts at 2 or above, not at 0"),
        ("20-2", "the pool 20-2 is empty: its first number is larger than its last"),
        ("2-2001", "Factor Duel is played with numbers up to 2000, not 2001"),
        ("2-1000000000000000000", "Factor Duel is played with numbers up to 2000, not 1000000000000000000"),
        ("20", "a pool is written LO-HI, such as 2-20, not '20'"),
        ("", "a pool is written LO-HI, such as 2-20, not ''"),
        ("2-20-30", "a pool is written LO-HI, such as 2-20, not '2-20-30'"),
        ("2-", "in the pool '2-': a number is missing"),
        ("2-x", "in the pool '2-x': 'x' is not a number"),
        ("2-020", "in the pool '2-020': a number is written without leading zeros, not as '020'"),
        ("2-20,opening=odd", "there is no opening 'odd'; possible are any, even, no-lone-primes"),
        ("2-20,opening", "the option opening needs a value; possible are any, even, no-lone-primes"),
        ("2-20,start=even", "there is no option 'start=even'; possible are opening=..., relation=..., without=..."),
        ("2-20,opening=even,x", "there is no option 'x'; possible are opening=..., relation=..., without=..."),
        ("3-3,opening=even", "no number of the pool 3-3 may be picked first with opening=even"),
        ("11-13,opening=no-lone-primes", "no number of the pool 11-13 may be picked first with opening=no-lone-primes"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_in_one_sentence(setup: str, complaint: str) -> None:
    with pytest.raises(SetupError) as refusal:
        FactorDuel.from_setup(setup)
    assert str(refusal.value) == complaint


@over_pool_games
def test_pools_reach_up_to_their_cap_and_no_further(game: type[PoolRules]) -> None:
    assert game(game.highest - 1, game.highest).high == game.highest
    with pytest.raises(SetupError, match=f"up to {game.highest}, not {game.highest + 1}"):
        game(2, game.highest + 1)


@over_pool_games
def test_an_even_opening_binds_the_first_pick_of_the_game_alone(game: type[PoolRules]) -> None:
    rules = game(2, 21, "even")
    start = rules.initial_position
    assert rules.legal_moves(start) == tuple(range(2, 21, 2))
    assert rules.objection(start, 9) == "9 is odd, and the first number must be even"
    assert rules.permission(start, 6) == "6 is even, as the first number must be"
    assert rules.opening_lines(start) == ["The first number must be even."]
    after = rules.play(start, 6)
    assert any(number % 2 for number in rules.legal_moves(after))
    assert rules.opening_lines(after) == []


@over_pool_games
def test_no_lone_primes_bars_what_shares_no_factor_with_the_pool(game: type[PoolRules]) -> None:
    rules = game(45, 55, "no-lone-primes")
    start = rules.initial_position
    # 49 = 7·7 is no prime, but nothing else in 45-55 is a multiple of 7.
    assert set(range(45, 56)) - set(rules.legal_moves(start)) == {47, 49, 53}
    reason = "49 shares no factor with any other number, and the first number must"
    assert rules.objection(start, 49) == reason
    assert rules.permission(start, 50) == "50 shares a factor with another number, as the first number must"
    assert rules.opening_lines(start) == ["The first number must share a factor with another number."]


@over_pool_games
def test_a_pool_of_one_number_is_won_by_taking_it(game: type[PoolRules]) -> None:
    rules = game(7, 7)
    after = rules.play(rules.initial_position, 7)
    outcome = rules.outcome(after)
    assert outcome is not None
    assert outcome.winner is FIRST
    assert rules.objection(after, 7) == "7 is gone"


@over_pool_games
@pytest.mark.parametrize("move", [4.0, "4", None, Change(4, 2), 10**100, -4, True])
def test_what_is_no_number_of_the_pool_is_no_move(game: type[PoolRules], move: int) -> None:
    rules = game(2, 20)
    with pytest.raises(InvalidMoveError):
        rules.play(rules.initial_position, move)


@pytest.mark.parametrize("game", [FactorChallenge, FactorDuel, FactorFrenzy], ids=lambda game: game.name)
def test_pools_too_long_to_read_are_told_in_short(game: type[PoolRules]) -> None:
    rules = game(2, 2000)
    moves = (1999, 1997)
    position = rules.initial_position
    for move in moves:
        position = rules.play(position, move)
    lines = rules.board_lines(position, moves, NAMES) + rules.turn_lines(position, moves, NAMES)
    assert any("2-1996, 1998, 2000" in line for line in lines)
    assert max(map(len, lines)) < 400


def test_seats_pick_in_turn() -> None:
    assert list(picks([15, 5, 10], FIRST)) == [15, 10]
    assert list(picks([15, 5, 10], SECOND)) == [5]
