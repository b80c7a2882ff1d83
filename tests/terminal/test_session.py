"""What can be typed at a prompt, and what comes of it."""

from io import StringIO
from pathlib import Path

import pytest
from tables import NOON, Table

from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.arena.terms import Names, Scoring, Terms
from commonfactor.rules.notation import parse
from commonfactor.terminal.screen import EndOfInput, Screen
from commonfactor.terminal.session import Session


def answer(typed: str, notation: str = "clash:2-20:14") -> list[str]:
    return Table(notation, typed, "quit").answers()


def test_the_rules_are_those_of_the_setup() -> None:
    told = "\n".join(answer("rules", "duel:2-20,relation=shares-a-digit:14"))
    assert "shares no digit" in told
    assert "co-prime" not in told


POSSIBLE = "Possible: 2, 4, 6, 7, 8, 10, 12, 16, 18, 20."


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "A number is missing."),
        ("hello", "'hello' is not a command; help lists them."),
        ("hello there", "'hello there' is not a command; help lists them."),
        ("1.5", "'1.5' is not a whole number."),
        ("-3", "A number is written without a sign, not as '-3'."),
        ("0", "0 is not among 2 to 20."),
        ("1", "1 is not among 2 to 20."),
        ("999", "999 is not among 2 to 20."),
        ("14", "14 was already taken at move 1."),
        ("9", "9 = 3·3 and 14 = 2·7 share no factor."),
        ("\uff14", "A number is written with the digits 0 to 9, not as '\uff14'."),
        ("4" * 5000, "A number has at most 19 digits, not 5,000."),
    ],
)
def test_bad_input_gets_one_line_with_what_is_wrong_and_what_is_possible(typed: str, reason: str) -> None:
    assert answer(typed) == [f"{reason} {POSSIBLE}"]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("undo now", ["undo stands alone, without 'now'."]),
        ("undo", ["14 is taken back.", "Available Numbers: 2-20", "", "Player 1's Turn"]),
        ("why", ["Say which move you mean, such as: why 2"]),
        ("why me", ["'me' is not a number."]),
        ("why 999", ["999 is not among 2 to 20."]),
        ("why\t9", ["9 is not allowed: 9 = 3·3 and 14 = 2·7 share no factor."]),
        ("why not 9?", ["9 is not allowed: 9 = 3·3 and 14 = 2·7 share no factor."]),
        ("save", ["Say where to save, such as: save game.jsonl"]),
        ("moves", [POSSIBLE]),
        ("MOVES", [POSSIBLE]),
        ("moves all", [POSSIBLE]),
        ("why 9", ["9 is not allowed: 9 = 3·3 and 14 = 2·7 share no factor."]),
        ("why 14", ["14 is not allowed: 14 was already taken at move 1."]),
        (
            "why 7",
            [
                "7 is allowed: 7 and 14 = 2·7 share the factor 7.",
                "7 wins: your opponent has no move, since no number that shares a factor with 7 is left.",
            ],
        ),
    ],
)
def test_questions_are_answered(typed: str, lines: list[str]) -> None:
    assert answer(typed) == lines


def test_long_lists_are_cut_unless_all_is_asked_for() -> None:
    assert answer("moves", "clash:2-100:")[0].endswith(", 60, 61 and 39 more.")
    assert answer("moves all", "clash:2-100:")[0].endswith(", 99, 100.")


def test_help_lists_every_command() -> None:
    table = Table("clash:2-20:14", "help", "quit")
    words = [line.split()[0] for line in table.answers()]
    assert words == ["a", "moves", "hint", "why", "eval", "undo", "rules", "save", "resign", "help", "quit"]


def test_rules_are_told_with_the_setup_of_this_game() -> None:
    told = answer("rules")
    assert (told[0], told[-1]) == ("Factor Clash", "The setup of this game: 2-20")


def test_spaces_around_the_slash_do_no_harm() -> None:
    table = Table("divisor:60+48:", "why 48 / 2", "48 / 2", "quit")
    assert "48/2 is allowed: 2 divides 48 = 2·2·2·2·3 and leaves 24 = 2·2·2·3." in table.run()
    assert list(map(str, table.match.game.line.moves)) == ["48/2"]


def test_undo_takes_moves_back_to_the_start_and_no_further() -> None:
    table = Table("clash:2-20:", "14", "7", "quit")
    table.run()
    assert table.match.is_over, "7 leaves no number, so the game is over before quit is read"
    table = Table("clash:2-20:", "14", "undo", "undo", "15", "quit")
    lines = table.run()
    assert "14 is taken back." in lines
    assert "There is no move of yours to take back in this game." in lines
    assert table.match.game.line.moves == (15,)


def test_resigning_ends_the_game() -> None:
    table = Table("clash:2-20:14", "resign")
    assert table.run()[-1] == "Player 2 resigns. Player 1 wins!"
    assert table.match.is_over


def test_quit_leaves_the_game_as_it_is() -> None:
    table = Table("clash:2-20:14", "quit")
    table.run()
    assert not table.match.is_over
    assert table.session.how_to_go_on() == "to go on with this game: commonfactor play factor-clash:2-20:14"


