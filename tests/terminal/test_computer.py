"""Playing against programs: turns, hints, undo, swap, and how to go on."""

from io import StringIO
from itertools import pairwise

import pytest
from tables import NOON, Table

from commonfactor.arena.match import Match
from commonfactor.arena.terms import Names, Player, Programs, Scoring, Terms
from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import parse
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.session import Session

VS_PERFECT = Terms(programs=Programs(None, "perfect"), seed=1)


def test_a_program_is_called_by_its_name() -> None:
    table = Table("divisor:60:", "6", terms=VS_PERFECT)
    lines = table.run()
    assert "Enter your chosen divisor: 6" in lines
    assert table.match.winner == 2
    assert len(table.match.game.line.moves) == 2
    assert any(line.startswith(f"Player 2 divided 10 by {table.match.game.line.moves[1]}.") for line in lines)


def test_a_program_can_begin() -> None:
    table = Table("divisor:60:", terms=Terms(programs=Programs("perfect", None), seed=1))
    table.run()
    assert table.match.winner == 1


def test_two_programs_play_without_being_asked() -> None:
    table = Table("frenzy:2-50:", terms=Terms(programs=Programs("greedy", "perfect"), seed=1))
    table.run()
    assert table.match.is_over


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def game(seed: int) -> tuple[object, ...]:
        table = Table("frenzy:2-50:", terms=Terms(programs=Programs("random", "slips:0.2"), seed=seed))
        table.run()
        return table.match.game.line.moves

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(5)}) > 1


def test_the_games_of_a_match_differ() -> None:
    table = Table("frenzy:2-50:", terms=Terms(Scoring(1, 5), programs=Programs("random", "random"), seed=3))
    table.run()
    assert len({game.line.moves for game in table.match.games}) == len(table.match.games) > 4


def test_a_match_that_is_taken_up_goes_on_as_it_would_have() -> None:
    terms = Terms(programs=Programs("slips:0.2", "random"), seed=11)
    whole = Table("duel:2-20:", terms=terms)
    whole.run()
    line = whole.match.game.line
    for count in range(len(line.moves)):
        begun = f"duel:2-20:{','.join(map(str, line.moves[:count]))}"
        again = Table(begun, terms=terms)
        again.run()
        assert again.match.game.line == line


def test_undo_takes_back_your_move_and_the_answer() -> None:
    table = Table("clash:2-20:", "12", "undo", "undo", "quit", terms=VS_PERFECT)
    lines = table.run()
    reply = next(line for line in lines if line.endswith(" and 12 are taken back."))
    assert reply
    assert "There is no move of yours to take back in this game." in lines
    assert table.match.game.line.moves == ()


def test_a_program_that_nobody_knows_is_told() -> None:
    with pytest.raises(NotationError, match="there is no player 'deep'"):
        Table("divisor:60:", terms=Terms(programs=Programs(None, "deep")))


def test_the_tutor_says_what_became_of_the_win() -> None:
    vs_tutor = Terms(programs=Programs(None, "tutor"), seed=1)
    beaten = "60/2 loses, because now your opponent plays 36/2. Every move loses against best play."
    assert beaten in Table("divisor:60+36:", "60/2", "quit", terms=vs_tutor).run()
    beaten = "6 loses, because now your opponent plays 2, and then you have no move, since 5 is prime."
    given = f"{beaten} You gave the win away."
    assert given in Table("divisor:60:", "6", "quit", terms=vs_tutor).run()
    assert "You kept the win." in Table("divisor:60:", "12", terms=vs_tutor).run()


def test_the_tutor_is_silent_about_a_first_move_that_it_may_take_over() -> None:
    lines = Table("clash:2-20:", "17", terms=Terms(has_swap=True, programs=Programs(None, "tutor"))).run()
    assert not [line for line in lines if line.startswith("You ")]


def test_there_is_no_advice_about_a_first_move_that_may_be_taken_over() -> None:
    table = Table("clash:2-20:", "hint", "eval", "why 17", "quit", terms=Terms(has_swap=True))
    assert table.run().count("There is no advice about the first move, since your opponent may take it over.") == 3
    assert table.match.game.hints == (0, 0)


def test_the_steps_of_a_hint_begin_anew_with_every_game() -> None:
    lines = Table("clash:2-20:", "hint", "17", "hint", "quit", terms=Terms(Scoring(1, 3))).run()
    first, second = answers_to("hint", lines)
    assert first == second


def test_a_program_says_when_it_could_not_solve_the_position() -> None:
    lines = Table("challenge:2-300:2", "quit", terms=Terms(programs=Programs(None, "perfect"), seed=1)).run()
    assert any("Who wins was not found out within the budget" in line for line in lines), lines


