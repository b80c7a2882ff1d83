"""The command line of opponents: options that go together, and those that do not."""

import json
from pathlib import Path

import pytest
from processes import run

from commonfactor.players.registry import LEVELS, PLAYERS
from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (
            ["--vs", "6"],
            "there is no player '6'; there are the levels 1 to 5 (newcomer, casual, club, expert, perfect)",
        ),
        (["--vs", ""], "there is no player ''"),
        (["--vs", "lookahead"], "there is no player 'lookahead'"),
        (["--vs", "lookahead:0"], "lookahead:D looks 1 to 9 moves ahead"),
        (["--vs", "slips:1.5"], "slips:P has a probability from 0 to 1"),
        (["--players", "1", "x"], "there is no player 'x'"),
        (["--players", "1", "2", "--vs", "3"], "--players is program against program"),
        (["--players", "1", "2", "--seat", "first"], "--seat is your seat against a program: with --players, --first"),
        (["--seed", "5"], "--seed decides the chances that programs take, so it needs --vs or --players"),
        (["--seat", "second"], "--seat is your seat against a program, so it needs --vs LEVEL"),
        (["--vs", "1", "--seat", "third"], "the seat is first or second, not 'third'"),
        (["--vs", "1", "--first", "2"], "against a program --seat first or --seat second says who starts"),
        (["--vs", "1", "--seed", "-1"], "--seed: a number is written without a sign"),
        (["--vs", "1", "--seed", "1" + "0" * 18 + "1"], "--seed: a number has at most 19 digits"),
        (["--vs", "1", "--seed", "9" * 19], "a seed goes from 0 to 1,000,000,000,000,000,000"),
        (["--hints", "x"], "--hints: 'x' is not a number"),
        (["--hints", "1000001"], "the hints of a game go from 0 to 1,000,000, not 1,000,001"),
        (
            ["--fair", "--pool", "2-30"],
            "--fair chooses the setup: leave --pool, --number, --opening, --relation and --without out",
        ),
    ],
)
def test_what_does_not_go_together_is_told_in_one_line(options: list[str], complaint: str) -> None:
    finished = run("play", "clash", *options)
    assert finished.code == 2
    assert finished.complaint.startswith(complaint)


def test_a_position_has_its_setup_in_it() -> None:
    assert run("play", "clash:2-20:15", "--fair").complaint.startswith("a position has its setup in it")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_fair_takes_the_recommended_setup(game: type[AnyRules]) -> None:
    finished = run("play", game.short_name, "--fair", typed="quit\n")
    assert finished.complaint.endswith(f"play {game.name}:{game.recommended_setup}:")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_same_seed_gives_the_same_game_in_two_processes(game: type[AnyRules]) -> None:
    command = ("play", game.short_name, "--players", "expert", "club", "--seed", "42")
    first, second = run(*command), run(*command)
    assert first.code == 0
    assert first.out == second.out


def test_programs_are_called_player_1_and_player_2_unless_named() -> None:
    assert "Player 1's Turn" in run("play", "clash", "--players", "1", "1").out
    assert "Ann's Turn" in run("play", "clash", "--players", "1", "1", "--names", "Ann", "Ben").out


def test_seats_against_the_computer(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    finished = run("play", "frenzy", "--vs", "club", "--seat", "second", "--record", str(record), typed="quit\n")
    header, game = map(json.loads, record.read_text().splitlines())
    assert header["programs"] == ["club", None]
    assert len(game["moves"]) == 1
    assert finished.complaint == f"to go on with this game: commonfactor resume {record}"


def test_a_record_with_an_unknown_program_cannot_be_resumed(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    run("play", "divisor", "--vs", "random", "--record", str(record), typed="quit\n")
    record.write_text(record.read_text().replace('"random"', '"martian"'))
    complaint = run("resume", str(record)).complaint
    assert complaint.startswith(f"{record} is damaged: line 1: there is no player 'martian'")


def test_the_players_are_listed() -> None:
    told = run("players").out
    for level in LEVELS:
        assert f"{level.number}  {level.name}" in told
    for kind in PLAYERS:
        assert kind.notation in told


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("clash:2-20:15,5", "10"), 0, "10 is allowed: 10 = 2·5 and 5 share the factor 5.\n10 wins: "),
        (("clash:2-20:15,5", "9"), 0, "9 is not allowed: 9 = 3·3 and 5 share no factor.\n"),
        (("divisor:60+48:", "48/2"), 0, "48/2 is allowed: "),
        (
            ("challenge:2-300:", "2", "--nodes", "10"),
            0,
            "2 is allowed: your first number is free.",
        ),
    ],
)
def test_why_answers_in_one_go(arguments: tuple[str, ...], code: int, told: str) -> None:
    finished = run("why", *arguments)
    assert finished.code == code
    assert finished.out.startswith(told)


@pytest.mark.parametrize("move", ["x", "", "999", "5/2"])
def test_why_says_what_is_no_move(move: str) -> None:
    finished = run("why", "clash:2-20:15,5", move)
    assert finished.code == 2
    assert finished.complaint
