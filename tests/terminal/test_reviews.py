"""What a review says, in short, in full and as JSON."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from processes import at_terminal, run

from commonfactor.arena.judging import JudgedGame, Label
from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordFile
from commonfactor.arena.referee import played
from commonfactor.arena.review import explained, review
from commonfactor.arena.terms import DEFAULT_NAMES, Names, Programs, Scoring, Terms
from commonfactor.players.registry import player_called
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget
from commonfactor.solver.oracle import forget
from commonfactor.terminal.reviews import course, review_lines, summary_lines

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMES = Names("Ann", "Ben")


def match_of(notation: str) -> Match:
    line = parse(notation)
    match = Match(line.rules, NAMES)
    match.play_all(line.moves, NOON)
    return match


def reviewed(notation: str, *, is_resigned: bool = False, budget: Budget = DEFAULT_BUDGET) -> JudgedGame:
    match = match_of(notation)
    if is_resigned:
        match.resign()
    return review(match.game, budget.control())


def summary(found: JudgedGame) -> list[str]:
    return list(summary_lines(found, NAMES, 80))


def test_a_game_in_short() -> None:
    assert summary(reviewed("divisor:210:2,5,3")) == [
        "Who was winning, from the start to the end (● Ann, ◆ Ben):",
        "  ●◆●●",
        "Decided by move 2: 5 gave the win away, and was Ben's last chance.",
        "Accuracy (moves that kept a win, of those that could have lost it):",
        "  Ann: 0 of 1, Ben: 0 of 1",
    ]


def test_a_loser_without_a_chance_is_told_so() -> None:
    assert "Ann was winning from start to end." in summary(reviewed("clash:2-20:17"))


def test_a_won_game_that_was_given_up() -> None:
    assert "Ann gave up a won game." in summary(reviewed("divisor:60:", is_resigned=True))
    assert "Ann was winning from start to end." in summary(reviewed("clash:2-20:15", is_resigned=True))


@pytest.mark.parametrize(
    ("opening", "is_taken", "signs", "decision"),
    [
        (17, True, "  ◆◆", "Decided after the first move: Ben took the winning seat."),
        (17, False, "  ◆●", "Decided after the first move: Ben kept the losing seat."),
        (14, True, "  ◆●", "Decided after the first move: Ben took the losing seat."),
    ],
)
def test_the_swap_may_decide(opening: int, is_taken: bool, signs: str, decision: str) -> None:  # noqa: FBT001 (a case)
    match = Match(parse("clash:2-20:").rules, NAMES, Terms(has_swap=True))
    match.play(opening, NOON)
    match.decide_swap(is_taken=is_taken, at=NOON)
    if opening == 14:
        match.play(7, NOON)
        signs += "●"
    lines = summary(review(match.game, DEFAULT_BUDGET.control()))
    assert lines[1:3] == [signs, decision]


def test_an_unfinished_game_was_not_decided() -> None:
    assert not [line for line in summary(reviewed("divisor:60:6")) if "Decided" in line or "never" in line]


def test_what_the_budget_does_not_reach_is_not_claimed() -> None:
    forget()
    lines = summary(reviewed("frenzy:2-200:97,2,3", is_resigned=True, budget=Budget(nodes=50)))
    assert lines[1] == "  ????"
    assert "Whether Ben ever had a chance was not found out within the budget." in lines


def long_review(leaders: str) -> JudgedGame:
    class Long(JudgedGame):
        @property
        def leaders(self) -> tuple[int | None, ...]:  # type: ignore[override]
            return tuple(None if leader == "?" else int(leader) for leader in leaders)

    return Long(match_of("divisor:60:").game, (), DEFAULT_BUDGET)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("leaders", "width", "signs"),
    [
        ("1122?", 5, "●●◆◆?"),
        ("1" * 30 + "2" * 10, 20, "30● 10◆"),
        ("?" * 30 + "12" * 9, 20, "… 1● 1◆ 1● 1◆ 1● 1◆"),
        ("1" * 100, 2, "100●"),
    ],
)
def test_the_signs_fit_the_width(leaders: str, width: int, signs: str) -> None:
    assert course(long_review(leaders), width) == signs


def test_a_game_move_by_move() -> None:
    found = explained(reviewed("divisor:60:6,2"), DEFAULT_BUDGET.control())
    *lines, better, last = list(review_lines(found, NAMES, 80))[:7]
    assert lines == [
        "Divisor Duel, 60",
        "Winner: Ben",
        "",
        "  1  Ann  6  mistake",
        "     6 loses, because now your opponent plays 2, and then you have no move, since 5 is prime.",
    ]
    assert better.startswith("     Better: 12. 12 wins: ")
    assert last == "  2  Ben  2  best"


def test_a_game_that_ends_at_a_terminal_tells_what_beat_the_move_that_decided_it() -> None:
    with at_terminal("play", "factor-clash", "--pool", "2-12") as terminal:
        for move in (2, 10, 4, 12, 6, 8):
            terminal.wait_for("Select a number")
            terminal.type(f"{move}\n")
            terminal.wait_for(f"selects {move}.")
        terminal.wait_for("Decided by move 3: 4 gave the win away")
        told = terminal.wait_for("Move by move:")
    assert "Move 3:\r\n  4 loses, because now your opponent takes 8." in told
    assert "\r\n  Better: 5. 5 wins: " in told


class TestCommand:
    """The command ``review``."""

    def test_json_has_the_documented_keys(self) -> None:
        found = json.loads(run("review", "divisor-duel:210:2,5,3", "--json").out)
        assert list(found) == ["game", "setup", "notation", "winner", "accuracy", "moves"]
        assert (found["winner"], found["accuracy"]) == (1, 0)
        keys = ["ply", "player", "move", "label", "refutation", "better", "reason", "claims"]
        assert [list(move) for move in found["moves"]] == [keys] * 3
        assert [move["label"] for move in found["moves"]] == ["mistake", "missed win", "best"]
        assert all(move["label"] in list(Label) for move in found["moves"])
        first, second, last = found["moves"]
        assert first["reason"].startswith(f"{first['better']} wins: ")
        assert first["refutation"].startswith(f"2 loses, because now your opponent plays {first['claims'][0]['reply']}")
        assert [each["claims"][0]["kind"] for each in (first, second)] == ["refutation"] * 2
        assert (last["refutation"], last["claims"]) == (None, [])

    def test_several_numbers_have_moves_with_a_slash(self) -> None:
        found = json.loads(run("review", "divisor-duel:60+48:48/2", "--json").out)
        assert (found["moves"][0]["move"], found["winner"]) == ("48/2", None)

    def test_a_record_is_reviewed_with_its_names(self, tmp_path: Path) -> None:
        path = tmp_path / "match.jsonl"
        match = Match(DivisorDuel(60), NAMES, Terms(Scoring(1, 2)))
        for moves in ((6, 2), (12,)):
            match.play_all(moves, NOON)
            if not match.is_over:
                match.begin_next_game()
        RecordFile(str(path)).create(match)
        last, first = run("review", str(path)), run("review", str(path), "--game", "1")
        assert "  1  Ben  12  best" in last.out
        assert "  1  Ann  6  mistake" in first.out
        assert run("review", str(path), "--game", "3").complaint == ("the games of this match go from 1 to 2, not 3")

    @pytest.mark.parametrize("source", ["nowhere.jsonl", "clash:2-20:15,7", "chess:8x8:e4", "a:b"])
    def test_what_is_no_game_is_told_in_one_line(self, source: str) -> None:
        finished = run("review", source)
        assert finished.code == 2
        assert finished.complaint


class TestRetry:
    """The command ``retry``."""

    def test_it_starts_before_the_last_mistake_with_a_program_on_the_other_side(self) -> None:
        finished = run("retry", "factor-challenge:2-20:12,14,3", "--seed", "1", typed="quit\n")
        assert finished.out.startswith("Move 3: Player 1 was winning and played 3, which lost. Find a better move.\n")
        assert "Moves so far: 12, 14\n" in finished.out
        assert finished.complaint.endswith("play factor-challenge:2-20:12,14 --vs perfect --seat first --seed 1")

    def test_the_second_player_gets_the_second_seat(self) -> None:
        finished = run("retry", "divisor-duel:210:2,5,3", "--vs", "random", typed="3\n")
        assert "Player 1 was" not in finished.out
        assert finished.out.startswith("Move 2: Player 2 was winning and played 5, which lost.")

    def test_without_a_mistake_there_is_nothing_to_try(self) -> None:
        finished = run("retry", "clash:2-20:17")
        assert finished.code == 0
        assert finished.out == "Nobody gave a win away in this game, so there is nothing to try again.\n"

    def test_what_programs_gave_away_is_not_for_people_to_try(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        match = Match(DivisorDuel(60), NAMES, Terms(programs=Programs("random", None)))
        match.play_all((6, 2), NOON)
        RecordFile(str(path)).create(match)
        assert run("retry", str(path)).out.startswith("No person gave a win away in this game")

    def test_a_long_line_of_play_is_no_file_name(self) -> None:
        rules = parse("duel:2-400:").rules
        line = played(rules, player_called("greedy"), player_called("random"), seed=1)
        assert len(str(line)) > 255
        assert json.loads(run("review", str(line), "--json").out)["notation"] == str(line)

    def test_the_mistakes_of_programs_are_theirs(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        match = Match(DivisorDuel(210), NAMES, Terms(programs=Programs(None, "random")))
        match.play_all((2, 5, 3), NOON)
        RecordFile(str(path)).create(match)
        finished = run("retry", str(path), typed="30\n")
        assert finished.out.startswith("Move 1: Ann was winning and played 2, which lost.")
        assert "Ann wins!" in finished.out

    def test_after_a_swap_the_seats_are_those_that_were_taken(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        match = Match(parse("challenge:2-20:").rules, DEFAULT_NAMES, Terms(has_swap=True))
        match.play(12, NOON)
        match.decide_swap(is_taken=True, at=NOON)
        match.play(14, NOON)
        match.play(3, NOON)
        RecordFile(str(path)).create(match)
        finished = run("retry", str(path), typed="quit\n")
        assert finished.out.startswith("Move 3: Player 2 was winning and played 3")
        assert "Player 2, it's your turn." in finished.out

    def test_a_player_that_nobody_knows_is_told(self) -> None:
        assert run("retry", "divisor:60:6", "--vs", "kasparov").complaint.startswith("there is no player 'kasparov'")
