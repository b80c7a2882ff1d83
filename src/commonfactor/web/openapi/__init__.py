"""The description of the interface in the form of OpenAPI 3.1.

What clients send is described by the types that read it, and what they are sent by hand; the tests
hold every answer to it.
"""

from functools import cache
from typing import Any

from commonfactor import __version__
from commonfactor.web.openapi.games import GAME_SCHEMAS
from commonfactor.web.openapi.paths import PATHS
from commonfactor.web.openapi.positions import POSITION_SCHEMAS
from commonfactor.web.openapi.sent import BODY_SCHEMAS, EVENT_SCHEMAS, PROOF_SCHEMAS


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Common Factor",
            "version": __version__,
            "summary": "Five two-player number games: play them, and see the exact truth of any position.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "positions", "description": "What there is to say about any position. Nothing is stored."},
            {"name": "games", "description": "Games that are played on the server."},
            {"name": "server", "description": "The server itself."},
        ],
        "paths": PATHS,
        "components": {
            "schemas": BODY_SCHEMAS | EVENT_SCHEMAS | PROOF_SCHEMAS | POSITION_SCHEMAS | GAME_SCHEMAS,
            "securitySchemes": {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, which creating or joining a game gives.",
                }
            },
        },
    }
