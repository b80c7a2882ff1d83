"""The files that are audited: records and tournaments, each once, and a sentence for whatever is neither."""

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from commonfactor.arena.audit import audited_file, distinct_files
from commonfactor.arena.match import Ending, Match, Result
from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.arena.terms import Names
from commonfactor.arena.tournament import Tournament
from commonfactor.rules.divisor_duel import DivisorDuel

HEADER = Tournament(players=("a", "b"), games=("divisor-duel:60",), rounds=2, seed=1)
BY_RULES = {"number": 1, "players": ("a", "b"), "notation": "divisor:60:6,2", "opening": 1, "winner": 2, "by": "rules"}
FORFEITED = {
    "number": 0,
    "players": ("b", "a"),
    "notation": "divisor-duel:60:6",
    "opening": 1,
    "winner": 1,
    "by": "forfeit",
    "reason": "illegal-move",
    "attempts": (0, 3),
}


def written(folder: Path, *lines: object) -> str:
    path = folder / "tournament.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return str(path)


def test_it_is_told_how_many_games_of_a_tournament_are_missing(tmp_path: Path) -> None:
    assert audited_file(written(tmp_path, HEADER, BY_RULES))[1] == 3


def test_the_games_of_a_tournament_come_in_the_order_of_its_schedule(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, BY_RULES, FORFEITED)
    forfeited, by_rules = audited_file(path)[0]
    assert (forfeited.number, forfeited.players) == (0, ("b", "a"))
    assert forfeited.result == Result(1, Ending.FORFEIT, "illegal-move")
    assert (forfeited.attempts, forfeited.opening) == ((0, 3), 1)
    assert (str(by_rules.line), by_rules.result) == ("divisor-duel:60:6,2", Result(2, Ending.RULES))


def test_a_tournament_without_a_game_yet_is_empty(tmp_path: Path) -> None:
    assert audited_file(written(tmp_path, HEADER))[0] == []


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is neither a record nor a tournament of Common Factor"),
        (b"\xff\x00", "is neither a record nor a tournament of Common Factor"),
        (b"[" * 5000, "is neither a record nor a tournament of Common Factor"),
        (b'{"format":"another"}\n', "is not a record of Common Factor"),
        (b'{"format":"commonfactor record","version":9}\n', "is of a newer kind: it has record version 9"),
        (b'{"format":"commonfactor tournament"}\n', "is damaged: line 1: Object missing required field"),
    ],
)
def test_what_is_neither_is_named_with_a_reason(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(RecordError) as told:
        audited_file(str(path))
    assert str(told.value).startswith(f"{path} {complaint}")


def test_a_damaged_game_of_a_tournament_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, BY_RULES | {"winner": 1})
    with pytest.raises(RecordError, match="is damaged: line 2"):
        audited_file(path)


@pytest.mark.parametrize("name", ["", "missing", "nul\0"])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match="cannot be read: "):
        audited_file(str(tmp_path / name))


def test_a_file_that_is_named_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = Match(DivisorDuel(60), Names("Ann", "Ben"))
    match.play(12, datetime.now(UTC))
    RecordFile(str(path)).create(match)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    other = str(tmp_path / "other.jsonl")
    assert distinct_files([str(path), other, str(link), f"{tmp_path}/./match.jsonl"]) == [str(path), other]
