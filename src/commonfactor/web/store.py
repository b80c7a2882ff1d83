"""The database, SQLite or PostgreSQL: opened, migrated, and used over one connection."""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, ColumnElement, Connection, Engine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from commonfactor.arena.terms import Player
from commonfactor.web import schema
from commonfactor.web.database_claim import (
    ClaimLostError,
    ConnectionClaim,
    DatabaseClaim,
    FileClaim,
    StoreError,
    in_use,
)
from commonfactor.web.events import AnyHappening, Event

# Any number that no other program uses on the same database.
_LOCK = 7_302_117
_BUSY_SECONDS = 2
_LONGEST_CAUSE = 200

# When the network goes silent, this end must not wait for ever, and PostgreSQL must free the lock of a dead server.
_SECONDS_TO_MISS_A_SERVER = 30
_POSTGRESQL = {
    "connect_timeout": _BUSY_SECONDS,
    "keepalives_idle": _BUSY_SECONDS,
    "keepalives_interval": _BUSY_SECONDS,
    "keepalives_count": 2,
    "tcp_user_timeout": 1000 * _BUSY_SECONDS,
    "options": " ".join(
        f"-c {name}={value}"
        for name, value in {
            "statement_timeout": 1000 * _BUSY_SECONDS,
            "lock_timeout": 1000 * _BUSY_SECONDS,
            "tcp_keepalives_idle": _SECONDS_TO_MISS_A_SERVER // 2,
            "tcp_keepalives_interval": _SECONDS_TO_MISS_A_SERVER // 6,
            "tcp_keepalives_count": 3,
            "tcp_user_timeout": 1000 * _SECONDS_TO_MISS_A_SERVER,
        }.items()
    ),
}

# SQLAlchemy compiles a statement object once.
_ADD_EVENT = sa.insert(schema.events)
_TOUCH = (
    sa.update(schema.games)
    .where(schema.games.c.id == sa.bindparam("touched_game"))
    .values(touched=sa.bindparam("at"), is_played=sa.bindparam("is_played_now"))
)

# The key of the number of games in ``connection.info``; a new connection has to count them.
_COUNT = "commonfactor.games"

_HAPPENINGS: msgspec.json.Decoder[AnyHappening] = msgspec.json.Decoder(AnyHappening)


class Use(NamedTuple):
    """The use of a game, which decides for how long it is kept."""

    touched: datetime
    is_played: bool = False
    """Whether a person has moved."""


class Due(NamedTuple):
    """The games to remove: untouched since one time, or since a later one if they have no move."""

    untouched_since: datetime
    unplayed_since: datetime


class Stored(NamedTuple):
    """Everything that is stored of a game."""

    events: list[Event]
    invitation: bytes | None
    tokens: dict[Player, bytes]
    use: Use


class Creation(NamedTuple):
    """A new game to be stored."""

    game: str
    event: Event
    tokens: dict[Player, bytes]
    invitation: bytes | None
    touched: datetime


class Store:
    """An open database. Everything here blocks, and belongs on the journal's thread."""

    def __init__(self, url: str) -> None:
        """Open a database, create it if it is new, migrate it, and probe it by writing."""
        database = _understood(url)
        with ExitStack() as opened:
            try:
                self._open(database, opened)
            except (SQLAlchemyError, OSError) as error:
                raise StoreError(f"the database {shown(database)} cannot be opened: {cause(error)}") from None
            self._opened = opened.pop_all()

    def close(self) -> None:
        self._opened.close()

    def _open(self, database: URL, opened: ExitStack) -> None:
        is_file = database.get_backend_name() == "sqlite"
        claim = FileClaim(Path(str(database.database)), shown(database)) if is_file else ConnectionClaim()
        opened.callback(claim.close)
        engine = _sqlite_engine(database) if isinstance(claim, FileClaim) else _postgresql_engine(database, claim)
        opened.callback(engine.dispose)
        self.connection = opened.enter_context(engine.connect())
        migrate(self.connection)
        probe(self.connection)
        self.usual_touch = _usual_touch(self.connection)
        """A time that is past whatever the clock says: half of the games were touched then or later."""
        self.connection.commit()
        if isinstance(claim, FileClaim):
            claim.watch_log()
        claim.check()
        self.claim: DatabaseClaim = claim


