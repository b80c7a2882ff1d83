"""A game in memory: its state, its watchers, and the requests that were answered."""

import asyncio
import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from commonfactor.arena.terms import Player
from commonfactor.web.events import AnyHappening, Event
from commonfactor.web.game_views import Game, News, Presence, game_told
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.store import Stored
from commonfactor.web.table import Table

Tell = Callable[[str], None]
"""Sends a message to a watcher. It must not block."""


def hashed(secret: str) -> bytes:
    """The hash that is stored of a token or an invitation."""
    return hashlib.sha256(secret.encode()).digest()


class Request(NamedTuple):
    """An idempotent request of a client."""

    key: str
    """The client's id for it with its seat, since two clients may choose the same id."""
    is_answered_by: Callable[[AnyHappening], bool]
    """Whether a happening is the result of this request."""


class LiveGame:
    """A game in memory. The same game is never there twice."""

    def __init__(self, game_id: str, stored: Stored, table: Table) -> None:
        self.id = game_id
        self.changing = asyncio.Lock()
        """Held while the game changes or must not change."""
        self.watchers: dict[Tell, frozenset[Player]] = {}
        """The watchers, with the seats of their tokens."""
        self.thinking: asyncio.Task[None] | None = None
        self.claim = 0
        """The server's claim on the database under which the game was read."""
        self.client = ""
        """The last client to ask for something here; the computer's thinking is on its account."""
        self._told: tuple[Table, tuple[bool, bool], Game] | None = None
        self.take_up(stored, table)

    def take_up(self, stored: Stored, table: Table) -> None:
        """Go on from what is stored."""
        self.table = table
        self.tokens, self.invitation, self.use = stored.tokens, stored.invitation, stored.use
        self.requests = {event.request: event for event in stored.events if event.request}
        self.is_doubtful = False
        """Whether the database may have a change that is not known here."""

    def advance(self, event: Event, table: Table) -> None:
        """Go on to the table after an event that is stored."""
        self.table = table
        if event.request:
            self.requests[event.request] = event

    def players_of(self, token: str | None) -> frozenset[Player]:
        """The players whose seats a token is for."""
        if token is None:
            return frozenset()
        known = hashed(token)
        return frozenset(player for player, kept in self.tokens.items() if hmac.compare_digest(kept, known))

    def is_invited_by(self, invitation: str) -> bool:
        """Whether an invitation is the one for this game."""
        return self.invitation is not None and hmac.compare_digest(self.invitation, hashed(invitation))

    def answered(self, request: Request | None) -> Event | None:
        """The event of a request that was made before, if any; a refusal if its id was used for something else."""
        known = self.requests.get(request.key) if request else None
        if known and request and not request.is_answered_by(known.what):
            raise RefusalError(Code.ID_USED, "This id was used for something else in this game.", game=self.facts())
        return known

    @property
    def here(self) -> tuple[bool, bool]:
        """Which players are watching."""
        players = frozenset[Player]().union(*self.watchers.values())
        return 1 in players, 2 in players

    def facts(self) -> Game:
        """The game as clients see it, computed once for all of them."""
        table, here = self.table, self.here
        if self._told is None or self._told[0] is not table or self._told[1] != here:
            self._told = table, here, game_told(self.id, table, here)
        return self._told[2]

    def news(self, events: Iterable[Event]) -> str:
        """The message about these events."""
        told = [event.as_json() for event in events]
        return msgspec.json.encode(News(told, self.facts())).decode()

    def tell(self, events: Iterable[Event]) -> None:
        """Push events to all watchers."""
        if self.watchers:
            self._push(self.news(events))

    def tell_presence(self) -> None:
        self._push(msgspec.json.encode(Presence(self.here)).decode())

    def _push(self, message: str) -> None:
        for tell in self.watchers:
            tell(message)


@contextmanager
def concerning(live: LiveGame) -> Iterator[None]:
    """Add the state of the game to refusals within this block."""
    try:
        yield
    except RefusalError as refusal:
        refusal.concerned.setdefault("game", live.facts())
        raise
