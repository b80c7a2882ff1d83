"""The database and the one thread that uses it."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event as Gate

import msgspec
import pytest
from sqlalchemy import Connection, inspect, text
from sqlalchemy.event import listen
from sqlalchemy.exc import IntegrityError

from commonfactor.web import schema, store
from commonfactor.web.database_claim import StoreError
from commonfactor.web.events import AnyHappening, Created, Event, Hinted, Moved, Opponent
from commonfactor.web.journal import Journal
from commonfactor.web.store import Creation, Due, Store, Use, migrate

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CREATED = Created(
    player=1,
    game="factor-clash",
    setup="2-20",
    opponent=Opponent.FRIEND,
    names=("Ann", "Ben"),
    programs=(None, None),
    seed=7,
)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'deep' / 'games.sqlite'}"


@pytest.fixture
def opened(url: str) -> Iterator[Store]:
    database = Store(url)
    yield database
    database.close()


def creation(game: str = "g", at: datetime = NOON) -> Creation:
    return Creation(game, Event(1, at, CREATED), {1: b"token"}, b"invitation", at)


def creating(game: str) -> Callable[[Connection], None]:
    return partial(store.create_game, creation=creation(game))


def test_a_new_database_is_created_with_its_folder_and_has_all_tables(opened: Store) -> None:
    inspector = inspect(opened.connection)
    for table in schema.metadata.tables.values():
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        assert columns == set(table.columns.keys())


def test_commits_reach_the_disk_before_they_are_told(opened: Store) -> None:
    pragmas = {name: opened.connection.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous")}
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    assert opened.connection.scalar(text("PRAGMA foreign_keys")) == 1


def test_a_game_is_read_as_it_was_stored(opened: Store) -> None:
    events = [
        Event(2, NOON, Moved(1, 1, 14), "request"),
        Event(3, NOON, Moved(2, 2, "48/2")),
        Event(4, NOON, Hinted(1, 2, "Compare 3 and 14.")),
        Event(5, NOON, Hinted(1, 3, "Take 14.", (14,), ({"kind": "advice", "after": [], "move": 14},))),
    ]
    store.create_game(opened.connection, creation())
    for event in events:
        store.add_event(opened.connection, "g", event)
    store.add_seats(opened.connection, "g", {2: b"other"})
    stored = store.stored_game(opened.connection, "g")
    assert stored is not None
    assert stored.events == [Event(1, NOON, CREATED), *events]
    assert stored.use == Use(NOON, is_played=False)
    assert (stored.invitation, stored.tokens) == (b"invitation", {1: b"token", 2: b"other"})
    assert store.events_since(opened.connection, "g", 2) == events[1:]
    assert store.stored_game(opened.connection, "another") is None


def test_a_hint_from_before_there_were_claims_is_read() -> None:
    stored = b'{"kind":"hint","player":1,"step":2,"text":"Compare 3 and 14.","moves":[3,14]}'
    assert msgspec.json.decode(stored, type=AnyHappening) == Hinted(1, 2, "Compare 3 and 14.", (3, 14))


def test_a_number_a_request_and_a_seat_are_each_taken_once(opened: Store) -> None:
    connection = opened.connection
    store.create_game(connection, creation())
    store.add_event(connection, "g", Event(2, NOON, Moved(1, 1, 14), "request"))
    connection.commit()
    with pytest.raises(IntegrityError):
        store.add_event(connection, "g", Event(2, NOON, Moved(1, 1, 15)))
    connection.rollback()
    with pytest.raises(IntegrityError):
        store.add_event(connection, "g", Event(3, NOON, Moved(1, 1, 15), "request"))
    connection.rollback()
    with pytest.raises(IntegrityError):
        store.add_seats(connection, "g", {1: b"thief"})
    connection.rollback()


def test_untouched_games_are_removed_with_all_that_belongs_to_them(opened: Store) -> None:
    connection = opened.connection
    store.create_game(connection, creation("old"))
    store.create_game(connection, creation("touched"))
    store.touch(connection, "touched", Use(NOON + timedelta(days=2)))
    later = NOON + timedelta(days=1)
    assert store.remove_due(connection, Due(later, later), most=10) == ["old"]
    assert store.stored_game(connection, "old") is None
    assert store.events_since(connection, "old", 0) == []
    assert store.stored_game(connection, "touched") is not None


def test_games_that_nobody_has_moved_in_are_due_sooner(opened: Store) -> None:
    connection = opened.connection
    times = {name: NOON + timedelta(days=day) for day, name in enumerate(["old", "unplayed", "played", "young"])}
    for name, touched in times.items():
        store.create_game(connection, creation(name, touched))
    for name in ("old", "played"):
        store.touch(connection, name, Use(times[name], is_played=True))
    due = Due(times["unplayed"], times["young"])
    assert store.due_count(connection, due) == 2
    assert store.remove_due(connection, due, most=1) == ["old"]
    assert store.remove_due(connection, due, most=10) == ["unplayed"]
    assert store.due_count(connection, due) == 0
    assert store.newest_touch(connection) == times["young"]
    assert [bool(store.stored_game(connection, name)) for name in times] == [False, False, True, True]


def test_games_are_counted_whatever_becomes_of_them(url: str) -> None:
    async def main() -> None:
        journal = Journal(Store(url))
        assert await journal.do(store.game_count) == 0
        works = [journal.do(creating(game)) for game in ("g0", "g1", "g1", "g2")]
        answers = await asyncio.gather(*works, return_exceptions=True)
        assert [type(answer) for answer in answers] == [type(None), type(None), IntegrityError, type(None)]
        assert await journal.do(store.game_count) == 3
        later = NOON + timedelta(days=1)
        await journal.do(partial(store.remove_due, due=Due(later, later), most=2))
        assert await journal.do(store.game_count) == 1
        journal.close()

    asyncio.run(main())


def test_the_count_is_looked_up_and_not_counted_each_time(opened: Store) -> None:
    statements: list[str] = []
    listen(opened.connection, "before_cursor_execute", lambda *said: statements.append(said[2]))
    for number in range(5):
        store.create_game(opened.connection, creation(f"g{number}"))
    assert store.game_count(opened.connection) == 5
    assert [statement for statement in statements if "count" in statement] == []


def test_a_database_of_an_older_program_learns_which_games_are_played(opened: Store) -> None:
    connection = opened.connection
    for game in ("played", "unplayed"):
        store.create_game(connection, creation(game))
    store.add_event(connection, "played", Event(2, NOON, Moved(1, 1, 14)))
    connection.commit()
    connection.execute(text("DROP INDEX games_played_touched"))
    connection.execute(text("ALTER TABLE games DROP COLUMN is_played"))
    connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    connection.commit()
    migrate(connection)
    games = [store.stored_game(connection, game) for game in ("played", "unplayed")]
    assert [game and game.use for game in games] == [Use(NOON, is_played=True), Use(NOON, is_played=False)]


@pytest.mark.usefixtures("opened")
def test_a_database_serves_one_server_at_a_time(url: str) -> None:
    with pytest.raises(StoreError, match="another server uses"):
        Store(url)


@pytest.mark.usefixtures("opened")
def test_a_second_process_is_kept_out_too(url: str) -> None:
    program = f"from commonfactor.web.store import Store; Store({url!r})"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert "another server uses" in ended.stderr


def test_a_database_of_a_newer_program_is_left_alone(url: str) -> None:
    Store(url).close()
    path = url.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer"):
        Store(url)


@pytest.mark.parametrize(
    "url", ["mysql://x", "sqlite://", "sqlite:///:memory:", "", "games.sqlite", "postgresql+asyncpg://x"]
)
def test_other_databases_are_refused_with_what_is_possible(url: str) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///PATH or postgresql://"):
        Store(url)


def test_a_file_that_is_no_database_is_told_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but dear to somebody" * 100)
    with pytest.raises(StoreError, match="not a database"):
        Store(f"sqlite:///{path}")
    assert path.read_text().startswith("not a database")


def test_what_gathers_while_one_commit_runs_is_committed_together(opened: Store) -> None:
    commits: list[int] = []

    async def main() -> None:
        journal = Journal(opened)
        loop, started, gate = asyncio.get_running_loop(), Gate(), Gate()
        listen(opened.connection, "commit", lambda _: commits.append(1))

        def wait(_: Connection) -> None:
            started.set()
            gate.wait(10)

        first = asyncio.create_task(journal.do(wait))
        await loop.run_in_executor(None, started.wait, 10)
        others = [asyncio.create_task(journal.do(creating(f"g{n}"))) for n in range(50)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *others)
        journal.close()

    asyncio.run(main())
    assert commits == [1]


def test_work_that_fails_is_rolled_back_and_takes_nothing_with_it(url: str) -> None:
    async def main() -> list[BaseException | None]:
        journal = Journal(Store(url))
        await journal.do(lambda connection: store.create_game(connection, creation("g0")))
        works = [journal.do(creating(f"g{n}")) for n in (1, 0, 2)]
        answers = await asyncio.gather(*works, return_exceptions=True)
        there = [await journal.do(partial(store.stored_game, game=f"g{n}")) for n in (0, 1, 2)]
        journal.close()
        assert all(there)
        return answers

    answers = asyncio.run(main())
    assert [type(answer) for answer in answers] == [type(None), IntegrityError, type(None)]


def test_work_is_finished_even_if_nobody_waits_for_it_any_more(url: str) -> None:
    async def main() -> None:
        journal = Journal(Store(url))
        task = asyncio.create_task(journal.do(lambda connection: store.create_game(connection, creation())))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await journal.do(lambda connection: store.stored_game(connection, "g")) is not None
        journal.close()

    asyncio.run(main())
