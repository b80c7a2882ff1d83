"""The pool as a picture: every number at its fixed place, with a mark for what became of it."""

from typing import Any

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Board, Seating
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import PoolRules, picks
from commonfactor.terminal.screen import BOLD, DIM, Screen

# Player 1 and Player 2; the first to move changes from game to game, the marks do not.
PLAYER_MARKS = ("●", "◆")
_FREE, _BARRED = " ", "x"
_LARGEST_DRAWN = 200
_MOST_COLUMNS = 10


def can_draw(rules: Any) -> bool:
    """Whether there is a picture: of a pool that is not very large."""
    return rules.board is Board.POOL and rules.high - rules.low < _LARGEST_DRAWN


def draw_board(line: Line, seating: Seating, screen: Screen) -> None:
    """Draw the pool and a legend, if there is a picture of it."""
    rules: Any = line.rules
    if not can_draw(rules):
        return
    marks = _marks(rules, line, seating)
    digits = len(str(rules.high))
    columns = max(1, min(_MOST_COLUMNS, (screen.width + 1) // (digits + 2)))
    cells = {
        number: screen.styled(f"{number:>{digits}}{mark}", BOLD if mark == _FREE else DIM)
        for number, mark in marks.items()
    }
    # With ten columns the tens stand below one another, whatever the pool begins with.
    start = (rules.low - 1) // columns * columns + 1
    screen.show([""])
    for first in range(start, rules.high + 1, columns):
        screen.draw(
            " ".join(cells.get(number, " " * (digits + 1)) for number in range(first, first + columns)).rstrip()
        )
    screen.show(_legend_lines(set(marks.values()), seating))


def _marks(rules: PoolRules, line: Line, seating: Seating) -> dict[int, str]:
    marks = dict.fromkeys(numbers_in(rules.pool), _BARRED)
    marks |= dict.fromkeys(rules.legal_moves(line.position), _FREE)
    for seat, mark in zip(seating.listed, PLAYER_MARKS, strict=True):
        marks |= {number: mark for number in picks(line.moves, seat) if isinstance(number, int)}
    return marks


def _legend_lines(marks: set[str], seating: Seating) -> list[str]:
    players = map(seating.at, seating.listed)
    meanings = dict(zip(PLAYER_MARKS, players, strict=True)) | {_BARRED: "cannot be picked now"}
    shown = [f"{mark} {meaning}" for mark, meaning in meanings.items() if mark in marks]
    return ["", ", ".join(shown)] if shown else []
