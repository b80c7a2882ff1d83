"""Whether anybody has moved in a game, since other games are kept for a shorter time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column, and look up what it is for the games that are there."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SET LOCAL statement_timeout = 0")  # many games take longer than a statement of a move may
    op.add_column("games", sa.Column("is_played", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE games SET is_played = EXISTS"
        ' (SELECT 1 FROM events WHERE events.game = games.id AND events.what LIKE \'{"kind":"move"%\')'
    )
    op.create_index("games_played_touched", "games", ["is_played", "touched"])
