"""Kills every engine with all that it has started, however the program that started it ends.

Every engine leads a session of its own. Each program that starts engines has one guard for all of them: this file, run
as a script, which is told their sessions. When its input ends, the program is gone, and the guard kills what is left.
"""

import atexit
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import RLock
from time import sleep

_MOST_ROUNDS = 400
_QUIET_ROUNDS = 2
_SECONDS_BETWEEN_ROUNDS = 0.005

# Reentrant, since a link may be finalised, and its session released, while this thread is in here.
_lock = RLock()
_guards: dict[int, "subprocess.Popen[bytes]"] = {}
"""The guard of this program by its process id, since a fork needs a guard of its own."""


def start() -> None:
    """Start the guard, so that the next engine is watched from its first moment."""
    _tell("")


def watch(session: int) -> None:
    """Have a session killed when this program ends."""
    _tell(f"+{session}\n")


def release(session: int) -> None:
    """Stop watching a session. Its id cannot be reused until its leader has been waited for."""
    _tell(f"-{session}\n")


def kill_session(session: int) -> None:
    """Kill every process of a session, whichever group it has moved to, and those it forks meanwhile."""
    quiet_rounds = 0
    for _ in range(_MOST_ROUNDS):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(session, signal.SIGKILL)
        members = _living_members(session)
        # A process that forks and exits during the listing hides its child once; hardly ever twice.
        quiet_rounds = 0 if members else quiet_rounds + 1
        if quiet_rounds == _QUIET_ROUNDS:
            return
        for member in members:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(member, signal.SIGKILL)
        sleep(_SECONDS_BETWEEN_ROUNDS)


def _living_members(session: int) -> list[int]:
    """The processes of a session that have not ended; none on a system without ``/proc``."""
    with suppress(OSError):
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _is_in(entry, session)]
    return []


def _is_in(entry: Path, session: int) -> bool:
    try:
        # A program's name may contain spaces and brackets; the fields after the last bracket do not.
        kind, _parent, _group, its_session, *_ = (entry / "stat").read_bytes().rpartition(b") ")[2].split()
    except OSError:
        return False  # it has ended meanwhile
    return int(its_session) == session and kind not in b"ZX"


def _tell(order: str) -> None:
    # Without a guard, a program that ends in good order still ends its engines itself.
    with _lock, suppress(OSError):
        guard = _guards.get(os.getpid())
        if guard is None:
            guard = _guards[os.getpid()] = _started()
        if guard.stdin is not None and not guard.stdin.closed:
            guard.stdin.write(order.encode())


def _started() -> "subprocess.Popen[bytes]":
    guard = subprocess.Popen(  # noqa: S603  # Python itself
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,  # a signal for the whole group of this program must not reach it
    )
    atexit.register(guard.communicate)
    return guard


def _let_go() -> None:
    """Close a fork's copies of the pipes: a guard sees the end of its input only if no copy is open."""
    for guard in _guards.values():
        if guard.stdin is not None:
            guard.stdin.close()


def _guard() -> None:
    sessions: set[int] = set()
    for order in sys.stdin:
        if order.startswith("+"):
            sessions.add(int(order[1:]))
        else:
            sessions.discard(int(order[1:]))
    for session in sessions:
        kill_session(session)


if hasattr(os, "register_at_fork"):  # where there are forks
    os.register_at_fork(after_in_child=_let_go)

if __name__ == "__main__":
    _guard()
