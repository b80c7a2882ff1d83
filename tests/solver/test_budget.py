"""An analysis keeps to its budget, can be stopped, and does not stand in the way of others."""

from concurrent.futures import Future, ThreadPoolExecutor
from time import process_time, sleep
from typing import Any

import pytest
from processes import PATIENCE

from commonfactor.rules.notation import parse
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.facts import reason_of
from commonfactor.solver.oracle import analyse, forget, kept_bytes, theory_of
from commonfactor.solver.proofs.checking import Status
from commonfactor.solver.reference import Reference

HARD = ["factor-frenzy:2-2000:", "factor-challenge:2-2000:", "factor-challenge:2-60:6,10", "factor-frenzy:2-400:"]
MEGABYTE = 10**6
NODES_BETWEEN_CHECKS = 32


def analysed(notation: str, budget: Budget) -> Analysis:
    line = parse(notation)
    return analyse(line.rules, line.position, budget)


@pytest.fixture(autouse=True)
def _no_tables_from_elsewhere() -> None:
    forget()


@pytest.mark.parametrize("notation", HARD)
def test_time_ends_an_analysis(notation: str) -> None:
    """A little beyond its seconds, in processor time: what is left is to report."""
    line = parse(notation)
    theory_of(line.rules)
    started = process_time()
    analysis = analyse(line.rules, line.position, Budget(seconds=0.3))
    assert process_time() - started < 0.6
    assert analysis.verdict is Verdict.UNKNOWN
    assert set(analysis.moves.values()) == {Verdict.UNKNOWN}
    assert analysis.proof is None


@pytest.mark.parametrize("nodes", [0, 1, 1000])
def test_nodes_end_an_analysis(nodes: int) -> None:
    analysis = analysed("factor-frenzy:2-400:", Budget(nodes=nodes))
    assert analysis.verdict is Verdict.UNKNOWN
    assert analysis.nodes == nodes + 1


@pytest.mark.parametrize(("nodes", "limit", "allowed"), [(5000, 1000, 1000), (1000, 5000, 1000), (1000, 0, 0)])
def test_a_limit_allows_so_many_nodes_from_then_on_and_never_more_than_are_left(
    nodes: int, limit: int, allowed: int
) -> None:
    line, control = parse("factor-frenzy:2-400:"), Budget(nodes=nodes).control()
    control.limit_nodes(limit)
    assert analyse(line.rules, line.position, control=control).nodes == allowed + 1


def test_nodes_counted_before_a_limit_do_not_count_against_it() -> None:
    line, control = parse("factor-frenzy:2-400:"), Budget(nodes=5000).control()
    for _ in range(700):
        control.count_node()
    control.limit_nodes(1000)
    assert analyse(line.rules, line.position, control=control).nodes == 1701
    control.limit_nodes(1000)
    with pytest.raises(OutOfBudget):
        control.check()


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
    """It looks at a few more nodes, each of which takes at most 100 microseconds."""
    line = parse(notation)
    control = Budget().control()
    with ThreadPoolExecutor(1) as worker:
        running = worker.submit(analyse, line.rules, line.position, Budget(), control)
        wait_for_nodes(control, 1, running)
        control.cancel()
        before = control.nodes
        assert running.result(timeout=PATIENCE).verdict is Verdict.UNKNOWN
    assert control.nodes - before <= NODES_BETWEEN_CHECKS


def test_another_thread_stops_a_proof() -> None:
    analysis = analysed("factor-challenge:2-30:", Budget())
    control = Budget().control()
    with ThreadPoolExecutor(1) as worker:
        running = worker.submit(analysis.prove, control)
        wait_for_nodes(control, 1, running)
        control.cancel()
        before = control.nodes
        proof = running.result(timeout=PATIENCE)
    assert control.nodes - before <= NODES_BETWEEN_CHECKS
    assert proof is not None
    assert proof.check(analysis.rules, analysis.position).status is Status.PARTIAL


def wait_for_nodes(control: Control, nodes: int, running: Future[Any]) -> None:
    """Wait until an analysis that goes on has got so far."""
    while control.nodes < nodes:
        assert not running.done()
        sleep(0.001)


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
        assert running[waiting].result(timeout=PATIENCE).verdict is Verdict.UNKNOWN
        assert not running[1 - waiting].done()
        controls[1 - waiting].cancel()


def test_python_runs_on_while_the_core_works() -> None:
    """The interpreter is free: this thread sees the nodes of an analysis grow again and again."""
    line = parse("factor-frenzy:2-400:")
    budget = Budget(seconds=PATIENCE)
    control = budget.control()
    with ThreadPoolExecutor(1) as worker:
        running = worker.submit(analyse, line.rules, line.position, budget, control)
        for _ in range(50):
            wait_for_nodes(control, control.nodes + 1, running)
        assert not running.done()
        control.cancel()


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
        started = process_time()
        with pytest.raises(OutOfBudget):
            reference.is_won(line.position, budget.control())
        assert process_time() - started < 5
    assert reference.table_bytes <= MEGABYTE


def test_a_smaller_grant_empties_the_table_of_the_reference_too() -> None:
    line = parse("factor-challenge:2-12:")
    reference = Reference(line.rules)
    is_won = reference.is_won(line.position, Budget().control())
    before = reference.table_bytes
    assert reference.is_won(line.position, Budget(bytes=before).control()) is is_won
    assert reference.table_bytes == before
    with pytest.raises(OutOfBudget):
        reference.is_won(line.position, Budget(bytes=100_000).control())
    assert reference.table_bytes <= 100_000 < before


def test_a_win_is_certain_before_a_move_that_wins_is_known() -> None:
    """Prime factors tell at once who wins Divisor Duel; the moves are gone through one by one."""
    analysis = analysed("divisor-duel:60+48+30:", Budget(seconds=0))
    assert analysis.verdict is Verdict.WIN
    assert set(analysis.moves.values()) == {Verdict.UNKNOWN}
    assert not analysis.findings.is_complete
    assert analysis.proof is None
    assert reason_of(analysis, None) == "You can win. Which move wins was not found out within the budget."


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
