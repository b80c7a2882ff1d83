"""Every address of the interface, with what can be asked there."""

from typing import Any

from commonfactor.web.api.positions import DEFAULT_SECONDS, LEAST_SECONDS, MOST_SECONDS
from commonfactor.web.caps import LONGEST_NOTATION
from commonfactor.web.openapi.forms import COUNT, NUMBER, TEXT
from commonfactor.web.openapi.operations import Operation, in_path, in_query, json_answer
from commonfactor.web.refusals import Code

_SEATED: tuple[dict[str, list[str]], ...] = ({"seat": []},)
_SEATED_OR_NOT: tuple[dict[str, list[str]], ...] = ({}, {"seat": []})

_NOTATION = in_path(
    "notation",
    TEXT | {"minLength": 1, "maxLength": LONGEST_NOTATION, "examples": ["factor-clash:2-20:15,5", "divisor-duel:60:6"]},
    "A position, written GAME:SETUP:MOVES. It may contain slashes.",
)
_ID = in_path("id", TEXT | {"pattern": "^[A-Za-z0-9_-]{12}$"}, "The game.")
_SINCE = in_query(
    "since", COUNT | {"maximum": 10**9}, "The number of the last event that is known; those after it are told."
)
_SECONDS = in_query(
    "seconds",
    {"type": "number", "minimum": LEAST_SECONDS, "maximum": MOST_SECONDS, "default": DEFAULT_SECONDS},
    "How long the solver may think.",
)
_WHY = in_query("why", TEXT, "A move about which to say why it is allowed or not.")
_GAME_NUMBER = in_query("game", NUMBER, "Which game of all; without it the last one that is over.")
_MATCH_NUMBER = in_query("match", NUMBER, "Which match of all; without it the last one.")

_COMPUTED = (Code.TOO_MANY_REQUESTS, Code.QUEUE_FULL, Code.UNAVAILABLE)
_ANALYSIS = {200: json_answer("Analysis", "Who wins, which moves win, and why.")}
_REVIEW = {200: json_answer("Review", "Who was winning at every move.")}


def _command(name: str, summary: str, *refusals: Code, body: str = "Command", answer: str = "Done") -> Operation:
    """Something that happens once in a game, however often it is asked for with the same id."""
    answers = {200: json_answer(answer, "It has happened and is stored.")}
    always = (
        Code.TOO_MANY_REQUESTS, Code.NO_SUCH_GAME, Code.NO_TOKEN, Code.WRONG_TOKEN, Code.ID_USED, Code.GAME_FULL,
        Code.UNAVAILABLE,
    )  # fmt: skip
    return Operation(name, summary, answers, (*always, *refusals), (_ID,), body, security=_SEATED)


_GAME = "/api/games/{id}"

_REFUSED_SEATS = (
    Code.BAD_SETUP, Code.WRONG_INVITATION, Code.NO_SUCH_GAME, Code.SEAT_TAKEN, Code.TOO_MANY_REQUESTS, Code.UNAVAILABLE,
)  # fmt: skip

_ASKED: dict[str, Operation] = {
    "/api/health": Operation(
        "health",
        "Whether the server is there, and still has its database.",
        {200: json_answer("Health", "It is.")},
        (Code.UNAVAILABLE,),
        tag="server",
    ),
    "/api/ready": Operation(
        "ready",
        "Whether games can be stored, found out by writing to the database.",
        {200: json_answer("Readiness", "They can.")},
        (Code.UNAVAILABLE,),
        tag="server",
    ),
    "/api/openapi.json": Operation(
        "description",
        "This description.",
        {200: {"description": "OpenAPI 3.1.", "content": {"application/json": {"schema": {"type": "object"}}}}},
        tag="server",
    ),
    "/api/catalogue": Operation(
        "catalogue",
        "The games, the levels of the computer, and how far things go.",
        {200: json_answer("Catalogue", "All there is to choose from.")},
        tag="positions",
    ),
    "/api/positions/{notation}": Operation(
        "position",
        "What a position is, and what may be done in it.",
        {200: json_answer("Position", "The position.")},
        (Code.BAD_NOTATION, Code.BAD_MOVE),
        (_NOTATION, _WHY),
        tag="positions",
    ),
    "/api/positions/{notation}/analysis": Operation(
        "analysis",
        "What a position is worth, and why.",
        _ANALYSIS,
        (Code.BAD_NOTATION, *_COMPUTED),
        (_NOTATION, _SECONDS),
        tag="positions",
    ),
    "/api/positions/{notation}/review": Operation(
        "review",
        "Who was winning at every move of a line of play.",
        _REVIEW,
        (Code.BAD_NOTATION, *_COMPUTED),
        (_NOTATION,),
        tag="positions",
    ),
    _GAME: Operation(
        "game",
        "A game as it stands, and what has happened since.",
        {200: json_answer("GameSince", "The game. Without since there are no events.")},
        (Code.NO_SUCH_GAME, Code.UNAVAILABLE),
        (_ID, _SINCE),
        security=_SEATED_OR_NOT,
    ),
    f"{_GAME}/analysis": Operation(
        "gameAnalysis",
        "What the current position of a game is worth, unless two people play it.",
        _ANALYSIS,
        (Code.TWO_PEOPLE_PLAY, Code.NO_SUCH_GAME, *_COMPUTED),
        (_ID, _SECONDS),
    ),
    f"{_GAME}/review": Operation(
        "gameReview",
        "Who was winning at every move of a game that is over.",
        _REVIEW,
        (Code.NO_SUCH_GAME, Code.GAME_RUNNING, *_COMPUTED),
        (_ID, _GAME_NUMBER),
    ),
    f"{_GAME}/record": Operation(
        "record",
        "A match as text.",
        {200: {"description": "The record.", "content": {"text/plain": {"schema": TEXT}}}},
        (Code.NO_SUCH_GAME, Code.UNAVAILABLE),
        (_ID, _MATCH_NUMBER),
    ),
    f"{_GAME}/events": Operation(
        "events",
        "A WebSocket by which everything that happens is pushed, in messages of the schema Message.",
        {101: {"description": "The socket is open."}},
        parameters=(_ID, _SINCE),
    ),
}

