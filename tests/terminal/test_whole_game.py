"""A whole game against level 3 at a real terminal: hints, why, undo, save, quit, resume, review."""

import json
import re
from pathlib import Path
from time import monotonic, sleep

from processes import PATIENCE, Terminal, at_terminal, run

from commonfactor.arena.record import RecordFile
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse

PROMPT = "Select a number from the shared pool: "
PLAIN_TERMINAL = {"NO_COLOR": "1"}


def prompted(terminal: Terminal) -> str:
    """What is said up to the next time that a person is asked; the computer's answers end with a line."""
    told = terminal.wait_for(PROMPT)
    terminal.wait_until_it_waits()
    return told


def ask(terminal: Terminal, typed: str) -> str:
    """Type something that leaves the turn as it is, and tell the answer."""
    terminal.type(typed + "\n")
    return prompted(terminal).replace("\r\n", " ")


def test_a_game_with_everything_that_a_player_can_ask_for(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with at_terminal("play", "duel", "--vs", "3", "--seed", "5", "--fair", env=PLAIN_TERMINAL, columns=200) as terminal:
        told = prompted(terminal)
        assert "You are Player 1, against the computer: level 3, club, which plays" in told
        hints = [ask(terminal, "hint") for _ in range(3)]
        assert "Compare" in hints[1]
        assert "Take " in hints[2]
        why = ask(terminal, "why 4")
        assert "4 is allowed: " in why
        assert re.search(r"4 (wins: |loses, because )", why)
        assert "✕ loses: " in ask(terminal, "eval")
        assert "1 is not among" in ask(terminal, "1")
        terminal.type("4\n")
        terminal.wait_for("Player 1 selected 4.")
        terminal.wait_for("Player 2 selected ")
        prompted(terminal)
        assert " and 4 are taken back." in ask(terminal, "undo")
        terminal.type("9\n")
        terminal.wait_for("Player 2 selected ")
        prompted(terminal)
        assert "Saved. To go on later: commonfactor resume " in ask(terminal, f"save {path}")
        terminal.type("quit\n")
        finished = terminal.finish()
        assert terminal.is_as_it_was
    assert finished.code == 0
    assert finished.complaint == f"to go on with this game: commonfactor resume {path}"

    saved = RecordFile(str(path)).load()
    assert saved.game.hints == (5, 0)
    assert saved.terms.programs == (None, "club")
    assert saved.terms.seed == 5
    assert len(saved.game.line.moves) == 2
    assert saved.game.line.moves[0] == 9
    end_the_game(path)
    review_the_game(path)


def end_the_game(path: Path) -> None:
    """Resume, and play winning moves where there are any until somebody has won."""
    with at_terminal("resume", str(path), env=PLAIN_TERMINAL, columns=200) as terminal:
        assert "You are Player 1, against the computer: level 3, club" in prompted(terminal)
        while (match := RecordFile(str(path)).load()).winner is None:
            line = match.game.line
            winning = analyse(line.rules, line.position).moves_with(Verdict.WIN)
            terminal.type(f"{(winning or line.rules.legal_moves(line.position))[0]}\n")
            wait_for_answer(path, len(line.moves) + 2)
        finished = terminal.finish()
        assert terminal.is_as_it_was
    assert finished.code == 0
    assert "Review\r\nWho was winning, from the start to the end (● Player 1, ◆ Player 2):" in finished.out
    assert f"Move by move:\r\ncommonfactor review {path}\r\n" in finished.out


def wait_for_answer(path: Path, plies: int) -> None:
    """Wait until the record has the computer's answer, or the end of the game."""
    deadline = monotonic() + PATIENCE
    while (match := RecordFile(str(path)).load()).winner is None and len(match.game.line.moves) < plies:
        assert monotonic() < deadline, "the computer does not answer"
        sleep(0.01)


def review_the_game(path: Path) -> None:
    finished = run("review", str(path), "--json")
    found = json.loads(finished.out)
    match = RecordFile(str(path)).load()
    assert found["winner"] == match.winner
    assert found["notation"] == str(match.game.line)
    assert [move["move"] for move in found["moves"]] == list(match.game.line.moves)
