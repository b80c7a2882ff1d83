"""Every claim of a reason is true, comes back from its JSON form, and is refused once it is made false."""

import pytest
from claim_checks import check_claims, check_claims_of_variant, check_lies, claims_within
from claim_truth import Truth
from conformance.test_mechanics import SETUPS as VARIANTS

from commonfactor.rules.base import AnyRules, Because
from commonfactor.rules.notation import parse
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import OWN_GAMES
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.solver.claims import Allowed, Leaves, NotAllowed, NotFound, Refutation, Resistance, Wins
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim, Status
from commonfactor.solver.proofs.json_form import CLAIMS, claim_from_json
from commonfactor.solver.proofs.nim import ChangeNumber
from commonfactor.solver.proofs.pairing import Spare
from commonfactor.solver.reasons import reason_for, reason_in_claims

over_own_games = pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: str(game.name))


@pytest.mark.unfollowed
@over_own_games
def test_all_that_is_claimed_is_true(game: type[AnyRules]) -> None:
    check_claims(game, 100)


@pytest.mark.unfollowed
@pytest.mark.parametrize(("game", "relation"), VARIANTS)
def test_so_is_what_is_claimed_of_variants(game: type[PoolRules], relation: str) -> None:
    check_claims_of_variant(game, relation, 20)


@pytest.mark.unfollowed
@over_own_games
def test_a_changed_claim_is_refused_or_true(game: type[AnyRules]) -> None:
    check_lies(game, 1000)


@pytest.mark.parametrize(
    "notation", ["factor-duel:2-12:4,12,3", "factor-frenzy:2-16:12", "factor-clash:2-12:6", "factor-challenge:2-10:"]
)
def test_what_is_claimed_within_a_small_budget_is_true(notation: str) -> None:
    """With more and more nodes more is claimed, and with none at all, that nothing was found out."""
    line = parse(notation)
    truth, said = Truth(line.rules), list[list[Claim]]()
    for nodes in (*range(40), *range(40, 1500, 60)):
        said.append(claims_within(line, nodes))
        for claim in said[-1]:
            assert truth.holds(line.position, claim), (nodes, claim)
            assert claim.check(line.rules, line.position).status is Status.COMPLETE
    assert any(isinstance(claim, NotFound) for claim in said[0])
    assert not any(isinstance(claim, NotFound) for claim in said[-1])


def test_every_kind_of_claim_is_registered() -> None:
    kinds = [kind for kind in Claim.__subclasses__() if kind.__module__.startswith("commonfactor.")]
    assert set(kinds) == set(CLAIMS)


@pytest.mark.parametrize(
    "move", [10**5000, -1, "9" * 5000, 1.5, None, [7]], ids=["large", "negative", "long", "part", "none", "list"]
)
def test_what_names_no_move_is_no_claim(move: object) -> None:
    with pytest.raises(ValueError, match=r"^this is not a claim: "):
        claim_from_json({"kind": "wins", "after": [], "move": move})


def test_a_false_claim_about_a_million_moves_is_answered_at_once() -> None:
    line = parse("factor-clash:2-1000000:")
    for claim in (
        Resistance(move=2, winning_replies=7, replies=499_999),
        Leaves(replies=0, every=False),
        Spare(pairs=1),
    ):
        assert claim.check(line.rules, line.position).status is Status.PARTIAL
    line = parse("divisor-duel:897612484786617600:")
    assert ChangeNumber(number=897612484786617600, to=0).check(line.rules, line.position).status is Status.PARTIAL


def test_a_move_of_another_game_is_neither_allowed_nor_not() -> None:
    line = parse("factor-clash:2-20:")
    for kind in (Allowed, NotAllowed):
        assert kind(move=99, because=Because.FREE, numbers=()).check(line.rules, line.position).status is Status.FALSE


def test_a_claim_that_would_take_long_to_check_is_named_as_trusted() -> None:
    line = parse("factor-challenge:2-40:")
    position = line.position
    for claim in (
        Wins(move=24),
        Refutation(move=24, reply=36, ends=False),
        Resistance(move=24, winning_replies=1, replies=38),
    ):
        check = claim.check(line.rules, position)
        assert (check.status, check.trusted) == (Status.PARTIAL, (f"that {claim} holds",))


@pytest.mark.parametrize(
    ("notation", "move", "sentence"),
    [
        (
            "factor-clash:2-20:",
            14,
            (
                "14 loses, because now your opponent takes 7, and then you have no move, since no number that shares a "
                "factor with 7 is left."
            ),
        ),
        ("factor-clash:2-10:10", 2, "2 loses, because now your opponent takes 4."),
        (
            "divisor-duel:60:",
            2,
            "2 loses, because now your opponent plays 6, and then you have no move, since 5 is prime.",
        ),
    ],
)
def test_a_refutation_in_words(notation: str, move: int, sentence: str) -> None:
    line = parse(notation)
    refutation, *rest = reason_for(line.rules, line.position, move, DEFAULT_BUDGET.control()).claims
    assert isinstance(refutation, Refutation)
    assert told([refutation, *rest[: refutation.ends]], line.rules, line.position) == sentence


def test_a_claim_is_read_back_from_its_json() -> None:
    claim = Wins(move=7, after=(14,))
    assert claim_from_json(claim.as_json()) == claim
    assert str(claim) == "the claim wins (move 7)"


def test_without_a_budget_nothing_is_claimed() -> None:
    line = parse("factor-challenge:2-44:")
    control = Budget(nodes=10).control()
    assert reason_for(line.rules, line.position, 44, control).claims == (NotFound(question="does it win", move=44),)
    assert reason_in_claims(analyse(line.rules, line.position, Budget(nodes=10)), None, control) == ()
