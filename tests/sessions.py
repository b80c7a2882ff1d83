"""Which processes a program leaves behind. Every program that a test starts leads a session of its own."""

import signal
import time
from pathlib import Path

from processes import PATIENCE


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


def wait_for_workers(session: int, count: int) -> list[int]:
    """Wait until so many worker processes have started and leave interrupts to the first process."""
    deadline = time.monotonic() + PATIENCE
    while len(found := [process for process in members(session) if _is_ready_worker(process)]) < count:
        assert time.monotonic() < deadline, "the program does not start its workers"
        time.sleep(0.02)
    return found


def _is_ready_worker(process: int) -> bool:
    try:
        is_worker = b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
        return is_worker and bool(_signals(process, "SigIgn") >> (signal.SIGINT - 1) & 1)
    except OSError:  # it has just ended
        return False


def wait_until_caught(process: int, number: signal.Signals) -> None:
    """Wait until a signal no longer ends a process at once, as it does while Python is starting."""
    deadline = time.monotonic() + PATIENCE
    while not _signals(process, "SigCgt") >> (number - 1) & 1:
        assert time.monotonic() < deadline, "the program does not catch the signal"
        time.sleep(0.02)


def _signals(process: int, kind: str) -> int:
    """A set of signals of a process, such as those that it catches, as bits."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition(f"{kind}:")[2].split()[0], 16)


def assert_no_process_is_left(session: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while members(session):
        assert time.monotonic() < deadline, "a process is left behind"
        time.sleep(0.02)
