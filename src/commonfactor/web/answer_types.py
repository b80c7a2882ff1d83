"""The types that all answers share. Every other answer stands beside what makes it."""

from typing import Annotated, Any

from msgspec import Meta, Raw, Struct

from commonfactor.rules.base import Seat
from commonfactor.rules.registry import all_games

SCHEMAS = "#/components/schemas/{name}"
"""Where the OpenAPI description has the schema of a type."""


def one_of(*values: str) -> Meta:
    """One of a few words that are known only when the program runs."""
    return Meta(extra_json_schema={"enum": list(values)})


def _schema_of(name: str) -> Meta:
    """A type that has the schema of this name."""
    return Meta(extra_json_schema={"$ref": SCHEMAS.format(name=name)})


Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
AnyMove = Annotated[int | str, Meta(description="A number, or text such as 48/2 where it takes two.")]
GameName = Annotated[str, Meta(examples=[game.name for game in all_games()])]  # other packages may bring more
AnyEvent = Annotated[Any, _schema_of("Event")]
AnyProof = Annotated[Any, _schema_of("Proof")]
AnyClaim = Annotated[Any, _schema_of("Claim")]
EncodedPosition = Annotated[Raw, _schema_of("Position")]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that clients are told. Its docstring, and that of every kind of it, is part of the description."""


class LineTold(Answer, frozen=True):
    """A line of play, and where it has led."""

    game: GameName
    setup: str
    moves: tuple[AnyMove, ...]
    to_move: Seat
    legal: tuple[AnyMove, ...]
    over: bool
    winner: Seat | None
    notation: str
