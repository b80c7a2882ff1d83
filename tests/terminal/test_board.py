"""The picture of the pool."""

from io import StringIO

import pytest
from processes import at_terminal

from commonfactor.rules.base import FIRST, SECOND, Seating
from commonfactor.rules.notation import parse
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.transcript import draw_board

NAMES = Seating("Ann", "Ben")


def picture(notation: str, columns: int, monkeypatch: pytest.MonkeyPatch, seating: Seating = NAMES) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    sink = StringIO()
    draw_board(parse(notation), seating, Screen(plain=True, source=StringIO(), sink=sink))
    return sink.getvalue().splitlines()


def test_every_number_has_its_place_and_tens_line_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert picture("clash:2-20:", 80, monkeypatch) == [
        "",
        "     2   3   4   5   6   7   8   9  10",
        "11  12  13  14  15  16  17  18  19  20",
    ]


def test_marks_tell_what_became_of_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert picture("clash:2-20:15,5", 80, monkeypatch) == [
        "",
        "     2x  3x  4x  5◆  6x  7x  8x  9x 10",
        "11x 12x 13x 14x 15● 16x 17x 18x 19x 20",
        "",
        "● Ann, ◆ Ben, x cannot be picked now",
    ]
    assert picture("frenzy:2-10:5", 80, monkeypatch) == [
        "",
        "     2   3   4   5●  6   7   8   9  10x",
        "",
        "● Ann, x cannot be picked now",
    ]


def test_a_player_keeps_a_mark_whoever_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = Seating("Ben", "Ann", listed=(SECOND, FIRST))
    rows = picture("clash:2-20:15,5", 80, monkeypatch, swapped)
    assert "5●" in rows[1]
    assert "15◆" in rows[2]
    assert rows[-1] == "● Ann, ◆ Ben, x cannot be picked now"


@pytest.mark.parametrize("columns", [20, 25, 40])
def test_the_picture_fits_narrow_terminals(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = picture("frenzy:95-120:100", columns, monkeypatch)
    numbers = [int(word.rstrip("●◆x")) for row in rows[1:-2] for word in row.split()]
    assert numbers == list(range(95, 121))
    assert all(len(row) <= columns for row in rows[1:-2])


@pytest.mark.parametrize("notation", ["divisor:60:", "clash:2-1000:"])
def test_without_a_pool_or_with_a_large_one_there_is_no_picture(notation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert picture(notation, 80, monkeypatch) == []


def test_programs_that_play_each_other_are_told_the_numbers_line_by_line() -> None:
    with at_terminal("play", "factor-clash:2-20:2", "--players", "perfect", "perfect", "--seed", "4") as terminal:
        told = terminal.wait_for("End of Game")
    assert told.count("Available Numbers: ") == 2
