"""The edges of a game: input that ends, output that breaks, narrow windows, and answers nobody expects."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from processes import PROGRAM, Finished, as_bytes, at_terminal, piped, run, run_command

from commonfactor.rules.notation import parse

STARTS = (
    "factor-clash:2-20:",
    "divisor-duel:720720:",
    "divisor-duel:60+48+30:",
    "factor-challenge:2-20:",
    "factor-duel:2-20:",
    "factor-frenzy:2-50:",
)

# A prompt of any game ends like this where there is colour, and nothing else does.
PROMPT_END = ":\x1b[0m "
STYLE = re.compile(r"\x1b\[[0-9;]*m")

HOSTILE: dict[str, str | bytes] = {
    "nothing": "",
    "spaces": "   ",
    "a word": "banana",
    "several words": "please take 5 for me",
    "a fraction": "1.5",
    "a minus sign": "−3",  # noqa: RUF001 (the sign that a text program writes)
    "a hyphen": "-3",
    "a plus": "+3",
    "zero": "0",
    "one": "1",
    "out of the pool": "999",
    "a leading zero": "05",
    "full-width digits": "５",  # noqa: RUF001 (a digit all the same)
    "a superscript": "²",
    "5,000 digits": "7" * 5_000,
    "a megabyte": "7" * 1_000_000,
    "a megabyte of letters": "x" * 1_000_000,
    "a NUL byte": "\0",
    "a NUL byte in a number": "5\0",
    "an escape sequence": "\x1b[2J\x1b]0;title\x07",
    "a line separator": "5\u2028" + "7",
    "right to left": "\u202e51",
    "invalid UTF-8": b"\xff\xfe5",
    "half a character": b"5\xe2\x82",
    "why alone": "why",
    "why of a word": "why not",
    "why of too much": "why 999",
    "nothing to take back": "undo",
    "save without a name": "save",
    "save in no folder": "save no-such-folder/game.jsonl",
    "save over a folder": "save .",
    "save with a NUL byte": "save a\0b",
    "save with a long name": "save " + "x" * 5_000,
}


def whole_game(start: str) -> list[str]:
    """The moves of a game in which everyone takes the least number allowed."""
    line = parse(start)
    while legal := line.rules.legal_moves(line.position):
        line = line.play(legal[0])
    return [str(move) for move in line.moves]


@cache
def undisturbed(start: str, *moves: str) -> str:
    """What a game prints in which nothing but these moves is typed."""
    return run("play", start, typed="\n".join(moves)).out


@contextmanager
def no_space_left() -> Iterator[int]:
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        yield full
    finally:
        os.close(full)


@contextmanager
def nobody_reading() -> Iterator[int]:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        yield writing
    finally:
        os.close(writing)


def test_a_finished_game_exits_with_0_and_complains_of_nothing() -> None:
    finished = run("play", "clash", typed="11\n")
    assert (finished.code, finished.err) == (0, "")


def test_quit_exits_with_0_and_tells_how_to_go_on() -> None:
    finished = run("play", "clash", typed="15\nquit\n")
    assert finished.code == 0
    assert finished.complaint.endswith("commonfactor play factor-clash:2-20:15")


@pytest.mark.parametrize("typed", ["", "15\n9\n", "15\n9", "15\nbanana\n9\n\n\n"])
def test_input_that_ends_before_the_game_exits_with_1(typed: str) -> None:
    finished = run("play", "clash", typed=typed)
    assert finished.code == 1
    assert finished.complaint.endswith("play factor-clash:2-20:" + ("15,9" if typed else ""))
    assert finished.out.endswith(": \n")


def test_ctrl_d_exits_with_1_and_leaves_the_terminal_as_it_was() -> None:
    with at_terminal("play", "clash") as terminal:
        terminal.wait_for("Select a number:")
        terminal.type("\x04")
        finished = terminal.finish()
        assert finished.code == 1
        assert finished.complaint.endswith("play factor-clash:2-20:")
        assert terminal.is_as_it_was


def test_a_closed_standard_input_is_one_that_ends() -> None:
    finished = run_command("/bin/sh", "-c", 'exec "$0" "$@" <&-', PROGRAM, "play", "clash")
    assert finished.code == 1
    assert finished.complaint.endswith("play factor-clash:2-20:")


def test_a_game_without_standard_output_is_played_all_the_same() -> None:
    finished = run_command("/bin/sh", "-c", 'exec "$0" "$@" >&-', PROGRAM, "play", "clash", typed="11\n")
    assert finished == Finished(0, "", "")


def test_without_standard_error_a_complaint_goes_nowhere_else() -> None:
    finished = run_command("/bin/sh", "-c", 'exec "$0" "$@" 2>&-', PROGRAM, "show", "banana", "--json")
    assert finished == Finished(2, "", "")


@pytest.mark.parametrize(
    "arguments",
    [
        *(["banana"], ["play"], ["play", "banana"], ["show", "banana"], ["rules", "banana"], ["--banana"]),
        *(["play", "clash", "--pool", pool] for pool in ("20-2", "1-20", "abc", "2", "2-20-30", "2-x", "")),
        *(["play", "clash", "--opening", "odd"], ["play", "clash", "--first", "3"]),
        *(["play", "clash", "--names", "ANN"], ["play", "clash", "--banana"], ["play", "clash", "ba\nnana"]),
        *(["replay", "no-such-file"], ["resume", "no-such-file"], ["replay"], ["resume", "."]),
    ],
    ids=" ".join,
)
def test_bad_input_exits_with_2_and_one_line(arguments: list[str]) -> None:
    finished = run(*arguments)
    assert (finished.code, finished.out) == (2, "")
    assert finished.complaint


@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["--help"], ["games"], ["rules", "clash"], ["show", "clash:2-20:"], ["play", "clash"]],
    ids=" ".join,
)
class TestOutputThatBreaks:
    def test_a_full_device_is_told_in_one_line(self, arguments: list[str]) -> None:
        with no_space_left() as full:
            finished = run(*arguments, typed="11\n", out=full)
        assert finished.code == 2
        assert finished.complaint == "the output cannot be written: No space left on device"

    def test_a_reader_who_has_left_is_no_reason_to_complain(self, arguments: list[str]) -> None:
        with nobody_reading() as broken:
            finished = run(*arguments, typed="11\n", out=broken)
        assert (finished.code, finished.err) == (141, "")


def test_a_reader_who_leaves_during_a_game_ends_it_with_141() -> None:
    with piped("play", "clash") as game:
        game.wait_for("Select a number:")
        game.answer("15", then="with 15:")
        game.stop_listening()
        game.type("5\n")
        finished = game.finish()
    assert finished.code == 141
    assert finished.err.count("\n") <= 1
    assert "Traceback" not in finished.err


def test_piped_input_is_shown_behind_its_prompt() -> None:
    assert "\nSelect a number: 11\nPlayer 1 selects 11.\n" in run("play", "clash", typed="11\n").out


def test_typed_input_is_shown_once() -> None:
    with at_terminal("play", "clash", "--plain") as terminal:
        terminal.wait_for("Select a number:")
        terminal.type("11\n")
        assert "\r\nSelect a number: 11\r\nPlayer 1 selects 11.\r\n" in terminal.finish().out


def finished_at_terminal(*options: str, env: Mapping[str, str] | None = None) -> str:
    with at_terminal("play", "clash", *options, env=env) as terminal:
        terminal.wait_for("number:")
        terminal.answer("15", then="with 15:")
        terminal.answer("7", then="Possible:")
        terminal.wait_for("with 15:")
        terminal.answer("5", then="with 5:")
        terminal.answer("resign", then="wins")
        return terminal.finish().out


def seen(shown: str) -> list[str]:
    """The lines that somebody sees who sees no colour."""
    return [line.rstrip() for line in STYLE.sub("", shown).split("\r\n")]


def printed(shown: str) -> list[str]:
    """The lines without colour and without what is typed behind a prompt."""
    return [STYLE.sub("", line.partition(PROMPT_END)[0]).rstrip() for line in shown.split("\r\n")]


def test_a_terminal_gets_colour() -> None:
    assert {"\x1b[1m", "\x1b[2m", "\x1b[0m"} < set(STYLE.findall(finished_at_terminal()))


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_colour_can_be_declined_in_the_environment(env: dict[str, str]) -> None:
    shown = finished_at_terminal(env=env)
    assert "\x1b" not in shown
    assert seen(shown) == seen(finished_at_terminal())


def test_plain_has_no_colour_and_reads_like_a_pipe() -> None:
    shown = finished_at_terminal("--plain")
    assert shown.replace("\r\n", "\n") == run("play", "clash", typed="15\n7\n5\nresign\n").out


def test_a_pipe_gets_no_colour() -> None:
    assert "\x1b" not in run("play", "clash", typed="15\n7\nhelp\nrules\n5\nresign\n").out


class TestAscii:
    ENV: Mapping[str, str] = {"PYTHONIOENCODING": "ascii"}

    def test_a_piped_game_is_spelt_in_ascii(self) -> None:
        finished = run("play", "clash", typed="15\nwhy 9\nwhy ５\nrules\n", env=self.ENV)  # noqa: RUF001
        assert (finished.out + finished.err).isascii()
        assert "9 is allowed: 9 = 3*3 and 15 = 3*5 share the factor 3.\n" in finished.out
        assert finished.code == 1

    def test_a_game_at_a_terminal_is_spelt_in_ascii(self) -> None:
        shown = finished_at_terminal(env=self.ENV)
        assert shown.isascii()
        assert "o Player 1, # Player 2" in STYLE.sub("", shown)

    def test_rules_are_spelt_in_ascii(self) -> None:
        finished = run("rules", "clash", env=self.ENV)
        assert (finished.code, finished.err) == (0, "")
        assert "15 = 3*5" in finished.out

    def test_a_complaint_is_spelt_in_ascii(self) -> None:
        finished = run("show", "clash:２-20:", env=self.ENV)  # noqa: RUF001
        assert finished.code == 2
        assert finished.complaint.isascii()


def test_the_coin_is_told() -> None:
    with at_terminal("play", "clash", "--first", "coin", env={"NO_COLOR": "1"}) as terminal:
        told = terminal.wait_for("'s Turn")
        assert re.search(r"The coin says: (Player [12]) starts\..*\1's Turn", told, re.DOTALL)


def test_a_record_that_is_lost_exits_with_2(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with piped("play", "clash", "--record", str(folder / "game.jsonl")) as game:
        game.wait_for("number:")
        shutil.rmtree(folder)
        game.type("14\n7\n")
        finished = game.finish()
    assert finished.code == 2
    assert "The game goes on, but is not recorded" in finished.out


def test_where_complaints_cannot_be_written_the_exit_code_has_to_do() -> None:
    command = f"{shlex.quote(str(PROGRAM))} show banana 2>/dev/full"
    assert run_command("bash", "-c", command).code == 2


def test_input_that_cannot_be_read_is_an_end_of_input() -> None:
    finished = run_command("bash", "-c", f"{shlex.quote(str(PROGRAM))} play clash 0>/dev/null")
    assert finished.code == 1
    assert finished.complaint.startswith("to go on with this game: ")


@pytest.mark.parametrize("columns", [20, 40])
@pytest.mark.parametrize("start", STARTS)
def test_no_line_of_a_game_is_wider_than_the_window(start: str, columns: int) -> None:
    first, *rest = whole_game(start)
    with at_terminal("play", start, columns=columns) as terminal:
        questions = ("help", "rules", "moves", "moves all", "0", "banana" * 9, f"why {first}", "why 17", "save")
        for answer in (*questions, first, first, "why 13", "undo", first, *rest):
            terminal.wait_for(PROMPT_END)
            terminal.type(f"{answer}\n")
        finished = terminal.finish()
    assert (finished.code, finished.err) == (0, "")
    assert [line for line in printed(finished.out) if len(line) > columns] == []


@pytest.mark.parametrize("columns", [20, 40])
def test_no_line_with_a_wide_name_is_wider_than_the_window(columns: int) -> None:
    with at_terminal("play", "duel:2-4:", "--names", "数" * 24, "ANN", columns=columns) as terminal:
        for answer in ("2", "4", "resign"):
            terminal.wait_for(PROMPT_END)
            terminal.type(f"{answer}\n")
        lines = printed(terminal.finish().out)
    assert [line for line in lines if len(line) + line.count("数") > columns] == []


@pytest.mark.parametrize("answer", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_answer_gets_one_line_and_the_same_prompt_again(answer: str | bytes) -> None:
    finished = run("play", "clash", typed=as_bytes(answer) + b"\n14\n7\n")
    assert (finished.code, finished.err) == (0, "")
    assert all(character.isprintable() for character in finished.out.replace("\n", ""))
    lines = finished.out.split("\n")
    asked = next(index for index, line in enumerate(lines) if line.startswith("Select a number:"))
    assert lines[asked + 1]
    assert "\n".join(lines[:asked] + lines[asked + 2 :]) == undisturbed("factor-clash:2-20:", "14", "7")


@pytest.mark.parametrize(("answer", "reason"), [("15", "15 was already taken at move 1"), ("7", "share no factor")])
def test_a_number_that_is_not_allowed_gets_one_line_with_the_reason(answer: str, reason: str) -> None:
    out = run("play", "clash", typed=f"15\n{answer}\n5\n").out
    prompt = "Select a number that shares a common factor with 15:"
    assert re.search(rf"\n{prompt} {answer}\n.*{reason}.*\n{prompt} 5\nPlayer 2 selects 5\.\n", out)


@pytest.mark.parametrize("start", STARTS)
def test_no_game_loses_anything_among_hostile_answers(start: str) -> None:
    moves = whole_game(start)
    finished = run("play", start, typed=b"\n".join(map(as_bytes, [*HOSTILE.values(), *moves])))
    assert (finished.code, finished.err) == (0, "")
    told = undisturbed(start, *moves)
    assert finished.out.count("\n") == told.count("\n") + 2 * len(HOSTILE)
    assert finished.out.endswith(told.partition(f": {moves[0]}\n")[2])


def test_hostile_bytes_at_a_terminal_do_not_come_back() -> None:
    with at_terminal("play", "clash", "--plain", echo=False) as terminal:
        for answer in (b"\x1b[2J", b"\xff\xfe5", b"\x07\x085", b"\xe2\x80\xae51"):
            terminal.wait_for("Select a number:")
            terminal.type(answer + b"\n")
        terminal.wait_for("Select a number:")
        terminal.type("11\n")
        finished = terminal.finish()
    assert finished.code == 0
    assert all(character.isprintable() for character in finished.out.replace("\r\n", ""))