def _understood(url: str) -> URL:
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, ValueError):
        parsed = None
    if parsed is not None and parsed.drivername == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if parsed is not None and parsed.drivername == "sqlite" and parsed.database not in {None, "", ":memory:"}:
        if parsed.query:
            raise StoreError("a SQLite database is a plain file, written sqlite:///PATH with nothing after a '?'")
        return parsed
    raise StoreError("a database is written sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME")


def shown(url: URL) -> str:
    """A URL without its password."""
    return url.render_as_string(hide_password=True)


def cause(error: Exception) -> str:
    """The error of the database or the system, in one line."""
    said = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
    return " ".join(said.split())[:_LONGEST_CAUSE]


def reason(error: Exception) -> str:
    """The cause of a failure, without any host, user or path."""
    origin: Any = getattr(error, "orig", None)
    if isinstance(origin, sqlite3.Error):
        return str(origin)
    if getattr(origin, "sqlstate", None):  # from PostgreSQL itself
        return str(origin.diag.message_primary)
    return str(error) if isinstance(error, ClaimLostError) else "the database cannot be reached"


def _sqlite_engine(url: URL) -> Engine:
    file = url.set(database=str(Path(str(url.database)).resolve()))
    engine = sa.create_engine(file, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def configure(connection: Any, _: Any) -> None:
        # Transactions are begun below, since the driver would begin them too late.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    # A listener to "begin" that fails once would keep SQLAlchemy from ever beginning again.
    engine.dialect.do_begin = _begin_at_once  # type: ignore[method-assign]
    return engine


def _begin_at_once(dbapi_connection: Any) -> None:
    dbapi_connection.execute("BEGIN IMMEDIATE")


def _postgresql_engine(url: URL, claim: ConnectionClaim) -> Engine:
    engine = sa.create_engine(url, connect_args=_POSTGRESQL)

    @sa.event.listens_for(engine, "connect")
    def lock(connection: Any, _: Any) -> None:
        # The lock is lost with its connection, so each new connection must take it.
        claim.connected(connection.fileno())
        with connection.cursor() as cursor:
            is_ours = cursor.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,)).fetchone()[0]
        connection.commit()
        if is_ours:
            claim.locked()
            return
        claim.disconnected()
        connection.close()
        if claim.number:
            raise ClaimLostError("another server has taken the database over", is_final=False)
        raise StoreError(in_use(shown(url)))

    @sa.event.listens_for(engine, "close")
    def let_go(_: Any, __: Any) -> None:
        claim.disconnected()

    return engine


def migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoreError(f"the database is of a newer kind than this program: {error}") from None
    connection.commit()


def probe(connection: Connection) -> None:
    """Write something and read it back."""
    mark = secrets.token_hex(8)
    connection.execute(sa.update(schema.probe).values(mark=mark))
    if connection.scalar(sa.select(schema.probe.c.mark)) != mark:
        raise StoreError("the database has not kept what was written to it")


def confirm(connection: Connection) -> None:
    """Query the database for a sign of life, over a new connection if the old one is lost."""
    connection.execute(sa.select(1))


def create_game(connection: Connection, creation: Creation) -> None:
    """Store a new game."""
    game, count = creation.game, game_count(connection)
    row = {"id": game, "invitation": creation.invitation, "touched": _naive(creation.touched)}
    connection.execute(sa.insert(schema.games), row)
    add_seats(connection, game, creation.tokens)
    add_event(connection, game, creation.event)
    connection.info[_COUNT] = count + 1


def add_seats(connection: Connection, game: str, tokens: dict[Player, bytes]) -> None:
    """Store the tokens of seats; ``IntegrityError`` if a seat is taken."""
    rows = [{"game": game, "player": player, "token": token} for player, token in tokens.items()]
    connection.execute(sa.insert(schema.seats), rows)


