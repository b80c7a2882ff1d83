"""Records at the command line: going on with them, telling them again, and refusing what is none."""

import json
from pathlib import Path

import pytest
from arena import records
from processes import as_bytes, run

MATCH = "11 14 6 3 resign 11"

# Options and answers of games and matches that come to their end.
FINISHED = {
    "Factor Clash": (["clash"], "15 9 3 6 2 14 7"),
    "Divisor Duel": (["divisor"], "6 2"),
    "Divisor Duel with several numbers": (["divisor", "--number", "60+48"], "60/12 48/2 24/2 12/2 6/2"),
    "Factor Challenge": (["challenge", "--names", "ANN", "BEN"], "8 13 10"),
    "Factor Duel": (["duel", "--pool", "2-5", "--first", "2"], "2 4 3 5 5"),
    "Factor Frenzy": (["frenzy", "--pool", "2-9", "--opening", "even"], "2 3 5 7"),
    "a match": (["clash", "--first-to", "2"], "11 14 7"),
    "a match with points": (["frenzy", "--pool", "2-4", "--points-per-win", "5", "--target", "7"], "2 3 4 3 3 2"),
}
FINISHED_OTHERWISE = {
    "a game over at once": (["divisor", "--number", "7"], ""),
    "a game given up": (["clash"], "15 9 resign"),
    "a game given up at once": (["duel"], "resign"),
    "a match with a game given up": (["clash", "--first-to", "2"], MATCH),
}


def lines(answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers.split())


def moves_in(record: Path) -> list[object]:
    """Everything but the times of a record."""
    header, *games = map(json.loads, record.read_text().splitlines())
    return [header, *([*(move["move"] for move in game.pop("moves")), game] for game in games)]


def goes_on_like(told: str, record: Path, answers: str) -> bool:
    """Whether a record, resumed, comes to the end that was told: the same from the first answer on."""
    resumed = run("resume", str(record), typed=lines(answers))
    assert (resumed.code, resumed.err) == (0, "")
    _, answer, rest = resumed.out.partition(f": {answers.split(maxsplit=1)[0]}\n")
    return bool(rest) and told.endswith(answer + rest)


