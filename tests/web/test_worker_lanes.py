"""Who waits for which workers: lanes, fair queues, and budgets that shrink."""

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from web.working import (
    MOVES,
    QUICK,
    SLOW,
    asked,
    beginnings,
    begun,
    cancel,
    only_pid,
    refusal_of,
    some_done,
    with_workers,
)

from commonfactor.web import worker_lanes
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import AnyTask
from commonfactor.web.worker_lanes import Lane, Workers, usable_cores
from commonfactor.web.worker_link import WorkerLink


class TestLanes:
    """Nothing waits behind something dearer."""

    @pytest.mark.parametrize("lane", [Lane.QUICK_PLAY, Lane.DEEP_PLAY])
    def test_a_lane_answers_while_the_dearer_ones_are_stuck(self, lane: Lane, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_lanes, "usable_cores", lambda: 1)

        async def scenario(workers: Workers) -> None:
            dearer = list(Lane)[list(Lane).index(lane) + 1 :]
            stuck = [await begun(workers, SLOW, other) for other in dearer]
            waiting = [asyncio.create_task(asked(workers, SLOW, other)) for other in dearer for _ in range(10)]
            pids = [only_pid(workers, other) for other in dearer]
            for pid in pids:
                os.kill(pid, signal.SIGSTOP)
            assert (await asked(workers, QUICK, lane))["move"] in MOVES
            assert not any(task.done() for task in stuck + waiting)
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
            await cancel(*waiting, *stuck)

        with_workers(scenario)

    def test_the_dearer_a_lane_the_more_its_workers_give_way(self) -> None:
        async def scenario(workers: Workers) -> list[int]:
            await asyncio.gather(*(asked(workers, QUICK, lane) for lane in Lane))
            return [os.getpriority(os.PRIO_PROCESS, only_pid(workers, lane)) for lane in Lane]

        here = os.getpriority(os.PRIO_PROCESS, 0)
        assert with_workers(scenario) == [min(here + niceness, 19) for niceness in (0, 5, 10)]

    def test_play_has_a_worker_for_each_core_once_so_many_are_needed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker_lanes, "usable_cores", lambda: 3)

        async def scenario(workers: Workers) -> None:
            for _ in range(4):
                await asked(workers, QUICK, Lane.DEEP_PLAY)
            assert len(workers.pids(Lane.DEEP_PLAY)) == 1
            with beginnings() as beginning:
                pending = [asyncio.create_task(asked(workers, SLOW, Lane.DEEP_PLAY)) for _ in range(5)]
                assert [await beginning() for _ in range(3)] == [SLOW] * 3
                assert len(set(workers.pids(Lane.DEEP_PLAY))) == 3
                assert workers.waiting(Lane.DEEP_PLAY) == 2
                await cancel(*pending)

        with_workers(scenario)

    @pytest.mark.parametrize(("cores", "expected"), [(1, (1, 1, 1)), (2, (2, 2, 1)), (64, (8, 8, 1))])
    def test_how_many_workers_a_lane_may_have(
        self, monkeypatch: pytest.MonkeyPatch, cores: int, expected: tuple[int, ...]
    ) -> None:
        monkeypatch.setattr(worker_lanes, "usable_cores", lambda: cores)
        assert tuple(lane.most_workers for lane in Lane) == expected

    def test_cores_are_counted_where_the_system_does_not_tell_which_may_be_used(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert usable_cores() == len(os.sched_getaffinity(0))
        monkeypatch.delattr(os, "sched_getaffinity")
        assert usable_cores() == os.cpu_count()


class TestQueue:
    """What waits."""

    def test_what_is_too_much_is_refused_at_once(self) -> None:
        most = Lane.ANALYSIS.value.most_waiting

        async def scenario(workers: Workers) -> list[RefusalError]:
            busy = await begun(workers, SLOW)
            pending = [
                asyncio.create_task(asked(workers, SLOW, Lane.ANALYSIS, f"client {number % 10}"))
                for number in range(300)
            ]
            await some_done(pending, 300 - most)
            waiting = [task for task in pending if not task.done()]
            refusals = [await refusal_of(task) for task in pending if task.done()]
            assert len(waiting) == workers.waiting(Lane.ANALYSIS) == most
            await cancel(busy, *waiting)
            assert workers.waiting(Lane.ANALYSIS) == 0
            await asked(workers, QUICK)
            return refusals

        refusals = with_workers(scenario)
        assert len(refusals) == 300 - most
        assert {refusal.code for refusal in refusals} == {Code.QUEUE_FULL}
        assert all(refusal.retry_after and 1 <= refusal.retry_after <= 30 for refusal in refusals)

    def test_a_newcomer_takes_the_place_of_the_newest_of_whoever_has_most(self) -> None:
        most = Lane.ANALYSIS.value.most_waiting

        async def scenario(workers: Workers) -> None:
            busy = await begun(workers, SLOW)
            greedy = [asyncio.create_task(asked(workers, SLOW, client="greedy")) for _ in range(most)]
            await asyncio.sleep(0)
            assert workers.waiting(Lane.ANALYSIS) == most
            modest = asyncio.create_task(asked(workers, QUICK, client="modest"))
            dropped = await refusal_of(greedy.pop())
            assert dropped.code is Code.QUEUE_FULL
            assert "no address has more waiting than yours" in str(dropped)
            assert dropped.retry_after
            # The greedy one came first and has its turn; then it is the other one's.
            with beginnings() as beginning:
                await cancel(busy)
                assert await beginning() == SLOW
                await cancel(greedy[0])
                assert await beginning() == QUICK
            assert (await modest)["move"] in MOVES
            assert not any(task.done() for task in greedy[1:])
            await cancel(*greedy)

        with_workers(scenario)

    def test_all_that_wait_are_answered_in_turn(self) -> None:
        async def scenario(workers: Workers) -> list[str]:
            order: list[str] = []

            async def ask(client: str) -> None:
                await asked(workers, QUICK, client=client)
                order.append(client)

            busy = await begun(workers, SLOW)
            asking = [asyncio.create_task(ask(client)) for client in "aaaabbc"]
            await asyncio.sleep(0)
            await cancel(busy)
            await asyncio.gather(*asking)
            return order

        assert with_workers(scenario) == list("abcabaa")

    def test_a_move_gets_the_smaller_a_share_of_its_budget_the_more_wait_for_each_worker(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shares: list[float] = []
        report_on = WorkerLink.report_on

        async def noting(link: WorkerLink, task: AnyTask, share: float, begin: Callable[[], None]) -> Any:
            shares.append(share)
            return await report_on(link, task, share, begin)

        monkeypatch.setattr(WorkerLink, "report_on", noting)

        async def scenario(workers: Workers) -> None:
            busy = await begun(workers, SLOW)
            pending = [asyncio.create_task(asked(workers, QUICK, client=client)) for client in "aab"]
            await asyncio.sleep(0)
            await cancel(busy)
            await asyncio.gather(*pending)

        with_workers(scenario)
        assert shares == [1, 1 / 3, 1 / 2, 1]
