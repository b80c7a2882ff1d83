"""Why a move is allowed or not is data, which agrees with what is allowed."""

from collections.abc import Sequence

import pytest

from commonfactor.rules.base import Because, Move
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse
from commonfactor.rules.numbers import NumbersPosition
from commonfactor.rules.pool import PoolPosition


@pytest.mark.parametrize(
    ("notation", "move", "ground"),
    [
        ("factor-clash:2-20:", "14", (True, Because.FREE, ())),
        ("factor-clash:2-20:14", "14", (False, Because.GONE, ())),
        ("factor-clash:2-20:14", "9", (False, Because.UNRELATED, (14,))),
        ("factor-clash:2-20:14", "7", (True, Because.RELATED, (14,))),
        ("factor-clash:2-20,opening=even:", "9", (False, Because.OPENING, ())),
        ("factor-clash:2-20,opening=even:", "8", (True, Because.OPENING, ())),
        ("factor-duel:2-20:9,2,4,3", "6", (False, Because.RELATED, (4,))),
        ("factor-duel:2-20:9,2,4,3", "5", (True, Because.UNRELATED, (4, 9))),
        ("factor-frenzy:2-20:12", "5", (True, Because.FREE, ())),
        ("divisor-duel:60:", "6", (True, Because.DIVISOR, (60,))),
        ("divisor-duel:60:", "7", (False, Because.NO_DIVISOR, (60,))),
        ("divisor-duel:60+48:", "36/2", (False, Because.GONE, (48, 60))),
    ],
)
def test_a_move_has_a_ground(notation: str, move: str, ground: tuple[bool, Because, tuple[int, ...]]) -> None:
    line = parse(notation)
    assert line.rules.ground(line.position, line.rules.parse_move(move)) == ground


def test_a_rule_that_no_fact_tells_is_another_ground() -> None:
    class Upwards(FactorClash):
        mechanic = "climb"

        def allowed(self, position: PoolPosition) -> int:
            last = max(position.targets, default=0)
            return super().allowed(position) >> last << last

    rules = Upwards(2, 20)
    after = rules.play(rules.initial_position, 6)
    assert rules.ground(after, 8) == (True, Because.RELATED, (6,))
    assert rules.ground(after, 4) == (False, Because.OTHER, ())


def test_neither_is_a_divisor_that_goes_in_and_may_not_be_chosen() -> None:
    class Oddly(DivisorDuel):
        mechanic = "oddly"

        def objection(self, position: NumbersPosition, move: Move, moves: Sequence[Move] = ()) -> str | None:
            return "no even divisor may be chosen" if move == 2 else super().objection(position, move, moves)

    rules = Oddly(60)
    assert rules.ground(rules.initial_position, 3) == (True, Because.DIVISOR, (60,))
    assert rules.ground(rules.initial_position, 2) == (False, Because.OTHER, (60,))
