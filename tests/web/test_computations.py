"""What the server asks its workers: equal questions are asked once, and nobody computes for clients that have gone."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime
from itertools import permutations
from typing import Any, TypeVar

import pytest
from msgspec import to_builtins

from commonfactor.arena.match import Match
from commonfactor.arena.record import record_of
from commonfactor.arena.terms import Names
from commonfactor.players.registry import LEVELS, Level
from commonfactor.rules.notation import line_facts, parse
from commonfactor.solver.facts import analysis_facts
from commonfactor.solver.oracle import analyse
from commonfactor.web import computations
from commonfactor.web.analyses import Analysis, GameTold
from commonfactor.web.computations import Oracle, until_gone
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.tasks import Analyse, AnyTask, Choose
from commonfactor.web.worker_lanes import Lane, Workers

Answer = TypeVar("Answer")
LINE = parse("clash:2-12:")


class CountingWorkers(Workers):
    """Real workers that remember what they were asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[AnyTask] = []

    async def ask(self, task: AnyTask, *, lane: Lane, client: str) -> Any:
        self.asked.append(task)
        return await super().ask(task, lane=lane, client=client)


class PatientWorkers(Workers):
    """Workers that answer when they are told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[AnyTask] = []
        self.lanes: list[Lane] = []
        self.cancelled = 0
        self.answer: asyncio.Future[Any] | None = None

    async def ask(self, task: AnyTask, *, lane: Lane, client: str) -> Any:
        self.asked.append(task)
        self.lanes.append(lane)
        self.answer = asyncio.get_running_loop().create_future()
        try:
            return await self.answer
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    def tell(self, *, is_settled: bool, text: str = "") -> None:
        assert self.answer is not None
        facts = analysis_facts(LINE, analyse(LINE.rules, LINE.position), None, [])
        told = {"reason": text, "short": None, "proof_is_cut": False, "drawing": None, "is_settled": is_settled}
        self.answer.set_result(facts | told)


async def others_have_run() -> None:
    """Let all that waits for nothing from outside run as far as it gets."""
    for _ in range(20):
        await asyncio.sleep(0)


def with_oracle(scenario: Callable[[Oracle, CountingWorkers], Awaitable[Answer]]) -> Answer:
    async def whole() -> Answer:
        workers = CountingWorkers()
        await workers.start()
        try:
            return await scenario(Oracle(workers), workers)
        finally:
            await workers.stop()

    return asyncio.run(whole())


def record_and_names(notation: str) -> bytes:
    line = parse(notation)
    match = Match(line.rules, Names("Ann", "Ben"))
    match.play_all(line.moves, datetime(2026, 1, 1, 12, tzinfo=UTC))
    return record_of(match)


class TestAnswers:
    """What comes back from real workers."""

    def test_everything_can_be_asked(self) -> None:
        async def scenario(oracle: Oracle, _: CountingWorkers) -> None:
            line = parse("divisor:36+12:")
            choice = await oracle.choice(Choose(str(line), "perfect", 1, 1), "a")
            assert line.rules.parse_move(choice["move"]) in line.rules.legal_moves(line.position)
            assert choice["note"] == ""
            assert await oracle.wants_seat(parse("clash:2-20:17"), "perfect", "a") is True
            assert "wins" in (await oracle.hint(line, 3, "a"))["text"]
            retold = await oracle.retelling(record_and_names("divisor:210:2,5,3").decode(), "a")
            assert retold.games == [GameTold("divisor-duel:210:2,5,3", winner=1, starter=1)]
            assert (await oracle.review(record_and_names("divisor:210:2,5,3"), 1, "a")).decisive == 2
            assert (await oracle.analysis(line, 1, "a")).verdict == "win"

        with_oracle(scenario)

    def test_moves_in_another_order_are_the_same_position(self) -> None:
        async def scenario(oracle: Oracle, workers: CountingWorkers) -> list[Analysis]:
            lines = [parse(f"frenzy:2-30:{a},{b},{c}") for a, b, c in permutations((7, 11, 13))]
            answers = [await oracle.analysis(line, 1, "a") for line in lines]
            for line, answer in zip(lines, answers, strict=True):
                assert to_builtins(answer).items() >= line_facts(line).items()
            assert len(workers.asked) == 1
            return answers

        answers = with_oracle(scenario)
        assert len({answer.notation for answer in answers}) == len(answers)
        assert len({answer.winning for answer in answers}) == 1

    def test_another_setup_is_another_position(self) -> None:
        async def scenario(oracle: Oracle, workers: CountingWorkers) -> int:
            for notation in ("clash:2-20:", "clash:2-20,opening=even:", "clash:2-21:", "challenge:2-20:"):
                answer = await oracle.analysis(parse(notation), 1, "a")
                assert answer.setup == parse(notation).rules.setup
            return len(workers.asked)

        assert with_oracle(scenario) == 4

    def test_reviews_are_remembered_by_record_and_number(self) -> None:
        async def scenario(oracle: Oracle, workers: CountingWorkers) -> int:
            for notation in ("divisor:210:2,5,3", "divisor:60:6,2", "divisor:210:2,5,3"):
                answer = await oracle.review(record_and_names(notation), 1, "a")
                assert answer.notation == str(parse(notation))
            with pytest.raises(RefusalError, match="from 1 to 1, not 2"):
                await oracle.review(record_and_names("divisor:60:6,2"), 2, "a")
            return len(workers.asked)

        assert with_oracle(scenario) == 3


class TestLanes:
    """Which workers are asked."""

    def lane_of(self, question: Callable[[Oracle], Coroutine[Any, Any, Any]]) -> Lane:
        async def scenario() -> Lane:
            workers = PatientWorkers()
            asking = asyncio.create_task(question(Oracle(workers)))
            await others_have_run()
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            (lane,) = workers.lanes
            return lane

        return asyncio.run(scenario())

    @pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
    def test_levels_one_to_three_never_wait_behind_the_others(self, level: Level) -> None:
        expected = Lane.QUICK_PLAY if level.number <= 3 else Lane.DEEP_PLAY
        line, player = parse("clash:2-20:15"), level.player.name
        assert self.lane_of(lambda oracle: oracle.choice(Choose(str(line), player, 1, 1), "a")) is expected
        assert self.lane_of(lambda oracle: oracle.wants_seat(line, player, "a")) is expected

    def test_hints_and_other_programs_wait_with_the_higher_levels(self) -> None:
        line = parse("clash:2-20:15")
        assert self.lane_of(lambda oracle: oracle.hint(line, 1, "a")) is Lane.DEEP_PLAY
        assert self.lane_of(lambda oracle: oracle.choice(Choose(str(line), "lookahead:9", 1, 1), "a")) is Lane.DEEP_PLAY

    def test_analyses_reviews_and_records_have_their_own_lane(self) -> None:
        record = record_and_names("divisor:60:6,2")
        assert self.lane_of(lambda oracle: oracle.analysis(parse("clash:2-20:"), 1, "a")) is Lane.ANALYSIS
        assert self.lane_of(lambda oracle: oracle.review(record, 1, "a")) is Lane.ANALYSIS
        assert self.lane_of(lambda oracle: oracle.retelling(record.decode(), "a")) is Lane.ANALYSIS


class TestMemory:
    """What is remembered, and for whom."""

    def asked_for(self, seconds: list[float], *, is_settled: bool) -> list[float]:
        """For which of these seconds, one after the other, the workers are asked."""

        async def scenario() -> list[float]:
            workers = PatientWorkers()
            oracle = Oracle(workers)
            for offered in seconds:
                before = len(workers.asked)
                answer = asyncio.create_task(oracle.analysis(parse("clash:2-20:"), offered, "a"))
                await others_have_run()
                if len(workers.asked) > before:
                    workers.tell(is_settled=is_settled)
                await answer
            return [task.seconds for task in workers.asked if isinstance(task, Analyse)]

        return asyncio.run(scenario())

    def test_what_is_settled_serves_everybody(self) -> None:
        assert self.asked_for([1, 10, 0.1, 1], is_settled=True) == [1]

    def test_what_is_unknown_serves_whoever_offers_no_more_seconds(self) -> None:
        assert self.asked_for([1, 1, 0.5, 2, 1, 2, 10, 2], is_settled=False) == [1, 2, 10]

    def test_a_better_answer_is_not_replaced_by_one_that_comes_later(self) -> None:
        async def scenario() -> str | None:
            workers = PatientWorkers()
            oracle, line = Oracle(workers), parse("clash:2-20:")
            short = asyncio.create_task(oracle.analysis(line, 1, "a"))
            await others_have_run()
            slow = workers.answer
            long = asyncio.create_task(oracle.analysis(line, 10, "a"))
            await others_have_run()
            workers.tell(is_settled=False, text="in ten seconds")
            await long
            workers.answer = slow
            workers.tell(is_settled=False, text="in one second")
            assert (await short).reason == "in one second"
            return (await oracle.analysis(line, 5, "a")).reason

        assert asyncio.run(scenario()) == "in ten seconds"

    def test_the_answers_used_last_are_kept_and_no_more_than_there_is_room_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(computations, "MOST_CACHED_BYTES", 4_000)

        async def scenario() -> list[str]:
            workers = PatientWorkers()
            oracle, answers = Oracle(workers), []
            for notation in ("2-20", "2-21", "2-20", "2-22", "2-20", "2-21", "2-22"):
                before = len(workers.asked)
                answer = asyncio.create_task(oracle.analysis(parse(f"clash:{notation}:"), 1, "a"))
                await others_have_run()
                if len(workers.asked) > before:
                    workers.tell(is_settled=True, text="x" * 500)
                    answers.append(notation)
                await answer
            return answers

        # Two answers fit: 2-21 is the one that was not used for longest when 2-22 comes.
        assert asyncio.run(scenario()) == ["2-20", "2-21", "2-22", "2-21", "2-22"]

    def test_an_answer_too_large_to_be_kept_is_still_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(computations, "MOST_CACHED_BYTES", 100)

        async def scenario(oracle: Oracle, workers: CountingWorkers) -> int:
            for _ in range(2):
                assert (await oracle.analysis(parse("clash:2-20:15"), 1, "a")).verdict == "loss"
            return len(workers.asked)

        assert with_oracle(scenario) == 2


class TestSharing:
    """Equal questions at the same time."""

    def test_they_are_one_computation(self) -> None:
        async def scenario(oracle: Oracle, workers: CountingWorkers) -> int:
            line = parse("challenge:2-22:12")
            answers = await asyncio.gather(*(oracle.analysis(line, 2, str(client)) for client in range(50)))
            assert all(answer == answers[0] for answer in answers)
            return len(workers.asked)

        assert with_oracle(scenario) == 1

    def test_it_goes_on_until_the_last_has_gone(self) -> None:
        async def scenario() -> None:
            workers = PatientWorkers()
            oracle, line = Oracle(workers), parse("clash:2-20:")
            askers = [asyncio.create_task(oracle.analysis(line, 1, "a")) for _ in range(3)]
            await others_have_run()
            for gone, asker in enumerate(askers, start=1):
                asker.cancel()
                await asyncio.gather(asker, return_exceptions=True)
                await others_have_run()
                assert workers.cancelled == (gone == 3)
            assert len(workers.asked) == 1

        asyncio.run(scenario())

    def test_whoever_comes_after_the_last_has_gone_begins_anew(self) -> None:
        async def scenario() -> None:
            workers = PatientWorkers()
            oracle, line = Oracle(workers), parse("clash:2-20:")
            gone = asyncio.create_task(oracle.analysis(line, 1, "a"))
            await others_have_run()
            gone.cancel()
            late = asyncio.create_task(oracle.analysis(line, 1, "b"))
            await others_have_run()
            workers.tell(is_settled=True, text="still here")
            assert (await late).reason == "still here"
            assert (len(workers.asked), workers.cancelled) == (2, 1)

        asyncio.run(scenario())

    def test_a_refusal_is_for_all_and_is_not_remembered(self) -> None:
        async def scenario() -> None:
            workers = PatientWorkers()
            oracle, line = Oracle(workers), parse("clash:2-20:")
            askers = [asyncio.create_task(oracle.analysis(line, 1, "a")) for _ in range(2)]
            await others_have_run()
            assert workers.answer is not None
            workers.answer.set_exception(RefusalError(Code.QUEUE_FULL, "full", retry_after=3))
            for refusal in await asyncio.gather(*askers, return_exceptions=True):
                assert isinstance(refusal, RefusalError)
                assert (refusal.code, refusal.retry_after) == (Code.QUEUE_FULL, 3)
            again = asyncio.create_task(oracle.analysis(line, 1, "a"))
            await others_have_run()
            workers.tell(is_settled=True)
            await again
            assert len(workers.asked) == 2

        asyncio.run(scenario())


class TestGoing:
    """Clients that do not wait for their answer."""

    def test_an_answer_comes_through_while_the_client_is_there(self) -> None:
        async def scenario() -> str:
            messages = asyncio.Queue[dict[str, Any]]()
            messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})

            async def work() -> str:
                await others_have_run()
                return "done"

            return await until_gone(messages.get, work())

        assert asyncio.run(scenario()) == "done"

    def test_what_the_work_raises_is_raised(self) -> None:
        async def refuse() -> None:
            raise RefusalError(Code.QUEUE_FULL, "full")

        async def scenario() -> None:
            with pytest.raises(RefusalError, match="full"):
                await until_gone(asyncio.Queue[dict[str, Any]]().get, refuse())

        asyncio.run(scenario())

    def test_the_work_is_cancelled_when_the_client_goes(self) -> None:
        async def scenario() -> None:
            messages, working, cancelled = asyncio.Queue[dict[str, Any]](), asyncio.Event(), asyncio.Event()

            async def work() -> None:
                working.set()
                try:
                    await asyncio.Event().wait()
                finally:
                    cancelled.set()

            async def go_when_it_works() -> None:
                await working.wait()
                messages.put_nowait({"type": "http.disconnect"})

            going = asyncio.create_task(go_when_it_works())
            with pytest.raises(RefusalError, match="has gone"):
                await until_gone(messages.get, work())
            await going
            assert cancelled.is_set()

        asyncio.run(scenario())

    def test_the_worker_of_a_client_that_has_gone_is_free_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async def scenario(oracle: Oracle, workers: CountingWorkers) -> None:
            await oracle.analysis(parse("clash:2-20:"), 1, "a")
            pids, messages = workers.pids(Lane.ANALYSIS), asyncio.Queue[dict[str, Any]]()

            def begin(request: Any) -> None:
                request.begun.set()
                messages.put_nowait({"type": "http.disconnect"})

            monkeypatch.setattr("commonfactor.web.worker_link.PendingTask.begin", begin)
            with pytest.raises(RefusalError, match="has gone"):
                await until_gone(messages.get, oracle.analysis(parse("frenzy:2-300:"), 600, "a"))
            await oracle.analysis(parse("clash:2-21:"), 1, "a")
            assert workers.pids(Lane.ANALYSIS) == pids

        with_oracle(scenario)
