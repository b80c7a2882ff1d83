"""The command that lets programs play one another, in real processes."""

import csv
import json
import re
import signal
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster
from processes import PATIENCE, Finished, at_terminal, piped, run, run_command
from sessions import assert_no_process_is_left

from commonfactor.arena.tournament_file import read_tournament

SMALL = ("--games", "clash:2-12", "divisor:60+48", "--rounds", "2")
MINE = """\
import os, time
from commonfactor.players.base import Forfeit

def slow(rules, position, random):
    time.sleep(0.005)
    return random.choice(rules.legal_moves(position))

def crashing(rules, position, random):
    print("about to crash")
    return 1 // 0

def odd(rules, position, random):
    raise Forfeit("\\ud800", "I give up", attempts=-1)

def killing(rules, position, random):
    os._exit(1)
"""


@pytest.fixture
def mine(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return str(path)


def tournament(*arguments: str | Path, out: Path) -> Finished:
    """A tournament in one process, unless told otherwise."""
    one_process = () if {"--jobs", "--cluster"} & set(arguments) else ("--jobs", "1")
    return run("tournament", *map(str, arguments), *one_process, "--out", str(out))


def games_in(path: Path) -> list[str]:
    return sorted(path.read_text().splitlines())


def table_of(finished: Finished) -> str:
    """What was told, but for the name of the file."""
    assert (finished.code, finished.err) == (0, "")
    return finished.out.partition("The games are in")[0]


def test_a_tournament_is_told_in_80_columns_drawn_and_kept(tmp_path: Path) -> None:
    out, picture = tmp_path / "games.jsonl", tmp_path / "ratings.png"
    told = table_of(tournament("--players", "random", "greedy", "perfect", *SMALL, "--picture", picture, out=out))
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert told.startswith("24 games, 16 for each player; 2 setups, 2 rounds, seed 1\n")
    assert max(map(len, told.splitlines())) <= 80
    assert {name for game in read_tournament(str(out)).games for name in game.players} == {
        "random",
        "greedy",
        "perfect",
    }
    assert len(read_tournament(str(out)).games) == 24


def test_the_number_of_processes_makes_no_difference(tmp_path: Path) -> None:
    command = (
        "--players",
        "random",
        "slips:0.2",
        "lookahead:2",
        "--games",
        "duel:2-14",
        "frenzy:2-20",
        "--rounds",
        "3",
    )
    one = tournament(*command, "--jobs", "1", out=tmp_path / "one")
    two = tournament(*command, "--jobs", "2", out=tmp_path / "two")
    assert table_of(one) == table_of(two)
    assert games_in(tmp_path / "one") == games_in(tmp_path / "two")


def test_interrupted_and_killed_it_goes_on_to_the_same_table(tmp_path: Path, mine: str) -> None:
    players, games = ("--players", f"{mine}:slow", "random", "greedy"), ("--games", "clash", "frenzy:2-30")
    command = (*players, *games, "--rounds", "12", "--jobs", "2")
    whole = tournament(*command, out=tmp_path / "whole")
    out = tmp_path / "games.jsonl"
    with at_terminal("tournament", *command, "--out", str(out), shows_errors=True) as terminal:
        terminal.wait_for("of 144 games")
        wait_for_games(out, 10)
        terminal.type("\x03")
        finished = terminal.finish()
        assert_no_process_is_left(terminal.process.pid)
    assert finished.code == 130
    assert f"stopped; the same command goes on from what is in '{out}'" in re.sub(r"\s*\r?\n", "", finished.out)
    kept = len(read_tournament(str(out)).games)
    assert 10 <= kept < 144
    with piped("tournament", *command, "--out", str(out)) as program:
        wait_for_games(out, kept + 10)
        program.send(signal.SIGKILL)
        program.process.wait(PATIENCE)
        assert_no_process_is_left(program.process.pid)
    assert kept + 10 <= len(read_tournament(str(out)).games) < 144
    assert table_of(tournament(*command, out=out)) == table_of(whole)
    assert games_in(out) == games_in(tmp_path / "whole")


def wait_for_games(path: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_text().count("\n") <= count:
        assert time.monotonic() < deadline, "the games do not come"
        time.sleep(0.01)


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    command, out = ("--players", "random", "greedy", *SMALL), tmp_path / "games.jsonl"
    first = tournament(*command, out=out)
    before = out.read_bytes(), out.stat().st_mtime_ns
    assert table_of(tournament(*command, out=out)) == table_of(first)
    assert (out.read_bytes(), out.stat().st_mtime_ns) == before


def test_without_a_name_the_file_has_one_of_its_own(tmp_path: Path) -> None:
    shell = 'cd "$0"; commonfactor tournament --players random greedy --games clash:2-9 --rounds 1 --seed'
    for seed in ("1", "1", "2"):
        assert run_command("bash", "-c", f"{shell} {seed}", str(tmp_path)).code == 0
    files = list(tmp_path.iterdir())
    assert len(files) == 2
    assert all(re.fullmatch(r"tournament-[0-9a-f]{8}\.jsonl", file.name) for file in files)


def test_another_tournament_is_refused_and_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    tournament("--players", "random", "greedy", *SMALL, out=out)
    before = out.read_bytes()
    refused = tournament("--players", "random", "perfect", *SMALL, out=out)
    assert (refused.code, refused.out) == (2, "")
    assert "has another tournament, with other players; it is left as it is" in refused.complaint
    assert out.read_bytes() == before


def test_a_player_that_has_changed_begins_another_tournament(tmp_path: Path, mine: str) -> None:
    command, out = ("--players", f"{mine}:slow", "random", *SMALL), tmp_path / "games.jsonl"
    assert tournament(*command, out=out).code == 0
    Path(mine).write_text(MINE + "\n")
    assert f"games of another version of {mine}:slow; name another file" in tournament(*command, out=out).complaint


def test_json_and_csv_are_all_that_is_printed(tmp_path: Path, mine: str) -> None:
    command, out = ("--players", f"{mine}:crashing", "random", *SMALL), tmp_path / "games.jsonl"
    crashed = tournament(*command, "--json", out=out)
    told = json.loads(crashed.out)
    assert [row["forfeits"] for row in told["players"]] == [0, 7]
    assert told["players"][1]["reasons"] == {"crashed": 7}
    assert "about to crash" in crashed.err
    assert crashed.err.count("crashed: ZeroDivisionError: integer division or modulo by zero (mine.py, line 10)") == 1
    assert [(pair["player"], pair["wins"]) for pair in told["pairs"]] == [(f"{mine}:crashing", 0), ("random", 8)]
    rows = list(csv.DictReader(StringIO(tournament(*command, "--csv", out=out).out)))
    assert [row["forfeits"] for row in rows if row["game"] == "all"] == ["0", "7"]
    told_to_people = " ".join(tournament(*command, out=out).out.split())
    assert "7 games forfeited (7 crashed), 0 answers not accepted" in told_to_people


def test_whatever_a_player_tells_the_file_can_be_read(tmp_path: Path, mine: str) -> None:
    command, out = ("--players", f"{mine}:odd", "random", *SMALL), tmp_path / "games.jsonl"
    assert tournament(*command, out=out).code == 0
    assert {game.forfeit.reason for game in read_tournament(str(out)).games if game.forfeit} == {"crashed"}
    assert tournament(*command, out=out).code == 0


def test_stopped_before_the_first_game_there_is_nothing_to_go_on_from(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = ("tournament", "--players", "random", "greedy", "--games", "clash:2-400", "--rounds", "2000")
    with at_terminal(*command, "--out", str(out), shows_errors=True) as terminal:
        terminal.wait_for("drawing the openings")
        terminal.type("\x03")
        finished = terminal.finish()
    assert finished.code == 130
    assert "stopped; no game was played yet" in finished.out
    assert not out.exists()


def test_a_player_that_ends_its_process_ends_the_tournament(tmp_path: Path, mine: str) -> None:
    finished = tournament("--players", f"{mine}:killing", "random", *SMALL, out=tmp_path / "games.jsonl")
    assert finished.code == 2
    assert finished.complaint == "a process was ended from outside, or by a player; the games so far are kept"


def test_an_engine_plays(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = ("--players", "engine:commonfactor engine greedy", "random", "--games", "divisor:60", "--rounds", "2")
    assert table_of(tournament(*command, "--jobs", "1", "--seconds", "5", out=out))
    assert {game.forfeit for game in read_tournament(str(out)).games} == {None}


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of two workers with two threads each, in this process."""
    started: Any = LocalCluster  # it has no types
    with started(n_workers=2, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=":0") as workers:
        yield workers.scheduler_address


def test_a_cluster_plays_the_same_games(tmp_path: Path, cluster: str) -> None:
    command = ("--players", "random", "slips:0.2", "perfect", "--games", "duel:2-14", "frenzy:2-24", "--rounds", "4")
    here = tournament(*command, out=tmp_path / "here")
    there = tournament(*command, "--cluster", cluster, out=tmp_path / "there")
    assert table_of(there) == table_of(here)
    assert games_in(tmp_path / "there") == games_in(tmp_path / "here")


def test_a_cluster_that_lives_on_plays_the_new_version_of_a_player(tmp_path: Path, cluster: str, mine: str) -> None:
    command = ("--players", f"{mine}:slow", "random", "--games", "duel:2-14", "--rounds", "3")
    games = []
    for place in (0, -1):
        Path(mine).write_text(f"def slow(rules, position, random):\n    return rules.legal_moves(position)[{place}]\n")
        there, here = tmp_path / f"there{place}", tmp_path / f"here{place}"
        tournament(*command, "--cluster", cluster, out=there)
        tournament(*command, out=here)
        assert games_in(there) == games_in(here)
        games.append(read_tournament(str(there)).games)
    one, other = (sorted(str(game.line) for game in of_version) for of_version in games)
    assert one != other


def test_where_there_is_no_cluster_a_sentence_says_so(tmp_path: Path) -> None:
    command, out = ("--players", "random", "greedy", *SMALL, "--cluster"), tmp_path / "games.jsonl"
    nobody = tournament(*command, "tcp://127.0.0.1:9", out=out)
    assert (nobody.code, nobody.complaint) == (2, "there is no Dask scheduler at 'tcp://127.0.0.1:9'")
    out.unlink()
    nonsense = tournament(*command, "somewhere", out=out)
    assert not out.exists()
    assert nonsense.complaint == "the address of a cluster is written tcp://HOST:PORT, not 'somewhere'"


def test_a_picture_that_is_there_is_left_alone(tmp_path: Path) -> None:
    picture, out = tmp_path / "ratings.png", tmp_path / "games.jsonl"
    picture.write_text("mine")
    command = ("--players", "random", "greedy", *SMALL, "--picture")
    assert f"'{picture}' is there already, and is left as it is" in tournament(*command, picture, out=out).complaint
    nowhere = tournament(*command, tmp_path / "no" / "ratings.png", out=out)
    assert nowhere.complaint == f"there is no folder '{tmp_path / 'no'}' for the picture"
    assert picture.read_text() == "mine"
    assert not out.exists()


def test_what_an_extra_brings_is_asked_for_by_name(tmp_path: Path) -> None:
    for name in ("distributed", "matplotlib"):
        (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError('no {name}')\n")
    command = ("tournament", "--players", "random", "greedy", *SMALL, "--out", str(tmp_path / "games.jsonl"))
    without = {"PYTHONPATH": str(tmp_path)}
    assert "commonfactor[cluster]" in run(*command, "--cluster", "tcp://127.0.0.1:9", env=without).complaint
    assert "commonfactor[pictures]" in run(*command, "--picture", "x.png", env=without).complaint


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--players", "random", "chess"), "there is no player 'chess'"),
        (("--players", "perfect", "5"), "'perfect' is there 2 times"),
        (("--players", "random", "greedy", "--games", "chess"), "there is no game 'chess'"),
        (("--players", "random", "greedy", "--games", "divisor:7"), "over before the first move"),
        (("--players", "random", "greedy", "--rounds", "x"), "--rounds"),
        (("--players", "random", "greedy", "--jobs", "0"), "--jobs is a number from 1 to 64"),
        (("--players", "random", "greedy", "--seconds", "nan"), "--seconds"),
        (("--players", "random", "greedy", "--picture", "x.jpg"), "ends in .png"),
        (("--players", "random", "greedy", "--out", "."), "cannot be used"),
        ((), "--players"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], complaint: str) -> None:
    finished = run("tournament", *arguments)
    assert (finished.code, finished.out) == (2, "")
    assert complaint in finished.complaint
    assert not list(Path().glob("tournament-*.jsonl"))
