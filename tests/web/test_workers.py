"""Workers: real ones, which are interrupted, starved and killed."""

import asyncio
import os
import resource
import signal
import sys
from typing import Any

import pytest
from web.working import (
    MANY_DIVISORS,
    MOVES,
    PATIENCE,
    QUICK,
    SLOW,
    asked,
    beginnings,
    begun,
    cancel,
    happens,
    is_alive,
    mapped_bytes,
    only_pid,
    refusal_of,
    with_workers,
)

from commonfactor.web import worker_lanes, worker_link
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import Analyse, AnyTask, Choose, Hint, Retell, Review
from commonfactor.web.worker import ADDRESS_SPACE
from commonfactor.web.worker_lanes import Lane, Workers


class TestAnswers:
    """What comes back."""

    def test_every_lane_answers(self) -> None:
        async def scenario(workers: Workers) -> list[Any]:
            return await asyncio.gather(*(asked(workers, QUICK, lane) for lane in Lane))

        assert all(choice["move"] in MOVES for choice in with_workers(scenario))

    def test_an_error_is_an_answer_and_the_worker_goes_on(self) -> None:
        errors: list[tuple[AnyTask, Code, str]] = [
            (Analyse("clash:2-20:1000", 1), Code.BAD_NOTATION, "Move 1: 1000 is not among 2 to 20."),
            (Analyse("frenzy:2-3000:", 1), Code.BAD_SETUP, "numbers up to 2000"),
            (Retell("{}"), Code.BAD_RECORD, "The record is not a record of Common Factor."),
            (Review("{}", 1), Code.BAD_RECORD, "The record is not a record of Common Factor."),
            (Choose("divisor:60:12", "random", 1, 1), Code.FAILED, Code.FAILED.meaning),
        ]

        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            before = only_pid(workers)
            for task, code, message in errors:
                refusal = await refusal_of(asked(workers, task))
                assert refusal.code is code
                assert message in str(refusal)
                assert (await asked(workers, QUICK))["move"] in MOVES
            assert only_pid(workers) == before

        with_workers(scenario)


class TestCancelling:
    """What happens when nobody waits any more."""

    def test_the_worker_is_free_again(self) -> None:
        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            before = only_pid(workers)
            for task in (SLOW, Analyse("challenge:2-60:", 600), Hint("frenzy:2-300:", 3)):
                await cancel(await begun(workers, task))
                await asked(workers, QUICK)
            assert only_pid(workers) == before

        with_workers(scenario)

    def test_what_has_not_begun_never_begins(self) -> None:
        async def scenario(workers: Workers) -> None:
            busy = await begun(workers, SLOW)
            waiting = [asyncio.create_task(asked(workers, SLOW)) for _ in range(10)]
            await asyncio.sleep(0)
            with beginnings() as beginning:
                await cancel(*waiting, busy)
                await asked(workers, QUICK)
                assert await beginning() == QUICK

        with_workers(scenario)

    def test_a_worker_that_does_not_yield_is_replaced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_link, "SECONDS_TO_YIELD", 0.1)

        async def scenario(workers: Workers) -> None:
            pending = await begun(workers, SLOW)
            stuck = only_pid(workers)
            os.kill(stuck, signal.SIGSTOP)
            await cancel(pending)
            assert (await asked(workers, QUICK))["move"] in MOVES
            assert only_pid(workers) != stuck
            assert not is_alive(stuck)

        with_workers(scenario)


