"""Answers for whoever looks after the server."""

from starlette.requests import Request
from starlette.responses import Response

from commonfactor.web.answer_types import Health, Readiness
from commonfactor.web.api.bodies import answer
from commonfactor.web.api.operations import Operation
from commonfactor.web.middleware import READINESS
from commonfactor.web.refusals import Code
from commonfactor.web.storage_watch import StorageWatch


class MonitoringApi:
    """Whether the server is alive, and whether it can store games."""

    def __init__(self, storage: StorageWatch) -> None:
        """Ask whoever watches the database."""
        self._storage = storage

    @Operation("/api/health", Health, (Code.UNAVAILABLE,), tag="server")
    async def health(self, _: Request) -> Response:
        """Whether the server is there, and still has its database."""
        self._storage.check()
        return answer(Health("ok"))

    @Operation(READINESS, Readiness, (Code.UNAVAILABLE,), tag="server")
    async def ready(self, _: Request) -> Response:
        """Whether games can be stored, found out by writing to the database."""
        await self._storage.check_by_writing()
        return answer(Readiness("ready"))
