"""Proofs are sound: what a checker calls complete is true, and a corrupted proof is not."""

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import all_games
from commonfactor.rules.relations import Divides
from commonfactor.solver import search
from commonfactor.solver.analysis import DEFAULT_BUDGET, Analysis, Budget, Verdict
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.proofs import checking, groups, lead, paths, replies
from commonfactor.solver.proofs.checking import Proof, Status
from commonfactor.solver.proofs.json_form import proof_from_json
from commonfactor.solver.reference import Reference

PROVEN = {
    "pairing, won": "factor-clash:2-20:15,5",
    "pairing, lost": "factor-clash:2-20:15,5,10",
    "pairing, lost with a barrier": "factor-clash:2-30:6,14",
    "pairing, restricted": "factor-clash:2-14,opening=even:",
    "heaps, won": "divisor-duel:60:",
    "heaps, lost": "divisor-duel:60:12",
    "heaps, several": "divisor-duel:60+48+30:",
    "heaps, several lost": "divisor-duel:60+48+30:48/8",
    "groups, won": "factor-frenzy:2-30:",
    "groups, lost": "factor-frenzy:2-20:12,10",
    "lead, won": "factor-duel:2-12:",
    "lead, lost": "factor-duel:2-10:",
    "lead, ahead": "factor-duel:2-20:7,6,15,5",
    "paths, won": "factor-challenge:2-22:3,18,9,6,12,8,4,14,10,20,5,2,15",
    "paths, lost": "factor-challenge:2-26:12,18,8,6,14,20,24,15,3,10",
    "line, won": "factor-challenge:2-12:",
    "line, lost": "factor-challenge:2-10:6",
    "line, restricted": "factor-duel:2-9,opening=even:",
}


def analysed(notation: str) -> tuple[Line, Analysis, Proof]:
    line = parse(notation)
    analysis = analyse(line.rules, line.position)
    assert analysis.proof is not None
    return line, analysis, analysis.proof


def corrupted(form: Any, random: Random) -> Any:
    """A JSON form with something changed, left out, doubled or exchanged, at a random place."""
    if isinstance(form, dict):
        key = random.choice([key for key in form if key != "kind"])
        return form | {key: corrupted(form[key], random)}
    if isinstance(form, list) and form:
        place = random.randrange(len(form))
        match random.randrange(4):
            case 0:
                return form[:place] + form[place + 1 :]
            case 1:
                return [*form, form[place]]
            case _:
                return [*form[:place], corrupted(form[place], random), *form[place + 1 :]]
    return corrupted_leaf(form, random)


def corrupted_leaf(form: Any, random: Random) -> Any:
    match form:
        case bool():
            return not form
        case int():
            return form + random.choice([-2, -1, 1, 2])
        case str() if form.isdecimal():
            return str(int(form) + random.choice([-1, 1]))
        case str():
            return random.choice(["0", "*", "1", "-1", "1/2", "2*", ""])
        case None:
            return random.choice(["2", "3", "7"])
        case _:
            return [random.randrange(2, 20)]


def corruptions(proof: Proof, random: Random, count: int) -> Iterator[Proof]:
    """Proofs that differ from a proof and still have its form."""
    form = proof.as_json()
    for _ in range(count):
        try:
            changed = proof_from_json(json.loads(json.dumps(corrupted(json.loads(json.dumps(form)), random))))
        except ValueError:
            continue
        if changed != proof:
            yield changed


@pytest.mark.parametrize("name", PROVEN)
def test_a_proof_is_of_its_kind_and_complete(name: str) -> None:
    line, _, proof = analysed(PROVEN[name])
    assert proof.as_json()["kind"] == name.partition(",")[0]
    assert proof.check(line.rules, line.position).status is Status.COMPLETE


@pytest.mark.parametrize("name", PROVEN)
def test_no_corrupted_proof_proves_what_is_false(name: str) -> None:
    """Some changes leave a proof right, such as another winning reply; none may make it lie."""
    line, analysis, proof = analysed(PROVEN[name])
    refused = 0
    for changed in corruptions(proof, Random(name), 150):
        check = changed.check(line.rules, line.position)
        if check.status is Status.FALSE:
            refused += 1
            continue
        assert changed.wins is proof.wins
        if changed.move is not None:
            assert analysis.moves[line.rules.parse_move(changed.move)] is Verdict.WIN
    assert refused > 35


@pytest.mark.parametrize("name", PROVEN)
def test_the_opposite_verdict_is_refused(name: str) -> None:
    line, _, proof = analysed(PROVEN[name])
    legal = [str(move) for move in line.rules.legal_moves(line.position)]
    for move in [None, *legal, "1", "no move"]:
        opposite = proof_from_json(proof.as_json() | {"wins": not proof.wins, "move": move})
        check = opposite.check(line.rules, line.position)
        assert check.status is Status.FALSE
        assert check.flaw


