"""The few forms that schemas of answers are put together from."""

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
YES_OR_NO: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "integer", "minimum": 1}
PLAYER: Schema = {"type": "integer", "enum": [1, 2], "description": "Player 1 or Player 2."}
SEAT: Schema = {"type": "integer", "enum": [1, 2], "description": "The seat that moves first, or second."}
MOVE: Schema = {"type": ["integer", "string"], "description": "A number, or text such as 48/2 where it takes two."}


def ref(name: str) -> Schema:
    """A schema that stands elsewhere."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(fields: Mapping[str, Schema], *, optional: tuple[str, ...] = ()) -> Schema:
    """An object with these fields, all there unless optional, and no others."""
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": dict(fields), "required": required, "additionalProperties": False}


def maybe(schema: Schema) -> Schema:
    """What may be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def several(schema: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": schema}


def pair(schema: Schema) -> Schema:
    """A list of two, mostly one for Player 1 and one for Player 2."""
    return {"type": "array", "items": schema, "minItems": 2, "maxItems": 2}


def one_of(*values: str) -> Schema:
    """One of a few words."""
    return {"type": "string", "enum": list(values)}
