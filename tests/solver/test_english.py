"""Every claim has its sentence, short and full, for every reader, and names no number that it does not have."""

import json
import re
from collections.abc import Iterator

import pytest
from claim_checks import claims_at, claims_within

from commonfactor.rules.notation import Line, parse
from commonfactor.solver.analysis import Budget
from commonfactor.solver.claims import Allowed, Compare, Hardest, NotAllowed, Refutation, Resistance, Wins
from commonfactor.solver.english import READER, People, told, told_first, verdict_sentence
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.proofs.checking import Claim, Status
from commonfactor.solver.proofs.json_form import CLAIMS
from commonfactor.solver.proofs.lead import Ahead
from commonfactor.solver.proofs.pairing import Pairs
from commonfactor.solver.proofs.replies import ForcedLine
from commonfactor.solver.reasons import reason_for, reason_in_claims

READERS = (READER, People("Ann", "Ben"), People("Ann", "you"), People("you", "the computer"))

# Positions that have all kinds of claims between them.
NOTATIONS = (
    *(
        "factor-clash:2-20:",
        "factor-clash:2-12:8",
        "factor-clash:2-9:7",
        "factor-clash:2-15:7",
        "factor-clash:2-30:6,2",
    ),
    *("juniper-green:1-10:2", "factor-clash:2-14,opening=even:", "divisor-duel:60:", "divisor-duel:5:"),
    *("factor-clash:2-3:2", "divisor-duel:5+7:"),
    *("divisor-duel:12+18:", "divisor-duel:60+48+30:48/8", "divisor-game:12:", "divisor-game:12+9:", "divisor-game:9:"),
    *("factor-frenzy:2-20:12", "factor-frenzy:2-20:11,5,17,8,19,14,13", "factor-frenzy:2-50:2", "factor-frenzy:2-3:2"),
    *("factor-frenzy:2-30:18,25,22", "factor-duel:2-20:7", "factor-duel:2-10:", "factor-duel:2-20:2,10"),
    *("factor-duel:2-20:7,6,15,5", "factor-challenge:2-20:6", "factor-challenge:2-10:"),
    *("factor-challenge:2-20:10,20,18,2,14,16,6,12,15", "factor-challenge:2-20:10,18,14,12,6,4,15,2"),
    "factor-challenge:3-22:12,18,16,21,10,6,14,20,8,15,22",
)


def claimed() -> Iterator[tuple[Line, Claim]]:
    """Claims of every kind, each with the line whose position they are about."""
    for notation in NOTATIONS:
        line = parse(notation)
        yield from ((line, claim) for claim in claims_at(line))
    for notation in ("factor-duel:2-20:7", "factor-frenzy:2-20:12,10"):
        line = parse(notation)
        yield from ((line, claim) for nodes in range(0, 40, 4) for claim in claims_within(line, nodes))


@pytest.fixture(scope="module")
def claims() -> list[tuple[Line, Claim]]:
    """Each claim once for its position, though hints, reasons and proofs repeat it."""
    return list({(str(line), claim): (line, claim) for line, claim in claimed()}.values())


