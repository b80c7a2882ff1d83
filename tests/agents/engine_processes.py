"""Engines to start, and a way to see whether anything is left of them."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from processes import PATIENCE, PROGRAM

from commonfactor.agents.engine_client import EngineClient

HOSTILE = Path(__file__).with_name("hostile_engines.py")
MARK = "ENGINE_UNDER_TEST"


def own_engine(*arguments: str) -> list[str]:
    """The command of our own engine."""
    return [str(PROGRAM), "engine", *arguments]


def hostile_engine(kind: str) -> list[str]:
    """The command of an engine that breaks the protocol."""
    return [sys.executable, "-I", "-S", str(HOSTILE), kind]


def marked() -> dict[str, str]:
    """An environment by which everything that is started with it can be found."""
    return {MARK: uuid4().hex}


@contextmanager
def nothing_left() -> Iterator[str]:
    """Whatever is started meanwhile has ended after it, and no file is open that was not before.

    It can be found by the mark that is given.
    """
    EngineClient.start(hostile_engine("refuses_go")).close()  # the guard starts with the first engine, and stays
    before = os.environ.get(MARK)
    mark, open_files = marked(), descriptors()
    os.environ.update(mark)
    try:
        yield mark[MARK]
    finally:
        os.environ.pop(MARK)
        if before is not None:
            os.environ[MARK] = before
    await_end_of(mark[MARK])
    assert descriptors() <= open_files, "files are left open"


def await_end_of(mark: str) -> None:
    """Wait until nothing runs any more that was started with a mark."""
    deadline = time.monotonic() + PATIENCE
    while running := processes_with(mark):
        assert time.monotonic() < deadline, f"{running} are left behind"
        time.sleep(0.02)


def processes_with(mark: str) -> list[int]:
    """The processes that were started with a mark, wherever they are by now; one that is dead has no environment."""
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _has(entry, mark)]


def descriptors() -> int:
    """How many files are open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def _has(entry: Path, mark: str) -> bool:
    try:
        return f"{MARK}={mark}".encode() in (entry / "environ").read_bytes()
    except OSError:
        return False
