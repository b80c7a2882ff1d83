"""Ends whole sessions: an engine with all that it has started.

As a script this is the guard: a second small program that is told which sessions there are. When its input ends,
because the program that started the engines is gone, it kills what is left of them. It imports as little as it can.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

_MOST_ROUNDS = 400
_QUIET_ROUNDS = 2
_SECONDS_BETWEEN_ROUNDS = 0.005


def living_members(session: int) -> list[int]:
    """The processes of a session that have not ended; none on a system that does not list processes as files."""
    with suppress(OSError):
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _is_in(entry, session)]
    return []


def kill_session(session: int) -> None:
    """Kill every process of a session, whichever group it has moved to, and those it forks meanwhile."""
    quiet_rounds = 0
    for _ in range(_MOST_ROUNDS):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(session, signal.SIGKILL)
        members = living_members(session)
        # One that forks and ends while the others are listed is missed once, with its child; hardly ever twice.
        quiet_rounds = 0 if members else quiet_rounds + 1
        if quiet_rounds == _QUIET_ROUNDS:
            return
        for member in members:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(member, signal.SIGKILL)
        sleep(_SECONDS_BETWEEN_ROUNDS)


def _is_in(entry: Path, session: int) -> bool:
    try:
        # The name of a program may have spaces and brackets in it; what follows the last one has none.
        kind, _parent, _group, its_session, *_ = (entry / "stat").read_bytes().rpartition(b") ")[2].split()
    except OSError:
        return False  # it ended while one looked
    return int(its_session) == session and kind not in b"ZX"


def _guard() -> None:
    sessions: set[int] = set()
    for order in sys.stdin:
        if order.startswith("+"):
            sessions.add(int(order[1:]))
        else:
            sessions.discard(int(order[1:]))
    for session in sessions:
        kill_session(session)


if __name__ == "__main__":
    _guard()
