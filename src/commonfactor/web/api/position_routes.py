"""Routes about any position. Nothing is stored."""

from collections.abc import Coroutine
from datetime import UTC, datetime
from re import ASCII, fullmatch
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from commonfactor.arena.match import Match
from commonfactor.arena.record import LARGEST_RECORD, RecordError, check_stamp, record_of
from commonfactor.arena.terms import DEFAULT_NAMES
from commonfactor.rules.newcomers import five_lines, positions_to_try
from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import quoted
from commonfactor.web.analyses import Analysis, Record, Review
from commonfactor.web.answer_types import Answer, GameName
from commonfactor.web.api.bodies import RecordText, answer, body, parameter
from commonfactor.web.api.operations import COMPUTED, Operation
from commonfactor.web.boards import Position, encoded_position, position_told, reason_about
from commonfactor.web.catalogue import Catalogue, encoded_catalogue
from commonfactor.web.computations import Oracle, until_gone
from commonfactor.web.game_limits import line_in
from commonfactor.web.rate_limits import RateLimits, RequestKind
from commonfactor.web.refusals import Code, RefusalError, blaming

# A line has no times, and the same line must have the same record.
_BEFORE_ANY_GAME = datetime(1970, 1, 1, tzinfo=UTC)

DEFAULT_SECONDS, LEAST_SECONDS, MOST_SECONDS = 2.0, 0.1, 10.0

SECONDS = parameter(
    "seconds",
    "How long the solver may think.",
    type="number",
    minimum=LEAST_SECONDS,
    maximum=MOST_SECONDS,
    default=DEFAULT_SECONDS,
)
_WHY = parameter("why", "A move about which to say why it is allowed or not.", type="string")
_POSITION = "/api/positions/{notation:path}"


class Rules(Answer, frozen=True):
    """The rules of a game with its setup, by paragraphs, and in short for somebody new."""

    game: GameName
    setup: str
    title: str
    rules: list[str]
    short: list[str]
    positions: Annotated[list[str], Meta(description="Some to try the rules on, in the notation.")]


class PositionsApi:
    def __init__(self, oracle: Oracle, limits: RateLimits) -> None:
        self._oracle, self._limits = oracle, limits

    @Operation("/api/catalogue", Catalogue, tag="positions")
    async def catalogue(self, request: Request) -> Response:
        """The games, the levels of the computer, and how far things go."""
        return answer(encoded_catalogue())

    @Operation(f"{_POSITION}/analysis", Analysis, (Code.BAD_NOTATION, *COMPUTED), query=(SECONDS,), tag="positions")
    async def analysis(self, request: Request) -> Response:
        """The verdict of a position, and why."""
        client = self._limits.admit(request.scope, RequestKind.ANALYSES)
        line = _line(request)
        seconds = seconds_in(request.query_params.get("seconds"))
        return await computed(request, self._oracle.analysis(line, seconds, client))

    @Operation(f"{_POSITION}/review", Review, (Code.BAD_NOTATION, *COMPUTED), tag="positions")
    async def review(self, request: Request) -> Response:
        """The review of a line of play: the player who was winning at every move."""
        client = self._limits.admit(request.scope, RequestKind.ANALYSES)
        line = _line(request)
        match = Match(line.rules, DEFAULT_NAMES)
        match.play_all(line.moves, _BEFORE_ANY_GAME)
        return await computed(request, self._oracle.review(record_of(match), 1, client))

    @Operation(f"{_POSITION}/rules", Rules, (Code.BAD_NOTATION,), tag="positions")
    async def rules(self, request: Request) -> Response:
        """The rules of a game with its setup."""
        self._limits.admit(request.scope, RequestKind.READINGS)
        rules = _line(request).rules
        positions = [str(line) for line in positions_to_try(rules)]
        return answer(Rules(rules.name, rules.setup, rules.title, rules.rules_text()[1:], five_lines(rules), positions))

    # This path would match those above too; the first match answers.
    @Operation(_POSITION, Position, (Code.BAD_NOTATION, Code.BAD_MOVE), query=(_WHY,), tag="positions")
    async def position(self, request: Request) -> Response:
        """A position and its legal moves."""
        self._limits.admit(request.scope, RequestKind.READINGS)
        line = _line(request)
        why = request.query_params.get("why")
        if why is None:
            return answer(encoded_position(line))
        try:
            with blaming("why"):
                return answer(msgspec.structs.replace(position_told(line), why=reason_about(line, why)))
        except RefusalError as refusal:
            refusal.concerned["position"] = encoded_position(line)
            raise

    @Operation("/api/records", Record, (Code.BAD_RECORD, *COMPUTED), body=RecordText, tag="positions")
    async def read_record(self, request: Request) -> Response:
        """The games that a record tells."""
        client = self._limits.admit(request.scope, RequestKind.ANALYSES)
        record = (await body(request, RecordText)).text
        with blaming("text"):
            if len(record.encode()) > LARGEST_RECORD:
                raise RefusalError(Code.BAD_RECORD, f"A record has at most {LARGEST_RECORD:,} bytes.")
            try:
                check_stamp(record.encode())
            except RecordError as error:
                raise RefusalError(Code.BAD_RECORD, f"The record {error}.") from None
            return await computed(request, self._oracle.retelling(record, client))


async def computed(request: Request, computation: Coroutine[Any, Any, Any]) -> Response:
    """The result of a computation, which is cancelled when the client disconnects."""
    return answer(await until_gone(request.receive, computation))


def _line(request: Request) -> Line:
    """The line of play that the address names."""
    with blaming("notation"):
        return line_in(request.path_params["notation"])


def seconds_in(text: str | None) -> float:
    """The seconds for an analysis."""
    if text is None:
        return DEFAULT_SECONDS
    if fullmatch(r"[0-9]{1,3}(\.[0-9]{1,20})?", text, ASCII) and LEAST_SECONDS <= float(text) <= MOST_SECONDS:
        return float(text)
    raise RefusalError(
        Code.BAD_REQUEST,
        f"The parameter seconds is a number from {LEAST_SECONDS} to {MOST_SECONDS:g}, not {quoted(text)}.",
        field="seconds",
    )
