"""The tutor keeps a way to win open while there is much to learn, and tells the truth about moves."""

from random import Random
from typing import Any

import pytest
from player_checks import SMALL_SETUPS, is_won, lines_of, winning_replies_of

from commonfactor.players.base import THINKING, Choice
from commonfactor.players.exact import FEW_MOVES, Tutor
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line, parse
from commonfactor.solver.analysis import Budget
from commonfactor.solver.claims import GaveAway, Lost, NothingLeft, Refutation
from commonfactor.solver.english import told
from commonfactor.solver.oracle import forget
from commonfactor.solver.reference import Reference

over_every_game = pytest.mark.parametrize("game", SMALL_SETUPS, ids=lambda game: game.name)

KEPT = "You kept the win."
FOUND = "You kept the win, with the only move that does."
GIVEN_AWAY = "You gave the win away."
LOST_ANYWAY = "Every move loses against best play."


def chosen(line: Line, seed: int = 1) -> Choice:
    return Tutor().choice(line, Random(seed), THINKING.control())


def fewest_winning_replies(reference: Reference, rules: AnyRules, position: Any, moves: list[Move]) -> set[Move]:
    counts = {move: winning_replies_of(reference, rules, position, move) for move in moves}
    return {move for move, count in counts.items() if count == min(counts.values())}


@pytest.mark.unfollowed
@over_every_game
def test_it_gives_a_win_back_while_there_is_much_to_choose_from(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    reference, given_back, won = Reference(rules), 0, 0
    for seed, line in enumerate(lines_of(rules, 200)):
        position = line.position
        moves, choice = rules.legal_moves(position), chosen(line, seed)
        winning = [move for move in moves if not is_won(reference, rules.play(position, move))]
        losing = [move for move in moves if move not in winning]
        if winning and losing and len(moves) > FEW_MOVES:
            given_back += 1
            assert choice.move in fewest_winning_replies(reference, rules, position, losing)
            assert is_won(reference, rules.play(position, choice.move)), "the opponent has a way to win"
            assert choice.note == "You can win."
            continue
        assert choice.note == ""
        if winning:
            won += 1
            assert choice.move in winning
        else:
            assert choice.move in fewest_winning_replies(reference, rules, position, losing)
    assert given_back >= 10
    assert won >= 10


def truth(reference: Reference, rules: AnyRules, position: Any, move: Move) -> str:
    moves = rules.legal_moves(position)
    winning = [move for move in moves if not is_won(reference, rules.play(position, move))]
    if not winning:
        return LOST_ANYWAY
    if move not in winning:
        return GIVEN_AWAY
    return FOUND if len(winning) == 1 < len(moves) else KEPT


@over_every_game
def test_what_it_says_about_a_move_is_true(game: type[AnyRules]) -> None:
    rules = game.from_setup(SMALL_SETUPS[game])
    reference, said = Reference(rules), set()
    for line in lines_of(rules, 100):
        position = line.position
        for move in rules.legal_moves(position):
            first, *rest = Tutor().judgement(line, move, THINKING.control())
            remark = Tutor().remark(line, move, THINKING.control())
            if isinstance(first, Refutation):
                *ending, verdict = rest
                beaten = told([first, *ending], rules, position)
                assert beaten.startswith(f"{move} loses, because now your opponent ")
                remark = remark.removeprefix(f"{beaten} ")
                assert not is_won(reference, rules.play(rules.play(position, move), rules.parse_move(str(first.reply))))
                assert [type(claim) for claim in ending] == [NothingLeft] * first.ends
                assert type(verdict) in {GaveAway, Lost}
            assert remark == truth(reference, rules, position, move)
            said.add(remark)
    assert said == {KEPT, FOUND, GIVEN_AWAY, LOST_ANYWAY}


def test_the_only_move_is_not_praised() -> None:
    line = parse("divisor-duel:4:")
    assert Tutor().remark(line, 2, THINKING.control()) == KEPT


def unknown(move: int) -> str:
    return f"Whether {move} wins was not found out within the budget."


def remark_within(notation: str, move: int, nodes: int) -> str:
    forget()
    line = parse(notation)
    return Tutor().remark(line, move, Budget(nodes=nodes).control())


def test_it_says_if_it_does_not_know() -> None:
    assert remark_within("factor-challenge:2-60:", 6, nodes=100) == unknown(6)
    line = parse("factor-challenge:2-60:")
    choice = Tutor().choice(line, Random(1), Budget(nodes=100).control())
    assert choice.note.startswith("Who wins was not found out within the budget")


def test_it_names_what_beats_a_move_only_if_it_knows() -> None:
    said = {remark_within("factor-challenge:2-22:", 2, nodes) for nodes in range(500, 30_000, 500)}
    assert said == {unknown(2), GIVEN_AWAY, f"2 loses, because now your opponent takes 3. {GIVEN_AWAY}"}


def test_what_is_known_of_a_position_is_said_before_all_its_moves_are() -> None:
    """That 10 wins the opening of 2 to 26 is found out first, and then what each reply does."""
    notation = "factor-challenge:2-26:10"
    remarks = [remark_within(notation, 26, nodes) for nodes in range(1_000, 20_000, 500)]
    assert remarks[0] == unknown(26)
    assert remarks[-1].endswith(LOST_ANYWAY)
    assert {remark.endswith(LOST_ANYWAY) for remark in remarks if remark != unknown(26)} == {True}
