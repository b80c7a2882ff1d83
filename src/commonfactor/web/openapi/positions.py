"""Schemas of what is said about positions."""

from commonfactor.arena.review import Label
from commonfactor.rules.registry import all_games
from commonfactor.rules.relations import RELATIONS
from commonfactor.solver.analysis import Verdict
from commonfactor.web.openapi.forms import (
    COUNT,
    MOVE,
    NUMBER,
    PLAYER,
    SEAT,
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

GAME_NAME = one_of(*(game.name for game in all_games()))
_VERDICT = one_of(*Verdict)
_DEFAULT_FIRST = {"description": "What a setup may name; the first is the one of a setup that names none."}
_FACTORS = several(NUMBER) | {"description": "The prime factors, each as often as it divides."}

_LINE: dict[str, Schema] = {
    "game": GAME_NAME,
    "setup": TEXT,
    "moves": several(MOVE),
    "to_move": SEAT,
    "legal": several(MOVE),
    "over": YES_OR_NO,
    "winner": maybe(SEAT),
    "notation": TEXT,
}

_POSITION = record(
    {
        **_LINE,
        "title": TEXT,
        "requirement": TEXT | {"description": "What is required of who moves, or why the game is over."},
        "objections": {"type": "object", "additionalProperties": TEXT, "description": "Why a number is not allowed."},
        "board": {"anyOf": [ref("PoolBoard"), ref("NumbersBoard")]},
        "why": record({"move": TEXT, "allowed": YES_OR_NO, "text": TEXT}),
    },
    optional=("why",),
)

_CELL = record(
    {
        "number": NUMBER,
        "factors": _FACTORS,
        "status": one_of("free", "barred", "gone"),
        "move": NUMBER,
        "taken_by": maybe(SEAT),
        "ply": maybe(NUMBER),
        "text": maybe(TEXT),
        "removes": maybe(several(NUMBER)),
        "replies": maybe(COUNT),
        "preview": maybe(TEXT),
    }
)

_POOL_BOARD = record(
    {"kind": one_of("pool"), "low": NUMBER, "high": NUMBER, "cells": several(ref("Cell"))},
)

_DIVISOR = record(
    {
        "divisor": NUMBER,
        "move": MOVE,
        "leaves": NUMBER,
        "text": maybe(TEXT),
        "replies": maybe(COUNT),
        "preview": maybe(TEXT),
    }
)

_NUMBERS_BOARD = record(
    {
        "kind": one_of("numbers"),
        "numbers": several(record({"number": NUMBER, "factors": _FACTORS, "divisors": several(_DIVISOR)})),
        "trail": several(
            record({"ply": COUNT, "numbers": several(NUMBER), "move": maybe(MOVE), "seat": maybe(SEAT)}),
        ),
    }
)

_ANALYSIS = record(
    {
        **_LINE,
        "verdict": _VERDICT | {"description": "For the player to move."},
        "winning": several(MOVE),
        "losing": several(MOVE),
        "unknown": several(MOVE),
        "nimber": maybe(COUNT),
        "value": maybe(TEXT),
        "reason": maybe(TEXT),
        "proof": maybe(ref("Proof")),
        "proof_is_cut": YES_OR_NO,
        "nodes": COUNT,
        "seconds": {"type": "number", "minimum": 0},
        "drawing": maybe(ref("Drawing")),
    }
)

_DRAWING = record(
    {
        "numbers": several(NUMBER),
        "edges": several(pair(NUMBER)),
        "joins": one_of(*(relation.plural for relation in RELATIONS.values())),
        "pairs": several(pair(NUMBER)),
        "groups": several(record({"numbers": several(NUMBER), "worth": TEXT})),
        "line": several(TEXT),
        "move": maybe(TEXT),
    }
)

_REVIEWED_MOVE = record(
    {
        "ply": NUMBER,
        "player": PLAYER,
        "move": MOVE,
        "verdict": _VERDICT,
        "label": one_of(*Label),
        "better": maybe(MOVE),
        "reason": maybe(TEXT),
    }
)

_REVIEW = record(
    {
        "game": GAME_NAME,
        "setup": TEXT,
        "notation": TEXT,
        "winner": maybe(PLAYER),
        "accuracy": maybe({"type": "number", "minimum": 0, "maximum": 1}),
        "moves": several(_REVIEWED_MOVE),
        "leaders": several(maybe(PLAYER)) | {"minItems": 1},
        "decisive": maybe(NUMBER),
        "summary": TEXT,
        "kept": pair(pair(COUNT)),
        "names": pair(TEXT),
        "levels": pair(maybe(NUMBER)) | {"description": "Those of the computer; none of people."},
        "swap": maybe(record({"player": PLAYER, "is_taken": maybe(YES_OR_NO)})),
    }
)

_CATALOGUE = record(
    {
        "games": several(
            record(
                {
                    "name": GAME_NAME,
                    "short_name": TEXT,
                    "title": TEXT,
                    "summary": TEXT,
                    "default_setup": TEXT,
                    "recommended_setup": TEXT,
                    "has_pool": YES_OR_NO,
                    "openings": several(TEXT) | _DEFAULT_FIRST,
                    "relations": several(TEXT) | _DEFAULT_FIRST,
                    "highest": NUMBER,
                    "setup_question": TEXT,
                    "rules": several(TEXT),
                }
            )
        ),
        "levels": several(record({"number": NUMBER, "name": TEXT, "player": TEXT, "description": TEXT})),
        "limits": record(
            {
                "largest_number": NUMBER,
                "largest_to_divide": NUMBER,
                "most_first_moves": NUMBER,
                "longest_name": NUMBER,
                "longest_match": NUMBER,
            }
        ),
    }
)

_RECORD = record(
    {
        "names": pair(TEXT),
        "games": several(record({"notation": TEXT, "winner": maybe(PLAYER), "starter": PLAYER})) | {"minItems": 1},
    }
)

POSITION_SCHEMAS: dict[str, Schema] = {
    "Position": _POSITION,
    "PoolBoard": _POOL_BOARD,
    "Cell": _CELL,
    "NumbersBoard": _NUMBERS_BOARD,
    "Analysis": _ANALYSIS,
    "Drawing": _DRAWING,
    "Review": _REVIEW,
    "Catalogue": _CATALOGUE,
    "Record": _RECORD,
}
