"""Run by Alembic to migrate a database, on the connection that it is given."""

from alembic import context

from commonfactor.web.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
