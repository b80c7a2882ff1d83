"""Lines of play and their one notation."""

import pickle

import pytest

from commonfactor.rules.base import Change, IllegalMoveError, InvalidMoveError, NotationError, SetupError
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import Line, line_facts, move_as_json, parse
from commonfactor.rules.registry import all_games, game_called, game_named


@pytest.mark.parametrize(
    "text",
    [
        "factor-clash:2-20:15,5,10",
        "factor-clash:2-21,opening=even:20",
        "divisor-duel:60:6,2",
        "divisor-duel:60+48+30:48/2,60/30",
        "factor-frenzy:2-50:",
        "factor-duel:5-30,opening=no-lone-primes:",
    ],
)
def test_canonical_text_is_written_as_it_was_read(text: str) -> None:
    assert str(parse(text)) == text


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_short_names_are_read_and_long_ones_written(game: type[FactorClash]) -> None:
    assert str(parse(f"{game.short_name}:{game.default_setup}:")) == f"{game.name}:{game.default_setup}:"


def test_an_option_at_its_default_is_left_out() -> None:
    assert str(parse("clash:2-20,opening=any:15")) == "factor-clash:2-20:15"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("factor-clash:2-20:15,5,20,20", "move 4: 20 was already taken at move 3"),
        ("factor-clash:2-30:6,20,10,20", "move 4: 20 was already taken at move 2"),
        ("factor-clash:2-20:14,9", "move 2: 9 = 3·3 and 14 = 2·7 share no factor"),
        ("factor-clash:2-20:999", "move 1: 999 is not among 2 to 20"),
        ("factor-clash:2-20:1", "move 1: 1 is not among 2 to 20"),
        ("factor-clash:2-20:15,", "move 2: a number is missing"),
        ("factor-clash:2-20:15, 5", "move 2: ' 5' is not a number"),
        ("factor-clash:2-20:15/5", "move 1: '15/5' is not a number"),
        ("factor-frenzy:2-20:7,14", "move 2: 14 was removed at move 1, as a multiple of 7"),
        ("factor-frenzy:2-20:8,8", "move 2: 8 was already taken at move 1"),
        ("factor-frenzy:2-20:8,2", "move 2: 2 was removed at move 1, as a factor of 8"),
        ("factor-duel:2-20:9,2,15", "move 3: 15 = 3·5 and your 9 = 3·3 share the factor 3"),
        ("factor-challenge:2-20:8,9,3", "move 3: 3 and your last number 8 = 2·2·2 share no factor"),
        ("divisor-duel:60:7", "move 1: 60 = 2·2·3·5 is not divisible by 7"),
        ("divisor-duel:60:60", "move 1: the divisor of 60 must be less than 60"),
        ("divisor-duel:60:6,2,5", "move 3: 5 is prime: only 1 and 5 divide it"),
        ("divisor-duel:60+48:2", "move 1: with several numbers a move says which one to divide, such as 48/2, not 2"),
        ("divisor-duel:60+48:50/2", "move 1: there is no 50 among 48, 60"),
        ("divisor-duel:60:60/2", "move 1: with one number a move is the divisor alone, not 60/2"),
        ("divisor-duel:60:1", "move 1: a move divides by 2 or more, not by 1"),
        ("divisor-duel:60+48:60/0", "move 1: a move divides by 2 or more, not by 0"),
        ("factor-clash:2-20:15,5,20,20,x", "move 4: 20 was already taken at move 3"),
    ],
)
def test_a_wrong_move_is_named_with_its_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse(text)
    assert str(refusal.value) == complaint


@pytest.mark.parametrize("text", ["", "factor-clash", "factor-clash:2-20", "factor-clash:2-20:15:5", "2-20:15"])
def test_text_of_another_shape_is_told_the_shape(text: str) -> None:
    with pytest.raises(NotationError, match="written GAME:SETUP:MOVES, such as factor-clash:2-20:15,5"):
        parse(text)


def test_an_unknown_game_is_told_the_games() -> None:
    with pytest.raises(NotationError, match="there is no game 'chess'; the games are factor-clash, divisor-duel,"):
        game_named("chess")


@pytest.mark.parametrize("words", ["factor-clash", "Clash", "FACTOR CLASH", " factor  clash "])
def test_people_may_write_a_game_as_they_like(words: str) -> None:
    assert game_called(words) is FactorClash


def test_a_line_plays_on_and_back() -> None:
    line = parse("clash:2-20:15,5")
    assert str(line.play(10)) == "factor-clash:2-20:15,5,10"
    assert line.play(10).undone() == line
    assert str(line) == "factor-clash:2-20:15,5"


def test_there_is_nothing_before_the_first_move() -> None:
    with pytest.raises(ValueError, match="no move to take back"):
        Line.start(FactorClash()).undone()


def test_a_line_tells_wrong_moves_from_moves_not_allowed_here() -> None:
    line = parse("clash:2-20:14")
    with pytest.raises(IllegalMoveError, match="share no factor"):
        line.play(9)
    with pytest.raises(InvalidMoveError, match="is not among"):
        line.play(21)


def test_moves_in_json_are_numbers_unless_they_take_two() -> None:
    assert move_as_json(15) == 15
    assert move_as_json(Change(48, 2)) == "48/2"


@pytest.mark.parametrize("text", ["clash:2-21,opening=even:", "divisor:60+48:", "frenzy:2-50:"])
def test_rules_are_values(text: str) -> None:
    rules, again = parse(text).rules, parse(text).rules
    assert rules == again
    assert hash(rules) == hash(again)
    assert rules != parse("clash:2-19:").rules
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 (our own bytes)
    assert rules.setup in repr(rules)


def test_a_setup_error_is_a_notation_error() -> None:
    with pytest.raises(SetupError):
        parse("clash:20-2:")


def test_a_running_game_has_legal_moves_and_no_winner() -> None:
    assert line_facts(parse("clash:2-20:15,5")) == {
        "game": "factor-clash",
        "setup": "2-20",
        "moves": [15, 5],
        "to_move": 1,
        "legal": [10, 20],
        "over": False,
        "winner": None,
        "notation": "factor-clash:2-20:15,5",
    }


def test_a_game_that_is_over_has_a_winner_and_no_legal_move() -> None:
    facts = line_facts(parse("divisor:60:12"))
    assert (facts["over"], facts["winner"], facts["legal"], facts["to_move"]) == (True, 1, [], 2)


def test_a_division_is_text() -> None:
    facts = line_facts(parse("divisor:36+12:36/2"))
    assert facts["moves"] == ["36/2"]
    assert facts["legal"] == ["12/2", "12/3", "12/4", "12/6", "18/2", "18/3", "18/6", "18/9"]
