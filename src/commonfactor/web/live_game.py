"""A game in memory: how it stands, who looks on, and what was asked for before."""

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

Listener = Callable[[str], None]


def hashed(secret: str) -> bytes:
    """What is kept of a token or an invitation."""
    return hashlib.sha256(secret.encode()).digest()


class Request(NamedTuple):
    """What a client wants to happen once, however often it says so."""

    key: str
    """The id that the client has chosen, with the seat it has, since two clients may choose the same."""
    is_answered_by: Callable[[AnyHappening], bool]
    """Whether this is what a happening came from."""


class Watcher:
    """Somebody who looks on, with the seats that their tokens are for."""

    def __init__(self, tell: Listener, players: frozenset[Player]) -> None:
        """Tell every change by a function that does not wait."""
        self.tell, self.players = tell, players


class LiveGame:
    """A game in memory. There is never more than one of the same game."""

    def __init__(self, game_id: str, stored: Stored, table: Table) -> None:
        """Take up a game as it is stored."""
        self.id = game_id
        self.changing = asyncio.Lock()
        """Held by whoever changes the game, or must see it stand still."""
        self.watchers: set[Watcher] = set()
        self.thinking: asyncio.Task[None] | None = None
        self.claim = 0
        """The server's claim on the database under which the game was read."""
        self.client = ""
        """Who last asked for something here, and so for what the computer has to think about."""
        self._told: tuple[Table, tuple[bool, bool], Game] | None = None
        self.take_up(stored, table)

    def take_up(self, stored: Stored, table: Table) -> None:
        """Go on from what is stored."""
        self.table = table
        self.tokens, self.invitation, self.use = stored.tokens, stored.invitation, stored.use
        self.requests = {event.request: event for event in stored.events if event.request}
        self.is_doubtful = False
        """Whether a change may have been stored that is not known here."""

    def advance(self, event: Event, table: Table) -> None:
        """Go on to what an event that is stored has led to."""
        self.table = table
        if event.request:
            self.requests[event.request] = event

    def players_of(self, token: str | None) -> frozenset[Player]:
        """The players that a token lets somebody act for."""
        if token is None:
            return frozenset()
        known = hashed(token)
        return frozenset(player for player, kept in self.tokens.items() if hmac.compare_digest(kept, known))

    def is_invited_by(self, invitation: str) -> bool:
        """Whether an invitation is the one for this game."""
        return self.invitation is not None and hmac.compare_digest(self.invitation, hashed(invitation))

    def answered(self, request: Request | None) -> Event | None:
        """What came of a request that was made before; a refusal if its id was used for something else."""
        known = self.requests.get(request.key) if request else None
        if known and request and not request.is_answered_by(known.what):
            raise RefusalError(Code.ID_USED, "This id was used for something else in this game.", game=self.facts())
        return known

    @property
    def here(self) -> tuple[bool, bool]:
        """Which players look on at this moment."""
        players = frozenset[Player]().union(*(watcher.players for watcher in self.watchers))
        return 1 in players, 2 in players

    def facts(self) -> Game:
        """The game as clients see it, worked out once for all who are told."""
        table, here = self.table, self.here
        if self._told is None or self._told[0] is not table or self._told[1] != here:
            self._told = table, here, game_told(self.id, table, here)
        return self._told[2]

    def news(self, events: Iterable[Event]) -> str:
        """What is pushed to whoever looks on."""
        told = [event.as_json() for event in events]
        return msgspec.json.encode(News(told, self.facts())).decode()

    def tell(self, events: Iterable[Event]) -> None:
        """Push what has happened to whoever looks on."""
        if self.watchers:
            self._push(self.news(events))

    def tell_presence(self) -> None:
        """Push who is there."""
        self._push(msgspec.json.encode(Presence(self.here)).decode())

    def _push(self, message: str) -> None:
        for watcher in self.watchers:
            watcher.tell(message)


@contextmanager
def concerning(live: LiveGame) -> Iterator[None]:
    """Let refusals tell how the game stands that they are about."""
    try:
        yield
    except RefusalError as refusal:
        refusal.concerned.setdefault("game", live.facts())
        raise
