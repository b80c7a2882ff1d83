"""What users had saved before a game had one type loads, tells the same, and is written the same."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from saved import FOLDER, RECORDS, answers, match_saved

from commonfactor.arena.record import record_of
from commonfactor.arena.tournament import schedule
from commonfactor.arena.tournament_file import TournamentFile, read_tournament

TOURNAMENT = FOLDER / "tournament.jsonl"


def without_news(found: Any, before: Any) -> Any:
    """An answer without the fields that have come since; what was told before has to be told as it was."""
    if isinstance(found, dict) and isinstance(before, dict):
        return {name: without_news(found[name], before[name]) for name in before if name in found}
    if isinstance(found, list) and isinstance(before, list) and len(found) == len(before):
        return [without_news(new, old) for new, old in zip(found, before, strict=True)]
    return found


def test_what_is_told_about_saved_games_is_what_was_told(tmp_path: Path) -> None:
    found, before = answers(tmp_path), json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
    assert sorted(found) == sorted(before)
    for kind, told in before.items():
        assert sorted(found[kind]) == sorted(told)
        for name in told:
            assert without_news(found[kind][name], told[name]) == told[name], f"{kind} of {name}"


@pytest.mark.parametrize("record", [record for record in RECORDS if record != "version-1.jsonl"])
def test_a_saved_record_is_written_as_it_was(record: str) -> None:
    assert record_of(match_saved(record)) == (FOLDER / record).read_bytes()


def test_a_saved_record_of_version_1_is_written_as_one_of_version_2() -> None:
    header, *games = map(json.loads, record_of(match_saved("version-1.jsonl")).splitlines())
    old_header, *old_games = map(json.loads, (FOLDER / "version-1.jsonl").read_bytes().splitlines())
    assert header == old_header | {"version": 2, "swap": False, "hints": None, "programs": [None, None], "seed": 0}
    assert games == [old | {"swap": None, "hints": [0, 0]} for old in old_games]


def test_a_saved_tournament_is_gone_on_with_and_written_as_it_was(tmp_path: Path) -> None:
    saved, path = TOURNAMENT.read_bytes(), tmp_path / "games.jsonl"
    found = read_tournament(str(TOURNAMENT))
    pairings, half = schedule(found.tournament).pairings, b"".join(saved.splitlines(keepends=True)[:9])
    path.write_bytes(half)
    file = TournamentFile(str(path), found.tournament, pairings)
    assert sorted(file.known) == sorted(game.number for game in found.games[:8])
    file.add(*found.games[8:])
    file.close()
    assert path.read_bytes() == saved
    assert saved.startswith(msgspec.json.encode(found.tournament))
