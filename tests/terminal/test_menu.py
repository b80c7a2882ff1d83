"""The menu, asked at a real terminal."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from processes import Terminal, at_terminal, run

from commonfactor.players.registry import LEVELS
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.registry import all_games

QUESTIONS = (
    "Which game? [1]",
    "Against a friend, or the computer at level 1 to 5, or the tutor? [friend]",
    "Which numbers, from-to? (book, fair or your own) [book]",
    "Name of Player 1? [Player 1]",
    "Name of Player 2? [Player 2]",
    "Who starts: 1 for Player 1, 2 for Player 2, or coin? [1]",
)
PROMPT = "Select a number:"


@contextmanager
def menu_at(question: int) -> Iterator[Terminal]:
    """The menu at its question of that number, everything before answered with Enter."""
    with at_terminal() as terminal:
        terminal.wait_for(QUESTIONS[0])
        for following in QUESTIONS[1 : question + 1]:
            terminal.answer("", then=following)
        terminal.wait_until_it_waits()
        yield terminal


def started(terminal: Terminal) -> str:
    """What a game says from its start to its first prompt."""
    terminal.wait_for("Game Start")
    return terminal.wait_for(PROMPT)


def test_enter_takes_factor_clash_on_2_to_20() -> None:
    with menu_at(5) as terminal:
        terminal.type("\n")
        told = started(terminal)
        assert "Available Numbers" not in told, "they are in the picture"
        assert all(f"{number:>2} " in told for number in range(2, 21))
        assert "Player 1's Turn" in told
        terminal.type("11\n")
        terminal.wait_for("Player 1 wins the game!")
        terminal.wait_for("Play again? (yes, no, retry or another game) [yes]")
        terminal.type("no\n")
        finished = terminal.finish()
    assert (finished.code, finished.err) == (0, "")


def test_the_menu_lists_the_games_with_their_numbers() -> None:
    with menu_at(0) as terminal:
        for number, game in enumerate(all_games(), start=1):
            assert f"{number}  {game.title}" in terminal.said
        assert not re.search(r"\b(?:five|seven)\b", terminal.said, re.IGNORECASE)


@pytest.mark.parametrize(
    ("choice", "setup"),
    [
        *(("2", "60"), ("3", "2-20"), ("5", "2-50")),
        *(("divisor", "60"), ("frenzy", "2-50"), ("FRENZY", "2-50")),
        *(("divisor-duel", "60"), ("Factor Frenzy", "2-50"), ("factor frenzy", "2-50")),
    ],
)
def test_a_game_is_chosen_by_number_name_or_title(choice: str, setup: str) -> None:
    with menu_at(0) as terminal:
        assert "Which game?" not in terminal.answer(choice, then=QUESTIONS[1])
        terminal.answer("", then=f"book: {setup}, as in the rule book")


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        (0, "8", "The game is a number from 1 to 7 or a name, not '8'."),
        (0, "0", "The game is a number from 1 to 7 or a name, not '0'."),
        (0, "chess", "The game is a number from 1 to 7 or a name, not 'chess'."),
        (2, "20-2", "The pool 20-2 is empty: its first number is larger than its last."),
        (2, "abc", "A pool is written LO-HI, such as 2-20, not 'abc'."),
        (2, "1-20", "A pool starts at 2 or above, not at 1."),
        (2, "2-1000001", "Factor Clash is played with numbers up to 1"),
        (1, "6", "There is no player '6'; there are the levels 1 to 5"),
        (1, "slips:2", "Slips:P has a probability from 0 to 1"),
        (3, "x" * 25, "A name has 1 to 24 characters, not 25."),
        (3, "A\tN", "A name has visible characters only"),
        (4, "x" * 25, "A name has 1 to 24 characters, not 25."),
        (4, "Player 1", "The players need two different names, not 'Player 1' twice."),
        (5, "3", "The one who starts is 1, 2 or coin, not '3'."),
        (5, "ANN", "The one who starts is 1, 2 or coin, not 'ANN'."),
    ],
)
def test_a_bad_answer_gets_one_line_and_the_same_question_again(question: int, answer: str, reason: str) -> None:
    with at_terminal(env={"NO_COLOR": "1"}, columns=200) as terminal:
        terminal.wait_for(QUESTIONS[0])
        for following in QUESTIONS[1 : question + 1]:
            terminal.answer("", then=following)
        echo, line, again = terminal.answer(answer, then=QUESTIONS[question]).split("\r\n")
        assert line.startswith(reason)
        assert line.endswith(".")
        assert again == QUESTIONS[question]
        assert echo.startswith(" ")
        for following in (*QUESTIONS[question + 1 :], "Player 1's Turn"):
            terminal.answer("", then=following)


@pytest.mark.parametrize("question", range(6))
@pytest.mark.parametrize("word", ["quit", "QUIT"])
def test_quit_at_any_question_exits_with_0(question: int, word: str) -> None:
    with menu_at(question) as terminal:
        terminal.type(word + "\n")
        finished = terminal.finish()
    assert (finished.code, finished.err) == (0, "")


@pytest.mark.parametrize("question", range(6))
def test_ctrl_c_at_any_question_exits_with_130(question: int) -> None:
    with menu_at(question) as terminal:
        terminal.type("\x03")
        finished = terminal.finish()
        assert terminal.is_as_it_was
    assert (finished.code, finished.err) == (130, "")
    assert finished.out.endswith("\r\n")


def test_ctrl_d_at_a_question_exits_with_1() -> None:
    with menu_at(0) as terminal:
        terminal.type("\x04")
        finished = terminal.finish()
    assert (finished.code, finished.err) == (1, "")


def test_ctrl_c_in_a_game_from_the_menu_tells_how_to_go_on() -> None:
    with menu_at(3) as terminal:
        terminal.answer("ANN", then="Player 2?")
        terminal.answer("BEN", then="Who starts: 1 for ANN, 2 for BEN, or coin?")
        terminal.answer("2", then="BEN's Turn")
        terminal.wait_for(PROMPT)
        terminal.answer("15", then="with 15:")
        terminal.wait_until_it_waits()
        terminal.type("\x03")
        finished = terminal.finish()
    assert finished.code == 130
    assert finished.complaint.endswith("commonfactor play factor-clash:2-20:15 --first 2 --names ANN BEN")


def test_quit_in_a_game_from_the_menu_leaves_the_program() -> None:
    with menu_at(5) as terminal:
        terminal.answer("", then=PROMPT)
        terminal.type("quit\n")
        finished = terminal.finish()
    assert finished.code == 0
    assert finished.complaint.endswith("commonfactor play factor-clash:2-20:")
    assert "Play again?" not in finished.out


def test_another_game_is_started_by_the_other_player() -> None:
    with menu_at(5) as terminal:
        terminal.type("\n")
        for starter, other in ((1, 2), (2, 1), (1, 2)):
            assert f"Player {starter}'s Turn" in started(terminal)
            terminal.answer("11", then=f"Player {starter} wins the game!")
            assert f"Player {other} cannot make a valid move." in terminal.said
            terminal.wait_for("Play again?")
            terminal.type("yes\n")
        started(terminal)


def test_a_bad_answer_to_play_again_gets_one_line_and_the_question_again() -> None:
    with menu_at(5) as terminal:
        terminal.answer("", then=PROMPT)
        terminal.answer("11", then="Play again?")
        terminal.answer("perhaps", then="The answer is yes, no, retry or another, not 'perhaps'.")
        terminal.wait_for("Play again?")
        terminal.type("no\n")
        assert terminal.finish().code == 0


def test_another_game_can_be_chosen_after_the_first() -> None:
    with menu_at(5) as terminal:
        terminal.answer("", then=PROMPT)
        terminal.answer("11", then="Play again?")
        terminal.answer("another", then=QUESTIONS[0])
        terminal.answer("2", then=QUESTIONS[1])
        terminal.type("quit\n")
        assert terminal.finish().code == 0


@pytest.mark.parametrize("question", range(6))
def test_help_at_any_question_tells_how_to_answer(question: int) -> None:
    with menu_at(question) as terminal:
        terminal.answer("help", then="Press Enter to take what stands in [ ]. Type quit to leave.")
        terminal.wait_for(QUESTIONS[question])
        terminal.type("quit\n")
        assert terminal.finish().code == 0


def test_input_that_ends_after_the_game_did_is_no_failure() -> None:
    with menu_at(5) as terminal:
        terminal.answer("", then=PROMPT)
        terminal.answer("11", then="Play again?")
        terminal.type("\x04")
        finished = terminal.finish()
    assert (finished.code, finished.err) == (0, "")


def test_the_second_player_can_start() -> None:
    with menu_at(5) as terminal:
        terminal.type("2\n")
        assert "Player 2's Turn" in started(terminal)


def test_the_coin_chooses_one_of_the_two() -> None:
    with menu_at(5) as terminal:
        terminal.type("coin\n")
        told = started(terminal)
        assert ("Player 1's Turn" in told) != ("Player 2's Turn" in told)


def test_the_recommended_setup_is_offered_beside_that_of_the_rule_book() -> None:
    with menu_at(2) as terminal:
        assert "book: 2-20, as in the rule book" in terminal.said
        assert f"fair: {FactorClash.recommended_setup}, recommended" in terminal.said
        for answer, following in zip(("FAIR", "", "", ""), (*QUESTIONS[3:], PROMPT), strict=True):
            terminal.answer(answer, then=following)
        assert f"The setup of this game: {FactorClash.recommended_setup}" in terminal.answer("rules", then=PROMPT)


def test_the_levels_are_told_before_one_is_chosen() -> None:
    with menu_at(1) as terminal:
        for level in LEVELS:
            assert f"{level.number}  {level.name}" in terminal.said
            assert level.description in terminal.said
        terminal.answer("3", then="(book, fair or your own) [fair]")
        terminal.answer("", then="Your name? [Player 1]")
        terminal.answer("Computer", then="The players need two different names, not 'Computer' twice.")
        terminal.answer("Ann", then="Who starts: 1 for Ann, 2 for Computer, or coin? [1]")
        terminal.answer("2", then="You are Ann, against the computer: level 3, club, which plays")
        terminal.wait_for("Computer selects")


def test_a_game_can_be_tried_again_from_the_mistake() -> None:
    with menu_at(5) as terminal:
        terminal.answer("", then=PROMPT)
        terminal.answer("14", then="with 14:")
        terminal.answer("7", then="Decided by move 1: 14 gave the win away")
        terminal.wait_for("Play again?")
        terminal.answer("retry", then="Move 1: Player 1 was winning and played 14, which lost. Find a better move.")
        terminal.wait_for(PROMPT)
        terminal.answer("14", then="14 loses, because now your opponent takes 7")
        terminal.wait_for("Player 2 selects ")
        terminal.answer("resign", then="Play again?")
        terminal.answer("retry", then="Find a better move.")
        terminal.wait_for(PROMPT)
        terminal.answer("11", then="Player 1 wins the game!")
        terminal.wait_for("Play again?")
        assert terminal.said.count("Find a better move.") == 2
        terminal.answer("yes", then="Player 2 starts.")
        assert "Player 1's Turn" not in terminal.wait_for("Player 2's Turn"), "the one who did not start before"


def test_without_a_mistake_there_is_nothing_to_try_again() -> None:
    with menu_at(5) as terminal:
        terminal.answer("", then=PROMPT)
        terminal.answer("11", then="Play again?")
        told = terminal.answer("retry", then="so there is nothing to try again.")
        assert "Nobody gave a win away in this game" in told
        assert PROMPT not in terminal.wait_for("Play again?")
        terminal.type("no\n")
        assert terminal.finish().code == 0


def test_no_line_of_the_menu_is_wider_than_a_narrow_window() -> None:
    with at_terminal(env={"TERM": "dumb"}, columns=20, echo=False) as terminal:
        for offer in ("[1]", "[friend]", "[book]", "[Player 1]", "[Player 2]", "[1]"):
            terminal.wait_for(f"{offer} ")
            terminal.type("\n")
        terminal.wait_for(PROMPT)
        assert [line for line in terminal.said.split("\r\n") if len(line.rstrip()) > 20] == []


def test_without_a_terminal_there_is_no_menu_but_factor_clash_from_standard_input() -> None:
    finished = run(typed="15\n5\n10\n")
    assert finished.out == run("play", "factor-clash", "--pool", "2-20", typed="15\n5\n10\n").out
    assert finished.code == 1
    assert finished.complaint.endswith("play factor-clash:2-20:15,5,10")
