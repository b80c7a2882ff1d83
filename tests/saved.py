"""What users had saved before a game had one type, and what was told about it then.

The files in ``data/saved`` were written by the program as it was; ``answers.json`` is what it told about them, but for
words that may become better.
"""

import json
import sqlite3
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
from processes import run

from commonfactor.arena.match import Match
from commonfactor.arena.record import match_in, record_of
from commonfactor.arena.review import explained, review, review_facts
from commonfactor.solver.analysis import DEFAULT_BUDGET
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.transcript import replay
from commonfactor.web import store
from commonfactor.web.game_views import game_told
from commonfactor.web.store import Store
from commonfactor.web.table import Table

FOLDER = Path(__file__).parent / "data" / "saved"
RECORDS = sorted(path.name for path in FOLDER.glob("*.jsonl") if path.name != "tournament.jsonl")
TABLES = ("computer", "friends", "one-device", "waiting")

_WORDS_OF_MOVES = {"refutation", "reason", "claims"}
_WORDS_OF_GAMES = {"position", "their_requirement", "last"}


def match_saved(record: str) -> Match:
    """The match of a record."""
    return match_in((FOLDER / record).read_bytes())


def reviews(record: str) -> Iterator[dict[str, Any]]:
    """What is told about every game of a record."""
    for game in match_saved(record).games:
        told = review_facts(explained(review(game, DEFAULT_BUDGET.control()), DEFAULT_BUDGET.control()))
        moves = [{key: value for key, value in move.items() if key not in _WORDS_OF_MOVES} for move in told["moves"]]
        yield told | {"moves": moves}


def audit(folder: Path) -> dict[str, Any]:
    """What an audit of all records and the tournament says, with a row for every move."""
    sheet, files = folder / "moves.csv", [str(FOLDER / name) for name in (*RECORDS, "tournament.jsonl")]
    told = run("audit", *files, "--json", "--csv", str(sheet)).out.replace(f"{FOLDER}/", "")
    rows = sheet.read_text(encoding="utf-8").replace(f"{FOLDER}/", "").splitlines()
    return {**json.loads(told), "moves": rows}


def transcript(record: str) -> list[str]:
    """A record told again."""
    sink = StringIO()
    replay(match_saved(record), Screen(plain=True, source=StringIO(), sink=sink))
    return sink.getvalue().splitlines()


def tables(folder: Path) -> dict[str, Table]:
    """The games of the database."""
    path = folder / "games.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript((FOLDER / "games.sql").read_text(encoding="utf-8"))
    connection.close()
    database = Store(f"sqlite:///{path}")
    try:
        stored = {name: store.stored_game(database.connection, name) for name in TABLES}
    finally:
        database.close()
    return {name: Table.from_events(found.events) for name, found in stored.items() if found}


def table_facts(table: Table) -> dict[str, Any]:
    """A game as clients see it, and the records of its matches."""
    told = json.loads(msgspec.json.encode(game_told("id", table, (False, True))))
    facts = {key: value for key, value in told.items() if key not in _WORDS_OF_GAMES}
    return facts | {"records": [record_of(match).decode() for match in table.matches]}


def answers(folder: Path) -> dict[str, Any]:
    """All that is told, as JSON has it."""
    told = {
        "reviews": {record: list(reviews(record)) for record in RECORDS},
        "audit": audit(folder),
        "transcripts": {record: transcript(record) for record in RECORDS},
        "tables": {name: table_facts(table) for name, table in tables(folder).items()},
    }
    return json.loads(msgspec.json.encode(told))  # type: ignore[no-any-return]