class TestAdvice:
    """``hint``, ``why`` and ``eval``."""

    def test_hints_come_in_three_steps_and_start_anew_after_a_move(self) -> None:
        table = Table("divisor:60+36:", "hint", "hint", "hint", "hint", "60/2", "hint", "quit")
        answers = answers_to("hint", table.run())
        assert len(answers) == 5
        assert "Compare" in answers[1]
        assert answers[2].endswith("Play 60/2.")
        assert answers[3] == answers[2]
        assert "Compare" not in answers[4]

    def test_they_are_counted_for_whoever_asks(self) -> None:
        table = Table("divisor:60+36:", "hint", "eval", "60/2", "why 36/2", "why 36/5", "quit")
        table.run()
        assert table.match.game.hints == (2, 1), "that 36/5 is not allowed is no hint"

    def test_there_may_be_no_more_than_agreed(self) -> None:
        table = Table("divisor:60+36:", "hint", "eval", "why 36/2", "hint", "quit", terms=Terms(most_hints=1))
        lines = table.run()
        assert lines.count("The hints of this game are used up, 1 in all.") == 3
        assert "36/2 is allowed: 2 divides 36 = 2·2·3·3 and leaves 18 = 2·3·3." in lines
        assert table.match.game.hints == (1, 0)

    def test_there_may_be_none(self) -> None:
        assert (
            "No hints were agreed for this game."
            in Table("divisor:60:", "hint", "quit", terms=Terms(most_hints=0)).run()
        )

    def test_eval_lists_the_verdict_of_every_move(self) -> None:
        lines = Table("divisor:60:", "eval", "quit").run()
        assert "✓ wins: 12, 20, 30 (3 of 10)" in lines
        assert "✕ loses: 2, 3, 4, 5, 6, 10, 15 (7 of 10)" in lines

    def test_eval_says_what_it_does_not_know(self) -> None:
        lines = Table("challenge:2-300:", "eval", "quit").run()
        assert any(line.startswith("? not found out: 2, 3, 4") for line in lines)


def answers_to(command: str, lines: list[str]) -> list[str]:
    """The lines that follow a command that was typed."""
    return [after for line, after in pairwise(lines) if line.endswith(f": {command}")]


class TestSwap:
    """``swap`` and ``keep``."""

    def test_nothing_else_is_possible_at_the_question(self) -> None:
        typed = ("5", "hint", "why 5", "eval", "help", "undo now", "keep", "quit")
        table = Table("clash:2-20:15", *typed, terms=Terms(has_swap=True))
        lines = table.run()
        assert "First it must be clear who takes the first seat. Possible: swap, keep." in lines
        assert sum(line.startswith("Advice is about moves;") for line in lines) == 3
        assert "keep         keep your own seat when you could swap" in lines
        assert "Player 2 keeps the second seat." in lines
        assert table.match.game.player_to_move == 2

    def test_it_can_be_taken_back(self) -> None:
        table = Table("clash:2-20:15", "swap", "undo", "undo", "quit", terms=Terms(has_swap=True))
        lines = table.run()
        assert "Player 2 takes over the first seat; Player 1 goes on as the second." in lines
        assert "The decision about the seats is taken back." in lines
        assert "15 is taken back." in lines

    def test_it_is_refused_where_it_was_not_agreed_or_too_late(self) -> None:
        assert (
            "Swapping seats was not agreed for this game; --swap does that."
            in Table("clash:2-20:15", "swap", "quit").run()
        )
        assert (
            "Seats can be swapped by the second player right after the first move only."
            in Table("clash:2-20:15,5", "keep", "quit", terms=Terms(has_swap=True)).run()
        )

    @pytest.mark.parametrize(("move", "swaps"), [("14", False), ("15", True), ("17", True)])
    def test_a_program_swaps_iff_the_one_who_has_just_moved_is_winning(self, move: str, swaps: bool) -> None:  # noqa: FBT001 (a case)
        for program in ("random", "perfect"):
            terms = Terms(has_swap=True, programs=Programs(None, program))
            table = Table("clash:2-20:", move, "resign", terms=terms)
            lines = table.run()
            assert ("Player 2 takes over the first seat; Player 1 goes on as the second." in lines) is swaps
            assert ("Player 2 keeps the second seat." in lines) is not swaps


class TestGoingOn:
    """The command for the shell that an unfinished game ends with."""

    def command(self, table: Table) -> str:
        return table.session.how_to_go_on().rpartition(": commonfactor ")[2]

    @pytest.mark.parametrize(
        ("terms", "starter", "expected"),
        [
            (VS_PERFECT, 1, "play factor-clash:2-20:15 --vs perfect --seat first --seed 1"),
            (
                VS_PERFECT,
                2,
                "play factor-clash:2-20:15 --vs perfect --seat second --seed 1",
            ),
            (
                Terms(programs=Programs("random", "lookahead:3"), seed=7, most_hints=3),
                2,
                "play factor-clash:2-20:15 --players random lookahead:3 --first 2 --seed 7 --hints 3",
            ),
            (Terms(has_swap=True), 1, "play factor-clash:2-20:15 --swap"),
        ],
    )
    def test_it_keeps_what_was_agreed(self, terms: Terms, starter: Player, expected: str) -> None:
        assert self.command(Table("clash:2-20:15", terms=terms, starter=starter)) == expected

    def test_after_a_swap_the_seats_are_as_they_are(self) -> None:
        table = Table("clash:2-20:15", terms=Terms(has_swap=True))
        table.match.decide_swap(is_taken=True, at=NOON)
        assert self.command(table) == "play factor-clash:2-20:15 --first 2"

    def test_names_follow_their_seats(self) -> None:
        match = Match(parse("clash:2-20:").rules, Names("Ann", "Hal"), VS_PERFECT, starter=2)
        session = Session(match, Screen(plain=True, source=StringIO(), sink=StringIO()), lambda: NOON)
        assert session.how_to_go_on().endswith("--vs perfect --seat second --names Ann Hal --seed 1")
