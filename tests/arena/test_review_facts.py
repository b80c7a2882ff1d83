"""What is told about a review, and how a game was decided."""

import json
from datetime import UTC, datetime

import pytest

from commonfactor.arena.judging import JudgedGame
from commonfactor.arena.match import Match
from commonfactor.arena.review import Decider, decided_by, decision, explained, review, review_facts
from commonfactor.arena.terms import Names, Player, Terms
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.solver.oracle import forget

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMES = Names("Ann", "Ben")


def match_of(notation: str, *, has_swap: bool = False) -> Match:
    line = parse(notation)
    match = Match(line.rules, NAMES, Terms(has_swap=has_swap))
    match.play_all(line.moves, NOON)
    return match


def reviewed(match: Match, budget: Budget = DEFAULT_BUDGET) -> JudgedGame:
    return explained(review(match.game, budget.control()), budget.control())


def how_decided(match: Match, budget: Budget = DEFAULT_BUDGET) -> str:
    assert match.game.result
    return decision(reviewed(match, budget), match.game.result, NAMES)


def test_a_review_tells_every_move_with_its_label_and_what_was_better() -> None:
    facts = json.loads(json.dumps(review_facts(reviewed(match_of("divisor:210:2,5,3")))))
    assert {key: facts[key] for key in ("game", "setup", "notation", "winner", "accuracy")} == {
        "game": "divisor-duel",
        "setup": "210",
        "notation": "divisor-duel:210:2,5,3",
        "winner": 1,
        "accuracy": 0,
    }
    first, second, third = facts["moves"]
    assert (first["ply"], first["player"], first["move"], first["label"]) == (1, 1, 2, "mistake")
    assert first["reason"].startswith(f"{first['better']} wins: ")
    assert (second["player"], second["label"]) == (2, "missed win")
    assert (third["label"], third["better"], third["reason"]) == ("best", None, None)


def test_nobody_has_won_a_game_that_goes_on() -> None:
    facts = review_facts(reviewed(match_of("divisor:60+48:48/2")))
    assert (facts["winner"], facts["moves"][0]["move"]) == (None, "48/2")


def test_the_last_chance_decides() -> None:
    sentence = "Decided by move 2: 5 gave the win away, and was Ben's last chance."
    assert how_decided(match_of("divisor:210:2,5,3")) == sentence


@pytest.mark.parametrize(
    ("notation", "decider"),
    [("divisor:210:2,5,3", (Decider.LAST_CHANCE, 2)), ("clash:2-20:17", (Decider.ALWAYS_WINNING, 1))],
)
def test_what_decided_is_told_with_the_player_it_is_about(notation: str, decider: tuple[Decider, Player]) -> None:
    match = match_of(notation)
    assert match.game.result
    assert decided_by(reviewed(match), match.game.result) == decider


def test_a_won_game_may_be_given_up() -> None:
    match = match_of("divisor:60:")
    match.resign()
    assert how_decided(match) == "Ann gave up a won game."


def test_whoever_was_never_winning_could_change_nothing() -> None:
    assert how_decided(match_of("clash:2-20:17")) == "Ann was winning from start to end."


@pytest.mark.parametrize(
    ("opening", "is_taken", "sentence"),
    [
        (17, False, "Decided after the first move: Ben kept the losing seat."),
        (14, True, "Decided after the first move: Ben took the losing seat."),
        (17, True, "Decided after the first move: Ben took the winning seat."),
    ],
)
def test_the_swap_may_decide(opening: int, is_taken: bool, sentence: str) -> None:  # noqa: FBT001 (a case)
    match = match_of("clash:2-20:", has_swap=True)
    match.play(opening, NOON)
    match.decide_swap(is_taken=is_taken, at=NOON)
    if opening == 14:
        match.play(7, NOON)
    assert how_decided(match) == sentence


def test_what_the_budget_does_not_reach_is_not_claimed() -> None:
    forget()
    match = match_of("frenzy:2-200:97,2,3")
    match.resign()
    assert how_decided(match, Budget(nodes=50)) == (
        "Whether Ben ever had a chance was not found out within the budget."
    )
