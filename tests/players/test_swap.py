"""Whether to change seats."""

import pytest

from commonfactor.players.base import THINKING
from commonfactor.players.swap import wants_seat
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import forget


@pytest.mark.parametrize(
    ("notation", "wants"),
    [
        ("factor-clash:2-20:11", True),
        ("factor-clash:2-20:2", True),
        ("factor-clash:2-12:8", True),
        ("factor-clash:2-15:6", False),
        ("divisor-duel:60:30", True),
        ("divisor-duel:60:2", False),
    ],
)
def test_one_wants_the_seat_that_wins(notation: str, wants: bool) -> None:  # noqa: FBT001  # a column of the table
    line = parse(notation)
    assert wants_seat(line.rules, line.position, THINKING.control()) is wants


def test_one_stays_where_one_does_not_know() -> None:
    forget()
    line = parse("factor-challenge:2-60:6")
    assert not wants_seat(line.rules, line.position, Budget(nodes=100).control())
