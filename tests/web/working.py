"""Real workers, tasks for them, and what tests wait for."""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

from commonfactor.web.refusals import RefusalError
from commonfactor.web.tasks import Analyse, AnyTask, Choose
from commonfactor.web.worker_lanes import Lane, Workers

Answer = TypeVar("Answer")

QUICK = Choose("clash:2-20:15", "perfect", 1, 1)
SLOW = Analyse("frenzy:2-300:", 600)
MANY_DIVISORS = f"divisor:{'+'.join(str(963_761_198_400 * factor) for factor in (1, 2, 3, 4, 5, 6, 8, 9))}:"
PATIENCE = 30.0
MOVES = (3, 5, 6, 9, 10, 12, 18, 20)


def with_workers(scenario: Callable[[Workers], Awaitable[Answer]]) -> Answer:
    """The result of a scenario, with workers that run meanwhile."""

    async def whole() -> Answer:
        workers = Workers()
        await workers.start()
        try:
            return await scenario(workers)
        finally:
            await workers.stop()

    return asyncio.run(whole())


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def mapped_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()


async def happens(condition: Callable[[], bool]) -> None:
    """Wait until something holds that nobody reports."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  # there is no event to wait for
            await asyncio.sleep(0.005)


async def asked(workers: Workers, task: AnyTask, lane: Lane = Lane.ANALYSIS, client: str = "a") -> Any:
    return await workers.ask(task, lane=lane, client=client)


@contextmanager
def beginnings() -> Iterator[Callable[[], Awaitable[AnyTask]]]:
    """A function that waits for the next task that a worker takes up, from the start of the block on."""
    begun_tasks: asyncio.Queue[AnyTask] = asyncio.Queue()

    def begin(request: Any) -> None:
        request.begun.set()
        begun_tasks.put_nowait(request.task)

    with patch("commonfactor.web.worker_link.PendingTask.begin", begin):
        yield lambda: asyncio.wait_for(begun_tasks.get(), PATIENCE)


async def begun(workers: Workers, task: AnyTask, lane: Lane = Lane.ANALYSIS) -> asyncio.Task[Any]:
    """A task that a worker is busy with."""
    with beginnings() as beginning:
        pending = asyncio.create_task(asked(workers, task, lane))
        assert await beginning() == task
    return pending


async def some_done(tasks: list[asyncio.Task[Any]], number: int) -> None:
    """Wait until so many tasks are done, whichever these are."""
    async with asyncio.timeout(PATIENCE):
        for _, done in zip(range(number), asyncio.as_completed(tasks), strict=False):
            await asyncio.gather(done, return_exceptions=True)


async def refusal_of(pending: Awaitable[Any]) -> RefusalError:
    with pytest.raises(RefusalError) as refused:
        async with asyncio.timeout(PATIENCE):
            await pending
    return refused.value


async def cancel(*pending: asyncio.Task[Any]) -> None:
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)


def only_pid(workers: Workers, lane: Lane = Lane.ANALYSIS) -> int:
    (pid,) = workers.pids(lane)
    return pid
