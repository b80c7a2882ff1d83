"""Records and notations that were written before games became data are still read, and written the same."""

from pathlib import Path

import pytest

from commonfactor.arena.record import match_in, record_of
from commonfactor.rules.notation import parse

RECORDS = sorted((Path(__file__).parents[1] / "data" / "records").glob("*.jsonl"))

NOTATIONS = {
    "divisor-duel.jsonl": "divisor-duel:48+60:48/8,60/15,4/2,6/3",
    "factor-challenge.jsonl": "factor-challenge:2-25:3,5,6,20,8,25,14,15,24,10,2,22,12,18,21,16,9,4",
    "factor-clash.jsonl": "factor-clash:2-20,opening=even:14,12,2,8,18,20,10,6,15,5",
    "factor-duel.jsonl": "factor-duel:2-30:9,21,28,10,23,29,17,19,5,11,13",
    "factor-frenzy.jsonl": "factor-frenzy:2-40:17,22,9,33,20,29,13,8,7,6,25,37,23,15,19,31",
}
"""The first game of each."""


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_read_and_written_the_same(path: Path) -> None:
    record = path.read_bytes()
    match = match_in(record)
    assert record_of(match) == record
    assert str(match.games[0].line) == NOTATIONS[path.name]


@pytest.mark.parametrize("notation", NOTATIONS.values())
def test_a_notation_leads_to_the_end_of_its_game(notation: str) -> None:
    line = parse(notation)
    assert str(line) == notation
    assert not line.rules.can_move(line.position)


def test_there_is_a_record_of_each_game() -> None:
    assert [path.name for path in RECORDS] == sorted(NOTATIONS)
