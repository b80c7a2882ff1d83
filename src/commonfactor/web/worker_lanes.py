"""The queues for the workers of a server.

There are three lanes, each with a fair queue and workers of its own: moves of levels 1 to 3, other
moves and hints, and analyses. So nothing waits behind anything more expensive, and the more
expensive the work of a lane, the lower the priority of its workers. Nothing here computes or blocks.
"""

import asyncio
import os
from collections import OrderedDict, deque
from contextlib import suppress
from enum import Enum
from math import ceil
from time import monotonic
from typing import Any, Generic, NamedTuple, TypeVar

from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import AnyTask
from commonfactor.web.worker_link import SECONDS_TO_COME_BACK, PendingTask, WorkerPost

MOST_WORKERS = 8
"""The most workers of a lane for play, which has one for each core."""
SECONDS_UNTIL_READY = 1.0
"""When each lane starts its first worker, unless a task needs one before."""

_LONGEST_ADVICE = 30
_TOO_MUCH = "Too much is waiting to be computed, and no address has more waiting than yours; try again in a moment."
_STOPPING = "The server is stopping."

# The usual time of a task is that of about so many last ones.
_MEMORY = 8

_Item = TypeVar("_Item")


def usable_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class FairQueue(Generic[_Item]):
    """A bounded queue in which clients take turns, however many items each has; a client's items keep their order."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: OrderedDict[str, deque[_Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, client: str, item: _Item) -> _Item | None:
        """Add an item, and return the one that is dropped for it if the queue was full.

        The client with the most items loses its newest one. If no client has more than the one
        that has just come, the new item itself is dropped.
        """
        self._waiting.setdefault(client, deque()).append(item)
        if len(self) <= self._most:
            return None
        greediest = max(self._waiting, key=lambda one: (len(self._waiting[one]), one == client))
        dropped = self._waiting[greediest][-1]
        self.remove(greediest, dropped)
        return dropped

    def take(self) -> _Item:
        """Remove and return the next item, which there must be; its client goes to the end of the row."""
        client, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[client] = items
        return item

    def remove(self, client: str, item: _Item) -> None:
        """Take out an item, if it still waits."""
        items = self._waiting.get(client, deque())
        if item in items:
            items.remove(item)
            if not items:
                del self._waiting[client]


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
        """The number of workers when the lane is busy."""
        return min(MOST_WORKERS, usable_cores()) if self.value.is_on_every_core else 1


class Workers:
    """All workers of a server."""

    def __init__(self) -> None:
        self._rows = {lane: _Row(lane) for lane in Lane}

    async def start(self) -> None:
        """Start serving: a worker for each lane soon, and more when they are needed."""
        for row in self._rows.values():
            row.start()

    async def stop(self) -> None:
        """End all workers within a second, and refuse all waiting tasks."""
        await asyncio.gather(*(row.stop() for row in self._rows.values()))

    async def ask(self, task: AnyTask, *, lane: Lane, client: str) -> Any:
        """The answer to a task, decoded from JSON; ``RefusalError`` if too much waits already, or if there is none.

        If the caller is cancelled, so is the task.
        """
        return await self._rows[lane].ask(task, client)

    def waiting(self, lane: Lane) -> int:
        """The number of tasks of a lane that no worker has taken up yet."""
        return self._rows[lane].waiting

    def pids(self, lane: Lane) -> list[int]:
        """The process ids of the workers of a lane that run now."""
        return self._rows[lane].pids


class _Row:
    """The queue and the workers of a lane."""

    def __init__(self, lane: Lane) -> None:
        self._niceness, self._most_workers = lane.value.niceness, lane.most_workers
        self._queue: FairQueue[PendingTask] = FairQueue(lane.value.most_waiting)
        self._arrival = asyncio.Event()
        self._posts: dict[WorkerPost, asyncio.Task[None]] = {}
        self._served: set[PendingTask] = set()
        self._usual_seconds = 1.0

    @property
    def waiting(self) -> int:
        return len(self._queue)

    @property
    def pids(self) -> list[int]:
        return [post.pid for post in self._posts if post.pid is not None]

    def start(self) -> None:
        post = WorkerPost(self._niceness)
        self._posts[post] = asyncio.create_task(self._serve_at(post))

    async def stop(self) -> None:
        posts, self._posts = self._posts, {}
        for service in posts.values():
            service.cancel()
        await asyncio.gather(*posts.values(), return_exceptions=True)
        while self._queue:
            self._queue.take().refuse(Code.UNAVAILABLE, _STOPPING, SECONDS_TO_COME_BACK)
        await asyncio.gather(*(post.close() for post in posts))

    async def ask(self, task: AnyTask, client: str) -> Any:
        if not self._posts:
            raise RefusalError(Code.UNAVAILABLE, _STOPPING, retry_after=SECONDS_TO_COME_BACK)
        request = PendingTask(task)
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
        """The number of workers that have nothing to do, or are about to."""
        return len(self._posts) - sum(not request.answer.done() for request in self._served)

    @property
    def _advice(self) -> int:
        """In how many seconds there should be room."""
        seconds = ceil(self._usual_seconds * len(self._queue) / self._most_workers)
        return min(max(1, seconds), _LONGEST_ADVICE)

    @property
    def _share(self) -> float:
        """The share of its budget that a move has: the more tasks wait for each worker, the smaller."""
        return self._most_workers / (self._most_workers + len(self._queue))

    async def _serve_at(self, post: WorkerPost) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._arrival.wait(), SECONDS_UNTIL_READY)
        with suppress(OSError):
            await post.linked()  # so that the first task need not wait for the start
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
                request.refuse(Code.UNAVAILABLE, _STOPPING, SECONDS_TO_COME_BACK)
            self._usual_seconds += (monotonic() - started - self._usual_seconds) / _MEMORY
