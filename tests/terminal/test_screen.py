"""Lines out, answers in."""

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import run_command

from commonfactor.terminal.screen import BOLD, EndOfInput, Screen, wrapped


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@given(st.text(alphabet="ab1, ", max_size=200), st.integers(5, 60))
def test_rows_fit_and_lose_nothing_but_spaces(line: str, width: int) -> None:
    rows = wrapped(line, width)
    assert all(len(row) <= width for row in rows)
    assert re.sub(" ", "", "".join(rows)) == re.sub(" ", "", line)


def test_rows_break_behind_spaces_and_commas() -> None:
    assert wrapped("Valid selections: 2,4,6,10,12", 20) == ["Valid selections: 2,", "4,6,10,12"]
    assert wrapped("2,4,6,10,12,14", 7) == ["2,4,6,", "10,12,", "14"]
    assert wrapped("x" * 10, 4) == ["xxxx", "xxxx", "xx"]
    assert wrapped("   one two", 8) == ["   one", "   two"]
    assert wrapped("", 8) == [""]


def test_a_pipe_is_plain_and_echoes_the_answer() -> None:
    sink = StringIO()
    screen = Screen(plain=False, source=StringIO("  15 \n"), sink=sink)
    assert screen.plain
    assert screen.ask("Number:") == "15"
    screen.show(["x" * 300], BOLD)
    assert sink.getvalue() == "Number: 15\n" + "x" * 300 + "\n"


def test_a_terminal_echoes_by_itself() -> None:
    sink = StringIO()
    assert Screen(plain=True, source=Terminal("15\n"), sink=sink).ask("Number:") == "15"
    assert sink.getvalue() == "Number: "


def test_control_characters_never_reach_the_sink() -> None:
    sink = StringIO()
    screen = Screen(plain=True, source=StringIO("\x1b[2J\x07\n"), sink=sink)
    assert screen.ask("Number:") == "\x1b[2J\x07"
    screen.show(["\x1b]0;title\x07"])
    assert sink.getvalue() == "Number: ?[2J?\n?]0;title?\n"


def test_long_input_is_read_to_its_end_and_shown_in_part() -> None:
    sink = StringIO()
    screen = Screen(plain=True, source=StringIO("9" * 200_000 + "\n7\n"), sink=sink)
    assert set(screen.ask("Number:")) == {"9"}
    assert screen.ask("Number:") == "7"
    assert max(map(len, sink.getvalue().splitlines())) < 80


@pytest.mark.parametrize("source", ["", None])
def test_the_end_of_input_ends_the_line_first(source: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    sink = StringIO()
    screen = Screen(plain=True, source=None if source is None else StringIO(source), sink=sink)
    with pytest.raises(EndOfInput):
        screen.ask("Number:")
    assert sink.getvalue() == "Number: \n"


@pytest.mark.parametrize(
    ("environment", "shown"),
    [({}, "\x1b[1mx\x1b[0m"), ({"NO_COLOR": ""}, "\x1b[1mx\x1b[0m"), ({"NO_COLOR": "1"}, "x"), ({"TERM": "dumb"}, "x")],
)
def test_colour_where_the_terminal_shows_it(
    environment: dict[str, str], shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Screen(plain=False, source=Terminal(), sink=Terminal()).styled("x", BOLD) == shown
    assert Screen(plain=True, source=Terminal(), sink=Terminal()).styled("x", BOLD) == "x"


@pytest.mark.parametrize("columns", [20, 21, 40, 200])
def test_the_shell_puts_the_rows_of_a_command_together(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    sink, numbers = Terminal(), ",".join(map(str, range(2, 40)))
    Screen(plain=False, source=StringIO(), sink=sink).show_command(f"echo factor-clash:2-40:{numbers}")
    rows = sink.getvalue().splitlines()
    assert all(len(row) <= columns for row in rows)
    assert run_command("sh", "-c", sink.getvalue()).out == f"factor-clash:2-40:{numbers}\n"