def add_event(connection: Connection, game: str, event: Event) -> None:
    """Store an event; ``IntegrityError`` if its number is taken."""
    what = msgspec.json.encode(event.what).decode()
    row = {"game": game, "number": event.number, "at": _naive(event.at), "what": what, "request": event.request}
    connection.execute(_ADD_EVENT, row)


def touch(connection: Connection, game: str, use: Use) -> None:
    row = {"touched_game": game, "at": _naive(use.touched), "is_played_now": use.is_played}
    connection.execute(_TOUCH, row)


def stored_game(connection: Connection, game: str) -> Stored | None:
    """Everything that is stored of a game, if there is one."""
    row = connection.execute(sa.select(schema.games).where(schema.games.c.id == game)).first()
    if row is None:
        return None
    seats = connection.execute(sa.select(schema.seats).where(schema.seats.c.game == game))
    tokens = {seat.player: seat.token for seat in seats}
    use = Use(_aware(row.touched), row.is_played)
    return Stored(events_since(connection, game, 0), row.invitation, tokens, use)


def events_since(connection: Connection, game: str, number: int) -> list[Event]:
    """The events of a game after a number, in order."""
    columns = schema.events.c
    query = sa.select(schema.events).where(columns.game == game, columns.number > number).order_by(columns.number)
    return [
        Event(row.number, _aware(row.at), _HAPPENINGS.decode(row.what), row.request)
        for row in connection.execute(query)
    ]


def game_count(connection: Connection) -> int:
    """The number of stored games, counted once per connection."""
    if _COUNT not in connection.info:
        connection.info[_COUNT] = connection.scalar(sa.select(sa.func.count()).select_from(schema.games))
    return int(connection.info[_COUNT])


def forget_count(connection: Connection) -> None:
    """Have the games counted anew, after a rollback or changes by others."""
    if not connection.invalidated:
        connection.info.pop(_COUNT, None)


def newest_touch(connection: Connection) -> datetime | None:
    """The time at which a game was last touched, if there are any games."""
    newest = connection.scalar(sa.select(sa.func.max(schema.games.c.touched)))
    return newest and _aware(newest)


def due_count(connection: Connection, due: Due) -> int:
    """The number of games that are due to be removed."""
    counts = (sa.select(sa.func.count()).select_from(schema.games).where(is_due) for is_due in _each_due(due))
    return sum(connection.scalar(count) or 0 for count in counts)


def remove_due(connection: Connection, due: Due, most: int) -> list[str]:
    """Remove some of the games that are due, the oldest first, and return their ids."""
    count, removed = game_count(connection), list[str]()
    for is_due in _each_due(due):
        oldest = sa.select(schema.games.c.id).where(is_due).order_by(schema.games.c.touched).limit(most - len(removed))
        removed += connection.scalars(oldest)
    connection.execute(sa.delete(schema.games).where(schema.games.c.id.in_(removed)))
    connection.info[_COUNT] = count - len(removed)
    return removed


def _each_due(due: Due) -> Iterator[ColumnElement[bool]]:
    """The two conditions of being due; each has an index, and no game meets both."""
    games, untouched_since = schema.games.c, _naive(due.untouched_since)
    yield games.touched < untouched_since
    yield games.is_played.is_(False) & (games.touched >= untouched_since) & (games.touched < _naive(due.unplayed_since))


def _usual_touch(connection: Connection) -> datetime:
    """The median time of the last use of all games, which a few games cannot move far."""
    touched = schema.games.c.touched
    median = connection.scalar(sa.select(touched).order_by(touched).offset(game_count(connection) // 2).limit(1))
    return _aware(median) if median else datetime.min.replace(tzinfo=UTC)


def _naive(at: datetime) -> datetime:
    """A time as the database stores it: UTC without a zone."""
    return at.astimezone(UTC).replace(tzinfo=None)


def _aware(at: datetime) -> datetime:
    """A time from the database, with its zone."""
    return at.replace(tzinfo=UTC)
