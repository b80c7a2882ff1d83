"""Audits: every move is judged by the verdicts of all moves there were, and nothing is guessed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest
from audit_checks import judged_line

from commonfactor.arena.audit import AuditError, audited, audited_file
from commonfactor.arena.judging import JudgedGame, judged
from commonfactor.arena.match import Ending, Game, Match, Result
from commonfactor.arena.record import RecordFile
from commonfactor.arena.terms import PLAYERS, Names, Programs, Scoring, Terms
from commonfactor.players.base import THINKING
from commonfactor.rules.base import AnyRules, Board
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import forget
from commonfactor.solver.reference import Reference

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
over_every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def random_line(rules: AnyRules, random: Random) -> Line:
    line = Line.start(rules)
    while moves := rules.legal_moves(line.position):
        line = line.play(random.choice(moves))
    return line


def judged_match(match: Match, folder: Path) -> list[JudgedGame]:
    """The games of a match, by way of its record."""
    path = folder / "match.jsonl"
    RecordFile(str(path)).create(match)
    return [judged(game, THINKING.control) for game in audited_file(str(path))[0]]


@pytest.fixture
def swapping() -> Match:
    return Match(parse("clash:2-20:").rules, Names("Ann", "Ben"), Terms(has_swap=True))


@over_every_game
def test_every_move_of_random_games_is_judged_as_the_definition_says(game: type[AnyRules]) -> None:
    rules = game.from_setup("24+18" if game.board is Board.NUMBERS else "2-11,opening=any")
    reference, random, control = Reference(rules), Random(f"audit {game.name}"), THINKING.control()
    for _ in range(60):
        line = random_line(rules, random)
        found = judged_line(str(line))
        assert [move.move for move in found.moves] == list(line.moves)
        position = rules.initial_position
        for move in found.moves:
            legal = rules.legal_moves(position)
            winning = [other for other in legal if not reference.is_won(rules.play(position, other), control)]
            assert (move.legal, move.winning, move.is_settled) == (len(legal), tuple(winning), True)
            assert move.verdict is (Verdict.WIN if winning else Verdict.LOSS)
            assert move.move_verdict is (Verdict.WIN if move.move in winning else Verdict.LOSS)
            assert move.mattered == (0 < len(winning) < len(legal))
            assert move.gave_win_away == (bool(winning) and move.move not in winning)
            assert move.player == position.to_move
            position = rules.play(position, move.move)
        assert found.leaders[0] == (1 if reference.is_won(rules.initial_position, control) else 2)


def test_what_a_slip_and_a_random_move_would_do_is_known_where_it_mattered() -> None:
    first, second = judged_line("divisor:60:6,2").moves
    assert (first.mattered, first.winning, first.legal) == (True, (12, 20, 30), 10)
    assert first.chance == pytest.approx(3 / 10)
    assert first.loss_by_slip == pytest.approx(7 / 9), "the other nine moves, of which two win"
    assert first.gave_win_away
    assert (second.mattered, second.chance) == (False, 1), "from 10 every move leaves a prime"
    assert not second.gave_win_away


def test_the_notation_before_a_move_is_the_line_that_it_was_chosen_in() -> None:
    found = judged_line("divisor:24+18:18/3,24/2,6/3")
    assert [found.notation_before(move) for move in found.moves] == [
        "divisor-duel:24+18:",
        "divisor-duel:24+18:18/3",
        "divisor-duel:24+18:18/3,24/2",
    ]


def test_drawn_moves_are_not_judged_and_seats_are_worth_what_they_leave() -> None:
    assert judged_line("divisor:60:6,2").leaders[0] == 1
    drawn = judged_line("divisor:60:6,2", opening=1)
    assert ([move.ply for move in drawn.moves], drawn.leaders) == ([2], (2, 2))
    nothing_left = judged_line("divisor:60:6,2", opening=2)
    assert (nothing_left.moves, nothing_left.leaders) == ((), (2,))


def test_what_the_budget_does_not_reach_is_left_out_whichever_move_was_made() -> None:
    forget()
    found = judged_line("frenzy:2-200:97,2,3", Budget(nodes=50))
    assert {(move.is_settled, move.mattered, move.gave_win_away) for move in found.moves} == {(False, False, False)}
    assert found.leaders[0] is None
    assert found.final_verdict is Verdict.UNKNOWN


def test_a_budget_never_makes_a_verdict_another_one() -> None:
    notation, settled = "challenge:2-16:4,9,6,3", set()
    truth = judged_line(notation).moves
    for nodes in range(0, 3000, 40):
        forget()
        for move, true in zip(judged_line(notation, Budget(nodes=nodes)).moves, truth, strict=True):
            settled.add(move.is_settled)
            assert move.move_verdict in (true.move_verdict, Verdict.UNKNOWN)
            if move.is_settled:
                assert move == true
    assert settled == {False, True}


def test_names_in_records_are_those_of_people_and_of_programs(tmp_path: Path) -> None:
    terms = Terms(scoring=Scoring(1, 2), programs=Programs(None, "perfect"))
    match = Match(DivisorDuel(60), Names("Ann", "the machine"), terms)
    match.play_all([6, 2], NOON)
    match.begin_next_game()
    match.play(12, NOON)
    first, second = judged_match(match, tmp_path)
    assert (first.game.players, first.game.winner, first.game.number) == (("Ann", "perfect"), 2, 1)
    assert (second.game.players, second.game.winner, second.game.number) == (("Ann", "perfect"), 2, 2)
    assert [move.player for move in (*first.moves, *second.moves)] == [1, 2, 2]


def test_a_game_that_goes_on_has_moves_and_no_winner(tmp_path: Path) -> None:
    match = Match(DivisorDuel(60), Names("Ann", "Ben"))
    match.play(6, NOON)
    (found,) = judged_match(match, tmp_path)
    assert (found.game.winner, found.game.result) == (None, None)
    assert [move.gave_win_away for move in found.moves] == [True]


def test_who_resigns_loses_whatever_the_position_was_worth(tmp_path: Path) -> None:
    match = Match(DivisorDuel(60), Names("Ann", "Ben"))
    match.play(6, NOON)
    match.resign()
    (found,) = judged_match(match, tmp_path)
    assert found.game.result == Result(1, Ending.RESIGNATION)
    assert found.final_verdict is Verdict.WIN


def test_after_a_swap_the_moves_belong_to_who_made_them(swapping: Match, tmp_path: Path) -> None:
    swapping.play(14, NOON)
    swapping.decide_swap(is_taken=True, at=NOON)
    swapping.play(7, NOON)
    (found,) = judged_match(swapping, tmp_path)
    assert [found.game.players[move.player - 1] for move in found.moves] == ["Ann", "Ann"]
    assert found.game.winner == 1, "who has the second seat now"


@pytest.mark.parametrize("is_taken", [False, True])
def test_with_a_swap_the_first_move_keeps_nothing_and_the_chooser_is_favoured(
    swapping: Match, tmp_path: Path, *, is_taken: bool
) -> None:
    swapping.play(14, NOON)
    swapping.decide_swap(is_taken=is_taken, at=NOON)
    (found,) = judged_match(swapping, tmp_path)
    (first,) = found.moves
    assert (first.mattered, first.verdict, first.is_settled) == (False, Verdict.LOSS, True)
    assert found.leaders[0] == 2


def test_who_resigns_instead_of_choosing_a_seat_gives_up_a_won_game(swapping: Match, tmp_path: Path) -> None:
    swapping.play(17, NOON)
    swapping.resign()
    (found,) = judged_match(swapping, tmp_path)
    assert found.game.winner == 1
    assert found.final_verdict is Verdict.WIN, "after 17 there is no move, but the seat of who made it can be taken"


def some_games() -> Iterator[Game]:
    random = Random("some games")
    for number in range(1, 11):
        line = random_line(parse("factor-duel:2-16:").rules, random)
        yield Game(line, result=Result(PLAYERS[line.position.to_move.other - 1], Ending.RULES), number=number)


def test_processes_judge_as_this_one_does_and_keep_the_order() -> None:
    games = list(some_games())
    with audited(games, THINKING, 2) as found:
        assert list(found) == [judged(game, THINKING.control) for game in games]
    assert not active_children()


def test_a_process_that_is_ended_from_outside_is_told() -> None:
    def audit_with_a_kill() -> None:
        with audited(list(some_games()), THINKING, 1) as found:
            for process in active_children():
                process.kill()
            list(found)

    with pytest.raises(AuditError) as told:
        audit_with_a_kill()
    assert str(told.value) == "a process of the audit was ended from outside"
