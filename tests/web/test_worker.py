"""The worker by itself, without a server around it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commonfactor.web.tasks import Analyse, Choose
from commonfactor.web.worker import Cancel, Order, framed

QUICK = Choose("clash:2-20:15", "perfect", 1, 1)
SLOW = Analyse("frenzy:2-300:", 600)
PATIENCE = 30

TELLS_SHARES = """\
import sys
from commonfactor.web import worker
class Leash(worker.Leash):
    def __init__(self, share=1.0):
        print(share, file=sys.stderr, flush=True)
        super().__init__(share)
worker.Leash = Leash
worker.main(0)
"""
"""A worker that says on standard error which share of its seconds each move gets."""


def program(*source: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-P", *(source or ("-m", "commonfactor.web.worker", "0"))]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE if source else None
    )


def next_report(worker: "subprocess.Popen[bytes]") -> Any:
    assert worker.stdout is not None
    return json.loads(worker.stdout.read(int.from_bytes(worker.stdout.read(4))))


def test_it_says_that_it_has_begun_and_then_what_it_found() -> None:
    with program() as worker:
        assert worker.stdin is not None
        worker.stdin.write(framed(Cancel(7)) + framed(Order(1, QUICK)) + framed(Order(2, QUICK)))
        worker.stdin.flush()
        reports = [next_report(worker) for _ in range(4)]
        assert [(report["type"], report["number"]) for report in reports] == [
            ("begun", 1),
            ("done", 1),
            ("begun", 2),
            ("done", 2),
        ]
        worker.stdin.close()
        assert worker.wait(PATIENCE) == 0


def test_a_move_for_which_others_wait_has_its_share_of_the_seconds() -> None:
    with program("-c", TELLS_SHARES) as worker:
        assert worker.stdin is not None
        assert worker.stderr is not None
        worker.stdin.write(framed(Order(1, QUICK, share=0.25)) + framed(Order(2, QUICK)))
        worker.stdin.close()
        assert [worker.stderr.readline() for _ in range(2)] == [b"0.25\n", b"1.0\n"]


def test_a_cancelled_task_is_reported_without_a_code() -> None:
    with program() as worker:
        assert worker.stdin is not None
        worker.stdin.write(framed(Order(1, SLOW)))
        worker.stdin.flush()
        assert next_report(worker)["type"] == "begun"
        worker.stdin.write(framed(Cancel(1)))
        worker.stdin.flush()
        assert next_report(worker) == {"type": "failed", "number": 1, "code": None, "message": ""}


@pytest.mark.parametrize("rest", [b"", b"\x00\x00", b"\x00\x00\x00\x09{}", b"\x00\x00\x00\x02{}"])
def test_it_ends_with_its_input_in_the_midst_of_a_task(rest: bytes) -> None:
    with program() as worker:
        assert worker.stdin is not None
        worker.stdin.write(framed(Order(1, SLOW)))
        worker.stdin.flush()
        assert next_report(worker)["type"] == "begun"
        worker.stdin.write(rest)
        worker.stdin.close()
        assert worker.wait(PATIENCE) == 0


def test_it_lets_go_of_memory_or_ends() -> None:
    with program() as worker:
        assert worker.stdin is not None
        for number, notation in enumerate(("frenzy:2-2000:", "challenge:2-2000:", "duel:2-2000:"), start=1):
            worker.stdin.write(framed(Order(number, Choose(notation, "perfect", 1, 1), share=0.3)))
            worker.stdin.flush()
            assert [next_report(worker)["type"] for _ in range(2)] == ["begun", "done"]
            if worker.poll() is not None:
                break
            pages = int(Path(f"/proc/{worker.pid}/statm").read_text().split()[1])
            print(f"{notation} {pages * 4096 >> 20} MB")  # noqa: T201  # a figure to look at
            assert pages * 4096 < 160 << 20
        worker.stdin.close()
