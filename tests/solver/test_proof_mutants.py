"""A proof that passes its check may be read as true: thousands of changed proofs are refused, or are true.

``make verify`` tries many more, in ``verify_proof_mutants``.
"""

from random import Random
from typing import Any

import pytest
from plain_facts import Facts
from proof_truth import assert_refused_or_true, form_of, hurry, try_mutants

from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.proofs import lead
from commonfactor.solver.proofs.checking import Check, Status
from commonfactor.solver.proofs.json_form import proof_from_json


def checked(notation: str, form: Any) -> Check:
    line = parse(notation)
    return proof_from_json(form).check(line.rules, line.position)


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_changed_proof_is_refused_or_true(game: type[AnyRules]) -> None:
    said = try_mutants(game, Random(1), 30, 13)
    assert said[Status.FALSE] > 250
    assert said[None] > 50
    assert said[Status.COMPLETE] > 50


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_what_a_hurried_checker_could_not_check_is_named(game: type[AnyRules], monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    said = try_mutants(game, Random(2), 30, 13)
    assert bool(said[Status.PARTIAL]) is (game.mechanic not in {"divide", "follow", "subtract"})


def test_the_worth_of_the_group_that_the_move_is_in_is_checked() -> None:
    notation = "factor-frenzy:5-18:14,16,11,13,15,18"
    form = form_of(parse(notation))
    assert (form["move"], form["groups"][0]) == ("10", [[10], 1])
    for nimber, flaw in ((0, "the exclusive-or is 0 before the move"), (2, "{10} is worth 1"), (7, "{10} is worth 1")):
        check = checked(notation, form | {"groups": [[[10], nimber], *form["groups"][1:]]})
        assert (check.status, check.flaw) == (Status.FALSE, flaw)


def test_the_winners_walk_is_checked_to_be_the_longest() -> None:
    notation = "factor-challenge:2-9:3,7,6"
    form = form_of(parse(notation))
    assert form["theirs"] == [2, 4, 8]
    check = checked(notation, form | {"theirs": [2, 4]})
    assert (check.status, check.flaw) == (Status.FALSE, "there is a walk longer than 2")


def test_a_value_that_does_not_decide_is_named_as_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lead, "MOST_POSITIONS", 500)  # the group is too large for any limit that is quick
    notation = "factor-duel:2-37:19,3"
    form = form_of(parse(notation))
    largest, *others = form["shares"]
    assert largest[2] == "1"
    check = checked(notation, form | {"shares": [[*largest[:2], "7"], *others]})
    assert check.status is Status.PARTIAL
    assert any(claim.endswith("} has the value 7") for claim in check.trusted)


@pytest.mark.unfollowed
def test_every_move_of_the_winner_in_a_line_is_checked() -> None:
    """With a table of replies and without it, no blunder passes."""
    line = parse("factor-challenge:2-12:6")
    form, facts, random = form_of(line), Facts(line.rules), Random(1)
    assert (form["kind"], form["wins"]) == ("line", True)
    blunders = 0
    for _ in range(300):
        at = line
        moves: list[str] = []
        while legal := at.rules.legal_moves(at.position):
            # The winner has a choice at every other move, and the first is part of the claim.
            move = random.choice(legal) if moves else line.rules.parse_move(form["move"])
            blunders += not facts.verdicts(at.position)[move] and at.position.to_move is line.position.to_move
            moves.append(str(move))
            at = at.play(move)
        for table in (form["replies"], None):
            assert_refused_or_true(facts, line, form | {"line": moves, "replies": table})
    assert blunders > 100


@pytest.mark.parametrize(
    ("notation", "key"),
    [
        ("factor-frenzy:2-20:12", "groups"),
        ("factor-frenzy:2-20:12", "changed_to"),
        ("factor-duel:2-10:", "shares"),
        ("factor-duel:2-12:", "shares_after"),
        ("factor-duel:2-10:", "replies"),
        ("factor-challenge:2-10:6", "replies"),
        ("factor-clash:2-20:15,5", "pairs"),
    ],
)
def test_elements_that_nobody_knows_are_refused(notation: str, key: str) -> None:
    form = form_of(parse(notation))
    assert checked(notation, form).status is Status.COMPLETE
    first, *others = form[key]
    for changed in ({key: [[*first, 7], *others]}, {"note": "believe me"}):
        with pytest.raises(ValueError, match="this is not a proof"):
            proof_from_json(form | changed)


def test_a_loss_changes_no_group() -> None:
    notation = "factor-frenzy:2-20:12,10"
    form = form_of(parse(notation))
    assert not form["wins"]
    assert checked(notation, form | {"changed_to": [[[999], 5]]}).status is Status.FALSE


def test_a_line_is_empty_only_where_there_is_no_move() -> None:
    notation = "factor-challenge:2-10:6"
    form = form_of(parse(notation))
    assert not form["wins"]
    assert checked(notation, form | {"line": [], "replies": None}).status is Status.FALSE


def test_a_table_has_one_answer_to_everything_that_can_happen() -> None:
    notation = "factor-challenge:2-10:6"
    form = form_of(parse(notation))
    twice = checked(notation, form | {"replies": [*form["replies"], form["replies"][0]]})
    assert (twice.status, twice.flaw[:25]) == (Status.FALSE, "there are two answers aft")
    after, answer = form["replies"][0]
    needless = checked(notation, form | {"replies": [*form["replies"], [f"{after},{answer}", answer]]})
    assert needless.status is Status.FALSE
