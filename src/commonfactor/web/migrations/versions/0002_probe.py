"""A row to write to, for checks that the database can be written."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table, with its row."""
    probe = op.create_table("probe", sa.Column("mark", sa.String(16), primary_key=True))
    op.bulk_insert(probe, [{"mark": ""}])
