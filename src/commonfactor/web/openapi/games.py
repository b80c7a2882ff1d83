"""Schemas of games, of the answers to what is done in them, and of what is pushed about them."""

from commonfactor.arena.match import Ending
from commonfactor.players.hints import LAST_STEP
from commonfactor.web.openapi.forms import (
    COUNT,
    MOVE,
    NUMBER,
    PLAYER,
    TEXT,
    YES_OR_NO,
    Schema,
    maybe,
    one_of,
    pair,
    record,
    ref,
    several,
)
from commonfactor.web.openapi.positions import GAME_NAME
from commonfactor.web.refusals import Code
from commonfactor.web.table import REMATCH, TAKEBACK

_HINT: dict[str, Schema] = {
    "step": NUMBER | {"maximum": LAST_STEP},
    "text": TEXT,
    "moves": several(MOVE) | {"description": "Those that the hint names."},
}

_GAME: dict[str, Schema] = {
    "id": TEXT,
    "number": NUMBER | {"description": "How many events there were."},
    "opponent": ref("Opponent"),
    "game": GAME_NAME,
    "setup": TEXT,
    "title": TEXT,
    "players": pair(ref("Player")),
    "seats": pair(PLAYER) | {"description": "Who sits in the seat that moves first, and in the other."},
    "starter": PLAYER,
    "to_move": maybe(PLAYER),
    "is_waiting": YES_OR_NO | {"description": "Whether a friend has not joined yet."},
    "has_swap": YES_OR_NO,
    "swap_open": YES_OR_NO,
    "status": TEXT,
    "last": maybe(TEXT),
    "position": ref("Position"),
    "players_of_moves": several(PLAYER),
    "result": maybe(record({"winner": PLAYER, "by": one_of(*Ending)})),
    "score": pair(COUNT),
    "target": maybe(NUMBER),
    "match_winner": maybe(PLAYER),
    "games": NUMBER,
    "offer": maybe(record({"kind": one_of(TAKEBACK, REMATCH), "by": PLAYER, "number": COUNT})),
    "can_undo": pair(YES_OR_NO),
    "hints": pair(COUNT),
    "hint": maybe(record(_HINT)),
}

_YOU: dict[str, Schema] = {"you": several(PLAYER) | {"description": "Whose token was sent."}}

_PLAYER = record(
    {"name": TEXT, "program": maybe(TEXT), "level": maybe(NUMBER), "is_here": YES_OR_NO, "has_joined": YES_OR_NO}
)

_TOKENS: Schema = {
    "type": "object",
    "properties": {"1": TEXT, "2": TEXT},
    "additionalProperties": False,
    "minProperties": 1,
}

_REFUSAL = record(
    {
        "error": record(
            {
                "code": one_of(*(code.name.lower() for code in Code)),
                "message": TEXT,
                "field": TEXT | {"description": "The field of the body, or the parameter, to correct."},
            },
            optional=("field",),
        ),
        "game": ref("Game"),
        "position": ref("Position"),
    },
    optional=("game", "position"),
)

_MESSAGE = {
    "anyOf": [
        record({"type": one_of("game"), "events": several(ref("Event")), "game": ref("Game")}),
        record({"type": one_of("presence"), "here": pair(YES_OR_NO)}),
        record({"type": one_of("pong")}),
    ]
}

GAME_SCHEMAS: dict[str, Schema] = {
    "Game": record(_GAME),
    "OwnGame": record(_GAME | _YOU),
    "GameSince": record(_GAME | _YOU | {"events": several(ref("Event"))}),
    "Player": _PLAYER,
    "NewSeats": record({"id": TEXT, "tokens": _TOKENS, "invitation": maybe(TEXT), "game": ref("OwnGame")}),
    "NewSeat": record({"token": TEXT, "player": PLAYER, "game": ref("OwnGame")}),
    "Done": record({"number": NUMBER, "game": ref("OwnGame")}),
    "Hint": record({**_HINT, "number": NUMBER, "game": ref("OwnGame")}),
    "Message": _MESSAGE,
    "Refusal": _REFUSAL,
    "Health": record({"status": one_of("ok")}),
    "Readiness": record({"status": one_of("ready")}),
}
