"""Games, their seats, and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("invitation", sa.LargeBinary(32)),
        sa.Column("touched", sa.DateTime, nullable=False),
    )
    op.create_index("games_touched", "games", ["touched"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.LargeBinary(32), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("request", sa.String(72)),
    )
    op.create_index("events_request", "events", ["game", "request"], unique=True)
