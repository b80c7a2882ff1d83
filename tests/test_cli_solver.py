"""The commands that ask the solver: what each takes, prints and refuses."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import PATIENCE, Finished, as_json, at_terminal, piped, refused, run, run_command
from sessions import assert_no_process_is_left, wait_for_workers, wait_until_caught

from commonfactor.rules.notation import parse
from commonfactor.solver.proofs.checking import Status
from commonfactor.solver.proofs.json_form import proof_from_json

OPENINGS = [
    "factor-clash:2-20:",
    "divisor-duel:60:",
    "factor-challenge:2-20:",
    "factor-duel:2-20:",
    "factor-frenzy:2-50:",
]
NEW_KEYS = {
    *("verdict", "winning", "losing", "unknown", "nimber", "value"),
    *("reason", "claims", "proof", "nodes", "seconds"),
}


class TestAnalyse:
    @pytest.mark.parametrize("notation", OPENINGS)
    def test_the_json_object_has_what_show_has_and_the_verdicts(self, notation: str) -> None:
        shown, told = as_json("show", notation), as_json("analyse", notation)
        assert told.keys() == shown.keys() | NEW_KEYS
        assert shown.items() <= told.items()
        assert sorted(told["winning"] + told["losing"] + told["unknown"]) == told["legal"]
        assert told["winning"] == sorted(told["winning"])
        assert told["verdict"] == ("win" if told["winning"] else "loss")
        assert told["reason"]
        assert 0 <= told["seconds"] < 5

    @pytest.mark.parametrize("notation", OPENINGS)
    def test_the_proof_in_the_object_can_be_checked(self, notation: str) -> None:
        line = parse(notation)
        proof = proof_from_json(as_json("analyse", notation)["proof"])
        assert proof.check(line.rules, line.position).status in {Status.COMPLETE, Status.PARTIAL}

    def test_nimbers_and_values_are_told_where_there_are_any(self) -> None:
        assert as_json("analyse", "frenzy:2-50:")["nimber"] == 3
        assert as_json("analyse", "divisor:60+48+30:")["nimber"] == 5
        assert as_json("analyse", "duel:2-17:")["value"] == "*"
        assert as_json("analyse", "duel:2-20:7,6")["value"] == "2*"
        assert as_json("analyse", "clash:2-20:")["nimber"] is None
        assert as_json("analyse", "challenge:2-12:")["value"] is None
        assert as_json("analyse", "frenzy:2-20,opening=even:")["nimber"] is None
        assert as_json("analyse", "duel:2-20,opening=even:")["value"] is None

    def test_a_game_that_is_over_is_lost(self) -> None:
        told = as_json("analyse", "factor-clash:2-20:17")
        assert (told["verdict"], told["winning"], told["over"]) == ("loss", [], True)
        assert told["reason"] == "You have no move, since no number that shares a factor with 17 is left."
        assert "Player 2 cannot move and has lost.\n" in run("analyse", "factor-clash:2-20:17").out

    def test_people_get_sentences(self) -> None:
        out = run("analyse", "factor-clash:2-20:15,5").out
        assert "Player 1 is to move and wins with best play.\n" in out
        assert "Winning moves: 10, 20 (2 of 2)\n" in out
        assert "Why: 10 wins: you can answer every number with its partner: " in out
        assert "Cost: " in out

    def test_what_is_not_found_out_is_unknown_in_time_and_within_memory(self) -> None:
        program = [sys.executable, "-m", "commonfactor"]
        command = [*program, "analyse", "factor-frenzy:2-2000:", "--seconds", "1", "--memory", "256", "--json"]
        finished = run_command(sys.executable, "-c", _MEASURED, *command)
        told, used = json.loads(finished.out), json.loads(finished.err)
        assert (finished.code, told["verdict"], told["reason"], told["proof"]) == (0, "unknown", None, None)
        assert used["seconds"] < 2
        assert used["kilobytes"] < 256_000

    def test_no_nodes_are_enough_for_nothing_but_arithmetic(self) -> None:
        assert as_json("analyse", "frenzy:2-50:", "--nodes", "0")["verdict"] == "unknown"
        assert as_json("analyse", "divisor:60:", "--nodes", "0")["verdict"] == "win"
        out = run("analyse", "frenzy:2-50:", "--nodes", "0").out
        assert "Player 1 is to move; who wins was not found out within the budget.\n" in out

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            ("--seconds", "-1"),
            ("--seconds", "nan"),
            ("--seconds", "inf"),
            ("--seconds", "1e9"),
            ("--seconds", "two"),
            ("--seconds", ""),
            ("--seconds", "٣"),
            ("--nodes", "-1"),
            ("--nodes", "1.5"),
            ("--nodes", "9" * 20),
            ("--memory", "x"),
            ("--memory", "-5"),
            ("--memory", "18446744073710"),
        ],
    )
    def test_budgets_that_make_no_sense_are_refused(self, option: str, value: str) -> None:
        assert option in refused("analyse", "frenzy:2-50:", f"{option}={value}")

    @pytest.mark.parametrize("notation", ["chess:2-20:", "clash:2-20", "clash:2-20:15,7", "frenzy:2-1000000000:", ""])
    def test_what_is_no_position_is_refused(self, notation: str) -> None:
        assert refused("analyse", notation)

    def test_a_person_sees_that_it_thinks_and_can_stop_it(self) -> None:
        with at_terminal("analyse", "factor-frenzy:2-400:", shows_errors=True) as terminal:
            terminal.wait_for("nodes (Ctrl-C quits)")
            terminal.type("\x03")
            finished = terminal.finish()
        assert finished.code == 130
        assert "Traceback" not in finished.out

    def test_it_can_be_terminated(self) -> None:
        with piped("analyse", "factor-frenzy:2-400:") as program:
            wait_until_caught(program.process.pid, signal.SIGTERM)
            program.send(signal.SIGTERM)
            assert program.finish() == Finished(143, "", "")


_MEASURED = """
import json, resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({"seconds": used.ru_utime + used.ru_stime, "kilobytes": used.ru_maxrss}), file=sys.stderr)
sys.exit(code)
"""


class TestSolve:
    def test_every_setup_has_its_row(self) -> None:
        out = run("solve", "factor-duel", "--from", "17", "--to", "20").out
        heading, *rows = out.splitlines()
        assert heading.split()[:2] == ["setup", "winner"]
        assert [row.split()[:5] for row in rows] == [
            ["2-17", "first", "5", "of", "16"],
            ["2-18", "first", "5", "of", "17"],
            ["2-19", "second", "0", "of", "18"],
            ["2-20", "second", "0", "of", "19"],
        ]

    def test_rows_in_json(self) -> None:
        finished = run("solve", "divisor", "--to", "12", "--json")
        rows = [json.loads(line) for line in finished.out.splitlines()]
        assert [row["setup"] for row in rows] == [str(number) for number in range(2, 13)]
        assert [row["nimber"] for row in rows] == [0, 0, 1, 0, 1, 0, 2, 1, 1, 0, 2]
        assert rows[-1].keys() == {
            *("game", "setup", "verdict", "openings", "winning", "unknown", "nimber", "value"),
            *("is_complete", "nodes", "seconds"),
        }

    def test_a_game_may_have_a_setup_and_settings(self) -> None:
        out = run("solve", "clash:1-20,relation=divides", "--without", "7", "--opening", "even", "--to", "8").out
        heading, *rows = out.splitlines()
        options = "opening=even,relation=divides"
        assert [row.split()[0] for row in rows] == [
            *(f"1-{last},{options}" for last in range(2, 7)),
            *(f"1-{last},{options},without=7" for last in (7, 8)),
        ]
        assert len({row.index("first") for row in rows if "first" in row} | {heading.index("winner")}) == 1

    def test_a_setting_counts_more_than_that_of_the_setup(self) -> None:
        (row,) = run(
            "solve", "clash:2-20,opening=even", "--opening", "any", "--from", "9", "--to", "9"
        ).out.splitlines()[1:]
        assert row.split()[0] == "2-9"

    def test_sweeps_begin_with_what_can_be_played(self) -> None:
        assert run("solve", "juniper", "--to", "3").out.splitlines()[1].split()[0] == "1-2"
        row = run("solve", "divisor-game:60,one=no", "--to", "3").out.splitlines()[1]
        assert row.split()[0] == "2,one=no"

    def test_several_processes_give_the_same_rows_in_the_same_order(self) -> None:
        def rows(jobs: str) -> list[dict[str, Any]]:
            out = run("solve", "frenzy", "--from", "10", "--to", "30", "--jobs", jobs, "--json").out
            # What a process searches depends on what it has solved before.
            return [json.loads(line) | {"nodes": None, "seconds": None} for line in out.splitlines()]

        assert rows("1") == rows("3")

    def test_it_goes_on_from_its_file(self, tmp_path: Path) -> None:
        file = tmp_path / "frenzy.jsonl"
        command = ("solve", "frenzy", "--from", "30", "--out", str(file), "--json", "--to")
        first = run(*command, "33").out
        assert file.read_text() == first.replace(": ", ":").replace(", ", ",")
        assert run(*command, "33").out == first  # to the microsecond, hence not solved again
        longer = run(*command, "35").out
        assert longer.startswith(first)
        assert len(file.read_text().splitlines()) == 6

    def test_a_row_that_was_cut_off_is_solved_again(self, tmp_path: Path) -> None:
        file = tmp_path / "frenzy.jsonl"
        command = ("solve", "frenzy", "--from", "30", "--to", "33", "--out", str(file), "--json")
        run(*command)
        whole = file.read_bytes()
        for cut in (1, 5, 100):
            file.write_bytes(whole[:-cut])
            assert run(*command).code == 0
            assert [json.loads(row)["setup"] for row in file.read_text().splitlines()] == [
                "2-30",
                "2-31",
                "2-32",
                "2-33",
            ]

    def test_what_is_not_complete_is_tried_again(self, tmp_path: Path) -> None:
        file = tmp_path / "frenzy.jsonl"
        command = ("solve", "frenzy", "--from", "50", "--to", "50", "--out", str(file), "--json")
        assert json.loads(run(*command, "--nodes", "5").out)["verdict"] == "unknown"
        half_known = json.loads(run(*command, "--nodes", "3000").out)
        assert (half_known["verdict"], half_known["nimber"], half_known["is_complete"]) == ("win", None, False)
        whole = json.loads(run(*command).out)
        assert (whole["verdict"], whole["nimber"], whole["is_complete"]) == ("win", 3, True)

    def test_a_last_row_without_its_line_end_is_kept(self, tmp_path: Path) -> None:
        file = tmp_path / "clash.jsonl"
        command = ("solve", "clash", "--out", str(file), "--json", "--to")
        first = run(*command, "4").out
        file.write_text(file.read_text().rstrip("\n"))
        assert run(*command, "5").out.startswith(first)
        assert len(file.read_text().splitlines()) == 4

    @pytest.mark.parametrize(
        "content",
        [
            b"hello\n",
            b"hello",
            b"{}\n",
            b'{"game":"factor-clash"}\n',
            b"\x00\xff\n",
            b'{"game":"x',
            b"\n",
            b'{"game":"chess","score":12}',
            b'{"game":"factor-clash","setup":"2-9',
            b'{"game":"factor-frenzy","setup":"2-9","mine":1}',
        ],
        ids=str,
    )
    def test_a_file_of_something_else_is_left_alone(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "notes.txt"
        file.write_bytes(content)
        assert "notes.txt" in refused("solve", "frenzy", "--to", "9", "--out", str(file))
        assert file.read_bytes() == content

    def test_a_file_that_cannot_take_more_is_named(self, tmp_path: Path) -> None:
        file = tmp_path / "sweep.jsonl"
        shell = 'ulimit -f 1; exec commonfactor solve clash --to 30 --out "$0"'
        finished = run_command("bash", "-c", shell, str(file))
        assert finished.code == 2
        assert "sweep.jsonl' cannot be written" in finished.err
        assert "Traceback" not in finished.err

    def test_a_process_that_is_killed_ends_the_sweep(self) -> None:
        with piped("solve", "frenzy", "--from", "300", "--to", "400", "--jobs", "2") as program:
            os.kill(wait_for_workers(program.process.pid, 2)[-1], signal.SIGKILL)
            finished = program.finish()
        assert finished.code == 2
        assert finished.complaint == "a process of the sweep was ended from outside"

    def test_a_sweep_of_another_game_is_left_alone(self, tmp_path: Path) -> None:
        file = tmp_path / "sweep.jsonl"
        run("solve", "clash", "--to", "9", "--out", str(file))
        before = file.read_bytes()
        assert "factor-clash" in refused("solve", "frenzy", "--to", "9", "--out", str(file))
        assert file.read_bytes() == before

    def test_one_file_is_for_one_program_at_a_time(self, tmp_path: Path) -> None:
        file = tmp_path / "sweep.jsonl"
        with piped("solve", "frenzy", "--to", "400", "--out", str(file)) as program:
            program.wait_for("2-4 ")
            assert "another program" in refused("solve", "frenzy", "--to", "9", "--out", str(file))

    def test_interrupted_it_says_how_to_go_on(self, tmp_path: Path) -> None:
        file = tmp_path / "sweep.jsonl"
        with at_terminal("solve", "frenzy", "--to", "400", "--out", str(file), shows_errors=True) as terminal:
            terminal.wait_for("] 20 of 399, 2-22")
            terminal.type("\x03")
            finished = terminal.finish()
        assert finished.code == 130
        assert "the same command goes on" in finished.out
        assert "Traceback" not in finished.out
        assert len(file.read_text().splitlines()) >= 20

    @pytest.mark.parametrize(("ending", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
    def test_ended_from_outside_it_leaves_no_process_behind(self, ending: signal.Signals, code: int) -> None:
        with piped("solve", "frenzy", "--from", "300", "--to", "400", "--jobs", "2") as program:
            wait_for_workers(program.process.pid, 2)
            program.send(ending)
            assert program.process.wait(PATIENCE) == code
            assert_no_process_is_left(program.process.pid)

    @pytest.mark.parametrize(
        "arguments",
        [
            ("chess", "--to", "9"),
            ("frenzy",),
            ("frenzy", "--to", "x"),
            ("frenzy", "--to", "1"),
            ("frenzy", "--to", "5000"),
            ("frenzy", "--to", "10", "--from", "20"),
            ("frenzy", "--to", "10", "--from", "1"),
            ("frenzy", "--to", "10", "--jobs", "0"),
            ("frenzy", "--to", "10", "--jobs", "65"),
            ("frenzy", "--to", "10", "--out", "/nowhere/at/all"),
            ("frenzy", "--to", "10", "--out", "."),
            ("frenzy", "--to", "10", "--out", ""),
            ("frenzy", "--to", "10", "--out", "/dev/full"),
            ("frenzy", "--to", "10", "--out", "/dev/null"),
            ("clash", "--to", "9999999999999999999"),
            ("divisor", "--to", "1000000000"),
            ("frenzy", "--to", "10", "--seconds", "x"),
            ("frenzy", "--to", "10", "--relation", "loves"),
            ("frenzy:2-10,colour=red", "--to", "10"),
            ("divisor", "--to", "10", "--opening", "even"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, arguments: tuple[str, ...]) -> None:
        assert refused("solve", *arguments)


class TestSetups:
    def test_a_game_may_have_a_setup_and_settings(self) -> None:
        heading, *rows, best = run(
            "setups", "clash:1-20", "--relation", "divides", "--opening", "even", "--to", "8"
        ).out.splitlines()
        assert [row.split()[0] for row in rows] == [f"1-{last},opening=even,relation=divides" for last in (7, 8)]
        assert heading.split()[:2] == ["setup", "winner"]
        assert "To play it: commonfactor play factor-clash:1-" in best

    def test_each_opening_is_compared_unless_one_is_named(self) -> None:
        setups = [json.loads(row)["setup"] for row in run("setups", "clash", "--to", "8", "--json").out.splitlines()]
        assert setups == ["2-8", "2-8,opening=even", "2-8,opening=no-lone-primes"]
        (row,) = run("setups", "clash", "--opening", "any", "--to", "8", "--json").out.splitlines()
        assert json.loads(row)["setup"] == "2-8"

    @pytest.mark.parametrize("arguments", [("clash", "--relation", "loves"), ("clash:20-2",), ("clash:500-600",)])
    def test_what_makes_no_sense_is_refused(self, arguments: tuple[str, ...]) -> None:
        assert refused("setups", *arguments)
