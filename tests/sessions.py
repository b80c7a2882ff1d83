"""Which processes a program leaves behind. Every program that a test starts leads a session of its own."""

import signal
import time
from pathlib import Path


def members(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(") ")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def wait_for_members(session: int, count: int) -> None:
    deadline = time.monotonic() + 10
    while len(members(session)) < count:
        assert time.monotonic() < deadline, "the program does not start its processes"
        time.sleep(0.05)


def wait_until_caught(process: int, number: signal.Signals) -> None:
    """Wait until a signal no longer ends a process at once, as it does while Python is starting."""
    deadline = time.monotonic() + 10
    while not _caught_signals(process) >> (number - 1) & 1:
        assert time.monotonic() < deadline, "the program does not catch the signal"
        time.sleep(0.05)


def _caught_signals(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("SigCgt:")[2].split()[0], 16)


def assert_no_process_is_left(session: int) -> None:
    deadline = time.monotonic() + 10
    while members(session):
        assert time.monotonic() < deadline, "a process is left behind"
        time.sleep(0.05)