@pytest.mark.parametrize("name", [name for name in PROVEN if "won" in name])
def test_a_losing_move_is_refused(name: str) -> None:
    line, analysis, proof = analysed(PROVEN[name])
    for move in analysis.moves_with(Verdict.LOSS):
        changed = proof_from_json(proof.as_json() | {"move": str(move)})
        assert changed.check(line.rules, line.position).status is Status.FALSE


@pytest.mark.parametrize("name", PROVEN)
def test_a_proof_does_not_hold_for_a_position_with_the_other_verdict(name: str) -> None:
    line, analysis, proof = analysed(PROVEN[name])
    for move, verdict in analysis.moves.items():
        child = line.play(move)
        child_loses = verdict is Verdict.WIN
        if proof.wins is child_loses:
            assert proof.check(child.rules, child.position).status is Status.FALSE


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("pairing, won", "pairs"),
        ("pairing, lost", "pairs"),
        ("heaps, several", "factors"),
        ("groups, won", "groups"),
        ("groups, lost", "groups"),
        ("lead, lost", "shares"),
        ("lead, won", "shares_after"),
        ("line, won", "replies"),
        ("line, lost", "replies"),
        ("paths, won", "own"),
        ("paths, lost", "own"),
    ],
)
def test_nothing_may_be_missing(name: str, key: str) -> None:
    line, _, proof = analysed(PROVEN[name])
    form = proof.as_json()
    for place in range(len(form[key])):
        shorter = [*form[key][:place], *form[key][place + 1 :]]
        changed = proof_from_json(form | {key: shorter})
        assert changed.check(line.rules, line.position).status is Status.FALSE, place


def test_a_wrong_nimber_or_value_is_refused() -> None:
    line, _, proof = analysed("factor-frenzy:2-20:12,10")
    form = proof.as_json()
    first, second, *others = form["groups"]
    wrong = [[first[0], first[1] ^ 1], [second[0], second[1] ^ 1], *others]
    check = proof_from_json(form | {"groups": wrong}).check(line.rules, line.position)
    assert check.status is Status.FALSE
    assert "is worth" in check.flaw
    line, _, proof = analysed("factor-duel:2-16:")
    form = proof.as_json() | {"replies": None}
    largest = max(form["shares"], key=lambda share: len(share[0]))
    wrong = [[*share[:2], "-1"] if share is largest else share for share in form["shares"]]
    check = proof_from_json(form | {"shares": wrong}).check(line.rules, line.position)
    assert check.status is Status.FALSE
    assert "has the value" in check.flaw


