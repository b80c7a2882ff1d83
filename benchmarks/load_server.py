"""The server under load: a monitored process with a clock inside that measures the delays of its event loop.

Run as a program, this file is that server, the usual one but for wide limits.
"""

import asyncio
import os
import signal
import subprocess
import sys
from array import array
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from commonfactor.web.server import serve
from commonfactor.web.settings import Limits, Rate, Settings

_SECONDS_BETWEEN_LOOKS = 0.01
_SECONDS_TO_STOP = 20

# All players come from one address.
_ANY_NUMBER = 1_000_000
_AS_OFTEN_AS_WANTED = Rate(_ANY_NUMBER, _ANY_NUMBER * 60)
_LIMITS = Limits(
    creations=_AS_OFTEN_AS_WANTED,
    joins=_AS_OFTEN_AS_WANTED,
    moves=_AS_OFTEN_AS_WANTED,
    analyses=_AS_OFTEN_AS_WANTED,
    sockets=_ANY_NUMBER,
    requests=_AS_OFTEN_AS_WANTED,
)


class LoadedServer:
    """A context manager that runs a server with a new database."""

    def __init__(self, folder: Path) -> None:
        self._database, self._delays = folder / "games.sqlite", folder / "delays"

    def __enter__(self) -> Self:
        """Start the server, and wait until it is ready."""
        command = [sys.executable, __file__, f"sqlite:///{self._database}", str(self._delays)]
        self._program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        announced = self._program.stdout.readline().split() if self._program.stdout else []
        if len(announced) != 2:
            self._program.kill()
            raise SystemExit("the server did not start")
        url, self.event_loop = urlsplit(announced[0]), announced[1]
        self.address = str(url.hostname), url.port or 0
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Stop the server, which then writes the delays of its event loop."""
        self._program.send_signal(signal.SIGTERM)
        try:
            self._program.wait(_SECONDS_TO_STOP)
        finally:
            self._program.kill()

    @property
    def pid(self) -> int:
        return self._program.pid

    def delays(self, begin: float, end: float) -> list[float]:
        """The delays of the event loop between two times; available once the server has stopped."""
        noted = array("d")
        noted.frombytes(self._delays.read_bytes())
        return [delay for time, delay in zip(noted[::2], noted[1::2], strict=True) if begin <= time <= end]


class Meter:
    """Measures the memory and processor time of a server and its workers every second."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._begin, self._cpu_seconds = monotonic(), _cpu_seconds(pid)
        self.server_bytes = self.workers_bytes = self.all_bytes = 0
        """Peak memory: of the server, of its workers, and of all together."""

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            server, workers = _resident_bytes(self._pid), sum(map(_resident_bytes, _children(self._pid)))
            self.server_bytes = max(self.server_bytes, server)
            self.workers_bytes = max(self.workers_bytes, workers)
            self.all_bytes = max(self.all_bytes, server + workers)
            await asyncio.sleep(1)

    @property
    def core_share(self) -> float:
        """The share of one core that the server has used since the start, without its workers."""
        return (_cpu_seconds(self._pid) - self._cpu_seconds) / (monotonic() - self._begin)


def _cpu_seconds(pid: int) -> float:
    # The program's name comes first, in parentheses, and may contain anything.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_bytes(pid: int) -> int:
    with suppress(OSError):  # a worker may end at any moment
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


class _LoopClock:
    """Measures repeatedly how late the event loop wakes a task."""

    def __init__(self) -> None:
        self.noted = array("d")
        """Alternating times and delays, in seconds."""
        self._looking: asyncio.Task[None] | None = None

    def start(self, address: str) -> None:
        """Measure until the server ends, and print its address and kind of event loop for the parent process."""
        loop = asyncio.get_running_loop()
        self._looking = loop.create_task(self._look())
        print(address, type(loop).__module__.partition(".")[0], flush=True)

    async def _look(self) -> None:
        while True:
            due = monotonic() + _SECONDS_BETWEEN_LOOKS
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            now = monotonic()
            self.noted.extend((now, now - due))


def main(database: str, delays: str) -> None:
    """Serve until stopped, then write the delays."""
    clock = _LoopClock()
    serve(Settings(database, port=0, limits=_LIMITS), clock.start)
    Path(delays).write_bytes(clock.noted.tobytes())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
