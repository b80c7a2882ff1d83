"""The workers of a server: who waits for them, who is next, and what becomes of a worker that fails.

There are three lanes, each with a queue and workers of its own: moves of levels 1 to 3, other
moves and hints, and analyses. So nothing ever waits behind something dearer, and the dearer the
work of a lane is, the lower is the priority of its workers. Nothing here computes or blocks.
"""

import asyncio
import os
from contextlib import suppress
from enum import Enum
from math import ceil
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from commonfactor.web.fairness import FairQueue
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import AnyTask
from commonfactor.web.worker import Done, Failed
from commonfactor.web.worker_link import WorkerEndedError, WorkerLink

MOST_WORKERS = 8
"""A lane for play has a worker for each core, up to this many."""
SECONDS_UNTIL_READY = 1.0
"""So long after the server each lane has a worker, if nobody has needed one before."""
SECONDS_BEYOND_BUDGET = 5.0
"""A task that takes so much longer than its budget ends with its worker."""
SECONDS_TO_YIELD = 1.0
"""A worker that takes longer to let go of a cancelled task is ended."""
SECONDS_TO_END = 0.5
"""A worker that takes longer to end by itself is ended."""

_LONGEST_ADVICE = 30
_TOO_MUCH = "Too much is waiting to be computed, and no address has more waiting than yours; try again in a moment."
_STOPPING = "The server is stopping."
_SECONDS_TO_COME_BACK = 2

# How many of the last tasks say how long one usually takes.
_MEMORY = 8


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Terms(NamedTuple):
    most_waiting: int
    niceness: int
    is_on_every_core: bool


class Lane(Enum):
    """A queue with its workers; tasks wait only behind others of their lane."""

    QUICK_PLAY = _Terms(most_waiting=256, niceness=0, is_on_every_core=True)
    DEEP_PLAY = _Terms(most_waiting=256, niceness=5, is_on_every_core=True)
    ANALYSIS = _Terms(most_waiting=64, niceness=10, is_on_every_core=False)

    @property
    def most_workers(self) -> int:
        """How many workers it has when it is busy."""
        return min(MOST_WORKERS, usable_cores()) if self.value.is_on_every_core else 1


class Workers:
    """All workers of a server."""

    def __init__(self) -> None:
        """Begin with none."""
        self._rows = {lane: _Row(lane) for lane in Lane}

    async def start(self) -> None:
        """Begin to serve. Each lane has a worker soon, and more of them when they are needed."""
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

    def waiting(self, lane: Lane) -> int:
        """How many tasks of a lane no worker has taken up yet."""
        return self._rows[lane].waiting

    def pids(self, lane: Lane) -> list[int]:
        """The process ids of the workers of a lane that run now."""
        return self._rows[lane].pids


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
            code = Code[report.code]
            self.refuse(code, report.message, _SECONDS_TO_COME_BACK if code is Code.UNAVAILABLE else None)

    def refuse(self, code: Code, message: str, retry_after: float | None = None) -> None:
        if not self.answer.done():
            self.answer.set_exception(RefusalError(code, message, retry_after=retry_after))


class _Row:
    """A lane: a queue, and the workers that it leads to."""

    def __init__(self, lane: Lane) -> None:
        self._niceness, self._most_workers = lane.value.niceness, lane.most_workers
        self._queue: FairQueue[_Request] = FairQueue(lane.value.most_waiting)
        self._arrival = asyncio.Event()
        self._posts: dict[_Post, asyncio.Task[None]] = {}
        self._served: set[_Request] = set()
        self._usual_seconds = 1.0

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def pids(self) -> list[int]:
        return [post.pid for post in self._posts if post.pid is not None]

    def start(self) -> None:
        post = _Post(self._niceness)
        self._posts[post] = asyncio.create_task(self._serve_at(post))

    async def stop(self) -> None:
        posts, self._posts = self._posts, {}
        for service in posts.values():
            service.cancel()
        await asyncio.gather(*posts.values(), return_exceptions=True)
        while self._queue:
            self._queue.take().refuse(Code.UNAVAILABLE, _STOPPING, _SECONDS_TO_COME_BACK)
        await asyncio.gather(*(post.close() for post in posts))

    async def ask(self, task: AnyTask, client: str) -> Any:
        if not self._posts:
            raise RefusalError(Code.UNAVAILABLE, _STOPPING, retry_after=_SECONDS_TO_COME_BACK)
        request = _Request(task)
        if dropped := self._queue.put(client, request):
            dropped.refuse(Code.QUEUE_FULL, _TOO_MUCH, self._advice)
        if len(self._queue) > self._free_posts and len(self._posts) < self._most_workers:
            self.start()
        self._arrival.set()
        try:
            return await request.answer
        finally:
            self._queue.remove(client, request)

    @property
    def _free_posts(self) -> int:
        """How many workers have nothing to do, or are about to."""
        return len(self._posts) - sum(not request.answer.done() for request in self._served)

    @property
    def _advice(self) -> int:
        """After how many seconds there ought to be room."""
        seconds = ceil(self._usual_seconds * len(self._queue) / self._most_workers)
        return min(max(1, seconds), _LONGEST_ADVICE)

    @property
    def _share(self) -> float:
        """Which part of its budget a move has, the smaller the more wait for each worker."""
        return self._most_workers / (self._most_workers + len(self._queue))

    async def _serve_at(self, post: "_Post") -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._arrival.wait(), SECONDS_UNTIL_READY)
        with suppress(OSError):
            await post.prepare()  # so that the first who asks need not wait for the start
        while True:
            while not self._queue:
                self._arrival.clear()
                await self._arrival.wait()
            request, started = self._queue.take(), monotonic()
            self._served.add(request)
            try:
                await post.serve(request, self._share)
            finally:
                self._served.discard(request)
                request.refuse(Code.UNAVAILABLE, _STOPPING, _SECONDS_TO_COME_BACK)
            self._usual_seconds += (monotonic() - started - self._usual_seconds) / _MEMORY


class _Post:
    """A place for a worker: one that ends is replaced when there is something to do."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._link: WorkerLink | None = None
        self._starting: asyncio.Task[WorkerLink] | None = None

    @property
    def pid(self) -> int | None:
        return self._link.pid if self._link else None

    async def prepare(self) -> None:
        """Have a worker ready; ``OSError`` if none can be started."""
        await self._linked()

    async def close(self) -> None:
        """End the worker."""
        with suppress(OSError):
            await self._started()
        await self._end_link(SECONDS_TO_END)

    async def serve(self, request: _Request, share: float) -> None:
        """Have a task done, twice if the first worker ends before it has begun."""
        for _ in range(2):
            try:
                await self._attempt(request, share)
            except (WorkerEndedError, OSError):
                await self._end_link(0)
            if request.answer.done() or request.has_begun:
                break
        request.refuse(Code.UNAVAILABLE, "The computation was broken off; try again in a moment.", retry_after=1)

    async def _attempt(self, request: _Request, share: float) -> None:
        link = await self._linked()
        report = asyncio.create_task(link.report_on(request.task, share, request.begin))
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
            self._starting = self._starting or asyncio.create_task(WorkerLink.to_new_worker(self._niceness))
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