def test_claims_that_take_too_long_to_check_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each limit makes the proof partial, and the check says what it trusts."""
    limits = [
        ("factor-frenzy:2-30:", groups, "MOST_POSITIONS", "is worth"),
        ("factor-duel:2-30:", lead, "MOST_POSITIONS", "has the value"),
        ("factor-challenge:2-26:10,26,25,6,5,12,20,24,14,4,18,8,9,16,21", paths, "MOST_STEPS", "no walk is longer"),
        ("factor-challenge:2-26:10,26,25,6,5,12,20,24,14,4,18,8,9,16,21", paths, "LONGEST_WALK", "no walk is longer"),
        ("factor-challenge:2-20:8,9,10", checking, "MOST_MOVES", "as found by search"),
        ("factor-challenge:2-20:8,9,10", replies, "DEEPEST_SEARCH", "the winner's moves in the line win: "),
    ]
    for notation, module, limit, claim in limits:
        monkeypatch.setattr(module, limit, 1)
        monkeypatch.setattr(search, "MOST_REPLIES", 1)
        line, _, proof = analysed(notation)
        check = proof.check(line.rules, line.position)
        assert check.status is Status.PARTIAL, notation
        assert any(claim in trusted for trusted in check.trusted)
        monkeypatch.undo()


def test_no_table_of_replies_makes_a_losing_move_win() -> None:
    """Somewhere in it the supposed winner would be in a lost position."""
    line = parse("factor-challenge:2-9:4")
    is_won = partial(Reference(line.rules).is_won, control=Budget().control())
    assert search.all_replies(line.rules, line.position, is_won, 6)
    for losing in analyse(line.rules, line.position).moves_with(Verdict.LOSS):
        with pytest.raises(ValueError, match="a lost position has no winning move"):
            search.all_replies(line.rules, line.position, is_won, losing)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_game_without_a_theory_has_proofs_too(game: type[AnyRules]) -> None:
    unknown_to_the_oracle: type[AnyRules] = type("Unknown", (game,), {"mechanic": ""})
    for setup in ("2-9", "2-10") if issubclass(game, PoolRules) else ("12", "30+7", "6+6"):
        rules = unknown_to_the_oracle.from_setup(setup)
        analysis, known = (analyse(it, it.initial_position) for it in (rules, game.from_setup(setup)))
        assert isinstance(analysis.theory, Reference)
        assert analysis.moves == known.moves
        assert analysis.proof is not None
        assert analysis.proof.as_json()["kind"] == "line"
        assert analysis.proof.wins is (known.verdict is Verdict.WIN)
        assert analysis.proof.check(rules, rules.initial_position).status is Status.COMPLETE


def test_what_is_no_proof_is_refused_in_one_sentence() -> None:
    forms: list[Any] = [{}, {"kind": "magic"}, {"kind": "pairing", "wins": 1}, [], None, "proof"]
    for form in forms:
        with pytest.raises(ValueError, match="this is not a proof"):
            proof_from_json(form)


def test_a_proof_is_about_its_own_game() -> None:
    _, _, proof = analysed("factor-clash:2-20:15,5")
    other = parse("factor-challenge:2-20:15,5")
    check = proof.check(other.rules, other.position)
    assert (check.status, check.flaw) == (Status.FALSE, "this kind of proof is about games of follow")


@pytest.mark.parametrize(
    "notation",
    ["factor-frenzy:2-80:", "factor-duel:2-300:", "factor-challenge:2-200:6,101", "factor-challenge:2-300:6,293"],
)
def test_a_large_proof_is_checked_without_getting_lost(notation: str) -> None:
    """It takes seconds at most, and no deep recursion."""
    line, _, proof = analysed(notation)
    assert proof.check(line.rules, line.position).status in {Status.COMPLETE, Status.PARTIAL}


def test_the_move_is_the_first_answer_of_the_table() -> None:
    """Another move beside a table that is right is a claim of its own, and may be false."""
    line, analysis, proof = analysed("factor-challenge:2-9:4")
    assert analysis.moves_with(Verdict.WIN) == (6,)
    form = proof.as_json()
    for losing in analysis.moves_with(Verdict.LOSS):
        other = line.play(losing)
        rest = [str(losing)]
        while moves := other.rules.legal_moves(other.position):
            other = other.play(moves[0])
            rest.append(str(moves[0]))
        changed = proof_from_json(form | {"move": str(losing), "line": rest})
        assert changed.check(line.rules, line.position).status is Status.FALSE


def test_a_line_is_of_single_moves() -> None:
    line, _, proof = analysed("factor-challenge:2-9:4")
    joined = ",".join(proof.as_json()["line"])
    for move in (joined, f"{proof.move},", f" {proof.move}"):
        changed = proof_from_json(proof.as_json() | {"move": move, "line": [move]})
        assert changed.check(line.rules, line.position).status is Status.FALSE


def test_values_that_no_one_confirms_are_not_part_of_a_complete_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    line, _, proof = analysed("factor-duel:2-16:")
    assert proof.as_json()["replies"]
    monkeypatch.setattr(lead, "MOST_POSITIONS", 1)
    assert proof.check(line.rules, line.position).status is Status.PARTIAL


@pytest.mark.parametrize("value", ["1/0", "1e999999999", " 1", "1_0", "0.5", "", "**", "-", "nan", "٣", "9" * 5000])
def test_values_have_one_form(value: str) -> None:
    line, _, proof = analysed("factor-duel:2-10:")
    form = proof.as_json()
    wrong = [[*form["shares"][0][:2], value], *form["shares"][1:]]
    assert proof_from_json(form | {"shares": wrong}).check(line.rules, line.position).status is Status.FALSE


def test_hostile_proofs_are_refused_at_once() -> None:
    """Neither large numbers nor large positions make a checker run long."""
    line, _, proof = analysed("factor-clash:2-20:15,5")
    for number in (10**30, -1):
        with pytest.raises(ValueError, match="not a proof"):
            proof_from_json(proof.as_json() | {"pairs": [[number, 3]]})
    huge = parse("factor-clash:2-1000000:")
    form = {"kind": "line", "wins": False, "move": None, "line": ["999958", "499979"], "replies": []}
    assert proof_from_json(form).check(huge.rules, huge.position).status is Status.FALSE
    line, _, proof = analysed("divisor-duel:60:")
    long = proof_from_json(proof.as_json() | {"factors": [[2] * 200_000]})
    assert long.check(line.rules, line.position).status is Status.FALSE


def test_a_fault_in_the_graph_of_the_theory_is_found_by_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    cliques = Divides.cliques

    def without_6_and_12(self: Divides, low: int, high: int, origin: int = 0) -> list[Any]:
        return [clique for clique in cliques(self, low, high, origin) if {6 - origin, 12 - origin} - {*clique}]

    monkeypatch.setattr(Divides, "cliques", without_6_and_12)
    line = parse("juniper-green:1-15,opening=even:")
    forget()
    analysis = analyse(line.rules, line.position)
    proof = analysis.prove(DEFAULT_BUDGET.control())
    forget()
    assert analysis.verdict is Verdict.WIN
    assert Reference(line.rules).is_won(line.position, DEFAULT_BUDGET.control()) is False
    assert proof is not None
    assert proof.check(line.rules, line.position).status is Status.FALSE


def test_a_loss_with_factors_after_a_move_is_refused_before_they_are_multiplied() -> None:
    line = parse("divisor-duel:5:")
    proof = proof_from_json(
        {"kind": "heaps", "wins": False, "move": None, "factors": [[5]], "factors_after": [[7] * 9]}
    )
    assert proof.check(line.rules, line.position).flaw == "a loss has no position after a move"
