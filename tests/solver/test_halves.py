"""Why a number to subtract from is won or lost is told to whoever it concerns."""

import pytest

from commonfactor.rules.notation import parse
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.base import NO_MOVE_FOR_OPPONENT, Status


@pytest.mark.parametrize(
    ("setup", "ours", "theirs"),
    [
        ("60", "Subtract ", "Your opponent subtracts "),
        ("45", "45 is odd, and so are all its divisors", "45 is odd, and so are all its divisors"),
        ("60+45", "Play ", "Your opponent plays "),
    ],
)
def test_a_reason_is_told_to_both(setup: str, ours: str, theirs: str) -> None:
    line = parse(f"divisor-game:{setup}:")
    proof = analyse(line.rules, line.position).proof
    assert proof is not None
    assert proof.check(line.rules, line.position).status is Status.COMPLETE
    assert ours in proof.text(line.rules)
    assert theirs in proof.text_for_opponent(line.rules, line.position)


def test_an_odd_number_cannot_be_halved() -> None:
    line = parse("divisor-game:60+45:")
    proof = analyse(line.rules, line.position).proof
    assert proof is not None
    assert proof.text(line.rules).startswith(
        "45 cannot be halved, 60 can be halved 2 times; equal parts cancel in pairs"
    )


def test_a_clue_gives_nothing_away() -> None:
    line = parse("divisor-game:60:")
    proof = analyse(line.rules, line.position).proof
    assert proof is not None
    assert proof.clue(line.rules, line.position) == "Think about how to leave an odd number."


def test_a_clue_about_several_numbers_names_the_one_to_change() -> None:
    line = parse("divisor-game:60+45:")
    proof = analyse(line.rules, line.position).proof
    assert proof is not None
    assert proof.clue(line.rules, line.position).endswith(
        f"Change the {str(proof.move).partition('/')[0]} so that nothing is left over."
    )


def test_an_opponent_who_cannot_move_is_told_so() -> None:
    line = parse("divisor-game:2:1")
    proof = analyse(line.rules, line.position).proof
    assert proof is not None
    assert proof.text_for_opponent(line.rules, line.position) == NO_MOVE_FOR_OPPONENT
