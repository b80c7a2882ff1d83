"""Refusals: every way in which a request can be turned down, in one shape.

A refusal says what was wrong and what is possible. If it concerns a game or a position, the answer
carries the current state, so that the client can go on from there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from http import HTTPStatus
from typing import Any

from commonfactor.rules.words import sentence


class Code(Enum):
    """Why a request is refused: the HTTP status, and what it means. docs/http-api.md lists all of them."""

    BAD_REQUEST = 400, "The body or a parameter is not what this address takes."
    BAD_NOTATION = 400, "The text names no game, setup or line of play."
    BAD_SETUP = 400, "The game cannot be set up or agreed on like this."
    BAD_MOVE = 400, "What was sent is not a move of this game in any position."
    BAD_RECORD = 400, "The text is no record that can be read."
    NO_TOKEN = 401, "The request needs the token of a seat."
    WRONG_TOKEN = 403, "The token belongs to no seat of this game."
    WRONG_INVITATION = 403, "The invitation is not the one for this game."
    TWO_PEOPLE_PLAY = 403, "Two people are playing, so there is no advice until the game ends."
    FOREIGN_ORIGIN = 403, "The request comes from a page of another site."
    NOT_FOUND = 404, "There is nothing at this address."
    NO_SUCH_GAME = 404, "There is no such game, or nobody has touched it for so long that it was removed."
    WRONG_METHOD = 405, "This address does not take this method."
    BODY_TOO_SLOW = 408, "The body did not arrive in time."
    NOT_YOUR_TURN = 409, "The other player is to move."
    WRONG_PLY = 409, "The game has gone on, or has gone back, since the move was chosen."
    ILLEGAL_MOVE = 409, "The move is not allowed in this position."
    SWAP_OPEN = 409, "Nobody moves until the second player has said who takes the first seat."
    NO_SWAP_OPEN = 409, "There is no swap to decide about."
    GAME_OVER = 409, "The game is over, so it is too late for that."
    GAME_RUNNING = 409, "That is possible when the game is over."
    MATCH_OVER = 409, "The match is decided."
    MATCH_RUNNING = 409, "The match is not decided yet."
    WAITING = 409, "The other player has not joined yet."
    SEAT_TAKEN = 409, "Somebody has joined already."
    NOTHING_TO_TAKE_BACK = 409, "There is no move to take back."
    NO_OFFER = 409, "There is no such offer to accept, to decline or to withdraw."
    OFFER_REPEATED = 409, "The same was asked for before, and nothing has happened since."
    ID_USED = 409, "The id was used for something else in this game."
    GAME_FULL = 409, "The game has as many events as one can have."
    BODY_TOO_LARGE = 413, "The body is longer than any request needs."
    ADDRESS_TOO_LONG = 414, "The address is longer than any position needs."
    NOT_JSON = 415, "The body must be sent as application/json."
    WRONG_HOST = 421, "The server is not known under this host name."
    TOO_MANY_REQUESTS = 429, "This address has asked more often than is allowed."
    QUEUE_FULL = 429, "Too many analyses are waiting."
    FAILED = 500, "The server has made a mistake, which was logged."
    TOO_MANY_GAMES = 503, "The server stores as many games as it may, and takes no new ones."
    UNAVAILABLE = 503, "The server cannot do this now, because it is stopping or its storage fails."

    def __init__(self, status: int, meaning: str) -> None:
        self.status, self.meaning = status, meaning


class RefusalError(Exception):
    """A request is turned down; the answer says why in one sentence, the meaning of the code unless told otherwise.

    ``field`` is the part of the request to correct, if it is a single one: ``setup``, ``names[0]``.
    ``concerned``, a ``game`` or a ``position``, goes into the answer.
    """

    def __init__(
        self,
        code: Code,
        message: str | None = None,
        *,
        field: str | None = None,
        retry_after: float | None = None,
        **concerned: Any,
    ) -> None:
        super().__init__(code.meaning if message is None else message)
        self.code, self.field, self.retry_after, self.concerned = code, field, retry_after, concerned


@contextmanager
def refusing(code: Code, *errors: type[Exception]) -> Iterator[None]:
    """Within this block, these errors of the rules become refusals."""
    try:
        yield
    except errors as error:
        raise RefusalError(code, sentence(str(error))) from None


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """Within this block, a refusal of what was sent is about ``field``, unless it names one itself."""
    try:
        yield
    except RefusalError as refusal:
        if refusal.code.status == HTTPStatus.BAD_REQUEST and refusal.field is None:
            refusal.field = field
        raise
