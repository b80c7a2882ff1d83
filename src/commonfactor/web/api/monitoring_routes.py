"""Health checks."""

from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from commonfactor.web.answer_types import Answer
from commonfactor.web.api.bodies import answer
from commonfactor.web.api.operations import Operation
from commonfactor.web.journal import StorageWatch
from commonfactor.web.middleware import READINESS
from commonfactor.web.refusals import Code


class Health(Answer, frozen=True):
    """The server is there, and still has its database."""

    status: Literal["ok"]


class Readiness(Answer, frozen=True):
    """Games can be stored."""

    status: Literal["ready"]


class MonitoringApi:
    """Whether the server is alive, and whether it can store games."""

    def __init__(self, storage: StorageWatch) -> None:
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
