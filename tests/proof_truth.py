"""What must be so of a proof that a checker did not refuse: each statement is true, or was named as trusted."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from plain_facts import (
    Facts,
    duel_groups,
    frenzy_groups,
    last_number,
    left,
    longest_walk,
    share_a_factor,
    takeable,
    without_kin,
)
from proof_mutants import mutant, random_line

from commonfactor.rules.base import AnyRules, Seat
from commonfactor.rules.notation import Line
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.col_values import Value
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs import checking, groups, lead, paths
from commonfactor.solver.proofs.checking import Check, Proof, Status
from commonfactor.solver.proofs.groups import GroupsProof
from commonfactor.solver.proofs.json_form import proof_from_json
from commonfactor.solver.proofs.lead import LeadProof, Share
from commonfactor.solver.proofs.paths import PathsProof
from commonfactor.solver.proofs.replies import LineProof, Reply

_MUTANTS_OF_A_PROOF = 40


def form_of(line: Line) -> Any:
    """The JSON form of the proof of a position, as it is after a journey through text."""
    proof = analyse(line.rules, line.position).proof
    assert proof is not None
    return json.loads(json.dumps(proof.as_json()))


def try_mutants(game: type[AnyRules], random: Random, positions: int, most_numbers: int) -> Counter[Status | None]:
    """Try proofs with random changes, and count what their checks said; None stands for forms of no proof."""
    said: Counter[Status | None] = Counter()
    for _ in range(positions):
        line = random_line(game, random, most_numbers)
        facts, form = Facts(line.rules), form_of(line)
        for _ in range(_MUTANTS_OF_A_PROOF):
            check = assert_refused_or_true(facts, line, mutant(form, line, random))
            said[check and check.status] += 1
    return said


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let checkers give up so early that small positions are too much for them."""
    for module, limit in ((groups, "MOST_POSITIONS"), (lead, "MOST_POSITIONS"), (paths, "MOST_STEPS")):
        monkeypatch.setattr(module, limit, 4)
    monkeypatch.setattr(checking, "MOST_MOVES", 10)


def assert_refused_or_true(facts: Facts, line: Line, form: Any) -> Check | None:
    """Object to a checker that accepts a form with a statement that is neither true nor named as trusted.

    The answer is what the check said, or None if the form is not that of a proof.
    """
    try:
        proof = proof_from_json(form)
    except ValueError as error:
        assert str(error).startswith("this is not a proof: ")  # noqa: PT017  # most forms are refused elsewhere
        return None
    check = proof.check(line.rules, line.position)
    assert (check.status is Status.FALSE) is bool(check.flaw)
    assert (check.status is Status.PARTIAL) is bool(check.trusted)
    if check.status is not Status.FALSE:
        assert_true(facts, line, proof, check)
    return check


def assert_true(facts: Facts, line: Line, proof: Proof, check: Check) -> None:
    """Object unless every statement of a proof that was not refused is true, or named as trusted."""
    false = list(_false_statements(facts, line.rules, line.position, proof))
    assert all(any(statement in claim for claim in check.trusted) for statement in false), (line, proof, check, false)
    if false:
        return
    position = line.position
    assert proof.wins is facts.is_won(position)
    if proof.wins:
        assert facts.verdicts(position)[line.rules.parse_move(str(proof.move))]


def _false_statements(facts: Facts, rules: AnyRules, position: Any, proof: Proof) -> Iterator[str]:
    """How a check has to name each false statement of a proof; what is never trusted is asserted."""
    match proof:
        case GroupsProof():
            yield from _false_nimbers(facts, position, proof)
        case LeadProof():
            yield from _false_values(facts, rules, position, proof)
        case PathsProof():
            for walk, seat in ((proof.own, position.to_move), (proof.theirs, position.to_move.other)):
                yield from _walks_too_short(position, walk, seat)
        case LineProof():
            yield from _false_moves(facts, rules, position, proof)


