"""The perfect player, the one that slips, and whether to change seats."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from player_checks import SMALL_SETUPS, is_won, lines_of, winning_replies_of

from commonfactor.players import solver_players
from commonfactor.players.base import THINKING, Choice, generator
from commonfactor.players.solver_players import Perfect, Slips, wants_seat
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line, parse
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.reference import Reference

over_every_game = pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)


def chosen(line: Line, seed: int = 1, budget: Budget = THINKING) -> Choice:
    return Perfect().choice(line, Random(seed), budget.control())


@pytest.mark.unfollowed
@over_every_game
def test_it_wins_what_can_be_won_and_else_leaves_the_fewest_winning_replies(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    reference, lost = Reference(rules), 0
    for seed, line in enumerate(lines_of(rules, 300)):
        position = line.position
        move = chosen(line, seed).move
        if is_won(reference, position):
            assert not is_won(reference, rules.play(position, move))
            continue
        lost += 1
        counts = {move: winning_replies_of(reference, rules, position, move) for move in rules.legal_moves(position)}
        assert counts[move] == min(counts.values())
    assert lost >= 20


def hardest(line: Line) -> set[Move]:
    """The moves that leave the fewest winning replies."""
    reference, rules, position = Reference(line.rules), line.rules, line.position
    counts = {move: winning_replies_of(reference, rules, position, move) for move in rules.legal_moves(position)}
    return {move for move, count in counts.items() if count == min(counts.values())}


def test_winning_moves_are_all_as_likely() -> None:
    line = parse("factor-clash:2-20:4,6,3,9")
    winning = set(analyse(line.rules, line.position).moves_with(Verdict.WIN))
    moves = Counter(chosen(line, seed).move for seed in range(1000))
    assert set(moves) == winning
    assert all(abs(count * len(winning) - 1000) < 300 for count in moves.values())


@pytest.mark.parametrize(
    "notation",
    [
        "factor-clash:2-16:7,14,2",
        "divisor-duel:60+48+12:48/2,60/6",
        "factor-challenge:2-13:",
        "factor-duel:2-16:",
        "factor-frenzy:2-24:3,4,17",
    ],
)
def test_moves_that_are_equally_hard_to_beat_all_come_up(notation: str) -> None:
    line = parse(notation)
    assert not analyse(line.rules, line.position).moves_with(Verdict.WIN)
    expected = hardest(line)
    assert len(expected) > 1
    assert {chosen(line, seed).move for seed in range(60)} == expected


@over_every_game
def test_the_tables_do_not_matter(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    for seed, line in enumerate(lines_of(rules, 20, seed=3)):
        forget()
        fresh = chosen(line, seed)
        analyse(rules, rules.initial_position)
        assert chosen(line, seed) == fresh


@pytest.mark.unfollowed
def test_out_of_budget_it_looks_ahead_and_says_so() -> None:
    line = parse("factor-challenge:2-60:")
    forget()
    choice = chosen(line, budget=Budget(nodes=100))
    assert choice.note == "Who wins was not found out within the budget; it looked three moves ahead instead."
    forget()
    assert chosen(line, budget=Budget(nodes=100)) == choice


def test_out_of_budget_it_avoids_moves_that_are_known_to_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules say nothing about the last move but that the others lose."""
    line = parse("factor-challenge:2-20:6,10")
    rules, position = line.rules, line.position
    *losing, unknown = rules.legal_moves(position)
    analysis = analyse(rules, position)
    partly = dict.fromkeys(losing, Verdict.LOSS) | {unknown: Verdict.UNKNOWN}
    for verdict in (Verdict.WIN, Verdict.UNKNOWN):
        changed = replace(analysis, moves=partly, verdict=verdict)
        monkeypatch.setattr(solver_players, "analyse", lambda *_, changed=changed: changed)
        assert {chosen(line, seed).move for seed in range(20)} == {unknown}


def test_a_lost_position_whose_replies_are_out_of_budget_is_looked_ahead_in() -> None:
    line = parse("factor-challenge:2-26:10")
    nodes_of_verdict = nodes_to_know(line)
    assert analyse(line.rules, line.position).verdict is Verdict.LOSS
    forget()
    choice = chosen(line, budget=Budget(nodes=nodes_of_verdict))
    assert choice.note.startswith("Which move is hardest to answer was not found out within the budget; it looked ")
    assert choice.move in line.rules.legal_moves(line.position)


def nodes_to_know(line: Line) -> int:
    """How many nodes the verdict of a position takes, and of all its moves."""
    forget()
    return analyse(line.rules, line.position).nodes


@pytest.mark.unfollowed
@pytest.mark.parametrize(
    ("notation", "note"),
    [
        ("factor-clash:2-1000000:510510", "It looked at 1 of 819,475 moves."),
        ("factor-clash:2-1000000:", ""),
        ("divisor-duel:897612484786617600:", ""),
    ],
)
def test_it_answers_with_very_many_moves(notation: str, note: str) -> None:
    line = parse(notation)
    choice = chosen(line)
    assert line.play(choice.move)
    assert choice.note == note


def slipped(probability: float, seed: int, line: Line) -> bool:
    """Whether a player has made another move than the perfect one with the same chance."""
    perfect = chosen(line, seed)
    return Slips(probability).choice(line, Random(seed), THINKING.control()) != perfect


@pytest.mark.parametrize(("probability", "slips"), [(0.0, 0), (0.2, 206), (0.5, 503), (1.0, 1000)])
def test_it_slips_as_often_as_it_should(probability: float, slips: int) -> None:
    line = parse("factor-clash:2-20:4,6")
    assert sum(slipped(probability, seed, line) for seed in range(1000)) == slips


def test_a_slip_may_be_any_other_move() -> None:
    line = parse("divisor-duel:30:")
    moves = {Slips(1.0).choice(line, generator(seed, 1, 1), THINKING.control()).move for seed in range(100)}
    assert moves == {2, 3, 5, 6, 10, 15}


def test_a_slip_says_nothing_about_the_budget() -> None:
    line = parse("factor-challenge:2-60:")
    choice = Slips(1.0).choice(line, Random(1), Budget(nodes=100).control())
    assert choice.note == ""


@pytest.mark.parametrize(
    ("probability", "description"),
    [
        (0, "slips in 0 % of its moves"),
        (0.07, "slips in 7 % of its moves"),
        (0.1, "slips one time in ten"),
        (0.11, "slips about one time in nine"),
        (0.125, "slips one time in eight"),
        (0.2, "slips one time in five"),
        (0.333, "slips one time in three"),
        (0.5, "slips one time in two"),
        (0.75, "slips in 75 % of its moves"),
        (1, "slips in 100 % of its moves"),
    ],
)
def test_it_says_how_often_it_slips(probability: float, description: str) -> None:
    assert Slips(probability).description == description


@pytest.mark.parametrize(
    ("notation", "wants"),
    [
        ("factor-clash:2-20:11", True),
        ("factor-clash:2-20:2", True),
        ("factor-clash:2-12:8", True),
        ("factor-clash:2-15:6", False),
        ("divisor-duel:60:30", True),
        ("divisor-duel:60:2", False),
    ],
)
def test_one_wants_the_seat_that_wins(notation: str, wants: bool) -> None:  # noqa: FBT001  # a column of the table
    line = parse(notation)
    assert wants_seat(line.rules, line.position, THINKING.control()) is wants


def test_one_stays_where_one_does_not_know() -> None:
    forget()
    line = parse("factor-challenge:2-60:6")
    assert not wants_seat(line.rules, line.position, Budget(nodes=100).control())
