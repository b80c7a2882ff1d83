"""Workers: real ones, which are asked too much, interrupted and killed."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, thread_time
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

from commonfactor.web import workers as workers_module
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import Analyse, AnyTask, Choose, Hint, Retell, Review
from commonfactor.web.workers import Lane, Workers

Answer = TypeVar("Answer")

QUICK = Choose("clash:2-20:15", "perfect", 1, 1)
SLOW = Analyse("frenzy:2-300:", 10)
PATIENCE = 30.0
MOVES = (3, 5, 6, 9, 10, 12, 18, 20)


def with_workers(scenario: Callable[[Workers], Awaitable[Answer]]) -> Answer:
    """What a scenario comes to, with workers that run meanwhile."""

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


async def asked(workers: Workers, task: AnyTask, lane: Lane = Lane.PLAY, client: str = "a") -> Any:
    return await workers.ask(task, lane=lane, client=client)


@contextmanager
def beginnings() -> Iterator[Callable[[], Awaitable[AnyTask]]]:
    """What waits for the next task that a worker has taken up, from the start of the block on."""
    begun_tasks: asyncio.Queue[AnyTask] = asyncio.Queue()

    def begin(request: Any) -> None:
        request.has_begun = True
        begun_tasks.put_nowait(request.task)

    with patch("commonfactor.web.workers._Request.begin", begin):
        yield lambda: asyncio.wait_for(begun_tasks.get(), PATIENCE)


async def begun(workers: Workers, task: AnyTask, lane: Lane = Lane.ANALYSIS) -> asyncio.Task[Any]:
    """A task that a worker is busy with."""
    await asked(workers, QUICK, lane)
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
        await pending
    return refused.value


async def cancel(pending: asyncio.Task[Any]) -> None:
    pending.cancel()
    with suppress(asyncio.CancelledError):
        await pending


class TestAnswers:
    """What comes back."""

    def test_both_lanes_answer(self) -> None:
        async def scenario(workers: Workers) -> tuple[Any, Any]:
            analysis = asked(workers, Analyse("clash:2-20:15", 1), Lane.ANALYSIS)
            return await asyncio.gather(asked(workers, QUICK), analysis)

        choice, analysis = with_workers(scenario)
        assert choice["move"] in MOVES
        assert analysis["verdict"] == "loss"

    @pytest.mark.parametrize(
        ("task", "code", "message"),
        [
            (Analyse("clash:2-20:1000", 1), Code.BAD_NOTATION, "Move 1: 1000 is not in the pool 2-20."),
            (Analyse("frenzy:2-3000:", 1), Code.BAD_SETUP, "numbers up to 2000"),
            (Retell("{}"), Code.BAD_RECORD, "The record is not a record of Common Factor."),
            (Review("{}", 1), Code.BAD_RECORD, "The record is not a record of Common Factor."),
            (Choose("divisor:60:12", "random", 1, 1), Code.FAILED, Code.FAILED.meaning),
        ],
    )
    def test_an_error_is_an_answer_and_the_worker_goes_on(self, task: AnyTask, code: Code, message: str) -> None:
        async def scenario(workers: Workers) -> RefusalError:
            await asked(workers, QUICK)
            before = workers.pids()[Lane.PLAY]
            refusal = await refusal_of(asked(workers, task))
            assert (await asked(workers, QUICK))["move"] in MOVES
            assert workers.pids()[Lane.PLAY] == before
            return refusal

        refusal = with_workers(scenario)
        assert refusal.code is code
        assert message in str(refusal)

    def test_analyses_do_not_stand_in_the_way_of_play(self) -> None:
        async def scenario(workers: Workers) -> float:
            analyses = [await begun(workers, SLOW)]
            analyses += [asyncio.create_task(asked(workers, SLOW, Lane.ANALYSIS)) for _ in range(10)]
            await asked(workers, QUICK)
            started = monotonic()
            await asked(workers, QUICK)
            seconds = monotonic() - started
            assert not any(analysis.done() for analysis in analyses)
            for analysis in analyses:
                await cancel(analysis)
            return seconds

        seconds = with_workers(scenario)
        print(f"a move with eleven analyses waiting took {seconds * 1000:.0f} ms")  # noqa: T201  # a figure to look at
        assert seconds < 5

    def test_the_worker_of_the_analyses_gives_way(self) -> None:
        async def scenario(workers: Workers) -> dict[Lane, int]:
            for lane in Lane:
                await asked(workers, QUICK, lane)
            return {lane: os.getpriority(os.PRIO_PROCESS, pid) for lane, pid in workers.pids().items()}

        here = os.getpriority(os.PRIO_PROCESS, 0)
        priorities = with_workers(scenario)
        assert priorities[Lane.PLAY] == here
        assert priorities[Lane.ANALYSIS] == min(here + 10, 19)


class TestQueue:
    """What waits."""

    def test_too_many_requests_are_refused_at_once_and_the_loop_stays_free(self) -> None:
        busy_seconds: list[float] = []

        async def watch() -> None:
            # Whatever else the machine does is not counted.
            while True:
                started = thread_time()
                await asyncio.sleep(0.01)
                busy_seconds.append(thread_time() - started)

        async def scenario(workers: Workers) -> list[RefusalError]:
            busy = await begun(workers, SLOW)
            watcher = asyncio.create_task(watch())
            pending = [
                asyncio.create_task(asked(workers, SLOW, Lane.ANALYSIS, f"client {number % 10}"))
                for number in range(300)
            ]
            await some_done(pending, 300 - Lane.ANALYSIS.value.bounds.total)
            await asyncio.sleep(1)
            waiting = [task for task in pending if not task.done()]
            refusals = [await refusal_of(task) for task in pending if task.done()]
            assert len(waiting) == Lane.ANALYSIS.value.bounds.total
            for task in (busy, *waiting, watcher):
                await cancel(task)
            await asked(workers, QUICK, Lane.ANALYSIS)
            return refusals

        refusals = with_workers(scenario)
        assert len(refusals) == 300 - Lane.ANALYSIS.value.bounds.total
        assert {refusal.code for refusal in refusals} == {Code.QUEUE_FULL}
        assert all(refusal.retry_after and 1 <= refusal.retry_after <= 30 for refusal in refusals)
        print(f"the loop was busy for {max(busy_seconds) * 1000:.0f} ms at most")  # noqa: T201  # a figure to look at
        assert max(busy_seconds) < 0.25

    def test_one_client_leaves_room_for_the_others(self) -> None:
        async def scenario(workers: Workers) -> None:
            busy = await begun(workers, SLOW)
            greedy = [asyncio.create_task(asked(workers, SLOW, Lane.ANALYSIS, "greedy")) for _ in range(30)]
            await some_done(greedy, 30 - Lane.ANALYSIS.value.bounds.per_client)
            waiting = [task for task in greedy if not task.done()]
            assert len(waiting) == Lane.ANALYSIS.value.bounds.per_client
            modest = asyncio.create_task(asked(workers, QUICK, Lane.ANALYSIS, "modest"))
            await asyncio.sleep(0)
            # The greedy one came first and has its turn; then it is the other one's.
            with beginnings() as beginning:
                await cancel(busy)
                assert await beginning() == SLOW
                await cancel(waiting[0])
                assert await beginning() == QUICK
                assert (await modest)["move"] in MOVES
            assert not any(task.done() for task in waiting[1:])
            for task in waiting[1:]:
                await cancel(task)
            assert {(await refusal_of(task)).code for task in greedy if task not in waiting} == {Code.QUEUE_FULL}

        with_workers(scenario)

    def test_all_that_wait_are_answered_in_turn(self) -> None:
        async def scenario(workers: Workers) -> list[str]:
            order: list[str] = []

            async def ask(client: str) -> None:
                await asked(workers, QUICK, Lane.PLAY, client)
                order.append(client)

            await asked(workers, QUICK)
            await asyncio.gather(*(ask(client) for client in "aaaabbc"))
            return order

        assert with_workers(scenario) == list("abcabaa")


class TestCancelling:
    """What happens when nobody waits any more."""

    @pytest.mark.parametrize("task", [SLOW, Analyse("challenge:2-60:", 10), Hint("frenzy:2-300:", 3)])
    def test_the_worker_is_free_within_a_second(self, task: AnyTask) -> None:
        async def scenario(workers: Workers) -> float:
            pending = await begun(workers, task)
            before = workers.pids()[Lane.ANALYSIS]
            started = monotonic()
            await cancel(pending)
            await asked(workers, QUICK, Lane.ANALYSIS)
            assert workers.pids()[Lane.ANALYSIS] == before
            return monotonic() - started

        seconds = with_workers(scenario)
        print(f"free after {seconds * 1000:.0f} ms")  # noqa: T201  # a figure to look at
        assert seconds < 5

    def test_what_has_not_begun_never_begins(self) -> None:
        async def scenario(workers: Workers) -> float:
            busy = await begun(workers, SLOW)
            waiting = [asyncio.create_task(asked(workers, SLOW, Lane.ANALYSIS)) for _ in range(10)]
            await asyncio.sleep(0)
            for task in (*waiting, busy):
                await cancel(task)
            started = monotonic()
            await asked(workers, QUICK, Lane.ANALYSIS)
            return monotonic() - started

        assert with_workers(scenario) < 5

    def test_a_worker_that_does_not_yield_is_replaced(self) -> None:
        async def scenario(workers: Workers) -> None:
            pending = await begun(workers, SLOW)
            stuck = workers.pids()[Lane.ANALYSIS]
            os.kill(stuck, signal.SIGSTOP)
            await cancel(pending)
            assert (await asked(workers, QUICK, Lane.ANALYSIS))["move"] in MOVES
            assert workers.pids()[Lane.ANALYSIS] != stuck
            assert not is_alive(stuck)

        with_workers(scenario)


class TestFailing:
    """What happens when a worker fails."""

    def test_a_task_that_dies_with_its_worker_is_refused_and_the_next_one_works(self) -> None:
        async def scenario(workers: Workers) -> RefusalError:
            pending = await begun(workers, SLOW)
            os.kill(workers.pids()[Lane.ANALYSIS], signal.SIGKILL)
            refusal = await refusal_of(pending)
            assert (await asked(workers, QUICK, Lane.ANALYSIS))["move"] in MOVES
            return refusal

        refusal = with_workers(scenario)
        assert (refusal.code, refusal.retry_after) == (Code.UNAVAILABLE, 1)

    @pytest.mark.parametrize("seconds", [0, 0.3])
    def test_a_worker_that_dies_while_nobody_asks_is_not_missed(self, seconds: float) -> None:
        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            for _ in range(3):
                os.kill(workers.pids()[Lane.PLAY], signal.SIGKILL)
                await asyncio.sleep(seconds)
                assert (await asked(workers, QUICK))["move"] in MOVES

        with_workers(scenario)

    def test_a_task_that_takes_far_too_long_ends_with_its_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(workers_module, "SECONDS_BEYOND_BUDGET", 1.0)

        async def scenario(workers: Workers) -> RefusalError:
            pending = await begun(workers, Analyse("frenzy:2-300:", 2))
            stuck = workers.pids()[Lane.ANALYSIS]
            os.kill(stuck, signal.SIGSTOP)
            refusal = await refusal_of(pending)
            assert not is_alive(stuck)
            return refusal

        assert with_workers(scenario).code is Code.UNAVAILABLE

    def test_a_worker_that_cannot_be_started_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")

        async def scenario(workers: Workers) -> RefusalError:
            return await refusal_of(asked(workers, QUICK))

        assert with_workers(scenario).code is Code.UNAVAILABLE

    def test_a_worker_that_talks_nonsense_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "executable", "/bin/echo")

        async def scenario(workers: Workers) -> RefusalError:
            return await refusal_of(asked(workers, QUICK))

        assert with_workers(scenario).code is Code.UNAVAILABLE


class TestStopping:
    """How workers end with their server."""

    def test_whoever_waits_is_refused_and_no_worker_stays(self) -> None:
        async def scenario() -> tuple[list[RefusalError], list[int], float]:
            workers = Workers()
            await workers.start()
            pending = [await begun(workers, SLOW)]
            pending += [asyncio.create_task(asked(workers, SLOW, Lane.ANALYSIS)) for _ in range(5)]
            await asked(workers, QUICK)
            pids = list(workers.pids().values())
            started = monotonic()
            await workers.stop()
            seconds = monotonic() - started
            refusals = [await refusal_of(task) for task in pending]
            return [*refusals, await refusal_of(asked(workers, QUICK))], pids, seconds

        refusals, pids, seconds = asyncio.run(scenario())
        assert {(refusal.code, str(refusal)) for refusal in refusals} == {(Code.UNAVAILABLE, "The server is stopping.")}
        assert len(pids) == 2
        assert not any(map(is_alive, pids))
        print(f"stopped after {seconds * 1000:.0f} ms")  # noqa: T201  # a figure to look at
        assert seconds < 5

    def test_a_worker_that_hears_nothing_is_ended(self) -> None:
        async def scenario() -> int:
            workers = Workers()
            await workers.start()
            await asked(workers, QUICK)
            pid = workers.pids()[Lane.PLAY]
            os.kill(pid, signal.SIGSTOP)
            await workers.stop()
            return pid

        assert not is_alive(asyncio.run(scenario()))

    def test_workers_may_be_stopped_before_they_have_started(self) -> None:
        async def scenario() -> None:
            workers = Workers()
            await workers.stop()
            await workers.start()
            await workers.stop()
            assert (await refusal_of(asked(workers, QUICK))).code is Code.UNAVAILABLE
            assert workers.pids() == {}

        asyncio.run(scenario())

    def test_signals_to_the_group_are_for_the_server(self) -> None:
        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(workers.pids()[Lane.PLAY], number)
            before = workers.pids()
            assert (await asked(workers, QUICK))["move"] in MOVES
            assert workers.pids() == before

        with_workers(scenario)
