"""A place for a worker process, the pipes to it, and the task that it has at the moment."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import AnyTask
from commonfactor.web.worker import LENGTH_BYTES, Begun, Cancel, Done, Failed, Message, Order, Report, framed

SECONDS_TO_START = 60.0
"""A new worker that takes longer to take up its first task is killed; on a busy machine a start takes its time."""
SECONDS_BEYOND_BUDGET = 5.0
"""A task that exceeds its budget by so much is ended with its worker."""
SECONDS_TO_YIELD = 1.0
"""A worker that takes longer to stop a cancelled task is ended."""
SECONDS_TO_END = 0.5
"""A worker that takes longer to end is killed."""
SECONDS_TO_COME_BACK = 2

_REPORTS: msgspec.json.Decoder[Report] = msgspec.json.Decoder(Report)


class PendingTask:
    """A task with the future of its answer."""

    def __init__(self, task: AnyTask) -> None:
        self.task = task
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.begun = asyncio.Event()

    def begin(self) -> None:
        self.begun.set()

    def settle(self, report: Done | Failed) -> None:
        """Answer or refuse the task as reported; a cancelled task stays without an answer."""
        if self.answer.done():
            return
        if isinstance(report, Done):
            self.answer.set_result(msgspec.json.decode(report.answer))
        elif report.code is not None:
            code = Code[report.code]
            self.refuse(code, report.message, SECONDS_TO_COME_BACK if code is Code.UNAVAILABLE else None)

    def refuse(self, code: Code, message: str, retry_after: float | None = None) -> None:
        """Refuse the task, unless it has an answer already."""
        if not self.answer.done():
            self.answer.set_exception(RefusalError(code, message, retry_after=retry_after))


class WorkerEndedError(Exception):
    """The worker has ended or sent garbage, so there will be no report."""


class WorkerLink:
    """The pipes to a running worker, which has one task at a time."""

    def __init__(self, worker: Process) -> None:
        assert worker.stdin is not None  # noqa: S101  # what PIPE asks for
        assert worker.stdout is not None  # noqa: S101
        self._worker, self._sink, self._source = worker, worker.stdin, worker.stdout
        self._number = 0
        self.has_reported = False
        """Whether it has started, as far as known."""

    @classmethod
    async def to_new_worker(cls, niceness: int) -> "WorkerLink":
        """Start a worker; ``OSError`` if the system does not let us."""
        # Without -P, Python would first look for modules where the server was started.
        command = (sys.executable, "-P", "-m", "commonfactor.web.worker", str(niceness))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))

    @property
    def pid(self) -> int:
        return self._worker.pid

    @property
    def has_ended(self) -> bool:
        """Whether the worker is known to have ended."""
        return self._worker.returncode is not None

    async def report_on(self, task: AnyTask, share: float, begin: Callable[[], None]) -> Done | Failed:
        """The result of a task, with a share of its budget if it is a move; ``WorkerEndedError`` if the worker ends.

        ``begin`` is called when the worker takes the task up.
        """
        self._number += 1
        self._send(Order(self._number, task, share))
        while isinstance(report := await self._next_report(), Begun):
            begin()
        return report

    def cancel(self) -> None:
        """Tell the worker to drop its task; it reports when it has stopped."""
        self._send(Cancel(self._number))

    async def end(self, patience: float) -> None:
        """Let the worker end within so many seconds, and kill it after them."""
        self._sink.close()
        try:
            async with asyncio.timeout(patience):
                await self._worker.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._worker.kill()
            await self._worker.wait()
        # The pipe is closed only when it was read to its end.
        await self._source.read()

    def _send(self, message: Message) -> None:
        self._sink.write(framed(message))

    async def _next_report(self) -> Report:
        try:
            length = int.from_bytes(await self._source.readexactly(LENGTH_BYTES))
            report = _REPORTS.decode(await self._source.readexactly(length))
        except (EOFError, OSError, msgspec.MsgspecError) as error:
            raise WorkerEndedError from error
        self.has_reported = True
        return report


class WorkerPost:
    """A place for a worker: one that ends is replaced when there is something to do."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._link: WorkerLink | None = None
        self._starting: asyncio.Task[WorkerLink] | None = None

    @property
    def pid(self) -> int | None:
        return self._link.pid if self._link else None

    async def close(self) -> None:
        """End the worker."""
        with suppress(OSError):
            await self._started()
        await self._end_link(SECONDS_TO_END)

    async def serve(self, pending: PendingTask, share: float) -> None:
        """Have a task done, by a second worker if the first one ends before starting it."""
        for _ in range(2):
            try:
                await self._attempt(pending, share)
            except (WorkerEndedError, OSError):
                await self._end_link(0)
            if pending.answer.done() or pending.begun.is_set():
                break
        pending.refuse(Code.UNAVAILABLE, "The computation was broken off; try again in a moment.", retry_after=1)

    async def _attempt(self, pending: PendingTask, share: float) -> None:
        link = await self.linked()
        report = asyncio.create_task(link.report_on(pending.task, share, pending.begin))
        begun = asyncio.create_task(pending.begun.wait())
        try:
            if not link.has_reported:
                await _first_of(report, pending.answer, begun, seconds=SECONDS_TO_START)
            if link.has_reported:
                longest = pending.task.budget.seconds + SECONDS_BEYOND_BUDGET
                await _first_of(report, pending.answer, seconds=longest)
            if pending.answer.done():
                link.cancel()
                await asyncio.wait({report}, timeout=SECONDS_TO_YIELD)
            if report.done():
                pending.settle(report.result())
            else:
                await self._end_link(0)
        finally:
            report.cancel()
            begun.cancel()
            await asyncio.gather(report, begun, return_exceptions=True)

    async def linked(self) -> WorkerLink:
        """The link to a live worker, as far as known; ``OSError`` if none can be started."""
        if self._link is not None and self._link.has_ended:
            await self._end_link(0)
        if self._link is None:
            self._starting = self._starting or asyncio.create_task(WorkerLink.to_new_worker(self._niceness))
            await self._started()
        assert self._link is not None  # noqa: S101  # since it has just been started
        return self._link

    async def _started(self) -> None:
        """Wait for a worker that is being started; a cancelled start would leave one behind."""
        if self._starting is not None:
            starting = self._starting
            try:
                self._link = await asyncio.shield(starting)
            finally:
                if starting.done():
                    self._starting = None

    async def _end_link(self, patience: float) -> None:
        # Keep the link until the worker has ended, so that an interrupted call can be repeated.
        if self._link is not None:
            await self._link.end(patience)
            self._link = None


async def _first_of(*awaited: "asyncio.Future[Any]", seconds: float) -> None:
    """Wait until one of them is done, or the time is over."""
    await asyncio.wait(awaited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
