"""The real server in a second process, which can be stopped, killed and started again where it was."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import pytest
from processes import PATIENCE, PROGRAM, environment

LIMITED_DESCRIPTORS: tuple[int, int] | None = None
"""How many files a server may have open, as the soft and the hard limit; as many as this process unless set."""

ANNOUNCEMENT = re.compile(r"^Common Factor is at (\S+)$", re.MULTILINE)


def free_port() -> int:
    """A port that nobody listens at; for a server that would announce another address than its own.

    A connection that ended there keeps the system from giving the port to anybody who asks for just any, for a minute.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        place = listener.getsockname()
        with socket.create_connection(place) as near:
            far, _ = listener.accept()
            far.close()
            near.recv(1)
    return int(place[1])


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.02)


def _limited() -> list[str]:
    """What to put before a command for it to have so many descriptors."""
    if LIMITED_DESCRIPTORS is None:
        return []
    soft, hard = LIMITED_DESCRIPTORS
    return ["sh", "-c", f'ulimit -S -n {soft}; ulimit -H -n {hard}; exec "$@"', "sh"]


_PROGRAM = """\
#!{python}
import sys
from importlib import import_module
from commonfactor.__main__ import main
for name, value in {values!r}.items():
    module, _, constant = name.rpartition(".")
    setattr(import_module(f"commonfactor.web.{{module}}"), constant, value)
sys.exit(main())
"""


@contextmanager
def constants(folder: Path, values: dict[str, float]) -> Iterator[None]:
    """Let servers that start in this block have other constants, such as ``server._SECONDS_IDLE``, than usual."""
    program = folder / "commonfactor"
    program.write_text(_PROGRAM.format(python=sys.executable, values=values), encoding="utf-8")
    program.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{__name__}.PROGRAM", program)
        yield


class RunningServer:
    """A server with a database of its own, at a port that it keeps when it is started again."""

    def __init__(self, folder: Path, *options: str, database: str | None = None, port: int = 0) -> None:
        """Start with these options of ``serve``; database and output are in the folder unless told otherwise."""
        self.folder = folder
        self.database = database or f"sqlite:///{folder / 'games.sqlite'}"
        self.port = port
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def __enter__(self) -> Self:
        """Be stopped at the end of the block."""
        return self

    def __exit__(
        self, error: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End the server, gently unless something went wrong already."""
        if self._process is None:
            return
        if error is None:
            self.stop()
        else:
            self.kill()

    @property
    def address(self) -> str:
        """Where the server is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def live_address(self) -> str:
        """Where the server is for sockets."""
        return f"ws://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """All that the server has written to standard output since it was last started."""
        return self._out.read_text(encoding="utf-8")

    @property
    def errors(self) -> str:
        """All that the server has written to standard error since it was last started."""
        return self._err.read_text(encoding="utf-8")

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._running.pid

    def start(self) -> None:
        """Start, at the same port if there was one, and wait until the server is there."""
        assert self._process is None, "it runs already"
        command = [str(PROGRAM), "serve", "--port", str(self.port), "--db", self.database, *self._options]
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self._process = subprocess.Popen(
                [*_limited(), *command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                env=environment(),
                start_new_session=True,
            )
        try:
            announced = self._announced_address()
            self.port = self.port or urlsplit(announced).port or 0
        except BaseException:
            self.kill()
            raise

    def stop(self) -> int:
        """Ask the server to end, and wait for it; its exit code."""
        self._running.send_signal(signal.SIGTERM)
        return self._ended()

    def ended(self) -> int:
        """Wait until the server has ended by itself; its exit code."""
        return self._ended()

    def kill(self) -> None:
        """End the server and all that it has started, without warning."""
        with suppress(ProcessLookupError):
            os.killpg(self._running.pid, signal.SIGKILL)
        self._ended()

    def restart(self) -> None:
        """Stop and start again."""
        self.stop()
        self.start()

    @property
    def _out(self) -> Path:
        return self.folder / "server.out"

    @property
    def _err(self) -> Path:
        return self.folder / "server.err"

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "it does not run"
        return self._process

    def _announced_address(self) -> str:
        deadline = time.monotonic() + PATIENCE
        while not (announced := ANNOUNCEMENT.search(self.said)):
            assert self._running.poll() is None, f"it has ended: {self.errors}"
            assert time.monotonic() < deadline, f"it does not say where it is: {self.said}{self.errors}"
            time.sleep(0.02)
        return announced[1]

    def _ended(self) -> int:
        process, self._process = self._running, None
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
