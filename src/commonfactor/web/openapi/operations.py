"""How one operation of the interface is described: what it takes, what it answers, how it may be refused."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from commonfactor.web.openapi.forms import Schema, ref
from commonfactor.web.refusals import Code

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
"""What the edge of the server may say to any request."""

_WITH_A_WAIT = {Code.TOO_MANY_REQUESTS.status, Code.UNAVAILABLE.status}


class Operation(NamedTuple):
    """One operation."""

    name: str
    summary: str
    answers: Mapping[int, Mapping[str, Any]]
    refusals: tuple[Code, ...] = ()
    """Beside those that any request may meet with."""
    parameters: tuple[Schema, ...] = ()
    body: str | None = None
    """The name of its schema."""
    tag: str = "games"
    security: tuple[Mapping[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The operation as OpenAPI has it."""
        # What stands in an address may be such that it is none.
        elsewhere = (Code.NOT_FOUND,) if any(parameter["in"] == "path" for parameter in self.parameters) else ()
        described: dict[str, Any] = {
            "operationId": self.name,
            "summary": self.summary,
            "tags": [self.tag],
            "security": list(self.security),
            "responses": {str(status): answer for status, answer in self.answers.items()}
            | _refused((*elsewhere, *self.refusals)),
        }
        if self.parameters:
            described["parameters"] = list(self.parameters)
        if self.body:
            described["requestBody"] = {"required": True, "content": {"application/json": {"schema": ref(self.body)}}}
        return described


def json_answer(schema: str, meaning: str) -> dict[str, Any]:
    """An answer in JSON, by the name of its schema."""
    return {"description": meaning, "content": {"application/json": {"schema": ref(schema)}}}


def in_path(name: str, schema: Schema, meaning: str) -> Schema:
    """A part of the address."""
    return {"name": name, "in": "path", "required": True, "description": meaning, "schema": schema}


def in_query(name: str, schema: Schema, meaning: str) -> Schema:
    """Something that may follow the address."""
    return {"name": name, "in": "query", "description": meaning, "schema": schema}


def _refused(refusals: tuple[Code, ...]) -> dict[str, Any]:
    """For every status the codes that come with it."""
    told = [code for code in Code if code in {*refusals, *_EVERYWHERE}]
    statuses = sorted({code.status for code in told})
    return {str(status): _refusal(status, [code for code in told if code.status == status]) for status in statuses}


def _refusal(status: int, codes: list[Code]) -> dict[str, Any]:
    one_of_them = {"properties": {"error": {"properties": {"code": {"enum": [_name(code) for code in codes]}}}}}
    answer: dict[str, Any] = {
        "description": " ".join(f"`{_name(code)}`: {code.meaning}" for code in codes),
        "content": {"application/json": {"schema": {"allOf": [ref("Refusal"), one_of_them]}}},
    }
    if status in _WITH_A_WAIT:
        wait = {"description": "In how many seconds to try again.", "required": True, "schema": {"type": "integer"}}
        answer["headers"] = {"Retry-After": wait}
    return answer


def _name(code: Code) -> str:
    return code.name.lower()
