"""The tables of the database."""

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    # Only for a game that waits for a friend; tokens and invitations are kept as hashes.
    Column("invitation", LargeBinary(32)),
    Column("touched", DateTime, nullable=False),
    # Whether a person has moved; the computer's moves do not count.
    Column("is_played", Boolean, nullable=False, server_default=false()),
    Index("games_touched", "touched"),
    Index("games_played_touched", "is_played", "touched"),
)

# Its one row is written by whoever checks that something can be.
probe = Table("probe", metadata, Column("mark", String(16), primary_key=True))

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("token", LargeBinary(32), nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", DateTime, nullable=False),
    Column("what", Text, nullable=False),
    Column("request", String(72)),
    # The same intention of a client is carried out once, whatever is sent again.
    Index("events_request", "game", "request", unique=True),
)