_DONE: dict[str, Operation] = {
    "/api/records": Operation(
        "readRecord",
        "The games that a record tells.",
        {200: json_answer("Record", "The games.")},
        (Code.BAD_RECORD, *_COMPUTED),
        body="RecordText",
        tag="positions",
    ),
    "/api/games": Operation(
        "create",
        "A new game.",
        {201: json_answer("NewSeats", "The game, with the token of your seat and the invitation for a friend.")},
        (Code.BAD_NOTATION, Code.BAD_SETUP, Code.TOO_MANY_REQUESTS, Code.TOO_MANY_GAMES, Code.UNAVAILABLE),
        body="NewGame",
    ),
    f"{_GAME}/join": Operation(
        "join",
        "The claim of the free seat.",
        {200: json_answer("NewSeat", "The seat is yours; this is its token.")},
        _REFUSED_SEATS,
        (_ID,),
        "Joining",
    ),
    f"{_GAME}/moves": _command(
        "move",
        "A move.",
        Code.BAD_MOVE,
        Code.NOT_YOUR_TURN,
        Code.WRONG_PLY,
        Code.ILLEGAL_MOVE,
        Code.SWAP_OPEN,
        Code.GAME_OVER,
        Code.WAITING,
        body="Move",
    ),
    f"{_GAME}/swap": _command(
        "swap",
        "The second player's answer after the first move, where swapping was agreed.",
        Code.NO_SWAP_OPEN,
        Code.NOT_YOUR_TURN,
        Code.GAME_OVER,
        Code.WAITING,
        body="SwapAnswer",
    ),
    f"{_GAME}/takeback": _command(
        "takeBack",
        "A move back: at once, or against a friend with their consent.",
        Code.NOTHING_TO_TAKE_BACK,
        Code.NO_OFFER,
        Code.OFFER_REPEATED,
        Code.GAME_OVER,
        Code.WAITING,
        body="Consent",
    ),
    f"{_GAME}/rematch": _command(
        "rematch",
        "Another match, which the other player starts: at once, or against a friend with their consent.",
        Code.GAME_RUNNING,
        Code.MATCH_RUNNING,
        Code.NO_OFFER,
        Code.OFFER_REPEATED,
        Code.WAITING,
        body="Consent",
    ),
    f"{_GAME}/next": _command(
        "next", "The next game of a match that is not decided.", Code.GAME_RUNNING, Code.MATCH_OVER, Code.WAITING
    ),
    f"{_GAME}/resign": _command(
        "resign", "The end of a game, given up by the player to move.", Code.NOT_YOUR_TURN, Code.GAME_OVER, Code.WAITING
    ),
    f"{_GAME}/hint": _command(
        "hint",
        "The next step of help for the player to move.",
        Code.TWO_PEOPLE_PLAY,
        Code.NOT_YOUR_TURN,
        Code.WRONG_PLY,
        Code.GAME_OVER,
        Code.QUEUE_FULL,
        answer="Hint",
    ),
}

PATHS: dict[str, Any] = {
    **{path: {"get": operation.as_json()} for path, operation in _ASKED.items()},
    **{path: {"post": operation.as_json()} for path, operation in _DONE.items()},
}
