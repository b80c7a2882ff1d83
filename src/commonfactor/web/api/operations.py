"""The operations of the interface: decorators that make a route of a method, and its part of the description."""

from collections.abc import Awaitable, Callable, Iterator
from types import NoneType
from typing import Any, TypeVar

from msgspec import Struct
from starlette.routing import BaseRoute, Route, WebSocketRoute

from commonfactor.web.answer_types import SCHEMAS
from commonfactor.web.api.bodies import Command, Schema, parameter
from commonfactor.web.game_limits import LONGEST_NOTATION
from commonfactor.web.game_views import Done
from commonfactor.web.refusals import Code

Security = tuple[dict[str, list[str]], ...]
Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])

COMPUTED = (Code.TOO_MANY_REQUESTS, Code.QUEUE_FULL, Code.UNAVAILABLE)
"""Refusals of requests that a worker answers."""

_EVERYWHERE = (
    Code.BAD_REQUEST,
    Code.FOREIGN_ORIGIN,
    Code.BODY_TOO_SLOW,
    Code.BODY_TOO_LARGE,
    Code.ADDRESS_TOO_LONG,
    Code.NOT_JSON,
    Code.WRONG_HOST,
    Code.TOO_MANY_REQUESTS,
    Code.FAILED,
)
"""Refusals by the middleware, of any request."""

_OF_COMMANDS = (Code.NO_SUCH_GAME, Code.NO_TOKEN, Code.WRONG_TOKEN, Code.ID_USED, Code.GAME_FULL, Code.UNAVAILABLE)

WITH_A_SEAT: Security = ({"seat": []},)
WITH_OR_WITHOUT: Security = ({}, {"seat": []})

_WITH_A_WAIT = {Code.TOO_MANY_REQUESTS.status, Code.UNAVAILABLE.status}

_IN_PATHS = {
    "{notation:path}": parameter(
        "notation",
        "A position, written GAME:SETUP:MOVES. It may contain slashes.",
        is_in_path=True,
        type="string",
        minLength=1,
        maxLength=LONGEST_NOTATION,
        examples=["factor-clash:2-20:15,5", "divisor-duel:60:6"],
    ),
    "{id}": parameter("id", "The game.", is_in_path=True, type="string", pattern="^[A-Za-z0-9_-]{12}$"),
}


class Operation(Struct, frozen=True):
    """An operation at one address. Decorates the method that answers."""

    path: str
    answer: type
    """A type of ``answers``; ``str`` is sent as plain text, ``dict`` is any object, and ``NoneType`` is a socket."""
    refusals: tuple[Code, ...] = ()
    """Beside those of any request."""
    body: type[Struct] | None = None
    """Sent by POST; an operation without a body is a GET."""
    status: int = 200
    query: tuple[Schema, ...] = ()
    tag: str = "games"
    security: Security = ()

    def __call__(self, handler: Handler) -> Handler:
        _OPERATIONS[handler] = self
        return handler

    @property
    def method(self) -> str:
        return "POST" if self.body else "GET"

    def described(self, handler: Callable[..., Any]) -> dict[str, Any]:
        """The operation as OpenAPI has it, with the name and the docstring of its method."""
        summary = _first_line(handler)
        in_path = [told for part, told in _IN_PATHS.items() if part in self.path]
        # With a wrong value in it, an address may be none.
        refusals = (*self.refusals, Code.NOT_FOUND) if in_path else self.refusals
        told: dict[str, Any] = {
            "operationId": _camel_case(handler.__name__),
            "summary": summary,
            "tags": [self.tag],
            "security": list(self.security),
            "parameters": [*in_path, *self.query],
            "responses": {str(self.status): self._answered(summary), **_refused(refusals)},
        }
        if self.body:
            told["requestBody"] = {"required": True, "content": _json(_ref(self.body.__name__))}
        return told

    def _answered(self, summary: str) -> dict[str, Any]:
        if issubclass(self.answer, Struct):
            return {"description": _first_line(self.answer), "content": _json(_ref(self.answer.__name__))}
        if self.answer is NoneType:
            return {"description": "The socket is open."}
        content = {"text/plain": {"schema": {"type": "string"}}} if self.answer is str else _json({"type": "object"})
        return {"description": summary, "content": content}


_OPERATIONS: dict[Callable[..., Any], Operation] = {}


def command(path: str, *refusals: Code, body: type[Struct] = Command, answer: type[Struct] = Done) -> Operation:
    """An idempotent operation on a game: it happens once, however often its id is sent."""
    return Operation(path, answer, (*_OF_COMMANDS, *refusals), body, security=WITH_A_SEAT)


def operations_of(api: type) -> Iterator[tuple[Callable[..., Any], Operation]]:
    """The operations of an API with the methods that answer them, in the order of these."""
    methods = (method for method in vars(api).values() if callable(method))
    return ((method, _OPERATIONS[method]) for method in methods if method in _OPERATIONS)


def routes_of(api: object) -> Iterator[BaseRoute]:
    """The routes to an API's methods."""
    for method, known in operations_of(type(api)):
        answering = getattr(api, method.__name__)
        if known.answer is NoneType:
            yield WebSocketRoute(known.path, answering)
        else:
            yield Route(known.path, answering, methods=[known.method])


def _refused(refusals: tuple[Code, ...]) -> dict[str, Any]:
    """The answers for each status of refusals."""
    told = [code for code in Code if code in {*refusals, *_EVERYWHERE}]
    statuses = sorted({code.status for code in told})
    return {str(status): _refusal(status, [code for code in told if code.status == status]) for status in statuses}


def _refusal(status: int, codes: list[Code]) -> dict[str, Any]:
    names = [code.name.lower() for code in codes]
    one_of_them = {"properties": {"error": {"properties": {"code": {"enum": names}}}}}
    answer: dict[str, Any] = {
        "description": " ".join(f"`{name}`: {code.meaning}" for name, code in zip(names, codes, strict=True)),
        "content": _json({"allOf": [_ref("Refusal"), one_of_them]}),
    }
    if status in _WITH_A_WAIT:
        wait = {"description": "In how many seconds to try again.", "required": True, "schema": {"type": "integer"}}
        answer["headers"] = {"Retry-After": wait}
    return answer


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _ref(name: str) -> Schema:
    return {"$ref": SCHEMAS.format(name=name)}


def _first_line(described: Any) -> str:
    return str(described.__doc__).partition("\n")[0]


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
