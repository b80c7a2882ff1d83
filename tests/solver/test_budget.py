"""An analysis keeps to its budget, can be stopped, and does not stand in the way of others."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread
from time import monotonic, perf_counter, process_time, sleep

import pytest

from commonfactor.rules.notation import Line, parse
from commonfactor.solver._core import OutOfBudget
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.oracle import analyse, forget, kept_bytes, theory_of
from commonfactor.solver.reference import Reference

HARD = ["factor-frenzy:2-2000:", "factor-challenge:2-2000:", "factor-challenge:2-60:6,10", "factor-frenzy:2-400:"]
MEGABYTE = 10**6


def analysed(notation: str, budget: Budget) -> Analysis:
    line = parse(notation)
    return analyse(line.rules, line.position, budget)


@pytest.fixture(autouse=True)
def _no_tables_from_elsewhere() -> None:
    forget()


@pytest.mark.parametrize("notation", HARD)
def test_time_ends_an_analysis(notation: str) -> None:
    """A little beyond its seconds: what is left is to report."""
    line = parse(notation)
    theory_of(line.rules)
    started = perf_counter()
    analysis = analyse(line.rules, line.position, Budget(seconds=0.3))
    assert perf_counter() - started < 0.6
    assert analysis.verdict is Verdict.UNKNOWN
    assert set(analysis.moves.values()) == {Verdict.UNKNOWN}
    assert analysis.proof is None


@pytest.mark.parametrize("nodes", [0, 1, 1000])
def test_nodes_end_an_analysis(nodes: int) -> None:
    analysis = analysed("factor-frenzy:2-400:", Budget(nodes=nodes))
    assert analysis.verdict is Verdict.UNKNOWN
    assert analysis.nodes == nodes + 1


@pytest.mark.parametrize("notation", HARD)
def test_tables_stay_within_their_memory(notation: str) -> None:
    analysis = analysed(notation, Budget(seconds=0.5, bytes=2 * MEGABYTE))
    assert analysis.table_bytes <= 2 * MEGABYTE


@pytest.mark.parametrize("notation", ["factor-frenzy:2-50:", "factor-duel:2-40:", "factor-challenge:2-20:"])
def test_hardly_any_memory_gives_the_same_answers(notation: str) -> None:
    """A table that forgets costs time and nothing else."""
    plenty = analysed(notation, Budget())
    forget()
    hardly_any = analysed(notation, Budget(bytes=20_000))
    assert hardly_any.moves == plenty.moves
    assert hardly_any.table_bytes <= 20_000


def test_partial_results_are_kept() -> None:
    """With more and more nodes more and more moves are known, and none of them changes."""
    whole = analysed("factor-frenzy:2-60:", Budget())
    known_before = 0
    for nodes in (10, 1000, whole.nodes // 2, whole.nodes):
        forget()
        part = analysed("factor-frenzy:2-60:", Budget(nodes=nodes))
        known = {move: verdict for move, verdict in part.moves.items() if verdict is not Verdict.UNKNOWN}
        assert known.items() <= whole.moves.items()
        assert len(known) >= known_before
        known_before = len(known)
        if Verdict.WIN in known.values():
            assert part.verdict is Verdict.WIN
    assert known_before == len(whole.moves)


def test_a_second_analysis_finds_the_tables_of_the_first() -> None:
    first, second = (analysed("factor-frenzy:2-60:", Budget()) for _ in range(2))
    assert second.moves == first.moves
    assert second.nodes < first.nodes // 10
    elsewhere = analysed("factor-frenzy:2-60:48", Budget())
    assert elsewhere.nodes < first.nodes // 10


def test_a_smaller_grant_empties_a_table_that_is_too_large() -> None:
    before = analysed("factor-frenzy:2-60:", Budget())
    after = analysed("factor-frenzy:2-60:", Budget(seconds=0.1, bytes=20_000))
    assert after.table_bytes <= 20_000 < before.table_bytes


@pytest.mark.parametrize("notation", HARD)
def test_another_thread_stops_an_analysis(notation: str) -> None:
    """It must be over within 50 ms, of work every time, and by the clock unless others have the processor."""
    line = parse(notation)
    theory_of(line.rules)
    waited, worked = zip(*(seconds_to_stop(line) for _ in range(3)), strict=True)
    assert max(worked) < 0.05
    assert min(waited) < 0.05


def seconds_to_stop(line: Line) -> tuple[float, float]:
    """How long an analysis goes on that is cancelled: by the clock, and in time of the processor."""
    control = Budget().control()
    with ThreadPoolExecutor(1) as worker:
        running = worker.submit(analyse, line.rules, line.position, Budget(), control)
        while control.nodes == 0:
            sleep(0.001)
        sleep(0.1)
        assert not running.done()
        cancelled, spent = perf_counter(), process_time()
        control.cancel()
        assert running.result(timeout=10).verdict is Verdict.UNKNOWN
        return perf_counter() - cancelled, process_time() - spent


def test_an_analysis_that_waits_for_another_can_be_stopped_too() -> None:
    """Two that ask about one setup take turns, but the second does not have to wait for the first."""
    line = parse("factor-frenzy:2-400:")
    controls = [Budget().control() for _ in range(2)]
    with ThreadPoolExecutor(2) as workers:
        running = [workers.submit(analyse, line.rules, line.position, Budget(), control) for control in controls]
        while not any(control.nodes for control in controls):
            sleep(0.001)
        waiting = min(range(2), key=lambda place: controls[place].nodes)
        controls[waiting].cancel()
        assert running[waiting].result(timeout=1).verdict is Verdict.UNKNOWN
        assert not running[1 - waiting].done()
        controls[1 - waiting].cancel()


def test_python_runs_on_while_the_core_works() -> None:
    """The interpreter is free: a counting thread gets its share."""
    counted, over = [0], Event()

    def count() -> None:
        while not over.is_set():
            counted[0] += 1
            sleep(0.001)

    counting = Thread(target=count)
    counting.start()
    analysed("factor-frenzy:2-400:", Budget(seconds=0.5))
    over.set()
    counting.join()
    assert counted[0] > 50


def test_several_threads_get_the_answers_that_one_gets() -> None:
    notations = [
        f"{game}:2-{high}:"
        for high in range(12, 22)
        for game in ("factor-clash", "factor-challenge", "factor-duel", "factor-frenzy")
    ]
    alone = [analysed(notation, Budget()).moves for notation in notations]
    forget()
    with ThreadPoolExecutor(8) as workers:
        together = workers.map(lambda notation: analysed(notation, Budget()).moves, notations * 4)
        assert list(together) == alone * 4


def test_the_reference_keeps_to_its_budget_too() -> None:
    line = parse("factor-challenge:2-30:")
    reference = Reference(line.rules)
    for budget in (Budget(nodes=1000), Budget(seconds=0.05), Budget(bytes=MEGABYTE)):
        started = monotonic()
        with pytest.raises(OutOfBudget):
            reference.is_won(line.position, budget.control())
        assert monotonic() - started < 5
    assert reference.table_bytes <= MEGABYTE


def test_all_tables_together_stay_within_the_memory() -> None:
    """Of setup after setup, each of which would fill it."""
    budget = Budget(seconds=0.3, bytes=4 * MEGABYTE)
    for high in (70, 140, 200, 260, 90):
        for game in ("factor-frenzy", "factor-challenge"):
            assert analysed(f"{game}:2-{high}:", budget).table_bytes <= budget.bytes
            assert kept_bytes() <= budget.bytes


def test_many_analyses_with_one_control_have_the_same_memory() -> None:
    """What is left to the tables of others is left to them once, and not once for each question."""
    analysed("factor-frenzy:2-40:", Budget())
    line = parse("factor-duel:2-20:")
    control = Budget(bytes=64 << 20).control()
    grants = []
    for _ in range(5):
        analyse(line.rules, line.position, control=control)
        grants.append(control.most_bytes)
    assert set(grants) == {grants[0]}
    assert 0 < grants[0] < 64 << 20
