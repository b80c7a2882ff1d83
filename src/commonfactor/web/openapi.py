"""The OpenAPI 3.1 description, generated from the operations and types."""

from functools import cache
from typing import Any, Literal, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from commonfactor import __version__
from commonfactor.solver.proofs.json_form import CLAIMS, PROOFS
from commonfactor.web.answer_types import SCHEMAS, Answer
from commonfactor.web.api.bodies import Schema, answer
from commonfactor.web.api.game_routes import GamesApi
from commonfactor.web.api.operations import Operation, operations_of
from commonfactor.web.api.position_routes import PositionsApi
from commonfactor.web.api.qr_codes import CodesApi
from commonfactor.web.api.socket_routes import SocketsApi
from commonfactor.web.events import AnyHappening
from commonfactor.web.game_views import Message
from commonfactor.web.journal import StorageWatch
from commonfactor.web.middleware import READINESS, Refusal
from commonfactor.web.refusals import Code

# Fields of events that clients must not see.
_UNTOLD = {"seed"}


class Health(Answer, frozen=True):
    """The server is there, and still has its database."""

    status: Literal["ok"]


class Readiness(Answer, frozen=True):
    """Games can be stored."""

    status: Literal["ready"]


class ServerApi:
    """The server about itself: its health, and the description of its interface."""

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

    @Operation("/api/openapi.json", dict, tag="server")
    async def description(self, _: Request) -> Response:
        """The description of this interface in the form of OpenAPI 3.1."""
        return answer(_encoded())


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    apis = (ServerApi, PositionsApi, GamesApi, CodesApi, SocketsApi)
    operations = {method: known for api in apis for method, known in operations_of(api)}
    types = {kind for known in operations.values() for kind in (known.answer, known.body) if kind}
    sent = sorted((kind for kind in types if issubclass(kind, msgspec.Struct)), key=lambda kind: kind.__name__)
    paths: dict[str, Schema] = {}
    for method, known in operations.items():
        paths.setdefault(known.path.replace(":path}", "}"), {})[known.method.lower()] = known.described(method)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Common Factor",
            "version": __version__,
            "summary": "Two-player number games: play them, and see the exact truth of any position.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "positions", "description": "What there is to say about any position. Nothing is stored."},
            {"name": "games", "description": "Games that are played on the server."},
            {"name": "server", "description": "The server itself."},
        ],
        "paths": paths,
        "components": {
            "schemas": _schemas(sent),
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, which creating or joining a game gives.",
                }
            },
        },
    }


@cache
def _encoded() -> msgspec.Raw:
    """The description as JSON, which never changes and is large."""
    return msgspec.Raw(msgspec.json.encode(description()))


def _schemas(sent: list[type]) -> dict[str, Schema]:
    """The schemas of everything that is sent."""
    messages, happenings = get_args(Message), get_args(AnyHappening)
    types = (Refusal, *sent, *messages, *happenings, *PROOFS, *CLAIMS)
    _, schemas = msgspec.json.schema_components(types, ref_template=SCHEMAS)
    told = {kind.__name__: _told(schemas[kind.__name__]) for kind in happenings}
    unions = {"Message": messages, "Event": happenings, "Proof": PROOFS, "Claim": CLAIMS}
    return schemas | told | {name: _any_of(kinds) for name, kinds in unions.items()}


def _any_of(types: tuple[type, ...]) -> Schema:
    return {"anyOf": [{"$ref": SCHEMAS.format(name=kind.__name__)} for kind in types]}


def _told(kind: Schema) -> Schema:
    """The schema of a happening as clients see it, with its number and time."""
    properties = {name: schema for name, schema in kind["properties"].items() if name not in _UNTOLD}
    return kind | {
        "properties": {
            "number": {"type": "integer", "minimum": 1},
            **properties,
            "at": {"type": "string", "format": "date-time"},
        },
        "required": ["number", *(name for name in kind["required"] if name not in _UNTOLD), "at"],
        "additionalProperties": False,
    }