def _false_nimbers(facts: Facts, position: Any, proof: GroupsProof) -> Iterator[str]:
    assert sorted(map(sorted, frenzy_groups(left(position)))) == sorted(sorted(group.numbers) for group in proof.groups)
    home = next((group.numbers for group in proof.groups if int(proof.move or 0) in group.numbers), ())
    changed = without_kin(frozenset(home), int(proof.move or 1))
    assert sorted(map(sorted, frenzy_groups(changed))) == sorted(sorted(group.numbers) for group in proof.changed_to)
    for group in (*proof.groups, *proof.changed_to):
        if facts.nimber(frozenset(group.numbers)) != group.nimber:
            yield f"that {group.described} is worth {group.nimber}"


def _false_values(facts: Facts, rules: AnyRules, position: Any, proof: LeadProof) -> Iterator[str]:
    told = [(position, proof.shares, "")]
    if proof.wins:
        told.append((rules.play(position, rules.parse_move(str(proof.move))), proof.shares_after, str(proof.move)))
    else:
        assert not proof.shares_after
    for at, shares, after in told:
        assert sorted(map(sorted, duel_groups(at))) == sorted(sorted({*share.own, *share.theirs}) for share in shares)
        for share in shares:
            group = _verified_group(at, position.to_move, share)
            if facts.value(at, position.to_move, group) != Value.parse(share.value):
                # After the move it is said to the opponent.
                said_to = f"after {after}, that {share.described} has the value {share.turned.value}"
                yield said_to if after else f"that {share.described} has the value {share.value}"
    if proof.replies is not None:
        _assert_table(facts, rules, position, proof, proof.replies)


def _verified_group(position: Any, mover: Seat, share: Share) -> frozenset[int]:
    """The numbers of a share, if they are for whom they are said to be, and none is named twice."""
    group = frozenset({*share.own, *share.theirs})
    for seat, numbers in ((mover, share.own), (mover.other, share.theirs)):
        assert sorted(numbers) == sorted(takeable(position, seat) & group)
    return group


def _walks_too_short(position: Any, walk: tuple[int, ...], seat: Seat) -> Iterator[str]:
    start = last_number(position, seat)
    assert len(set(walk)) == len(walk)
    assert set(walk) <= left(position)
    assert all(share_a_factor(last, number) for last, number in pairwise((start, *walk)))
    if len(walk) < longest_walk(start, left(position)):
        yield f"that no walk is longer than {first_few(walk, MOST_LISTED)}"


def _false_moves(facts: Facts, rules: AnyRules, position: Any, proof: LineProof) -> Iterator[str]:
    if proof.replies is not None:
        _assert_table(facts, rules, position, proof, proof.replies)
    if proof.wins is not facts.is_won(position):
        yield f"that the player to move {'wins' if proof.wins else 'loses'}, as found by search"
    winner, false = position.to_move if proof.wins else position.to_move.other, []
    for text in proof.line:
        move = rules.parse_move(text)
        if position.to_move is winner and not facts.verdicts(position)[move]:
            false.append(text)
        position = rules.play(position, move)
    yield from [f" {text}" for text in false]


def _assert_table(facts: Facts, rules: AnyRules, position: Any, proof: Proof, table: tuple[Reply, ...]) -> None:
    """Object unless a table has a winning answer to everything that can happen, once each, and no others."""
    answers = {}
    for reply in table:
        reached = position
        for move in reply.after.split(",") if reply.after else ():
            reached = rules.play(reached, rules.parse_move(move))
        assert reached not in answers
        answers[reached] = rules.parse_move(reply.answer)
        assert facts.verdicts(reached)[answers[reached]]
    met = {position} if proof.wins else {rules.play(position, move) for move in rules.legal_moves(position)}
    waiting = list(met)
    while waiting:
        answered = rules.play(waiting[-1], answers[waiting.pop()])
        new = {rules.play(answered, move) for move in rules.legal_moves(answered)} - met
        met |= new
        waiting += new
    assert met == set(answers)
