"""An engine that breaks the protocol loses by rule, soon, and leaves nothing behind."""

import gc
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from agents.engine_processes import MARK, await_end_of, hostile_engine, marked, nothing_left, own_engine, processes_with
from agents.hostile_engines import POSITION, REASONS
from running_clock import RunningClock

from commonfactor.agents.engine_client import EngineClient
from commonfactor.agents.engine_errors import EngineTooLoudError, EngineUnreadableError
from commonfactor.agents.engine_player import EnginePlayer
from commonfactor.agents.engines.process_link import EngineLink
from commonfactor.players.base import THINKING, Forfeit
from commonfactor.rules.notation import parse

LINE = parse(POSITION)

# What an engine is given for a move, and for everything else.
SECONDS, GRACE, PATIENCE, STARTING = 0.2, 0.2, 1.0, 1.5
MOST_SECONDS = 3.0

# Who loses by something else than time has so much of it that a busy machine makes no difference to the reason.
AMPLE = 20.0
LOSE_BY_TIME = {kind.__name__ for kind, reason in REASONS.items() if reason == "no-answer"}
TOGETHER = 2


class Loss(NamedTuple):
    """How a player lost: why, and how long that took with everything from its start to its end."""

    reason: str
    sentence: str
    seconds: float


def player(command: list[str]) -> EnginePlayer:
    if LOSE_BY_TIME & set(command):
        return EnginePlayer(command, SECONDS, grace=GRACE, patience=PATIENCE, starting=STARTING)
    return EnginePlayer(command, AMPLE, patience=AMPLE, starting=AMPLE)


def loss_of(command: list[str]) -> Loss:
    with RunningClock() as clock, player(command) as lost, pytest.raises(Forfeit) as forfeit:
        lost.choice(LINE, Random(1), THINKING.control())
    return Loss(forfeit.value.reason, forfeit.value.sentence, clock.seconds)


def test_there_are_more_than_forty_kinds_of_hostile_engine() -> None:
    assert len(REASONS) > 40


def test_every_hostile_engine_loses_by_rule_within_three_seconds_and_leaves_nothing_behind() -> None:
    with nothing_left(), ThreadPoolExecutor(TOGETHER) as together:
        commands = [hostile_engine(kind.__name__) for kind in REASONS]
        losses = dict(zip((kind.__name__ for kind in REASONS), together.map(loss_of, commands), strict=True))
    assert {kind: loss.reason for kind, loss in losses.items()} == {
        kind.__name__: reason for kind, reason in REASONS.items()
    }
    assert {kind: loss for kind, loss in losses.items() if loss.seconds >= MOST_SECONDS} == {}
    assert all(loss.sentence.isprintable() and len(loss.sentence) < 300 for loss in losses.values())


@pytest.mark.parametrize("kind", ["not there", "not executable", "no program", "a folder", "no word"])
def test_a_command_that_cannot_be_run_loses_with_a_sentence(kind: str, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("no program")
    program = tmp_path / "program"
    program.write_text("\x7fnonsense")
    program.chmod(0o755)
    commands = {
        "not there": [str(tmp_path / "nothing")],
        "not executable": [str(text)],
        "no program": [str(program)],
        "a folder": [str(tmp_path)],
        "no word": [],
    }
    with nothing_left():
        loss = loss_of(commands[kind])
    assert loss.reason == "crashed"
    assert "cannot be run" in loss.sentence


def test_what_an_engine_says_before_it_is_greeted_counts_as_its_answer_however_soon_it_comes() -> None:
    for kind, error in (
        ("endless_from_the_start", EngineTooLoudError),
        ("answers_before_asked", EngineUnreadableError),
    ):
        client = EngineClient(EngineLink(hostile_engine(kind)), AMPLE)
        while not client.link.has_unread():
            time.sleep(0.01)
        with pytest.raises(error):
            client.hello(AMPLE)


def test_an_engine_that_failed_is_started_again_for_the_next_game() -> None:
    with nothing_left(), player(hostile_engine("illegal_move")) as stubborn:
        for _ in range(2):
            with pytest.raises(Forfeit, match="not possible"):
                stubborn.choice(LINE, Random(1), THINKING.control())


def test_a_client_that_is_forgotten_takes_its_engine_with_it() -> None:
    with nothing_left() as mark:
        client = EngineClient.start(hostile_engine("ignores_signals"))
        client.ping()
        assert processes_with(mark)
        del client
        gc.collect()
        await_end_of(mark)


OWNER = """
import sys, time
from commonfactor.agents.engine_client import EngineClient
client = EngineClient.start(sys.argv[1:])
print("started", flush=True)
time.sleep(60 if sys.stdin.readline() else 0)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP, None])
def test_an_engine_ends_with_the_program_that_started_it_however_that_ends(number: signal.Signals | None) -> None:
    mark = marked()
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, *hostile_engine("ignores_signals")],
        env={**os.environ, **mark},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert owner.stdin is not None
    assert owner.stdout is not None
    with owner:
        assert owner.stdout.readline() == b"started\n"
        assert len(processes_with(mark[MARK])) == 3  # the program, its engine, the guard
        if number is None:
            owner.stdin.close()
        else:
            owner.send_signal(number)
    await_end_of(mark[MARK])


FORKING_OWNER = """
import os, signal, sys
from commonfactor.agents.engine_client import EngineClient
client = EngineClient.start(sys.argv[1:])
child = os.fork()
if child == 0:
    os.read(0, 1)
    os._exit(0)
print(child, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_engine_ends_with_the_program_that_started_it_even_if_a_fork_of_that_goes_on() -> None:
    mark = marked()
    with subprocess.Popen(
        [sys.executable, "-c", FORKING_OWNER, *hostile_engine("ignores_signals")],
        env={**os.environ, **mark},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as owner:
        assert owner.stdin is not None
        assert owner.stdout is not None
        fork = int(owner.stdout.readline())
        deadline = time.monotonic() + AMPLE
        while (running := processes_with(mark[MARK])) != [fork]:
            assert time.monotonic() < deadline, f"{running} are left behind"
            time.sleep(0.02)
    await_end_of(mark[MARK])


def test_a_hostile_engine_harms_no_other() -> None:
    with nothing_left(), EngineClient.start(own_engine("greedy")) as client:
        with ThreadPoolExecutor(TOGETHER) as together:
            kinds = ["floods_errors", "endless_line", "keeps_forking", "stops_itself", "leaves_children_and_dies"]
            list(together.map(loss_of, map(hostile_engine, kinds)))
        assert client.legal_moves(LINE) == ("10", "20")
