"""What options of the command line mean, without a program that is started for each of them."""

from argparse import Namespace

import pytest

from commonfactor.arena.terms import DEFAULT_NAMES, TWO_PEOPLE, Names, Programs, Scoring
from commonfactor.cli import option_values
from commonfactor.cli.parser import parser
from commonfactor.rules.base import SetupError
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget


def given(*words: str) -> Namespace:
    return parser().parse_args(words)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("clash", "factor-clash:2-20:"),
        ("clash --fair", "factor-clash:2-30,opening=no-lone-primes:"),
        ("clash --pool 3-9", "factor-clash:3-9:"),
        ("frenzy --relation divides --without 7+11", "factor-frenzy:2-50,without=7+11:"),
        ("clash --pool 1-30 --relation divides --opening even", "factor-clash:1-30,opening=even,relation=divides:"),
        ("divisor --number 60+48", "divisor-duel:60+48:"),
        ("duel:2-9:4,9", "factor-duel:2-9:4,9"),
    ],
)
def test_a_game_begins_as_options_say(words: str, line: str) -> None:
    assert str(option_values.line_in(given("play", *words.split()))) == line


@pytest.mark.parametrize(
    ("words", "objection"),
    [
        ("duel:2-9: --pool 2-8", "a position has its setup in it"),
        ("clash --fair --opening even", "--fair chooses the setup"),
        ("clash --number 60", "Factor Clash is played with --pool LO-HI, not with --number"),
        ("divisor --opening even", "Divisor Duel is played with --number N, not with --opening"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: str, objection: str) -> None:
    with pytest.raises(SetupError, match=objection):
        option_values.line_in(given("play", *words.split()))


def test_a_budget_is_what_was_asked_for() -> None:
    assert option_values.budget_in(given("analyse", "clash:2-9:")) == DEFAULT_BUDGET
    words = ("--seconds", "0.5", "--nodes", "70", "--memory", "3")
    assert option_values.budget_in(given("analyse", "clash:2-9:", *words)) == Budget(0.5, 3_000_000, 70)


@pytest.mark.parametrize(
    ("option", "text", "objection"),
    [
        ("--seconds", "nan", "--seconds is a number such as 2 or 0.5, not 'nan'"),
        ("--nodes", "9" * 21, "--nodes: a number has at most 19 digits, not 21"),
        ("--memory", "9999999", "--memory is a number up to 1,000,000, not 9,999,999"),
        ("--memory", "x", "--memory: "),
    ],
)
def test_a_budget_that_cannot_be_is_refused(option: str, text: str, objection: str) -> None:
    with pytest.raises(SetupError, match=objection):
        option_values.budget_in(given("analyse", "clash:2-9:", option, text))


def test_a_number_has_bounds() -> None:
    assert option_values.number_from_to("--port", "80", 0, 65_535) == 80
    with pytest.raises(SetupError, match="--port is a number from 0 to 65,535, not 70,000"):
        option_values.number_from_to("--port", "70000", 0, 65_535)


def test_people_and_programs_agree_on_terms() -> None:
    alone = option_values.terms_in(given("play", "clash"))
    assert (alone.programs, alone.scoring, alone.seed) == (TWO_PEOPLE, None, 0)
    terms = option_values.terms_in(
        given("play", "clash", "--vs", "3", "--seat", "second", "--seed", "7", "--hints", "2")
    )
    assert (terms.programs, terms.seed, terms.most_hints) == (Programs("club", None), 7, 2)
    assert option_values.terms_in(given("play", "clash", "--players", "1", "perfect")).programs == Programs(
        "newcomer", "perfect"
    )
    assert option_values.terms_in(given("play", "clash", "--first-to", "3")).scoring == Scoring(1, 3)
    points = option_values.terms_in(given("play", "clash", "--points-per-win", "2", "--target", "6"))
    assert points.scoring == Scoring(2, 6)


@pytest.mark.parametrize(
    ("words", "objection"),
    [
        ("--seed 7", "--seed decides the chances that programs take"),
        ("--players 1 2 --vs 3", "choose one of them"),
        ("--players 1 2 --seat first", "with --players, --first says who starts"),
        ("--seat first", "it needs --vs LEVEL"),
        ("--vs 3 --seat third", "the seat is first or second, not 'third'"),
        ("--first-to 3 --target 6", "not both"),
        ("--points-per-win 2", "--points-per-win needs --target T"),
    ],
)
def test_terms_that_do_not_go_together_are_refused(words: str, objection: str) -> None:
    with pytest.raises(SetupError, match=objection):
        option_values.terms_in(given("play", "clash", *words.split()))


def test_names_and_the_start_are_those_of_people() -> None:
    assert option_values.names_in(given("play", "clash")) == DEFAULT_NAMES
    second = given("play", "clash", "--vs", "3", "--seat", "second", "--names", "Ann", "Ben")
    assert option_values.names_in(second) == Names("Ben", "Ann")
    assert option_values.starter_in(given("play", "clash", "--first", "2")) == 2
    with pytest.raises(SetupError, match="leave --first out"):
        option_values.starter_in(given("play", "clash", "--vs", "3", "--first", "2"))
