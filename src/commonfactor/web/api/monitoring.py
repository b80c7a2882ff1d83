"""Answers for whoever looks after the server."""

from starlette.requests import Request
from starlette.responses import Response

from commonfactor.web.api.bodies import answer
from commonfactor.web.storage_watch import StorageWatch


class MonitoringApi:
    """Whether the server is alive, and whether it can store games."""

    def __init__(self, storage: StorageWatch) -> None:
        """Ask whoever watches the database."""
        self._storage = storage

    async def health(self, _: Request) -> Response:
        """Say that the server is there, unless its database is not its own any more."""
        self._storage.check()
        return answer({"status": "ok"})

    async def ready(self, _: Request) -> Response:
        """Say that games can be stored, after writing to the database."""
        await self._storage.check_by_writing()
        return answer({"status": "ready"})