class TestFailing:
    """What happens when a worker fails."""

    def test_a_task_that_dies_with_its_worker_is_refused_and_the_next_one_works(self) -> None:
        async def scenario(workers: Workers) -> RefusalError:
            pending = await begun(workers, SLOW)
            os.kill(only_pid(workers), signal.SIGKILL)
            refusal = await refusal_of(pending)
            assert (await asked(workers, QUICK))["move"] in MOVES
            return refusal

        refusal = with_workers(scenario)
        assert (refusal.code, refusal.retry_after) == (Code.UNAVAILABLE, 1)

    @pytest.mark.parametrize("is_known", [False, True])
    def test_a_worker_that_dies_while_nobody_asks_is_not_missed(self, *, is_known: bool) -> None:
        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            pid = only_pid(workers)
            os.kill(pid, signal.SIGKILL)
            if is_known:
                await happens(lambda: not is_alive(pid))
            assert (await asked(workers, QUICK))["move"] in MOVES

        with_workers(scenario)

    def test_a_task_that_takes_far_too_long_ends_with_its_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def scenario(workers: Workers) -> RefusalError:
            await asked(workers, QUICK)
            slow = only_pid(workers)
            monkeypatch.setattr(worker_link, "SECONDS_BEYOND_BUDGET", 0.5 - SLOW.seconds)
            refusal = await refusal_of(asked(workers, SLOW))
            assert not is_alive(slow)
            return refusal

        assert with_workers(scenario).code is Code.UNAVAILABLE

    def test_a_worker_that_is_slow_to_start_has_its_whole_budget_afterwards(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On a busy machine a start may take longer than a task."""
        monkeypatch.setattr(worker_link, "SECONDS_BEYOND_BUDGET", 0.5 - QUICK.budget.seconds)

        async def scenario(workers: Workers) -> None:
            with beginnings() as beginning:
                pending = asyncio.create_task(asked(workers, QUICK))
                await happens(lambda: bool(workers.pids(Lane.ANALYSIS)))
                starting = only_pid(workers)
                os.kill(starting, signal.SIGSTOP)
                await asyncio.sleep(1)
                monkeypatch.setattr(worker_link, "SECONDS_BEYOND_BUDGET", 5.0)
                os.kill(starting, signal.SIGCONT)
                assert await beginning() == QUICK
                assert (await pending)["move"] in MOVES
                assert only_pid(workers) == starting

        with_workers(scenario)

    def test_a_worker_that_never_starts_is_replaced(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_link, "SECONDS_TO_START", 0.2)

        async def scenario(workers: Workers) -> None:
            pending = asyncio.create_task(asked(workers, QUICK))
            await happens(lambda: bool(workers.pids(Lane.ANALYSIS)))
            stuck = only_pid(workers)
            os.kill(stuck, signal.SIGSTOP)
            assert (await pending)["move"] in MOVES
            assert only_pid(workers) != stuck
            assert not is_alive(stuck)

        end = worker_link.WorkerPost._end_link  # noqa: SLF001  # the worker that follows has its usual time

        async def ended(post: worker_link.WorkerPost, patience: float) -> None:
            monkeypatch.setattr(worker_link, "SECONDS_TO_START", PATIENCE)
            await end(post, patience)

        monkeypatch.setattr(worker_link.WorkerPost, "_end_link", ended)
        with_workers(scenario)

    def test_a_worker_that_is_stuck_before_its_task_is_replaced_after_the_budget(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            stuck = only_pid(workers)
            os.kill(stuck, signal.SIGSTOP)
            monkeypatch.setattr(worker_link, "SECONDS_BEYOND_BUDGET", 0.5 - QUICK.budget.seconds)
            pending = asyncio.create_task(asked(workers, QUICK))
            await happens(lambda: not is_alive(stuck))
            monkeypatch.setattr(worker_link, "SECONDS_BEYOND_BUDGET", PATIENCE)
            assert (await pending)["move"] in MOVES

        with_workers(scenario)

    @pytest.mark.parametrize("program", ["/nowhere/python", "/bin/echo"])
    def test_a_worker_that_cannot_be_started_or_talks_nonsense_is_told(
        self, program: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "executable", program)

        async def scenario(workers: Workers) -> RefusalError:
            return await refusal_of(asked(workers, QUICK))

        assert with_workers(scenario).code is Code.UNAVAILABLE

    def test_a_task_that_needs_too_much_memory_is_refused_and_the_worker_goes_on(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Otherwise the worker has some address space in reserve, taken before the limit is lowered.
        monkeypatch.setenv("MALLOC_ARENA_MAX", "1")

        async def scenario(workers: Workers) -> RefusalError:
            await asked(workers, Choose("divisor:963761198400:", "random", 1, 1))
            pid = only_pid(workers)
            soft, hard = resource.prlimit(pid, resource.RLIMIT_AS)
            assert soft == ADDRESS_SPACE
            resource.prlimit(pid, resource.RLIMIT_AS, (mapped_bytes(pid) + (1 << 20), hard))
            refusal = await refusal_of(asked(workers, Analyse(MANY_DIVISORS, 5)))
            resource.prlimit(pid, resource.RLIMIT_AS, (soft, hard))
            assert (await asked(workers, QUICK))["move"] in MOVES
            assert only_pid(workers) == pid
            return refusal

        refusal = with_workers(scenario)
        assert (refusal.code, str(refusal)) == (
            Code.UNAVAILABLE,
            "This takes more memory than the server has for one computation.",
        )
        assert refusal.retry_after


class TestStopping:
    """How workers end with their server."""

    def test_whoever_waits_is_refused_and_no_worker_stays(self) -> None:
        async def scenario() -> tuple[list[RefusalError], list[int]]:
            workers = Workers()
            await workers.start()
            pending = [await begun(workers, SLOW)]
            pending += [asyncio.create_task(asked(workers, SLOW)) for _ in range(5)]
            await asked(workers, QUICK, Lane.QUICK_PLAY)
            pids = [pid for lane in Lane for pid in workers.pids(lane)]
            async with asyncio.timeout(PATIENCE):
                await workers.stop()
            refusals = [await refusal_of(task) for task in pending]
            return [*refusals, await refusal_of(asked(workers, QUICK))], pids

        refusals, pids = asyncio.run(scenario())
        assert {(refusal.code, str(refusal)) for refusal in refusals} == {(Code.UNAVAILABLE, "The server is stopping.")}
        assert len(pids) >= 2
        assert not any(map(is_alive, pids))

    def test_a_worker_that_hears_nothing_is_ended(self) -> None:
        async def scenario() -> int:
            workers = Workers()
            await workers.start()
            await asked(workers, QUICK)
            pid = only_pid(workers)
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
            assert not any(workers.pids(lane) for lane in Lane)

        asyncio.run(scenario())

    def test_every_lane_gets_a_worker_before_anybody_asks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_lanes, "SECONDS_UNTIL_READY", 0)

        async def scenario(workers: Workers) -> None:
            await happens(lambda: all(workers.pids(lane) for lane in Lane))

        with_workers(scenario)

    def test_signals_to_the_group_are_for_the_server(self) -> None:
        async def scenario(workers: Workers) -> None:
            await asked(workers, QUICK)
            before = only_pid(workers)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(before, number)
            assert (await asked(workers, QUICK))["move"] in MOVES
            assert only_pid(workers) == before

        with_workers(scenario)
