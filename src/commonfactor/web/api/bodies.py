"""Bodies and parameters of requests. Foreign JSON becomes a value in one place, here."""

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from commonfactor.rules.numerals import number_in
from commonfactor.rules.words import sentence
from commonfactor.web.events import Opponent
from commonfactor.web.refusals import Code, RefusalError

_RequestId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[\x21-\x7e]+$(?!\n)")]
_Text = Annotated[str, Meta(max_length=200)]
_Secret = Annotated[str, Meta(max_length=200)]
_Token = Annotated[str, Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]

Schema = dict[str, Any]

_HIGHEST_SINCE = 10**9

_FIELD_AT_FAULT = re.compile(r"(?:field `|at `\$\.)([^`]+)`$")
"""The end of msgspec's message about one field; it names the field nowhere else."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class NewGame(Body, frozen=True, kw_only=True):
    """The settings of a new game."""

    game: _Text | None = None
    setup: _Text | None = None
    position: str | None = None
    """A line of play to start from, instead of game and setup."""
    opponent: Opponent = Opponent.COMPUTER
    level: int | _Text | None = None
    names: Annotated[list[_Text | None], Meta(max_length=2)] | None = None
    you: Literal[1, 2] = 1
    target: int | None = None
    swap: bool = False


class Joining(Body, frozen=True):
    """The claim of a seat."""

    invitation: _Secret
    name: _Text | None = None
    token: _Token | None = None
    """The token that the seat is to have, of 128 random bits at least, so that a lost answer can be asked for again."""


class Command(Body, frozen=True):
    """Something that is to happen once."""

    id: _RequestId


class Move(Command, frozen=True):
    """A move, and which one of the game it is."""

    ply: int
    move: int | _Text


class SwapAnswer(Command, frozen=True):
    """Whether the second player takes over the first seat."""

    take: bool


class Consent(Command, frozen=True):
    """A request to the other player, or the answer to theirs."""

    accept: bool = True
    """Whether this asks or grants; else it declines, or withdraws."""
    offer: int | None = None
    """The number of the offer that is granted; without it, this asks."""


class RecordText(Body, frozen=True):
    """A record that was copied from somewhere."""

    text: str


_Body = TypeVar("_Body", bound=Body)


async def body(request: Request, kind: type[_Body]) -> _Body:
    """The body of a request, checked."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        named = _FIELD_AT_FAULT.search(str(error))
        message = sentence(f"the body is not what is expected here: {error}")
        raise RefusalError(Code.BAD_REQUEST, message, field=named and named[1]) from None


def parameter(name: str, meaning: str, *, is_in_path: bool = False, **schema: Any) -> Schema:
    """The description of a parameter of the query, which is optional, or of the path."""
    place = {"in": "path", "required": True} if is_in_path else {"in": "query"}
    return {"name": name, **place, "description": meaning, "schema": schema}


SINCE = parameter(
    "since",
    "The number of the last event that is known; those after it are told.",
    type="integer",
    minimum=0,
    maximum=_HIGHEST_SINCE,
)


def since(parameters: QueryParams) -> int | None:
    """The number of the last event that the client knows, if it says so."""
    return number_of(parameters, "since", 0, _HIGHEST_SINCE)


def number_of(parameters: QueryParams, name: str, least: int, most: int) -> int | None:
    """An optional parameter that is a number."""
    text = parameters.get(name)
    if text is None:
        return None
    try:
        number = number_in(text)
    except ValueError as error:
        raise RefusalError(Code.BAD_REQUEST, f"The parameter {name} is a number: {error}.", field=name) from None
    if not least <= number <= most:
        message = f"The parameter {name} goes from {least:,} to {most:,} here, not {number:,}."
        raise RefusalError(Code.BAD_REQUEST, message, field=name)
    return number


def answer(content: Any, status: int = 200) -> Response:
    """An answer as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")
