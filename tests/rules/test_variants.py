"""What is wrong with a setup is said in one sentence, and variants speak of what they are about."""

import pytest

from commonfactor.agents.text import TextGame
from commonfactor.rules.base import InvalidMoveError, NotationError, Rules, Seating, SetupError
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.notation import parse
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.rules.registry import all_games, game_named


@pytest.mark.parametrize(
    ("game", "setup", "sentence"),
    [
        ("factor-clash", "2-20,colour=red", "there is no option 'colour=red'; possible are opening=..., relation=..."),
        ("factor-clash", "2-20,opening=", "the option opening needs a value; possible are any, even, no-lone-primes"),
        ("factor-clash", "2-20,without", "the option without needs a value; possible are numbers such as 7+11"),
        ("factor-clash", "2-20,without=7,11", "several numbers are joined by + as in 7+11, not by commas as in '7,11'"),
        ("divisor-duel", "60,48", "several numbers are joined by + as in 7+11, not by commas as in '7,48'"),
        ("divisor-duel", "60,one=no", "there is no option 'one=no'; this game has none"),
        ("factor-clash", "2-20,relation=divides,relation=divides", "the option relation is given twice"),
        ("factor-clash", "2-20,relation=loves", "there is no relation 'loves'; possible are common-factor, divides, "),
        ("factor-clash", "2-20,without=30", "30 cannot be left out, since it is not in 2-20"),
        ("factor-clash", "2-3,without=2+3", "nothing of 2-3 is left in the pool"),
        ("factor-clash", "2-20,without=7+x", "numbers are left out as in without=7+11: "),
    ],
)
def test_a_bad_setup_is_refused_with_what_is_possible(game: str, setup: str, sentence: str) -> None:
    with pytest.raises(SetupError) as refused:
        game_named(game).from_setup(setup)
    assert str(refused.value).startswith(sentence)


def test_a_program_may_not_invent_an_opening() -> None:
    with pytest.raises(SetupError, match=r"^there is no opening 'free'; possible are any, "):
        FactorClash(2, 20, opening="free")


def test_what_was_left_out_cannot_be_picked() -> None:
    line = parse("factor-clash:2-20,without=7+11:")
    with pytest.raises(InvalidMoveError, match=r"^11 was left out$"):
        line.rules.play(line.position, 11)


@pytest.mark.parametrize(
    ("notation", "move", "deed"),
    [
        ("factor-frenzy:2-10:", 6, "took 6, and 2, 3 went with it"),
        ("factor-frenzy:2-10:", 7, "took 7"),
        ("factor-clash:2-10:4", 6, "took 6"),
    ],
)
def test_a_deed_names_what_went_with_a_number(notation: str, move: int, deed: str) -> None:
    line = parse(notation)
    assert line.rules.deed(line.position, move) == deed


@pytest.mark.parametrize(
    ("notation", "part"),
    [
        ("factor-duel:2-10,relation=divides:", "goes into the larger one"),
        ("factor-clash:2-10,relation=sum-is-prime:", "nothing else goes into 11"),
    ],
)
def test_the_rules_of_a_variant_speak_of_its_relation(notation: str, part: str) -> None:
    text = "\n".join(parse(notation).rules.rules_text())
    assert part in text
    assert "factor in common" not in text


def test_the_words_at_the_end_of_a_factor_duel_speak_of_its_relation() -> None:
    line = parse("factor-duel:2-4,relation=divides:2,3")
    told = line.rules.closing_lines(line.position, line.moves, Seating("Ann", "Ben"))
    assert "Every number left divides or is a multiple of one of your numbers, 2." in "\n".join(told)
    assert "co-prime" not in "\n".join(told)


@pytest.mark.parametrize(
    ("relation", "pairs", "lonely"),
    [
        ("divides", "of which one divides the other", "has no factor and no multiple left"),
        ("sum-is-prime", "that add up to a prime", "does not add up to a prime with any that is left"),
    ],
)
def test_a_relation_has_words_for_pairs_and_for_who_is_left_alone(relation: str, pairs: str, lonely: str) -> None:
    words = FactorClash(2, 10, relation=relation).relation
    assert (words.pairs(), words.lonely()) == (pairs, lonely)


@pytest.mark.parametrize(
    ("setup", "number", "divisor", "sentence"),
    [
        ("12", 1, 1, "1 is too small and has no divisor to subtract"),
        ("7,one=no", 7, 2, "7 is prime and has no divisor to subtract"),
        ("12", 12, 12, "the divisor of 12 must be less than 12"),
        ("12", 12, 5, "12 = 2·2·3 is not divisible by 5"),
    ],
)
def test_the_divisor_game_says_why_a_number_cannot_be_subtracted(
    setup: str, number: int, divisor: int, sentence: str
) -> None:
    assert DivisorGame.from_setup(setup).arithmetic(number, divisor) == sentence


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("divisor-game:12:0", "move 1: a move subtracts 1 or more, not 0"),
        ("divisor-game:12,one=no:1", "move 1: a move subtracts 2 or more, not 1"),
        ("divisor-duel:12:1", "move 1: a move divides by 2 or more, not by 1"),
    ],
)
def test_a_divisor_that_is_too_small_is_refused_in_the_words_of_the_mechanic(notation: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse(notation)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("notation", "told"),
    [
        ("divisor-game:2:1", "Nothing can be subtracted from 1."),
        ("divisor-game:2+2+3,one=no:", "Nothing can be subtracted from 2 or 3."),
        ("divisor-game:6+8,one=no:", "Subtract from one of the numbers a smaller divisor of it other than 1."),
        (
            "duel:2-6,relation=divides:2,3",
            "Pick a number that neither divides nor is a multiple of any of your numbers, 2.",
        ),
        ("duel:2-4,relation=divides:2,3", "Every number left divides or is a multiple of one of your numbers, 2."),
        ("duel:2-3:2,3", "No number is left."),
    ],
)
def test_what_is_missing_for_a_move_is_said_without_turning_it_round(notation: str, told: str) -> None:
    line = parse(notation)
    assert line.rules.requirement(line.position) == told


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("game", [game for game in all_games() if issubclass(game, PoolRules)])
def test_the_rules_say_once_what_the_first_number_may_be(game: type[PoolRules], opening: Opening) -> None:
    for relation in (game.default_relation.name, "sum-is-prime"):
        rules = game(2, 20, opening, relation)
        told = "\n".join(rules.rules_text())
        assert told.count("The first number must") == (opening is not Opening.ANY)
        assert ("The first pick may be any number." in told) <= (opening is Opening.ANY)
        assert all(
            TextGame(rules).rules_text.count(sentence) == 1 for sentence in rules.opening_lines(rules.initial_position)
        )


def test_the_rules_say_that_one_must_not_be_subtracted() -> None:
    assert "In this game 1 must not be subtracted." in DivisorGame.from_setup("60,one=no").rules_text()
    assert DivisorGame.from_setup("60").rules_text() == DivisorGame.how_to_play()


def test_where_a_mechanic_knows_no_names_to_forget_its_form_is_its_essence() -> None:
    line = parse("divisor-duel:60:6")
    assert Rules.form(line.rules, line.position) == line.rules.essence(line.position)


def test_a_game_without_a_picture_of_its_own_lists_what_is_left_and_what_each_has() -> None:
    rules = FactorDuel(2, 6)
    position = rules.play(rules.play(rules.initial_position, 4), 6)
    assert PoolRules.board_lines(rules, position, (4, 6), Seating("Ann", "Ben")) == [
        "Numbers left: 2-3, 5",
        "Ann's numbers: 4",
        "Ben's numbers: 6",
    ]
