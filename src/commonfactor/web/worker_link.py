"""The server's end of the pipes to a worker."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

import msgspec

from commonfactor.web.tasks import AnyTask
from commonfactor.web.worker import LENGTH_BYTES, Begun, Cancel, Done, Failed, Message, Order, Report, framed

_REPORTS: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


class WorkerEndedError(Exception):
    """The worker has ended, or talks nonsense, and there will be no report."""


class WorkerLink:
    """A worker that runs, and the one task that it has at a time."""

    def __init__(self, worker: Process) -> None:
        """Talk to a worker that was started with pipes."""
        assert worker.stdin is not None  # noqa: S101  # what PIPE asks for
        assert worker.stdout is not None  # noqa: S101
        self._worker, self._sink, self._source = worker, worker.stdin, worker.stdout
        self._number = 0

    @classmethod
    async def to_new_worker(cls, niceness: int) -> "WorkerLink":
        """Start a worker; ``OSError`` if the system does not let us."""
        # Without -P, Python would first look for modules where the server was started.
        command = (sys.executable, "-P", "-m", "commonfactor.web.worker", str(niceness))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))

    @property
    def pid(self) -> int:
        """What the system calls the worker."""
        return self._worker.pid

    @property
    def has_ended(self) -> bool:
        """Whether the worker is known to have ended."""
        return self._worker.returncode is not None

    async def report_on(self, task: AnyTask, share: float, begin: Callable[[], None]) -> Done | Failed:
        """How a task came out, with a share of its budget if it is a move; ``WorkerEndedError`` if the worker ends.

        ``begin`` is called when the worker takes the task up.
        """
        self._number += 1
        self._send(Order(self._number, task, share))
        while isinstance(report := await self._next_report(), Begun):
            begin()
        return report

    def cancel(self) -> None:
        """Tell the worker that nobody waits for its task any more; it reports that it has stopped."""
        self._send(Cancel(self._number))

    async def end(self, patience: float) -> None:
        """Let the worker end within so many seconds, and end it after them."""
        self._sink.close()
        try:
            async with asyncio.timeout(patience):
                await self._worker.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._worker.kill()
            await self._worker.wait()
        # What the worker said last is not wanted, but its pipe is closed only when it was read.
        await self._source.read()

    def _send(self, message: Message) -> None:
        self._sink.write(framed(message))

    async def _next_report(self) -> Report:
        try:
            length = int.from_bytes(await self._source.readexactly(LENGTH_BYTES))
            return _REPORTS.decode(await self._source.readexactly(length))
        except (EOFError, OSError, msgspec.MsgspecError) as error:
            raise WorkerEndedError from error
