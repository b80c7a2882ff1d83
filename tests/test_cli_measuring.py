"""The commands that measure players and write positions: what each takes, prints, writes and refuses."""

import csv
import json
import re
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from processes import PATIENCE, PROGRAM, Finished, at_terminal, piped, refused, run, run_command
from sessions import assert_no_process_is_left, wait_for_workers

from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordFile
from commonfactor.arena.terms import Names, Programs, Scoring, Terms
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import parse
from commonfactor.terminal.audits import COLUMNS

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MEASURING = (Path(__file__).parents[1] / "docs" / "measuring.md").read_text(encoding="utf-8")


def documented(heading: str) -> set[str]:
    """What is explained in the table under a heading of the page."""
    section = MEASURING.split(f"{heading}\n")[1].split("\n#")[0]
    return set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\|.*\|$", section, re.MULTILINE))))


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A match in which Ann gives a win away, resigns a won game, and ``perfect`` does neither."""
    match = Match(DivisorDuel(60), Names("Ann", "machine"), Terms(Scoring(1, 3), programs=Programs(None, "perfect")))
    match.play_all([6, 2], NOON)
    match.begin_next_game()
    match.play(2, NOON)
    match.resign()
    path = str(tmp_path / "match.jsonl")
    RecordFile(path).create(match)
    return path


def long_record(path: Path) -> str:
    """A record whose positions take long to judge."""
    match = Match(parse("factor-frenzy:2-400:").rules, Names("Ann", "Ben"))
    match.play_all([397, 389, 383, 379], NOON)
    RecordFile(str(path)).create(match)
    return str(path)


class TestAudit:
    def test_people_get_tables_and_the_blunders(self, record: str) -> None:
        finished = run("audit", record)
        assert (finished.code, finished.err) == (0, "")
        assert finished.out.startswith("2 games, 3 chosen moves.\n\nResults:\n")
        assert max(map(len, finished.out.splitlines())) <= 80
        assert re.search(r"^  Ann +divisor +2 +0 +1 +-1 +0 +0 +1, 1 won$", finished.out, re.MULTILINE)
        assert re.search(r"^  perfect +divisor +2 +2 +1 +\+1 +0 +0 +0$", finished.out, re.MULTILINE)
        assert "\n  Ann: divisor-duel:60: 6, winning: 12, 20, 30\n" in finished.out
        assert " all " not in finished.out, "with a single game all games are no other row"

    def test_the_json_object_has_the_same_and_every_key_is_documented(self, record: str) -> None:
        told = json.loads(run("audit", record, "--json").out)
        rows = {(row["player"], row["game"]): row for row in told["players"]}
        assert set(rows) == {(player, game) for player in ("Ann", "perfect") for game in ("divisor-duel", None)}
        ann = rows["Ann", "divisor-duel"]
        assert (ann["games"], ann["wins"], ann["above"], ann["resigned_won"]) == (2, 0, -1, 1)
        assert ann["slip_rate"]["low"] <= ann["slip_rate"]["value"] <= ann["slip_rate"]["high"]
        assert told["blunders"] == [
            {
                "file": record,
                "game": 1,
                "ply": 1,
                "player": "Ann",
                "notation": "divisor-duel:60:",
                "move": 6,
                "better": [12, 20, 30],
            },
            {
                "file": record,
                "game": 2,
                "ply": 1,
                "player": "perfect",
                "notation": "divisor-duel:60:",
                "move": 2,
                "better": [12, 20, 30],
            },
        ]
        assert set(ann) - {"player", "game"} <= documented("### The columns")

    def test_of_a_tournament_that_is_not_finished_it_is_told_what_is_missing(self, tmp_path: Path) -> None:
        out = str(tmp_path / "games.jsonl")
        run("tournament", "--players", "random", "greedy", "--games", "divisor", "--rounds", "2", "--out", out)
        whole = Path(out).read_bytes()
        Path(out).write_bytes(whole[: whole.index(b"\n", whole.index(b"\n") + 1) + 20])
        finished = run("audit", out)
        assert (finished.code, finished.complaint) == (0, f"{out} is not finished; still to be played: 3 games")
        assert finished.out.startswith("1 game, ")

    def test_the_csv_has_a_row_for_every_move(self, record: str, tmp_path: Path) -> None:
        path = tmp_path / "moves.csv"
        assert run("audit", record, "--csv", str(path)).code == 0
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert tuple(rows[0]) == tuple(COLUMNS)
        assert set(COLUMNS) <= documented("### A row for every move")
        assert [row["notation"] + row["move"] for row in rows] == [
            "divisor-duel:60:6",
            "divisor-duel:60:62",
            "divisor-duel:60:2",
        ]
        assert [row["mattered"] for row in rows] == ["1", "0", "1"]
        assert [row["player"] for row in rows] == ["Ann", "perfect", "perfect"]
        assert rows[0]["chance"] == "0.300000"

    def test_what_is_unknown_is_empty_in_the_csv_and_a_number_of_its_own(self, tmp_path: Path) -> None:
        record, path = long_record(tmp_path / "long.jsonl"), tmp_path / "moves.csv"
        told = json.loads(run("audit", record, "--nodes", "10", "--csv", str(path), "--json").out)
        assert [row["unknown"] for row in told["players"]] == [2, 2, 2, 2]
        assert {(row["mattered"], row["slip_rate"], row["worth_known"]) for row in told["players"]} == {(0, None, 0)}
        rows = [row.split(",")[-7:] for row in path.read_text().splitlines()[1:]]
        assert {(verdict, chance) for _, verdict, _, _, _, _, chance in rows} == {("unknown", "")}

    def test_a_match_of_programs_is_measured_across_games_and_files(self, tmp_path: Path) -> None:
        """The whole way: programs play, their matches are recorded, the records are audited."""
        records: list[str] = []
        for game in ("divisor:36+48+60:", "frenzy:2-24:"):
            records.append(str(tmp_path / f"{len(records)}.jsonl"))
            played = ("play", game, "--players", "perfect", "slips:0.2", "--seed", "5", "--first-to", "6")
            assert run(*played, "--record", records[-1]).code == 0
        alone, shared = (json.loads(run("audit", *records, "--json", "--jobs", jobs).out) for jobs in "12")
        assert alone == shared
        rows = {(row["player"], row["game"]): row for row in alone["players"]}
        assert (rows["perfect", None]["blunders"], rows["perfect", None]["slip_rate"]["value"]) == (0, 0)
        slipped = rows["slips:0.2", None]
        assert slipped["slip_rate"]["low"] <= 0.2 <= slipped["slip_rate"]["high"]
        games = [row for (player, game), row in rows.items() if player == "slips:0.2" and game]
        assert len(games) == 2
        assert all(slipped[key] == sum(row[key] for row in games) for key in ("games", "wins", "mattered", "blunders"))

    def test_a_file_that_is_none_is_named_and_the_others_are_audited(self, record: str, tmp_path: Path) -> None:
        foreign = tmp_path / "foreign.txt"
        foreign.write_text("1. e4 e5\n")
        finished = run("audit", str(foreign), record, str(tmp_path / "missing"))
        assert finished.code == 2
        assert finished.out == run("audit", record).out
        assert finished.err == (
            f"commonfactor: {foreign} is neither a record nor a tournament of Common Factor\n"
            f"commonfactor: {tmp_path / 'missing'} cannot be read: No such file or directory\n"
        )
        assert refused("audit", str(foreign)) == f"{foreign} is neither a record nor a tournament of Common Factor"

    def test_no_file_of_anybody_is_written_over(self, record: str, tmp_path: Path) -> None:
        mine = tmp_path / "mine.csv"
        mine.write_text("mine")
        assert refused("audit", record, "--csv", str(mine)) == (
            f"{str(mine)!r} exists already and is left as it is; choose another name"
        )
        assert mine.read_text() == "mine"
        assert "cannot be written: No such file or directory" in refused(
            "audit", record, "--csv", f"{tmp_path}/no/where"
        )

    @pytest.mark.parametrize(
        ("options", "complaint"),
        [
            (("--jobs", "0"), "--jobs is a number from 1 to 64, not 0"),
            (("--jobs", "65"), "--jobs is a number from 1 to 64, not 65"),
            (("--jobs", "x"), "--jobs: 'x' is not a number"),
            (("--seconds", "nan"), "--seconds is a number such as 2 or 0.5, not 'nan'"),
        ],
    )
    def test_what_an_option_cannot_be_is_said(self, record: str, options: tuple[str, str], complaint: str) -> None:
        assert refused("audit", record, *options) == complaint

    def test_a_person_sees_how_far_it_is_and_can_stop_it(self, record: str, tmp_path: Path) -> None:
        path, long = tmp_path / "moves.csv", long_record(tmp_path / "long.jsonl")
        with at_terminal("audit", record, long, "--seconds", "600", "--csv", str(path), shows_errors=True) as terminal:
            terminal.wait_for("] 2 of 3, ")
            terminal.type("\x03")
            finished = terminal.finish()
        assert finished.code == 130
        assert "Traceback" not in finished.out
        assert not path.exists(), "half a table looks like a whole one"

    @pytest.mark.parametrize(("ending", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
    def test_ended_from_outside_it_leaves_no_process_behind(
        self, tmp_path: Path, ending: signal.Signals, code: int
    ) -> None:
        records = [long_record(tmp_path / name) for name in ("one.jsonl", "two.jsonl")]
        with piped("audit", *records, "--seconds", "600", "--jobs", "2") as program:
            wait_for_workers(program.process.pid, 2)
            program.send(ending)
            assert program.process.wait(PATIENCE) == code
            assert_no_process_is_left(program.process.pid)
            assert program.said == ""


_IMPATIENT = """
import sys
from commonfactor.arena import labelled_positions
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.terminal.datasets import write_positions
labelled_positions._MOST_LISTED = 5
sys.exit(write_positions(labelled_positions.Wanted(DivisorDuel(60), 9, 1), None))
"""


class TestPositions:
    def lines(self, *arguments: str) -> list[dict[str, Any]]:
        finished = run("positions", *arguments)
        assert (finished.code, finished.err) == (0, "")
        return [json.loads(line) for line in finished.out.splitlines()]

    def test_the_same_arguments_give_the_same_bytes_in_another_process(self) -> None:
        arguments = ("positions", "clash", "--setup", "2-14", "--count", "30", "--seed", "4")
        assert run(*arguments).out == run_command(PROGRAM, *arguments, env={"PYTHONHASHSEED": "7"}).out

    def test_every_key_is_documented(self) -> None:
        (told,) = self.lines("duel", "--setup", "2-12", "--count", "1", "--seed", "1", "--difficulty", "deep")
        assert set(told) <= documented("## Positions")
        assert told["deep"] is True

    def test_each_line_is_what_analyse_says(self) -> None:
        for told in self.lines(
            "challenge", "--setup", "2-12", "--count", "2", "--seed", "2", "--difficulty", "only-move"
        ):
            analysed = json.loads(run("analyse", told["notation"], "--json").out)
            keys = {"notation", "game", "setup", "verdict", "winning", "legal", "nimber", "value", "to_move"}
            assert {key: analysed[key] for key in keys} == {key: told[key] for key in keys}

    def test_a_split_can_be_asked_for_by_name(self) -> None:
        told = self.lines("clash", "--setup", "2-14", "--count", "12", "--seed", "4", "--split", "test")
        assert {line["split"] for line in told} == {"test"}

    def test_where_there_are_too_few_it_writes_those_and_says_so(self, tmp_path: Path) -> None:
        path = tmp_path / "few.jsonl"
        finished = run("positions", "divisor", "--count", "9", "--seed", "1", "--out", str(path))
        assert (finished.code, finished.out) == (2, "")
        assert finished.complaint == "divisor-duel:60 has 8 such positions, not 9; these are all of them"
        assert len(path.read_text().splitlines()) == 8

    def test_where_not_all_can_be_looked_at_it_says_how_long_it_looked(self) -> None:
        finished = run_command(sys.executable, "-c", _IMPATIENT)
        assert (finished.code, len(finished.out.splitlines())) == (2, 8)
        assert finished.complaint == (
            "8 such positions of divisor-duel:60 were found, not 9; "
            "20,000 more in a row were not of the kind, or not new"
        )

    def test_a_larger_count_continues_a_smaller_one_in_a_file_as_on_standard_output(self, tmp_path: Path) -> None:
        arguments, path = ("positions", "frenzy", "--setup", "2-16", "--seed", "9", "--count"), tmp_path / "p.jsonl"
        assert run(*arguments, "20", "--out", str(path)) == Finished(0, "", "")
        assert path.read_text().startswith(run(*arguments, "5").out)

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (("clash", "--count", "0", "--seed", "1"), "--count is a number from 1 to 1,000,000, not 0"),
            (("clash", "--count", "1", "--seed", "-1"), "--seed: a number is written without a sign, not as '-1'"),
            (
                ("clash", "--count", "1", "--seed", "1", "--difficulty", "hard"),
                "--difficulty is one of any, only-move, deep, not 'hard'",
            ),
            (
                ("clash", "--count", "1", "--seed", "1", "--split", "dev"),
                "--split is one of train, validation, test, not 'dev'",
            ),
            (
                ("clash", "--count", "1", "--seed", "1", "--setup", "2-9000"),
                "positions are drawn from games of at most 2,000 moves, and with 2-9000 there may be more",
            ),
            (("clash", "--count", "1", "--seed", "1", "--setup", "9-2"), "the pool 9-2 is empty"),
            (("chess", "--count", "1", "--seed", "1"), "there is no game 'chess'"),
            (("clash", "--seed", "1"), "the following arguments are required: --count"),
        ],
    )
    def test_what_cannot_be_asked_for_is_said(self, arguments: tuple[str, ...], complaint: str) -> None:
        assert refused("positions", *arguments).startswith(complaint)

    def test_no_file_of_anybody_is_written_over(self, tmp_path: Path) -> None:
        mine = tmp_path / "mine"
        mine.write_text("mine")
        assert "exists already" in refused("positions", "clash", "--count", "1", "--seed", "1", "--out", str(mine))
        assert mine.read_text() == "mine"

    def test_a_person_sees_how_far_it_is_and_half_a_file_does_not_stay(self, tmp_path: Path) -> None:
        path = tmp_path / "p.jsonl"
        arguments = ("frenzy", "--count", "100000", "--seed", "1", "--out", str(path))
        with at_terminal("positions", *arguments, shows_errors=True) as terminal:
            terminal.wait_for("] 5 of 100000, ")
            terminal.type("\x03")
            finished = terminal.finish()
        assert finished.code == 130
        assert "Traceback" not in finished.out
        assert not path.exists()

    def test_a_full_disk_is_told(self) -> None:
        finished = run_command("bash", "-c", f"{PROGRAM} positions clash --count 40 --seed 1 > /dev/full")
        assert finished.code == 2
        assert finished.complaint == "the output cannot be written: No space left on device"
