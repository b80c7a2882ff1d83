"""Every claim of a reason is true, comes back from its JSON form, and is refused once it is made false."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from claim_truth import Truth
from conformance.test_mechanics import SETUPS as VARIANTS
from proof_mutants import mutated, random_line
from samples import samples

from commonfactor.rules.notation import Line, parse
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import OWN_GAMES
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.claims import NothingLeft, Refutation, Resistance, Wins
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.base import Check, Claim, Status
from commonfactor.solver.proofs.json_form import CLAIMS, claim_from_json
from commonfactor.solver.reasons import reason_for, reason_in_claims
from commonfactor.solver.sentences import refutation_sentence

MOST_NUMBERS = 9
POSITIONS = samples(1000)


def claims_at(line: Line) -> list[Claim]:
    """All that is claimed of a position and of its moves."""
    analysis = analyse(line.rules, line.position)
    claims = list(reason_in_claims(analysis, analysis.proof, DEFAULT_BUDGET.control()))
    for move in line.rules.legal_moves(line.position):
        reason = reason_for(line.rules, line.position, move, DEFAULT_BUDGET.control())
        assert reason.claims, (line, move)
        first = reason.claims[0]
        assert isinstance(first, Wins if reason.verdict is Verdict.WIN else Refutation)
        claims += reason.claims
    if analysis.verdict is Verdict.LOSS:
        assert isinstance(claims[0], Refutation if analysis.moves else NothingLeft)
    return claims


def is_searched(line: Line, claim: Claim, check: Check) -> bool:
    """Whether a claim is named as trusted that only a search could confirm, which would be long in this game."""
    is_long = line.rules.longest_game > MOST_NUMBERS + 1
    return check.status is Status.PARTIAL and is_long and isinstance(claim, Wins | Refutation | Resistance)


def assert_true(line: Line, truth: Truth, seen: Counter[type[Claim]]) -> list[Claim]:
    claims = claims_at(line)
    for claim in claims:
        assert claim_from_json(json.loads(json.dumps(claim.as_json()))) == claim
        assert truth.holds(line.position, claim), (line, claim)
        check = claim.check(line.rules, line.position)
        assert check.status is Status.COMPLETE or is_searched(line, claim, check), (line, claim, check)
        seen[type(claim)] += 1
    return claims


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: str(game.name))
def test_all_that_is_claimed_is_true(game: Any) -> None:
    random, seen = Random(f"claims {game.name}"), Counter[type[Claim]]()
    for _ in range(POSITIONS // 2):
        line = random_line(game, random, MOST_NUMBERS)
        assert_true(line, Truth(line.rules), seen)
    assert {Wins, Refutation, NothingLeft} <= set(seen)
    assert len(seen) > 4


@pytest.mark.unfollowed
@pytest.mark.parametrize(("game", "relation"), VARIANTS)
def test_so_is_what_is_claimed_of_variants(game: type[PoolRules], relation: str) -> None:
    random, seen = Random(f"claims {game.mechanic} {relation}"), Counter[type[Claim]]()
    for _ in range(samples(100)):
        line = Line.start(game(2, 2 + random.randint(3, MOST_NUMBERS), relation=relation))
        for _ in range(random.randint(0, MOST_NUMBERS)):
            if moves := line.rules.legal_moves(line.position):
                line = line.play(random.choice(moves))
        assert_true(line, Truth(line.rules), seen)
    assert {Wins, Refutation, NothingLeft} & set(seen)


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: str(game.name))
def test_a_changed_claim_is_refused_or_true(game: Any) -> None:
    random, said = Random(f"mutants {game.name}"), Counter[str]()
    while said.total() < samples(5000):
        line = random_line(game, random, MOST_NUMBERS)
        truth = Truth(line.rules)
        for claim in claims_at(line):
            try:
                changed = claim_from_json(mutated(claim.as_json(), random))
            except ValueError as error:
                assert str(error).startswith("this is not a claim: ")  # noqa: PT017  # most forms are refused elsewhere
                said["no claim"] += 1
                continue
            check = changed.check(line.rules, line.position)
            is_true = truth.holds(line.position, changed)
            if not is_searched(line, changed, check):
                assert check.status is (Status.COMPLETE if is_true else Status.FALSE), (line, changed, check)
            said["true" if is_true else "false"] += 1
    assert min(said["no claim"], said["false"]) > samples(500), said


def test_every_kind_of_claim_is_registered() -> None:
    kinds = [kind for kind in Claim.__subclasses__() if kind.__module__.startswith("commonfactor.")]
    assert set(kinds) == set(CLAIMS)


def test_a_claim_that_would_take_long_to_check_is_named_as_trusted() -> None:
    line = parse("factor-challenge:2-40:")
    position = line.position
    for claim, trusted in (
        (Wins(move=24), "that 24 wins"),
        (Refutation(move=24, reply=36, ends=False), "that 36 wins after 24"),
        (Resistance(move=24, winning_replies=1, replies=38), "that 1 of 38 replies to 24 win"),
    ):
        check = claim.check(line.rules, position)
        assert (check.status, check.trusted) == (Status.PARTIAL, (trusted,))


@pytest.mark.parametrize(
    ("notation", "move", "sentence"),
    [
        (
            "factor-clash:2-20:",
            14,
            "14 loses, because now your opponent takes 7, and nothing that is left shares a factor with 7.",
        ),
        ("factor-clash:2-10:10", 2, "2 loses, because now your opponent takes 4."),
        ("divisor-duel:60:", 2, "2 loses, because now your opponent plays 6, and 5 is prime."),
        ("factor-duel:2-3:", 2, "2 loses, because now your opponent takes 3, and no number is left."),
    ],
)
def test_a_refutation_in_words(notation: str, move: int, sentence: str) -> None:
    line = parse(notation)
    refutation = reason_for(line.rules, line.position, move, DEFAULT_BUDGET.control()).claims[0]
    assert isinstance(refutation, Refutation)
    assert refutation_sentence(line.rules, line.position, refutation) == sentence


def test_without_a_budget_nothing_is_claimed() -> None:
    line = parse("factor-challenge:2-44:")
    control = Budget(nodes=10).control()
    assert reason_for(line.rules, line.position, 44, control).claims == ()
    assert reason_in_claims(analyse(line.rules, line.position, Budget(nodes=10)), None, control) == ()