def numbers_in(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def test_every_kind_is_told(claims: list[tuple[Line, Claim]]) -> None:
    assert {type(claim) for _, claim in claims} == set(CLAIMS)


def test_every_claim_is_true_or_taken_on_trust(claims: list[tuple[Line, Claim]]) -> None:
    for line, claim in claims:
        assert claim.check(line.rules, line.position).status is not Status.FALSE, (line, claim)


def test_every_claim_has_a_sentence_in_both_forms_for_every_reader(claims: list[tuple[Line, Claim]]) -> None:
    for line, claim in claims:
        for people in READERS:
            short, full = (told([claim], line.rules, line.position, people, is_full=full) for full in (False, True))
            for text in (short, full):
                assert re.fullmatch(r"[A-Z0-9].*[^.]\.", text), text
                assert not re.search(
                    r"nimber|exclusive|\d-\d|\byou (?:is|has|\w+s)\b|\b(?:Ann|Ben) (?:are|have|take)\b", text
                )
            if "you" not in people:
                assert not re.search(r"\byour?\b", short), short


def test_no_number_is_named_that_the_claim_does_not_have(claims: list[tuple[Line, Claim]]) -> None:
    for line, claim in claims:
        has = numbers_in(json.dumps(claim.as_json()))
        text = told([claim], line.rules, line.position, is_full=not isinstance(claim, Allowed | NotAllowed))
        # 6 (4+2) and "4+2 is left over" show the parts that a number consists of.
        parts = {part for parts in re.findall(r"\d+(?:\+\d+)+", text) for part in parts.split("+")}
        assert numbers_in(text) - parts <= has, (text, claim)
        sums = {str(sum(map(int, parts.split("+")))) for parts in re.findall(r"\d+(?:\+\d+)+", text)}
        assert sums <= has


@pytest.mark.parametrize(
    ("claim", "notation", "text"),
    [
        (Compare(moves=(2, 3, 5), winning=2, exactly=True), "factor-clash:2-20:", "Look at 2, 3, 5: 2 of them win."),
        (Compare(moves=(2, 3), winning=0, exactly=True), "factor-clash:2-20:", "Compare 2 and 3: none of them wins."),
        (Compare(moves=(*range(2, 16),), winning=1, exactly=False), "factor-clash:2-20:",
         "Look at 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and those that belong to them: at least one of them wins."),
        (Hardest(moves=(2, 3), looked_at=5), "factor-clash:2-20:",
         "Compare 2 and 3: of the first 5 moves no other leaves your opponent fewer winning answers."),
        (ForcedLine(moves=("3",), wins=True), "factor-challenge:2-20:6", "Play can go 3, and so on."),
        (Wins(move=7, after=(14,)), "factor-clash:2-20:", "After 14, 7 wins."),
        (Resistance(move=14, winning_replies=1, replies=1), "factor-clash:2-20:",
         "Your opponent's only answer to 14 wins."),
        (Resistance(move=14, winning_replies=2, replies=2), "factor-clash:2-20:",
         "Each of your opponent's 2 answers to 14 wins."),
        (Ahead(groups=(), total="0"), "factor-duel:2-2:2",
         "In all, nobody is ahead. It is your move, so you run out first."),
    ],
)  # fmt: skip
def test_a_claim_in_words(claim: Claim, notation: str, text: str) -> None:
    line = parse(notation)
    assert told([claim], line.rules, line.position, is_full=False) == text


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("factor-clash:2-20:15,5", "10 wins: you can answer every number with its partner."),
        (
            "factor-clash:2-12:6",
            "Every move loses: whatever you take has a partner, and your opponent answers with that.",
        ),
        (
            "factor-frenzy:2-14:6",
            "Every move loses: whatever you take, your opponent can make the groups cancel in pairs again.",
        ),
        (
            "factor-frenzy:2-14:",
            "12 wins: whatever your opponent takes, you can make the groups cancel in pairs again.",
        ),
        ("divisor-duel:60:6", "2 wins: your opponent has no move."),
    ],
)
def test_what_is_heard_first_of_a_reason_is_one_sentence(notation: str, sentence: str) -> None:
    line = parse(notation)
    analysis = analyse(line.rules, line.position)
    control = Budget(seconds=5).control()
    claims = reason_in_claims(analysis, analysis.prove(control), control)
    assert told_first(claims, line.rules, line.position) == sentence


def test_of_a_losing_move_its_refutation_is_heard() -> None:
    line = parse("factor-duel:2-20:7")
    reason = reason_for(line.rules, line.position, 2, Budget(seconds=5).control())
    assert told_first(reason.claims, line.rules, line.position) == "2 loses, because now your opponent takes 5."


def test_what_says_nothing_of_who_wins_is_heard_as_it_is() -> None:
    line = parse("factor-clash:2-20:")
    claim = Compare(moves=(2, 3), winning=1, exactly=True)
    assert told_first([claim], line.rules, line.position) == "Compare 2 and 3: one of them wins."


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [
        ("your opponent", "14 loses, because now your opponent takes 7, and then you have no move."),
        ("the computer", "14 loses, because now the computer takes 7, and then you have no move."),
    ],
)
def test_a_refutation_names_the_opponent(opponent: str, sentence: str) -> None:
    line = parse("factor-clash:2-20:")
    refutation = Refutation(move=14, reply=7, ends=True)
    assert told([refutation], line.rules, line.position, People(other=opponent)) == sentence


@pytest.mark.parametrize(
    ("people", "sentence"),
    [
        (READER, "Whatever you take has a partner, and your opponent answers with that: 3 and 9, 6 and 8."),
        (People("Ann", "Ben"), "Whatever Ann takes has a partner, and Ben answers with that: 3 and 9, 6 and 8."),
        (People("Ann", "you"), "Whatever Ann takes has a partner, and you answer with that: 3 and 9, 6 and 8."),
    ],
)
def test_one_template_speaks_to_everybody(people: People, sentence: str) -> None:
    line = parse("factor-clash:2-10:10,4,2")
    assert told([Pairs(pairs=((3, 9), (6, 8)), alone=2)], line.rules, line.position, people) == sentence


@pytest.mark.parametrize(
    ("analysed", "sentence"),
    [
        ("divisor:60:", "Ann is to move and wins with best play."),
        ("divisor:60:12", "Ann cannot move and has lost."),
        ("divisor:36+36:", "Ann is to move and loses with best play."),
    ],
)
def test_who_wins_is_a_sentence(analysed: str, sentence: str) -> None:
    line = parse(analysed)
    assert verdict_sentence(analyse(line.rules, line.position), "Ann") == sentence


def test_who_wins_may_be_unknown() -> None:
    forget()
    line = parse("frenzy:2-200:")
    assert verdict_sentence(analyse(line.rules, line.position, Budget(nodes=50)), "Ann") == (
        "Ann is to move; who wins was not found out within the budget."
    )
