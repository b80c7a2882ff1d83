"""Games that are interrupted: exit codes, the terminal, and the record that stays behind."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from processes import PATIENCE, PROGRAM, Conversation, at_terminal, piped, run
from samples import samples

from commonfactor.arena.record import RecordFile

# Each of these shares a factor with the one before.
EVEN_NUMBERS = [str(number) for number in range(2, 2000, 2)]

INTERRUPTIONS: dict[str, tuple[Callable[[Conversation], None], int]] = {
    "SIGINT": (lambda game: game.send(signal.SIGINT), 130),
    "SIGTERM": (lambda game: game.send(signal.SIGTERM), 143),
}
ENDINGS_AT_A_TERMINAL: dict[str, tuple[Callable[[Conversation], None], int]] = {
    **INTERRUPTIONS,
    "Ctrl-C": (lambda game: game.type("\x03"), 130),
    "Ctrl-C on a half-typed line": (lambda game: game.type("1\x03"), 130),
    "Ctrl-D": (lambda game: game.type("\x04"), 1),
    "quit": (lambda game: game.type("quit\n"), 0),
}
ENDINGS_AT_A_PIPE: dict[str, tuple[Callable[[Conversation], None], int]] = {
    **INTERRUPTIONS,
    "end of input": (lambda game: game.end_input(), 1),
    "quit": (lambda game: game.type("quit\n"), 0),
}


def recorded(record: Path) -> list[str]:
    """The moves of the only game in a record, which must load."""
    return [str(move) for move in RecordFile(str(record)).load().game.line.moves]


def play_15_and_5(game: Conversation) -> None:
    game.wait_for("number:")
    game.answer("15", then="with 15:")
    game.answer("5", then="with 5:")
    game.wait_until_it_waits()


@pytest.mark.parametrize("ending", ENDINGS_AT_A_TERMINAL)
def test_a_game_that_ends_at_a_terminal_leaves_terminal_and_record_in_order(ending: str, tmp_path: Path) -> None:
    end, code = ENDINGS_AT_A_TERMINAL[ending]
    record = tmp_path / "game.jsonl"
    with at_terminal("play", "clash", "--record", str(record)) as terminal:
        play_15_and_5(terminal)
        end(terminal)
        finished = terminal.finish()
        assert terminal.is_as_it_was
    assert finished.code == code
    assert finished.complaint.endswith(f"commonfactor resume {record}")
    assert finished.out.endswith("\r\n")
    assert recorded(record) == ["15", "5"]
    assert run("replay", str(record)).code == 0
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize("ending", ENDINGS_AT_A_PIPE)
def test_a_game_that_ends_at_a_pipe_leaves_its_record_in_order(ending: str, tmp_path: Path) -> None:
    end, code = ENDINGS_AT_A_PIPE[ending]
    record = tmp_path / "game.jsonl"
    with piped("play", "clash", "--record", str(record)) as game:
        play_15_and_5(game)
        end(game)
        finished = game.finish()
    assert finished.code == code
    assert finished.complaint.endswith(f"commonfactor resume {record}")
    assert finished.out.endswith("\n")
    assert recorded(record) == ["15", "5"]
    assert run("replay", str(record)).code == 0
    assert list(tmp_path.iterdir()) == [record]


def test_a_broken_pipe_leaves_a_record_with_the_move_that_could_not_be_told(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with piped("play", "clash", "--record", str(record)) as game:
        play_15_and_5(game)
        game.stop_listening()
        game.type("10\n")
        finished = game.finish()
    assert finished.code == 141
    assert recorded(record) == ["15", "5", "10"]
    assert run("replay", str(record)).code == 0
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM"])
def test_without_a_record_the_complaint_has_the_position(ending: str) -> None:
    end, code = INTERRUPTIONS[ending]
    with piped("play", "clash", "--first", "2", "--names", "ANN", "BEN & CO") as game:
        play_15_and_5(game)
        end(game)
        finished = game.finish()
    assert finished.code == code
    assert finished.complaint.endswith("commonfactor play factor-clash:2-20:15,5 --first 2 --names ANN 'BEN & CO'")


@pytest.mark.parametrize("ending", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("told", [1, 2, 5])
def test_an_interruption_while_moves_are_made_leaves_a_record_in_order(ending: str, told: int, tmp_path: Path) -> None:
    end, code = INTERRUPTIONS[ending]
    record = tmp_path / "game.jsonl"
    with piped("play", "clash", "--pool", "2-2000", "--record", str(record)) as game:
        game.type("\n".join(EVEN_NUMBERS))
        for _ in range(told):
            game.wait_for("selects")
        end(game)
        finished = game.finish()
    assert finished.code == code
    assert finished.complaint.endswith(f"commonfactor resume {record}")
    assert len(recorded(record)) - finished.out.count("selects") in (0, 1)
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_a_hail_of_signals_ends_the_game_without_a_word_of_python(number: signal.Signals) -> None:
    for _ in range(3):
        with piped("play", "clash") as game:
            game.wait_for("number:")
            while game.process.poll() is None:
                game.send(number)
            finished = game.finish()
        # Ended by itself with 128 + N, or by signal N on its way out: a shell sees 128 + N either way.
        assert finished.code in (-number, 128 + number)
        assert all(line.startswith("commonfactor: ") for line in finished.err.splitlines()), finished.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_two_signals_end_a_game_that_nobody_listens_to(number: signal.Signals) -> None:
    """The first may wait for the output to be taken, but not the second."""
    with piped("play", "clash") as game:
        game.wait_for("number:")
        game.type("rules\n" * 1_000)
        game.wait_until_it_waits(unread=1 << 15)
        for seconds in (0.2, 5):
            game.send(number)
            with suppress(subprocess.TimeoutExpired):
                game.process.wait(seconds)
        assert game.process.poll() in (-number, 128 + number)
        assert all(line.startswith("commonfactor: ") for line in game.finish().err.splitlines())


def test_sigterm_while_the_last_line_is_being_written_ends_without_a_traceback(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, b"x" * 4096)
    os.set_blocking(writing, True)
    told = tmp_path / "told"
    with told.open("wb") as out:
        process = subprocess.Popen([PROGRAM, "play", "clash"], stdin=subprocess.DEVNULL, stdout=out, stderr=writing)
    # Input has ended at once, and the program comes to sleep over a complaint that nobody reads.
    status = Path(f"/proc/{process.pid}/stat")
    deadline = time.monotonic() + PATIENCE
    while not told.read_text().endswith(": \n") or ") S " not in status.read_text():
        assert time.monotonic() < deadline, "it does not come to its last line"
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 143
    os.close(writing)
    with os.fdopen(reading, "rb") as complaints:
        assert b"Traceback" not in complaints.read()


def test_two_programs_on_one_record_never_tear_it(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("play", "clash:2-2000:", "--record", str(record))
    for _ in range(samples(15)):
        before = recorded(record)
        with piped("resume", str(record)) as one, piped("resume", str(record)) as other:
            for game in (one, other):
                game.wait_for("Select a number")
            for game in (one, other):
                game.type(f"{EVEN_NUMBERS[len(before)]}\n")
            for game in (one, other):
                game.wait_for("selects")
                game.end_input()
            codes = sorted(game.finish().code for game in (one, other))
        assert recorded(record) == EVEN_NUMBERS[: len(before) + 1]
        assert codes == [1, 2], "one goes on recording, the other says that it cannot"


class TestKilled:
    def test_the_record_of_a_killed_game_has_every_move_that_was_told(self, tmp_path: Path) -> None:
        record = tmp_path / "game.jsonl"
        made: list[str] = []
        for turn in range(samples(20)):
            begin = ("resume", str(record)) if turn else ("play", "clash:2-2000:", "--record", str(record))
            with piped(*begin) as game:
                game.type("\n".join(EVEN_NUMBERS[len(made) :]))
                for _ in range(1 + turn % 4):
                    game.wait_for("selects")
                game.send(signal.SIGKILL)
                told = len(made) + game.finish().out.count("selects")
            made = recorded(record)
            assert made == EVEN_NUMBERS[: len(made)]
            assert len(made) - told in (0, 1)
        assert run("replay", str(record)).out.count("selects") == len(made)

    def test_a_game_killed_at_its_first_write_leaves_no_half_record(self, tmp_path: Path) -> None:
        for turn in range(6):
            record = tmp_path / f"game-{turn}.jsonl"
            with piped("play", "clash:2-2000:", "--record", str(record)) as game:
                while not any(tmp_path.glob(f"*{record.name}*")):
                    assert game.process.poll() is None
                game.send(signal.SIGKILL)
                game.finish()
            assert not record.exists() or recorded(record) == []

    def test_games_killed_while_they_write_leave_a_record_that_loads(self, tmp_path: Path) -> None:
        record = tmp_path / "game.jsonl"
        run("play", "clash:2-2000:", "--record", str(record))
        for _ in range(samples(15)):
            left_over = len(list(tmp_path.iterdir()))
            with piped("resume", str(record)) as game:
                game.type("2\nundo\n" * 200)
                game.wait_for("selects")
                while len(list(tmp_path.iterdir())) == left_over and game.process.poll() is None:
                    pass
                game.send(signal.SIGKILL)
                game.finish()
            assert recorded(record) in ([], ["2"])
