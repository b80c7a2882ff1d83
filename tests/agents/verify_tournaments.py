"""Tournaments of a thousand games: wherever they are played and however often interrupted, they are the same.

Too long for every run of the tests: ``make verify`` runs this.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryFile

import pytest
from distributed import Client
from processes import PROGRAM, environment
from sessions import assert_no_process_is_left

from commonfactor.rules.registry import all_games

COMMAND = (PROGRAM, "tournament", "--players", "random", "greedy", "lookahead:3", "perfect", "--rounds", "17")
GAMES = 17 * 6 * 2 * len(all_games())
"""Rounds, pairs, seats and games."""
PATIENCE = 300


def started(out: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*COMMAND, "--out", out, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )


def table_of(out: Path, *arguments: str) -> str:
    """The table of a run to the end."""
    told, complaints = started(out, *arguments).communicate(timeout=PATIENCE)
    assert complaints == b""
    return told.decode().partition("The games are in")[0]


def games_in(path: Path) -> list[str]:
    return sorted(path.read_text().splitlines())


def known(path: Path) -> int:
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[str]]:
    """The table and the games of a run through in one process."""
    out = tmp_path_factory.mktemp("whole") / "games.jsonl"
    begun = time.monotonic()
    table = table_of(out, "--jobs", "1")
    assert time.monotonic() - begun < 60
    assert known(out) == GAMES
    return table, games_in(out)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ended_again_and_again_it_comes_to_the_same_table(
    tmp_path: Path, whole: tuple[str, list[str]], ending: signal.Signals
) -> None:
    out, random, ends = tmp_path / "games.jsonl", Random(ending), 0
    while known(out) < GAMES - 250:
        goal = known(out) + random.randint(20, 200)
        program = started(out, "--jobs", "2")
        deadline = time.monotonic() + PATIENCE
        while known(out) < goal:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        program.send_signal(ending)
        program.communicate(timeout=10)
        assert program.returncode == (-ending if ending is signal.SIGKILL else 128 + ending)
        assert_no_process_is_left(program.pid)
        ends += 1
    assert ends >= 3
    assert (table_of(out), games_in(out)) == whole


@contextmanager
def dask(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process of a Dask cluster, as its own commands start it."""
    with TemporaryFile() as log:
        command = [str(PROGRAM.with_name("dask")), *arguments, "--no-dashboard"]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment(), start_new_session=True)
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)


def test_a_cluster_of_real_processes_plays_the_same_games(tmp_path: Path, whole: tuple[str, list[str]]) -> None:
    contact = tmp_path / "scheduler.json"
    out = tmp_path / "games.jsonl"
    with dask("scheduler", "--port", "0", "--dashboard-address", ":0", "--scheduler-file", str(contact)):
        deadline = time.monotonic() + 30
        while not contact.exists() or not contact.read_text().endswith("}"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        address: str = json.loads(contact.read_text())["address"]
        refused = started(out, "--cluster", address).communicate(timeout=60)[1].decode()
        assert "has no worker" in refused
        with dask("worker", address, "--nthreads", "2"), dask("worker", address, "--nthreads", "1"):
            with Client(address) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(2, timeout=PATIENCE)
            assert (table_of(out, "--cluster", address), games_in(out)) == whole
