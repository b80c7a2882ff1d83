"""The tables of the database."""

import sqlalchemy as sa

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    # Only for a game that waits for a friend; tokens and invitations are kept as hashes.
    sa.Column("invitation", sa.LargeBinary(32)),
    sa.Column("touched", sa.DateTime, nullable=False),
    # Whether a person has moved; the computer's moves do not count.
    sa.Column("is_played", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("games_touched", "touched"),
    sa.Index("games_played_touched", "is_played", "touched"),
)

# Its one row is written to check that the database can be written.
probe = sa.Table("probe", metadata, sa.Column("mark", sa.String(16), primary_key=True))

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("token", sa.LargeBinary(32), nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.DateTime, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("request", sa.String(72)),
    # The same intention of a client is carried out once, whatever is sent again.
    sa.Index("events_request", "game", "request", unique=True),
)
