"""Rows of a sweep say of every setup what an analysis of its start says."""

from multiprocessing import active_children

import pytest
from msgspec.structs import replace

from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.juniper_green import JuniperGreen
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.setup_sweep import Row, Sweep, SweepError, smallest, solve


def without_cost(row: Row) -> Row:
    """A row without what depends on the machine, and on what was solved before."""
    return replace(row, nodes=0, seconds=0.0)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_row_says_what_the_analysis_says(game: type[AnyRules]) -> None:
    for setup in Sweep(game.from_setup(game.default_setup), 2, 16, Budget(), jobs=1).setups:
        row, rules = solve(game.name, Budget(), setup), game.from_setup(setup)
        analysis = analyse(rules, rules.initial_position)
        verdicts = list(analysis.moves.values())
        assert (row.game, row.setup, row.verdict) == (game.name, rules.setup, analysis.verdict)
        assert (row.openings, row.winning, row.unknown) == (len(verdicts), verdicts.count(Verdict.WIN), 0)
        assert (row.nimber, row.value) == (analysis.nimber, analysis.value and str(analysis.value))
        assert row.is_complete
        assert row.verdict.winner == ("first" if row.winning else "second")


def test_a_row_says_how_far_the_budget_went() -> None:
    forget()
    row = solve("factor-frenzy", Budget(nodes=5), "2-50")
    assert (row.verdict, row.verdict.winner, row.is_complete) == (Verdict.UNKNOWN, "unknown", False)
    assert (row.openings, row.winning, row.unknown) == (49, 0, 49)
    assert (row.nimber, row.value) == (None, None)
    assert row.nodes == 6


def test_setups_are_pools_or_numbers() -> None:
    assert Sweep(FactorDuel(), 9, 11, Budget(), jobs=1).setups == ["2-9", "2-10", "2-11"]
    assert Sweep(DivisorDuel(), 9, 11, Budget(), jobs=1).setups == ["9", "10", "11"]


def test_setups_are_like_the_one_that_is_named() -> None:
    even = FactorClash.from_setup("2-30,opening=even,relation=divides,without=6+10")
    assert Sweep(even, 9, 10, Budget(), jobs=1).setups == [
        "2-9,opening=even,relation=divides,without=6",
        "2-10,opening=even,relation=divides,without=6+10",
    ]
    assert Sweep(DivisorGame(60, 48, one="no"), 9, 10, Budget(), jobs=1).setups == ["9,one=no", "10,one=no"]
    assert Sweep(JuniperGreen(), 9, 10, Budget(), jobs=1).setups == ["1-9", "1-10"]


@pytest.mark.parametrize(
    ("notation", "last"),
    [
        ("factor-clash:2-20:", 2),
        ("juniper-green:1-20:", 2),
        ("factor-clash:11-20,opening=no-lone-primes:", 14),
        ("factor-clash:2-20,without=2+3:", 4),
        ("divisor-duel:60:", 2),
    ],
)
def test_the_smallest_setup_that_can_be_played(notation: str, last: int) -> None:
    rules = parse(notation).rules
    assert smallest(rules, 100) == last
    assert smallest(rules, 1) == 1


def test_processes_solve_as_this_one_does_and_keep_the_order() -> None:
    sweep = Sweep(FactorDuel(), 5, 20, Budget(), jobs=2)
    with sweep.solved(sweep.setups) as rows:
        found = list(map(without_cost, rows))
    assert found == [without_cost(solve("factor-duel", Budget(), setup)) for setup in sweep.setups]
    assert not active_children()


def test_a_process_that_is_ended_from_outside_is_told() -> None:
    sweep = Sweep(FactorFrenzy(), 400, 401, Budget(), jobs=1)

    def sweep_with_a_kill() -> None:
        with sweep.solved(sweep.setups) as rows:
            for process in active_children():
                process.kill()
            list(rows)

    with pytest.raises(SweepError) as told:
        sweep_with_a_kill()
    assert str(told.value) == "a process of the sweep was ended from outside"
