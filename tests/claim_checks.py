"""What must be so of claims: each is true, comes back from its JSON form, and is refused once it is made false."""

import json
from collections import Counter
from random import Random

from claim_truth import Truth
from plain_facts import Facts
from proof_mutants import mutated, random_line
from random_positions import random_position

from commonfactor.players.exact import Tutor
from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.registry import game_named
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.claims import Advice, Kept, NothingLeft, Refutation, Resistance, Wins, ground_of
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.proofs.checking import Check, Claim, Status
from commonfactor.solver.proofs.json_form import claim_from_json
from commonfactor.solver.reasons import reason_for, reason_in_claims

MOST_NUMBERS = 9
MOST_MOVES = 40


def claims_at(line: Line) -> list[Claim]:
    """All that is claimed of a position and of its moves."""
    analysis = analyse(line.rules, line.position)
    claims = list(reason_in_claims(analysis, analysis.proof, DEFAULT_BUDGET.control()))
    if analysis.verdict is Verdict.LOSS:
        assert isinstance(claims[0], Refutation if analysis.moves else NothingLeft)
    claims += analysis.proof.claims(line.rules, line.position) if analysis.proof else ()
    for move in line.rules.legal_moves(line.position):
        reason = reason_for(line.rules, line.position, move, DEFAULT_BUDGET.control())
        assert reason.claims, (line, move)
        first = reason.claims[0]
        assert isinstance(first, Wins if reason.verdict is Verdict.WIN else Refutation)
        claims += reason.claims
        remarks = Tutor().judgement(line, move, DEFAULT_BUDGET.control())
        assert isinstance(remarks[0], Kept if reason.verdict is Verdict.WIN else Refutation)
        claims += remarks
    for step in range(1, LAST_STEP + 1):
        claims += hint(line.rules, line.position, step, DEFAULT_BUDGET.control()).claims
    claims += [ground_of(line.rules, line.position, move) for move in line.rules.possible_moves(MOST_MOVES) or ()]
    return claims


def claims_within(line: Line, nodes: int) -> list[Claim]:
    """What is claimed where the budget ends early."""
    forget()
    control = Budget(nodes=nodes).control
    claims = [
        claim for step in range(1, LAST_STEP + 1) for claim in hint(line.rules, line.position, step, control()).claims
    ]
    for move in line.rules.legal_moves(line.position):
        claims += reason_for(line.rules, line.position, move, control()).claims
        claims += Tutor().judgement(line, move, control())
    return claims


def is_searched(line: Line, claim: Claim, check: Check) -> bool:
    """Whether a claim is named as trusted that only a search could confirm, which would be long in this game."""
    is_about_a_move = isinstance(claim, Wins | Refutation | Resistance)
    is_long = line.rules.longest_game > MOST_NUMBERS + is_about_a_move
    return check.status is Status.PARTIAL and is_long and check.trusted[0].endswith(f"{claim} holds")


def assert_true(line: Line, truth: Truth, seen: Counter[type[Claim]]) -> list[Claim]:
    claims = list(dict.fromkeys(claims_at(line)))
    for claim in claims:
        assert claim_from_json(json.loads(json.dumps(claim.as_json()))) == claim
        assert truth.holds(line.position, claim), (line, claim)
        check = claim.check(line.rules, line.position)
        assert check.status is Status.COMPLETE or is_searched(line, claim, check), (line, claim, check)
        seen[type(claim)] += 1
    return claims


def check_claims(game: type[AnyRules], positions: int) -> None:
    """Object unless all that is claimed of random positions of a game is true."""
    random, seen = Random(f"claims {game.name}"), Counter[type[Claim]]()
    for _ in range(positions):
        line = random_line(game, random, MOST_NUMBERS)
        assert_true(line, Truth(line.rules), seen)
    assert {Wins, Refutation, NothingLeft} <= set(seen)
    assert len(seen) > 4


def check_claims_of_variant(game: type[PoolRules], relation: str, positions: int) -> None:
    """Object unless all that is claimed of random positions of a variant is true."""
    random, seen = Random(f"claims {game.mechanic} {relation}"), Counter[type[Claim]]()
    for _ in range(positions):
        line = Line.start(game(2, 2 + random.randint(3, MOST_NUMBERS), relation=relation))
        for _ in range(random.randint(0, MOST_NUMBERS)):
            if moves := line.rules.legal_moves(line.position):
                line = line.play(random.choice(moves))
        assert_true(line, Truth(line.rules), seen)
    assert {Wins, Refutation, NothingLeft} & set(seen)


def check_lies(game: type[AnyRules], mutants: int) -> None:
    """Object unless claims with random changes are refused, but for those that are true all the same."""
    random, said = Random(f"mutants {game.name}"), Counter[str]()
    while said.total() < mutants:
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
    assert min(said["no claim"], said["false"]) > mutants / 10, said


def check_help(game: str, setup: str, positions: int) -> None:
    """Object to a hint, or a reason for a move, that claims something false of a random position of the usual size."""
    rules = game_named(game).from_setup(setup)
    random, facts = Random(f"{game}:{setup}"), Facts(rules)
    for _ in range(positions):
        position = random_position(rules, random)
        verdicts, control = facts.verdicts(position), DEFAULT_BUDGET.control()
        hints = [hint(rules, position, step, control) for step in range(1, LAST_STEP + 1)]
        claims = [claim for step in hints for claim in step.claims]
        advised = [str(claim.move) for claim in claims if isinstance(claim, Advice) and claim.move is not None]
        assert all(verdicts[rules.parse_move(move)] is any(verdicts.values()) for move in advised)
        assert set(hints[-1].moves) <= set(hints[1].moves), "all steps are about the same move"
        for move in random.sample(list(verdicts), min(3, len(verdicts))):
            reason = reason_for(rules, position, move, control)
            assert reason.verdict is (Verdict.WIN if verdicts[move] else Verdict.LOSS)
            assert isinstance(reason.claims[0], Wins if verdicts[move] else Refutation)
            claims += reason.claims
        for claim in dict.fromkeys(claims):
            check = claim.check(rules, position)
            assert check.status is not Status.FALSE, (position, claim, check)
            assert told([claim], rules, position, is_full=False)