@pytest.mark.parametrize(
    ("options", "answers"), (FINISHED | FINISHED_OTHERWISE).values(), ids=FINISHED | FINISHED_OTHERWISE
)
def test_a_replay_reads_exactly_as_the_game_did(options: list[str], answers: str, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    finished = run("play", *options, "--record", str(record), typed=lines(answers))
    assert (finished.code, finished.err) == (0, "")
    before = record.read_bytes()
    replayed = run("replay", str(record))
    assert (replayed.code, replayed.err) == (0, "")
    assert replayed.out == finished.out
    assert record.read_bytes() == before


@pytest.mark.parametrize(("options", "answers"), FINISHED.values(), ids=FINISHED)
def test_a_game_broken_off_and_resumed_comes_to_the_same_end(options: list[str], answers: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    finished = run("play", *options, "--record", str(whole), typed=lines(answers))
    first, _, rest = answers.partition(" ")
    begun = run("play", *options, "--record", str(parts), typed=first)
    assert begun.code == 1
    assert goes_on_like(finished.out, parts, rest)
    assert moves_in(parts) == moves_in(whole)


@pytest.mark.parametrize("answered", range(6))
def test_a_match_can_be_resumed_between_and_within_its_games(answered: int, tmp_path: Path) -> None:
    answers = MATCH.split()
    before, behind = " ".join(answers[:answered]), " ".join(answers[answered:])
    record = tmp_path / "match.jsonl"
    begun = run("play", "clash", "--first-to", "2", "--record", str(record), typed=lines(before))
    assert begun.code == 1
    assert begun.complaint.endswith(f"commonfactor resume {record}")
    assert goes_on_like(run("play", "clash", "--first-to", "2", typed=lines(MATCH)).out, record, behind)


def test_what_save_writes_can_be_resumed(tmp_path: Path) -> None:
    record = tmp_path / "my game.jsonl"
    saved = run("play", "clash", "--names", "ANN", "BEN", typed=f"15\nsave {record}\n9\nquit\n")
    assert f"Saved. To go on later: commonfactor resume '{record}'\n" in saved.out
    resumed = run("resume", str(record), typed="5\nquit\n")
    assert "\nBEN's Turn\n" in resumed.out
    assert "with 15: 5\nBEN selects 5.\n" in resumed.out


def test_save_writes_over_nothing(tmp_path: Path) -> None:
    record = tmp_path / "notes.txt"
    record.write_text("milk, bread\n")
    out = run("play", "clash", typed=f"save {record}\nquit\n").out
    assert f"Not saved: {record} exists already" in out
    assert record.read_text() == "milk, bread\n"


def test_a_finished_game_is_told_to_be_over(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("play", "clash", "--record", str(record), typed="11\n")
    resumed = run("resume", str(record))
    assert (resumed.code, resumed.err) == (0, "")
    assert resumed.out == "This is over: Player 1 has won. Use replay to see it again.\n"


def test_an_undone_move_leaves_the_record(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("play", "clash", "--record", str(record), typed="15\n9\nundo\n")
    assert moves_in(record)[1] == [15, {"starter": 1, "result": None, "swap": None, "hints": [0, 0]}]


def test_an_unfinished_game_is_replayed_as_far_as_it_went(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("play", "clash", "--record", str(record), typed="15\n9\n")
    replayed = run("replay", str(record))
    assert replayed.code == 0
    assert replayed.out.endswith("Player 2 selects 9.\n")
    assert replayed.complaint == "this is as far as the record goes; resume takes it up from here"


HEADER = {**records.HEADER, "names": ["Player 1", "Player 2"]}


def record_text(*moves: int | str, header: dict[str, object] | None = None, result: object = None) -> str:
    game = {"starter": 1, "moves": [{"move": move, "at": records.AT} for move in moves], "result": result}
    return f"{json.dumps(HEADER | (header or {}))}\n{json.dumps(game)}\n"


FOREIGN: dict[str, str | bytes] = {
    "nothing": "",
    "an empty line": "\n",
    "a text": "# Common Factor\n\nFive number games for two.\n",
    "other JSON": '{"name": "commonfactor", "version": 1}\n',
    "a JSON list": "[1, 2, 3]\n",
    "deep JSON": "[" * 100_000,
    "another format": record_text(15, header={"format": "chess record"}),
    "bytes": b"\x89PNG\r\n\x1a\n\0\0\xff",
    "too much": "x" * (1 << 20) + "x",
}
NEWER = record_text(15, header={"version": 99, "colour": "blue"})
DAMAGED = {
    "no game": record_text().splitlines()[0] + "\n",
    "half a line": record_text(15, 9)[:-20],
    "an illegal move": record_text(15, 7),
    "a move twice": record_text(15, 9, 15),
    "no number": record_text("banana"),
    "a move after the end": record_text(11, 13),
    "an unknown game": record_text(header={"game": "chess"}),
    "a bad pool": record_text(header={"setup": "20-2"}),
    "a huge pool": record_text(header={"game": "factor-frenzy", "setup": "2-1000000000"}),
    "a bad name": record_text(header={"names": ["\x1b[2J", "BEN"]}),
    "one name twice": record_text(header={"names": ["ANN", "ANN"]}),
    "no target": record_text(header={"scoring": [1, 0]}),
    "something unknown": record_text(header={"colour": "blue"}),
    "a wrong winner": record_text(11, result={"winner": 2, "by": "rules"}),
    "a result too early": record_text(15, result={"winner": 1, "by": "rules"}),
    "a text behind it": record_text(15) + "milk, bread\n",
}


def refusal(command: str, file: Path) -> str:
    """The one line about a file that cannot be gone on with, which is all that happens."""
    finished = run(command, str(file), typed="15\n9\n")
    assert (finished.code, finished.out) == (2, "")
    assert finished.complaint.startswith(f"{file} ")
    return finished.complaint.removeprefix(f"{file} ")


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN)
def test_a_foreign_file_is_refused_and_left_alone(content: str | bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(as_bytes(content))
    assert refusal("resume", file).startswith(("is not a record of Common Factor", "is longer than a record can be"))
    assert file.read_bytes() == as_bytes(content)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_refused_and_left_alone(content: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    assert refusal("resume", file).startswith("is damaged: ")
    assert file.read_text() == content
    assert list(tmp_path.iterdir()) == [file]


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(NEWER)
    assert refusal("resume", file).startswith("is of a newer kind: it has record version 99")
    assert file.read_text() == NEWER


@pytest.mark.parametrize(
    "content", [FOREIGN["a text"], DAMAGED["an illegal move"], NEWER], ids=["foreign", "damaged", "newer"]
)
def test_replay_refuses_what_resume_refuses(content: str | bytes, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(as_bytes(content))
    assert refusal("replay", file) == refusal("resume", file)
    assert file.read_bytes() == as_bytes(content)


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_folder_is_refused(command: str, tmp_path: Path) -> None:
    assert refusal(command, tmp_path) == "cannot be read: Is a directory"


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_missing_file_is_refused_and_not_made(command: str, tmp_path: Path) -> None:
    assert refusal(command, tmp_path / "file") == "cannot be read: No such file or directory"
    assert list(tmp_path.iterdir()) == []


def test_the_record_that_the_damaged_ones_are_made_from_is_good(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text(record_text(15, 9))
    assert run("replay", str(file)).code == 0
