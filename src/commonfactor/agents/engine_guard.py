"""Sees to it that no engine outlives the program that started it, however that program ends.

Every engine leads a session of its own. A program has one guard for all of them, which is ``engine_sessions``, run
as a script.
"""

import atexit
import os
import subprocess
import sys
from contextlib import suppress
from threading import RLock

from commonfactor.agents import engine_sessions

# A link may be finalised, and its session released, while this thread is in here.
_lock = RLock()
_guards: dict[int, "subprocess.Popen[bytes]"] = {}
"""The guard of this program, by the number of the process, since a fork needs one of its own."""


def start() -> None:
    """Have a guard that runs, so that an engine which is started after it is watched at once."""
    _tell("")


def watch(session: int) -> None:
    """Have a session killed when this program ends."""
    _tell(f"+{session}\n")


def release(session: int) -> None:
    """Leave a session alone from now on. While its leader was not waited for, its number has no other owner."""
    _tell(f"-{session}\n")


def _tell(order: str) -> None:
    # Where no guard can be had, a program that ends in good order still ends its engines itself.
    with _lock, suppress(OSError):
        guard = _guards.get(os.getpid())
        if guard is None:
            guard = _guards[os.getpid()] = _started()
        if guard.stdin is not None and not guard.stdin.closed:
            guard.stdin.write(order.encode())


def _started() -> "subprocess.Popen[bytes]":
    guard = subprocess.Popen(  # noqa: S603  # Python itself
        [sys.executable, "-I", "-S", engine_sessions.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,  # a signal for the whole group of this program must not reach it
    )
    atexit.register(guard.communicate)
    return guard


def _let_go() -> None:
    """Leave the guards to the program that this one is a fork of, whose end they would not see otherwise."""
    for guard in _guards.values():
        if guard.stdin is not None:
            guard.stdin.close()


if hasattr(os, "register_at_fork"):  # where there are forks
    os.register_at_fork(after_in_child=_let_go)
