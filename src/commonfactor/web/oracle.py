"""What the server asks its workers, and what it still knows from the last time.

Analyses and reviews are kept while there is room. Equal questions at the same time are one
computation, which ends when the last of those who wait for it has gone.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, MutableMapping
from hashlib import sha256
from math import inf
from typing import Any, NamedTuple, TypeVar

import msgspec

from commonfactor.rules.facts import line_facts
from commonfactor.rules.notation import Line
from commonfactor.web import tasks
from commonfactor.web.answers import Analysis, Record, Review
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import Analyse, AnyTask, Choose, Hint, Retell, WantsSeat
from commonfactor.web.workers import Lane, Workers

MOST_CACHED_BYTES = 32 << 20

# What an entry costs beside its text.
_ENTRY_BYTES = 1_000

Answer = TypeVar("Answer")
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Oracle:
    """Answers for the server. Whoever asks is known by an address, so that all get their turn."""

    def __init__(self, workers: Workers) -> None:
        """Ask these workers, and remember nothing yet."""
        self._workers = workers
        self._cache = _Cache(MOST_CACHED_BYTES)
        self._shared = _SharedWork()

    async def analysis(self, line: Line, seconds: float, client: str) -> Analysis:
        """The analysis of where a line of play leads."""
        # Other moves may have led to the same position, which is all that counts.
        key = (line.rules.name, line.rules.setup, line.position)
        text = await self._known(key, Analyse(str(line), seconds), client)
        return msgspec.structs.replace(msgspec.json.decode(text, type=Analysis), **line_facts(line))

    async def review(self, record: bytes, game_number: int, client: str) -> Review:
        """The review of a game of a record, counted from 1."""
        key = (sha256(record).digest(), game_number)
        text = await self._known(key, tasks.Review(record.decode(), game_number), client)
        return msgspec.json.decode(text, type=Review)

    async def choice(self, task: Choose, client: str) -> dict[str, Any]:
        """The ``move`` of a program, its ``note`` about how it was found, and its ``remark`` about the one before."""
        choice: dict[str, Any] = await self._play(task, client)
        return choice

    async def wants_seat(self, line: Line, player: str, client: str) -> bool:
        """Whether a program that may take over the first seat does."""
        return bool(await self._play(WantsSeat(str(line), player), client))

    async def hint(self, line: Line, step: int, client: str) -> dict[str, Any]:
        """Help for the player to move, from step 1 to 3: its ``text``, and the ``moves`` that it names."""
        hint: dict[str, Any] = await self._play(Hint(str(line), step), client)
        return hint

    async def retelling(self, record: str, client: str) -> Record:
        """The games that a record tells."""
        return msgspec.convert(await self._workers.ask(Retell(record), lane=Lane.ANALYSIS, client=client), Record)

    async def _play(self, task: AnyTask, client: str) -> Any:
        lane = Lane.QUICK_PLAY if task.is_quick else Lane.DEEP_PLAY
        return await self._workers.ask(task, lane=lane, client=client)

    async def _known(self, key: Hashable, task: Analyse | tasks.Review, client: str) -> bytes:
        """The answer of a task as JSON: an earlier one that is as good, or else a new one."""
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
    """More than this might tell more."""


class _Cache:
    """The answers that were used last, as many as there is room for."""

    def __init__(self, most_bytes: int) -> None:
        self._left = most_bytes
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()

    def found(self, key: Hashable, seconds: float) -> bytes | None:
        """The answer to a question, unless more seconds are offered than it took."""
        entry = self._entries.get(key)
        if entry is None or entry.seconds < seconds:
            return None
        self._entries.move_to_end(key)
        return entry.text

    def kept(self, key: Hashable, entry: _Entry) -> bytes:
        """The answer, which is remembered in place of an earlier one unless that took more seconds."""
        if self.found(key, entry.seconds) is None:
            self._drop(self._entries.pop(key, None))
            self._entries[key] = entry
            self._left -= _cost(entry)
            while self._left < 0:
                self._drop(self._entries.popitem(last=False)[1])
        return entry.text

    def _drop(self, entry: _Entry | None) -> None:
        self._left += _cost(entry) if entry else 0


def _cost(entry: _Entry) -> int:
    return len(entry.text) + _ENTRY_BYTES


class _Work:
    """A computation, and how many wait for it."""

    def __init__(self, task: asyncio.Task[bytes]) -> None:
        self.task, self.waiting = task, 0


class _SharedWork:
    """Computations that are under way, each for all who want to know the same."""

    def __init__(self) -> None:
        self._under_way: dict[Hashable, _Work] = {}

    async def result(self, key: Hashable, begin: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What a computation comes to, which is begun unless it is under way."""
        work = self._under_way.get(key)
        if work is None:
            work = self._under_way[key] = _Work(asyncio.create_task(begin()))
        work.waiting += 1
        try:
            await asyncio.wait({work.task})
            return work.task.result()
        finally:
            work.waiting -= 1
            if work.waiting == 0:
                # Whoever asks from now on begins anew, and does not join what is being cancelled.
                del self._under_way[key]
                work.task.cancel()


async def until_gone(receive: Receive, coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """What a coroutine comes to. It is cancelled as soon as the client that it works for has gone.

    ``receive`` is that of the request, whose body must have been read if it has one. The
    refusal of a client that has gone reaches nobody.
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
