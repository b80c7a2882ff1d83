"""Prompts at a terminal: the cursor moves, earlier lines come back, and the terminal is left as it was."""

import pytest
from processes import Terminal, at_terminal

UP, LEFT, BACKSPACE, HOME = "\x1b[A", "\x1b[D", "\x7f", "\x01"
GAME = ("play", "factor-clash", "--pool", "2-20")


def chosen(terminal: Terminal, keys: str) -> str:
    """The number that a game has taken these keys for."""
    terminal.type(keys + "\n")
    terminal.wait_for("selects ")
    return terminal.wait_for(".").removesuffix(".")


def test_a_number_is_corrected_where_the_cursor_is() -> None:
    with at_terminal(*GAME) as terminal:
        terminal.wait_for("Select a number:")
        assert chosen(terminal, f"185{LEFT}{BACKSPACE}") == "15"
        terminal.wait_for("with 15:")
        assert chosen(terminal, f"8{HOME}1") == "18"


def test_earlier_lines_come_back() -> None:
    with at_terminal(*GAME) as terminal:
        terminal.wait_for("Select a number:")
        assert chosen(terminal, "12") == "12"
        terminal.wait_for("with 12:")
        assert chosen(terminal, f"{UP}{BACKSPACE}8") == "18"


@pytest.mark.parametrize("ending", ["\x03", "\x04", "quit\n"], ids=["Ctrl-C", "Ctrl-D", "quit"])
def test_the_terminal_is_left_as_it_was(ending: str) -> None:
    with at_terminal(*GAME) as terminal:
        terminal.wait_for("Select a number:")
        terminal.wait_until_it_waits()
        terminal.type(f"15{HOME}")
        terminal.wait_for("15\b\b")
        terminal.wait_until_it_waits()  # while keys are worked on, a signal is not heard until the next one
        terminal.type(ending if ending == "\x03" else f"\x0b{ending}")  # Ctrl-K: Ctrl-D ends only an empty line
        terminal.finish()
        assert terminal.is_as_it_was


def test_a_terminal_that_moves_no_cursor_is_sent_nothing_but_text() -> None:
    with at_terminal(*GAME, env={"TERM": "dumb"}) as terminal:
        terminal.wait_for("Select a number: ")
        terminal.type("15\n")
        terminal.wait_for("with 15: ")
        assert "\x1b" not in terminal.said
