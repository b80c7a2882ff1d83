"""Files of tournaments: written as games are played, read as somebody else's."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from commonfactor.arena.line_file import LineFileError
from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.record import RecordError
from commonfactor.arena.tournament import Pairing, Tournament, played_game, schedule
from commonfactor.arena.tournament_file import TournamentFile, line_of, read_tournament
from commonfactor.players.registry import player_called
from commonfactor.rules.notation import parse

TOURNAMENT = Tournament(players=("random", "greedy"), games=("factor-duel:2-12", "divisor-duel:60"), rounds=2, seed=3)
HEADER = msgspec.json.encode(TOURNAMENT)


@pytest.fixture(scope="module")
def pairings() -> list[Pairing]:
    return schedule(TOURNAMENT).pairings


@pytest.fixture(scope="module")
def games(pairings: list[Pairing]) -> list[Game]:
    return [played_game(pairing, player_called) for pairing in pairings]


def known_in(path: Path, pairings: list[Pairing]) -> dict[int, Game]:
    file = TournamentFile(str(path), TOURNAMENT, pairings)
    file.close()
    return file.known


def lines_of(*games: Game) -> bytes:
    return b"".join(line_of(game) + b"\n" for game in games)


def test_a_new_file_has_the_header_and_then_every_game(
    tmp_path: Path, pairings: list[Pairing], games: list[Game]
) -> None:
    path = tmp_path / "games.jsonl"
    file = TournamentFile(str(path), TOURNAMENT, pairings)
    assert file.known == {}
    file.add(games[3], games[1])
    file.add(games[0])
    file.close()
    assert path.read_bytes() == HEADER + b"\n" + lines_of(games[3], games[1], games[0])
    assert HEADER.startswith(b'{"format":"commonfactor tournament","version":1,"players":["random","greedy"],"games":[')
    assert known_in(path, pairings) == {3: games[3], 1: games[1], 0: games[0]}
    assert read_tournament(str(path)).games == [games[3], games[1], games[0]]


def test_wherever_it_was_cut_off_the_whole_games_are_known(
    tmp_path: Path, pairings: list[Pairing], games: list[Game]
) -> None:
    whole = HEADER + b"\n" + lines_of(*games[:2])
    ends = [len(HEADER) + 1 + len(lines_of(*games[:number])) - 1 for number in (1, 2)]
    for cut in range(len(whole) + 1):
        path = tmp_path / str(cut)
        path.write_bytes(whole[:cut])
        assert len(known_in(path, pairings)) == sum(cut >= end for end in ends)
        assert path.read_bytes().startswith(HEADER + b"\n")
        assert len(read_tournament(str(path)).games) == sum(cut >= end for end in ends)


def test_a_tournament_that_goes_on_can_be_read(tmp_path: Path, games: list[Game]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(HEADER + b"\n" + lines_of(*games[:2])[:-9])
    assert read_tournament(str(path)).games == games[:1]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"players": ("random", "perfect")}, "another tournament, with other players"),
        ({"rounds": 3}, "other rounds"),
        ({"seed": 4}, "other seed"),
        ({"sources": {"mine.py:Mine": "0123"}}, "games of another version of mine.py:Mine; name another file"),
        ({"version": 2}, "has version 2 of tournaments, and version 1 can be read"),
    ],
)
def test_another_tournament_is_refused_and_left_alone(
    tmp_path: Path, pairings: list[Pairing], change: dict[str, object], complaint: str
) -> None:
    path = tmp_path / "games.jsonl"
    content = msgspec.json.encode(msgspec.structs.replace(TOURNAMENT, **change)) + b"\n"
    path.write_bytes(content)
    with pytest.raises(LineFileError, match=f"games.jsonl.*{complaint}.*left as it is"):
        TournamentFile(str(path), TOURNAMENT, pairings)
    assert path.read_bytes() == content


def test_games_that_were_not_to_be_played_are_refused(
    tmp_path: Path, pairings: list[Pairing], games: list[Game]
) -> None:
    path = tmp_path / "games.jsonl"
    for number, stranger in ((0, games[1]), (9, games[1]), (2, games[0]), (0, games[4])):
        path.write_bytes(HEADER + b"\n" + lines_of(replace(stranger, number=number)))
        with pytest.raises(LineFileError, match=f"game {number} is not that of its header"):
            TournamentFile(str(path), TOURNAMENT, pairings)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"hello\n",
        b'{"format":"commonfactor record","version":2}\n',
        b'{"format":"commonfactor tournament"}\n',
    ],
    ids=str,
)
def test_what_is_no_tournament_is_refused_by_readers(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=r"notes is (not a tournament|damaged)"):
        read_tournament(str(path))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"notation": "divisor-duel:60:7"}, "move 1"),
        ({"notation": "divisor-duel:60:6"}, "do not belong together"),
        ({"winner": 1}, "winner do not belong"),
        ({"winner": 3}, "Invalid enum value 3"),
        ({"by": "forfeit"}, "do not belong together"),
        ({"by": "resignation"}, "do not belong together"),
        ({"by": "resignation", "notation": "divisor-duel:60:6", "winner": 1}, "do not belong together"),
        ({"by": "luck"}, "Invalid enum value 'luck'"),
        ({"reason": "crashed"}, "do not belong together"),
        ({"opening": 3}, "numbers make no sense"),
        ({"number": -1}, "numbers make no sense"),
        ({"attempts": (0, -1)}, "numbers make no sense"),
        ({"attempts": (0,)}, "length 2"),
        ({"extra": 1}, "unknown field"),
    ],
)
def test_a_game_that_could_not_have_been_played_is_refused(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    game = {
        "number": 0,
        "players": ("random", "greedy"),
        "notation": "divisor-duel:60:6,2",
        "opening": 1,
        "winner": 2,
        "by": "rules",
    }
    path = tmp_path / "games.jsonl"
    path.write_bytes(HEADER + b"\n" + msgspec.json.encode(game))
    assert len(read_tournament(str(path)).games) == 1
    path.write_bytes(HEADER + b"\n" + msgspec.json.encode(game | change) + b"\n")
    with pytest.raises(RecordError, match=f"games.jsonl is damaged: line 2: .*{complaint}"):
        read_tournament(str(path))


def test_a_forfeited_game_stands_where_it_was_forfeited(tmp_path: Path) -> None:
    result = Result(1, Ending.FORFEIT, "illegal-move", "It was tired.")
    players = ("random", "greedy")
    game = Game(parse("divisor-duel:60:6"), result=result, players=players, number=0, opening=1, attempts=(0, 3))
    line = (
        b'{"number":0,"players":["random","greedy"],"notation":"divisor-duel:60:6","opening":1,"winner":1,"by":"forfeit",'
        b'"reason":"illegal-move","attempts":[0,3],"sentence":"It was tired."}\n'
    )
    path = tmp_path / "games.jsonl"
    path.write_bytes(HEADER + b"\n" + line)
    assert read_tournament(str(path)).games == [game]
    assert lines_of(game) == line


def test_a_game_that_is_not_over_has_no_line() -> None:
    with pytest.raises(ValueError, match="not over"):
        line_of(Game(parse("divisor-duel:60:6")))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"number": 8}, "game 8 is not that of its header"),
        ({"players": ("random", "random")}, "game 0 is not that of its header"),
        ({"players": ("random", "ghost")}, "game 0 is not that of its header"),
        ({"notation": "divisor-duel:30:2,3"}, "game 0 is not that of its header"),
        ({}, "game 0 is there twice"),
    ],
)
def test_games_that_do_not_belong_to_a_tournament_are_refused_by_readers(
    tmp_path: Path, games: list[Game], change: dict[str, Any], complaint: str
) -> None:
    game: dict[str, Any] = {
        "number": 0,
        "players": ("random", "greedy"),
        "notation": "divisor-duel:60:6,2",
        "opening": 0,
        "winner": 2,
        "by": "rules",
    }
    path, (one, other) = tmp_path / "games.jsonl", (msgspec.json.encode(line) + b"\n" for line in (game, game | change))
    path.write_bytes(HEADER + b"\n" + one + lines_of(games[1]) + other)
    with pytest.raises(RecordError, match=f"games.jsonl is damaged: {complaint}"):
        read_tournament(str(path))


@pytest.mark.parametrize(
    "change", [{"games": ("nonsense",)}, {"games": ("factor-duel:2-1",)}, {"rounds": -1}, {"rounds": 10**30}]
)
def test_a_header_that_makes_no_sense_is_refused_by_readers(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(msgspec.json.encode(msgspec.to_builtins(TOURNAMENT) | change) + b"\n")
    with pytest.raises(RecordError, match=r"games\.jsonl is damaged: line 1: "):
        read_tournament(str(path))


def test_a_game_that_is_there_twice_is_refused_when_going_on(
    tmp_path: Path, pairings: list[Pairing], games: list[Game]
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(HEADER + b"\n" + lines_of(games[1], games[0], games[1]))
    with pytest.raises(LineFileError, match="game 1 is there twice; it is left as it is"):
        TournamentFile(str(path), TOURNAMENT, pairings)


def test_a_reader_is_told_how_many_games_are_missing(tmp_path: Path, games: list[Game]) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(HEADER + b"\n" + lines_of(*games[2:5]))
    assert read_tournament(str(path)).missing == 5


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(RecordError, match=f"{path.name} cannot be read"):
            read_tournament(str(path))
    with pytest.raises(RecordError, match="cannot be read: embedded null byte"):
        read_tournament("a\0b")
    monkeypatch.setattr("commonfactor.arena.tournament_file.LARGEST_FILE", 10)
    (tmp_path / "games.jsonl").write_bytes(HEADER)
    with pytest.raises(RecordError, match="longer than the file of a tournament can be"):
        read_tournament(str(tmp_path / "games.jsonl"))
