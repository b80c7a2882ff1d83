"""Computations by workers, cached and shared.

Analyses and reviews are cached while there is room. Equal questions at the same time share one
computation, which is cancelled when the last client waiting for it has gone.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.types import Receive

from commonfactor.rules.notation import Line, line_facts
from commonfactor.web import tasks
from commonfactor.web.analyses import Analysis, Record, Review
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import Analyse, AnyTask, Choose, Hint, Retell, WantsSeat
from commonfactor.web.worker_lanes import Lane, Workers

MOST_CACHED_BYTES = 32 << 20

# What an entry costs beside its text.
_ENTRY_BYTES = 1_000

_Answer = TypeVar("_Answer")


class Oracle:
    """Asks the workers. ``client`` is an address, so that all clients get their turn."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._cache = _Cache(MOST_CACHED_BYTES)
        self._shared = _SharedWork()

    async def analysis(self, line: Line, seconds: float, client: str) -> Analysis:
        """The analysis of where a line of play leads."""
        # Only the position counts, whatever moves led there.
        key = (line.rules.name, line.rules.setup, line.position)
        text = await self._known(key, Analyse(str(line), seconds), client)
        return msgspec.structs.replace(msgspec.json.decode(text, type=Analysis), **line_facts(line))

    async def review(self, record: bytes, game_number: int, client: str) -> Review:
        """The review of a game of a record, counted from 1."""
        key = (sha256(record).digest(), game_number)
        text = await self._known(key, tasks.Review(record.decode(), game_number), client)
        return msgspec.json.decode(text, type=Review)

    async def choice(self, task: Choose, client: str) -> dict[str, Any]:
        """A program's ``move``, a ``note`` on how it was found, and its ``remark`` about the move before."""
        choice: dict[str, Any] = await self._play(task, client)
        return choice

    async def wants_seat(self, line: Line, player: str, client: str) -> bool:
        """Whether a program that may take over the first seat does."""
        return bool(await self._play(WantsSeat(str(line), player), client))

    async def hint(self, line: Line, step: int, client: str) -> Any:
        """A hint for the player to move, from step 1 to 3: its ``text``, the ``moves`` named, its ``claims``."""
        return await self._play(Hint(str(line), step), client)

    async def retelling(self, record: str, client: str) -> Record:
        """The games of a record."""
        return msgspec.convert(await self._workers.ask(Retell(record), lane=Lane.ANALYSIS, client=client), Record)

    async def _play(self, task: AnyTask, client: str) -> Any:
        lane = Lane.QUICK_PLAY if task.is_quick else Lane.DEEP_PLAY
        return await self._workers.ask(task, lane=lane, client=client)

    async def _known(self, key: Hashable, task: Analyse | tasks.Review, client: str) -> bytes:
        """The answer to a task as JSON: a cached one that is as good, or else a new one."""
        seconds = task.budget.seconds
        if known := self._cache.found(key, seconds):
            return known

        async def work() -> bytes:
            answer = await self._workers.ask(task, lane=Lane.ANALYSIS, client=client)
            is_settled = answer.pop("is_settled", False)
            return self._cache.kept(key, _Entry(msgspec.json.encode(answer), inf if is_settled else seconds))

        return await self._shared.result((key, seconds), work)


class _Entry(NamedTuple):
    text: bytes
    seconds: float
    """With more seconds, the answer might be better."""

    @property
    def cost(self) -> int:
        return len(self.text) + _ENTRY_BYTES


class _Cache:
    """The most recently used answers, within a bound of bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._left = most_bytes
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()

    def found(self, key: Hashable, seconds: float) -> bytes | None:
        """The cached answer, unless more seconds are offered than it took."""
        entry = self._entries.get(key)
        if entry is None or entry.seconds < seconds:
            return None
        self._entries.move_to_end(key)
        return entry.text

    def kept(self, key: Hashable, entry: _Entry) -> bytes:
        """Cache an answer, unless the cached one took as many seconds; returns the new one."""
        if self.found(key, entry.seconds) is None:
            if worse := self._entries.pop(key, None):
                self._left += worse.cost
            self._entries[key] = entry
            self._left -= entry.cost
            while self._left < 0:
                self._left += self._entries.popitem(last=False)[1].cost
        return entry.text


class _SharedWork:
    """Running computations, each shared by all who asked the same."""

    def __init__(self) -> None:
        self._running: dict[Hashable, asyncio.Task[bytes]] = {}
        self._waiting: Counter[asyncio.Task[bytes]] = Counter()

    async def result(self, key: Hashable, begin: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """The result of a computation, which is started unless it is running."""
        task = self._running.get(key)
        if task is None:
            task = self._running[key] = asyncio.create_task(begin())
        self._waiting[task] += 1
        try:
            await asyncio.wait({task})
            return task.result()
        finally:
            self._waiting[task] -= 1
            if not self._waiting[task]:
                # A new request must start anew instead of joining what is being cancelled.
                del self._waiting[task], self._running[key]
                task.cancel()


async def until_gone(receive: Receive, coroutine: Coroutine[Any, Any, _Answer]) -> _Answer:
    """The result of a coroutine, which is cancelled as soon as its client disconnects.

    ``receive`` is that of the request, whose body must have been read. The refusal that is raised
    then reaches nobody.
    """
    work, departure = asyncio.ensure_future(coroutine), asyncio.ensure_future(_departure(receive))
    try:
        await asyncio.wait({work, departure}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise RefusalError(Code.UNAVAILABLE, "Whoever asked has gone.")
    finally:
        work.cancel()
        departure.cancel()
        await asyncio.gather(work, departure, return_exceptions=True)


async def _departure(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