def test_the_end_of_input_is_the_callers_to_judge() -> None:
    with pytest.raises(EndOfInput):
        Table("clash:2-20:14").run()


def test_how_to_go_on_keeps_names_and_starter() -> None:
    match = Match(parse("clash:2-20:").rules, Names("Ann Lee", "Ben"), starter=2)
    session = Session(match, Screen(plain=True, source=StringIO(), sink=StringIO()), lambda: NOON)
    assert (
        session.how_to_go_on()
        == "to go on with this game: commonfactor play factor-clash:2-20: --first 2 --names 'Ann Lee' Ben"
    )


def test_a_match_tells_its_score_and_its_end() -> None:
    lines = Table("divisor:4:", "2", "2", "2", terms=Terms(Scoring(1, 2))).run()
    scores = [line for line in lines if line.startswith("Score") or "match" in line]
    assert scores == [
        "Score: Player 1: 1, Player 2: 0",
        "Score: Player 1: 1, Player 2: 1",
        "Score: Player 1: 2, Player 2: 1",
        "Player 1 wins the match!",
    ]
    starts = [lines[number + 2] for number, line in enumerate(lines) if line.startswith("Game Start")]
    assert starts == ["Player 1's Turn:", "Player 2's Turn:", "Player 1's Turn:"]


class TestSaving:
    """Records made from a session."""

    def test_save_writes_a_game_to_go_on_with(self, tmp_path: Path) -> None:
        path = tmp_path / "my game.jsonl"
        answers = answer(f"save {path}")
        assert answers == [f"Saved. To go on later: commonfactor resume '{path}'"]
        assert RecordFile(str(path)).load().game.line.moves == (14,)

    def test_a_name_that_looks_like_an_option_is_told_so_that_it_works(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert answer("save -x.jsonl") == ["Saved. To go on later: commonfactor resume ./-x.jsonl"]

    def test_a_saved_game_is_gone_on_with_from_its_file_until_another_move(self, tmp_path: Path) -> None:
        path = tmp_path / "game.jsonl"
        table = Table("clash:2-20:14", f"save {path}", "quit", terms=Terms(Scoring(1, 2)))
        table.run()
        assert table.session.how_to_go_on() == f"to go on with this game: commonfactor resume {path}"
        table.match.play(4, NOON)
        assert table.session.how_to_go_on() == (
            "the score is lost, which save or --record would keep; to go on with this game: "
            "commonfactor play factor-clash:2-20:14,4 --points-per-win 1 --target 2"
        )

    def test_save_knows_the_home_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        answer("save ~/game.jsonl")
        assert (tmp_path / "game.jsonl").exists()

    def test_save_leaves_other_files_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "essay.txt"
        path.write_text("mine")
        assert answer(f"save {path}") == [
            f"Not saved: {path} exists already and is left as it is; choose another name."
        ]
        assert path.read_text() == "mine"

    def test_a_running_record_follows_every_move_undo_and_resignation(self, tmp_path: Path) -> None:
        path = tmp_path / "match.jsonl"
        table = Table("clash:2-20:", "14", "undo", "15", "resign")
        table.session.record_to(str(path))
        table.run()
        match = RecordFile(str(path)).load()
        assert match.game.line.moves == (15,)
        assert match.winner == 1
        assert table.session.how_to_go_on() == f"to go on with this game: commonfactor resume {path}"

    def test_a_running_record_has_every_game_from_its_start(self, tmp_path: Path) -> None:
        path = tmp_path / "match.jsonl"
        table = Table("divisor:4:", "2", terms=Terms(Scoring(1, 2)))
        table.session.record_to(str(path))
        with pytest.raises(EndOfInput):
            table.run()
        assert [len(game.line.moves) for game in RecordFile(str(path)).load().games] == [1, 0]

    def test_a_record_that_fails_once_is_taken_up_again(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "game.jsonl"
        table = Table("clash:2-20:", "14", "7")
        table.session.record_to(str(path))
        attempts = []

        def fails_once(_descriptor: int) -> None:
            attempts.append(1)
            if len(attempts) == 1:
                raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", fails_once)
        table.run()
        assert len(attempts) == 2
        assert not table.session.has_lost_record
        assert RecordFile(str(path)).load().winner == 2

    def test_a_record_that_cannot_begin_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(RecordError, match="cannot be written"):
            Table("clash:2-20:").session.record_to(str(tmp_path / "nowhere" / "x"))

    def test_the_game_goes_on_when_the_record_cannot(self, tmp_path: Path) -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        table = Table("clash:2-20:", "14", "7")
        table.session.record_to(str(folder / "game.jsonl"))
        (folder / "game.jsonl").unlink()
        folder.rmdir()
        lines = table.run()
        complaints = [line for line in lines if line.startswith("The game goes on, but is not recorded: ")]
        assert len(complaints) == 2
        assert lines[-1] == "Player 2 wins the game!"
        assert table.session.has_lost_record
        assert table.session.how_to_go_on() == "to go on with this game: commonfactor play factor-clash:2-20:14,7"
