"""The workers of a server: who waits for them, who is next, and what becomes of a worker that fails.

There is a lane for play and a lane for analysis, each with a worker and a queue of its own, so
that analyses never stand in the way of a move. Nothing here computes or blocks.
"""

import asyncio
from contextlib import suppress
from enum import Enum
from math import ceil
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from commonfactor.web.fairness import Bounds, FairQueue
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import AnyTask
from commonfactor.web.worker import Done, Failed
from commonfactor.web.worker_link import WorkerEndedError, WorkerLink

SECONDS_BEYOND_BUDGET = 5.0
"""A task that takes so much longer than its budget ends with its worker."""
SECONDS_TO_YIELD = 1.0
"""A worker that takes longer to let go of a cancelled task is ended."""
SECONDS_TO_END = 0.5
"""A worker that takes longer to end by itself is ended."""

_LONGEST_ADVICE = 30
_STOPPING = "The server is stopping."
_SECONDS_TO_COME_BACK = 2

# How many of the last tasks say how long one usually takes.
_MEMORY = 8


class _Terms(NamedTuple):
    bounds: Bounds
    niceness: int


class Lane(Enum):
    """Whom a task waits behind."""

    PLAY = _Terms(Bounds(total=256, per_client=64), niceness=0)
    ANALYSIS = _Terms(Bounds(total=64, per_client=16), niceness=10)


class Workers:
    """All workers of a server."""

    def __init__(self) -> None:
        """Begin with none."""
        self._rows = {lane: _Row(lane.value) for lane in Lane}

    async def start(self) -> None:
        """Start one for each lane."""
        for row in self._rows.values():
            row.start()

    async def stop(self) -> None:
        """End all workers within a second; whoever waits is refused."""
        await asyncio.gather(*(row.stop() for row in self._rows.values()))

    async def ask(self, task: AnyTask, *, lane: Lane, client: str) -> Any:
        """The answer to a task, as JSON has it.

        ``RefusalError`` if too much waits already, or if there is no answer. If whoever waits is
        cancelled, so is the task.
        """
        return await self._rows[lane].ask(task, client)

    def pids(self) -> dict[Lane, int]:
        """What the system calls the workers that run, for whoever measures or tests them."""
        return {lane: pid for lane, row in self._rows.items() if (pid := row.pid)}


class _Request:
    """A task that somebody waits for."""

    def __init__(self, task: AnyTask) -> None:
        self.task = task
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.has_begun = False

    def begin(self) -> None:
        self.has_begun = True

    def settle(self, report: Done | Failed) -> None:
        if self.answer.done():
            return
        if isinstance(report, Done):
            self.answer.set_result(msgspec.json.decode(report.answer))
        elif report.code is not None:
            self.refuse(Code[report.code], report.message)

    def refuse(self, code: Code, message: str, retry_after: float | None = None) -> None:
        if not self.answer.done():
            self.answer.set_exception(RefusalError(code, message, retry_after=retry_after))


class _Row:
    """A lane: a queue, and the worker that it leads to."""

    def __init__(self, terms: _Terms) -> None:
        self._terms = terms
        self._queue: FairQueue[_Request] = FairQueue(terms.bounds)
        self._arrival = asyncio.Event()
        self._service: asyncio.Task[None] | None = None
        self._link: WorkerLink | None = None
        self._starting: asyncio.Task[WorkerLink] | None = None
        self._usual_seconds = 1.0

    @property
    def pid(self) -> int | None:
        return self._link.pid if self._link else None

    def start(self) -> None:
        self._service = asyncio.create_task(self._serve_all())

    async def stop(self) -> None:
        service, self._service = self._service, None
        if service is not None:
            service.cancel()
            await asyncio.gather(service, return_exceptions=True)
        while self._queue:
            self._queue.take().refuse(Code.UNAVAILABLE, _STOPPING, _SECONDS_TO_COME_BACK)
        with suppress(OSError):
            await self._started()
        await self._end_link(SECONDS_TO_END)

    async def ask(self, task: AnyTask, client: str) -> Any:
        if self._service is None:
            raise RefusalError(Code.UNAVAILABLE, _STOPPING, retry_after=_SECONDS_TO_COME_BACK)
        if not self._queue.has_room_for(client):
            seconds = ceil(self._usual_seconds * len(self._queue))
            raise RefusalError(
                Code.QUEUE_FULL,
                "Too much is waiting to be computed already; try again in a moment.",
                retry_after=min(max(1, seconds), _LONGEST_ADVICE),
            )
        request = _Request(task)
        self._queue.put(client, request)
        self._arrival.set()
        try:
            return await request.answer
        finally:
            self._queue.remove(client, request)

    async def _serve_all(self) -> None:
        with suppress(OSError):
            await self._linked()  # so that the first who asks need not wait for the start
        while True:
            await self._arrival.wait()
            if not self._queue:
                self._arrival.clear()
                continue
            request, started = self._queue.take(), monotonic()
            try:
                await self._serve(request)
            finally:
                request.refuse(Code.UNAVAILABLE, _STOPPING, _SECONDS_TO_COME_BACK)
            self._usual_seconds += (monotonic() - started - self._usual_seconds) / _MEMORY

    async def _serve(self, request: _Request) -> None:
        """Have a task done, twice if the first worker ends before it has begun."""
        for _ in range(2):
            try:
                await self._attempt(request)
            except (WorkerEndedError, OSError):
                await self._end_link(0)
            if request.answer.done() or request.has_begun:
                break
        request.refuse(Code.UNAVAILABLE, "The computation was broken off; try again in a moment.", retry_after=1)

    async def _attempt(self, request: _Request) -> None:
        link = await self._linked()
        report = asyncio.create_task(link.report_on(request.task, request.begin))
        try:
            longest = request.task.budget.seconds + SECONDS_BEYOND_BUDGET
            await asyncio.wait({report, request.answer}, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if request.answer.done():
                link.cancel()
                await asyncio.wait({report}, timeout=SECONDS_TO_YIELD)
            if report.done():
                request.settle(report.result())
            else:
                await self._end_link(0)
        finally:
            report.cancel()
            await asyncio.gather(report, return_exceptions=True)

    async def _linked(self) -> WorkerLink:
        """The link to a worker that is there, as far as one can know."""
        if self._link is not None and self._link.has_ended:
            await self._end_link(0)
        if self._link is None:
            self._starting = self._starting or asyncio.create_task(WorkerLink.to_new_worker(self._terms.niceness))
            await self._started()
        assert self._link is not None  # noqa: S101  # since it has just been started
        return self._link

    async def _started(self) -> None:
        """Wait for a worker that is being started; a start that is broken off would leave one behind."""
        if self._starting is not None:
            starting = self._starting
            try:
                self._link = await asyncio.shield(starting)
            finally:
                if starting.done():
                    self._starting = None

    async def _end_link(self, patience: float) -> None:
        # It is let go of only when it has ended, so that whoever is interrupted here can do it again.
        if self._link is not None:
            await self._link.end(patience)
            self._link = None
