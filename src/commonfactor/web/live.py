"""Games that are being played: one place where all that happens to a game passes through.

Every change of a game waits its turn, is checked, is committed, and only then is it remembered,
acknowledged and told to whoever looks on.
"""

import asyncio
import hashlib
import hmac
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from commonfactor.arena.terms import Player
from commonfactor.web import store
from commonfactor.web.events import AnyHappening, Created, Event, Joined, Opponent
from commonfactor.web.journal import Journal, Work
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.store import Creation, Stored
from commonfactor.web.table import Table
from commonfactor.web.views import game_facts

MOST_REMEMBERED = 2_000
"""How many games are kept in memory; the others are read when somebody asks for them."""

_ID_BYTES, _TOKEN_BYTES = 9, 16
_ID = re.compile(r"[A-Za-z0-9_-]{12}")

_Answer = TypeVar("_Answer")
_log = logging.getLogger(__name__)

Decide = Callable[[Table], AnyHappening]
Listener = Callable[[bytes], None]


def _hashed(secret: str) -> bytes:
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
    """A game in memory."""

    def __init__(self, game_id: str, stored: Stored) -> None:
        """Take up a game where its events end."""
        self.id = game_id
        self.table = Table.from_events(stored.events)
        self.tokens, self.invitation = stored.tokens, stored.invitation
        self.requests = {event.request: event for event in stored.events if event.request}
        self.changing = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.thinking: asyncio.Task[None] | None = None

    def players_of(self, tokens: Iterable[str]) -> frozenset[Player]:
        """The players whose tokens these are."""
        hashes = [_hashed(token) for token in tokens]
        return frozenset(
            player
            for player, token in self.tokens.items()
            if any(hmac.compare_digest(token, hashed) for hashed in hashes)
        )

    def answered(self, request: Request) -> Event | None:
        """What came of a request that was made before; a refusal if its id was used for something else."""
        known = self.requests.get(request.key)
        if known and not request.is_answered_by(known.what):
            raise RefusalError(Code.ID_USED, "This id was used for something else in this game.", game=self.facts())
        return known

    @property
    def here(self) -> tuple[bool, bool]:
        """Which players look on at this moment."""
        players = frozenset[Player]().union(*(watcher.players for watcher in self.watchers))
        return 1 in players, 2 in players

    @property
    def is_idle(self) -> bool:
        """Whether nobody would notice if the game were read anew next time."""
        return not self.watchers and not self.changing.locked() and self.thinking is None

    def facts(self) -> dict[str, Any]:
        """The game as clients see it."""
        return game_facts(self.id, self.table, self.here)

    def news(self, events: list[Event]) -> bytes:
        """What is pushed to whoever looks on."""
        told = [event.as_json() for event in events]
        return msgspec.json.encode({"type": "game", "events": told, "game": self.facts()})

    def tell(self, message: bytes) -> None:
        """Push a message to whoever looks on."""
        for watcher in self.watchers:
            watcher.tell(message)

    def tell_presence(self) -> None:
        """Push who is there."""
        self.tell(msgspec.json.encode({"type": "presence", "here": self.here}))


@contextmanager
def concerning(live: LiveGame) -> Iterator[None]:
    """Let refusals tell how the game stands that they are about."""
    try:
        yield
    except RefusalError as refusal:
        refusal.concerned.setdefault("game", live.facts())
        raise


class LiveGames:
    """All games of the server."""

    def __init__(self, journal: Journal) -> None:
        """Read and store games through a journal."""
        self._journal = journal
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._reading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._is_closing = False
        self.on_change: Callable[[LiveGame], None] = lambda _: None
        """Called after every change, and when a game is read."""

    async def create(self, what: Created) -> tuple[LiveGame, dict[Player, str], str | None]:
        """A new game, the tokens of its seats, and the invitation for the other one if a friend is to come."""
        event = Event(1, datetime.now(UTC), what)
        Table.created(event)
        token, game_id = secrets.token_urlsafe(_TOKEN_BYTES), secrets.token_urlsafe(_ID_BYTES)
        seats: tuple[Player, ...] = (1, 2) if what.opponent is Opponent.ONE_DEVICE else (what.player,)
        invitation = secrets.token_urlsafe(_TOKEN_BYTES) if what.opponent is Opponent.FRIEND else None
        hashes = dict.fromkeys(seats, _hashed(token))
        hashed_invitation = None if invitation is None else _hashed(invitation)
        creation = Creation(game_id, event, hashes, hashed_invitation)
        await self._commit(lambda connection: store.create_game(connection, creation))
        live = self._remember(LiveGame(game_id, Stored([event], hashed_invitation, hashes)))
        self.on_change(live)
        return live, dict.fromkeys(seats, token), invitation

    async def game(self, game_id: str) -> LiveGame:
        """The game with an id; a refusal if there is none."""
        if live := self._games.get(game_id):
            self._games.move_to_end(game_id)
            return live
        if not _ID.fullmatch(game_id):
            raise RefusalError(Code.NO_SUCH_GAME, "There is no such game.")
        reading = self._reading.get(game_id)
        if reading is None:
            reading = self._reading[game_id] = asyncio.create_task(self._read(game_id))
        found = await asyncio.shield(reading)
        if found is None:
            raise RefusalError(
                Code.NO_SUCH_GAME, "There is no such game, or nobody has touched it for so long that it was removed."
            )
        return found

    async def join(self, live: LiveGame, invitation: str, name: str | None) -> tuple[str, Player]:
        """Claim the free seat: its token, and which player it is."""
        async with live.changing:
            if live.invitation is None or not hmac.compare_digest(live.invitation, _hashed(invitation)):
                message = "This link does not invite you to this game. You can watch it."
                raise RefusalError(Code.WRONG_INVITATION, message, game=live.facts())
            player: Player = 2 if live.table.has_joined[0] else 1
            joined = Joined(player, name or live.table.match.names[player - 1])
            token = secrets.token_urlsafe(_TOKEN_BYTES)
            seat = {player: _hashed(token)}
            event, table = self._next(live, lambda _: joined, None)

            def claim(connection: Connection) -> None:
                store.add_seats(connection, live.id, seat)
                store.add_events(connection, [(live.id, event)])

            await self._commit(claim, live)
            live.tokens |= seat
            self._changed(live, event, table)
        return token, player

    async def act(self, live: LiveGame, decide: Decide, request: Request | None = None) -> Event:
        """Let something happen: what is decided by the table as it is when its turn has come.

        What was asked for by the same request before is not done again.
        """
        async with live.changing:
            if request and (known := live.answered(request)):
                return known
            event, table = self._next(live, decide, request)
            await self._commit(lambda connection: store.add_events(connection, [(live.id, event)]), live)
            self._changed(live, event, table)
        return event

    async def events_since(self, live: LiveGame, number: int) -> list[Event]:
        """What has happened in a game after an event, up to now."""
        if number >= live.table.number:
            return []
        return await self._stored(lambda connection: store.events_since(connection, live.id, number))

    async def remove_untouched(self, before: datetime) -> int:
        """Remove games that nobody has touched since some time; how many there were."""
        removed = await self._journal.do(lambda connection: store.remove_untouched(connection, before))
        for game_id in removed:
            self._games.pop(game_id, None)
        return len(removed)

    def close(self) -> None:
        """Let nothing new happen; what is being committed is finished by the journal."""
        self._is_closing = True
        for live in self._games.values():
            if live.thinking:
                live.thinking.cancel()

    def _next(self, live: LiveGame, decide: Decide, request: Request | None) -> tuple[Event, Table]:
        with concerning(live):
            event = Event(live.table.number + 1, datetime.now(UTC), decide(live.table), request and request.key)
            return event, live.table.after(event)

    def _changed(self, live: LiveGame, event: Event, table: Table) -> None:
        live.table = table
        if event.request:
            live.requests[event.request] = event
        live.tell(live.news([event]))
        self.on_change(live)

    async def _commit(self, work: Callable[[Connection], None], live: LiveGame | None = None) -> None:
        concerned = {} if live is None else {"game": live.facts()}
        if self._is_closing:
            message = "The server is stopping. Please try again."
            raise RefusalError(Code.UNAVAILABLE, message, retry_after=2, **concerned)
        try:
            await self._journal.do(work)
        except SQLAlchemyError as error:
            if live and isinstance(error, IntegrityError):
                # The database knows better how far the game has come; it is read anew next time.
                self._games.pop(live.id, None)
            _log.error("the database failed: %s", type(error).__name__)
            raise RefusalError(
                Code.UNAVAILABLE, "The server could not store this. Please try again.", retry_after=2, **concerned
            ) from None

    async def _stored(self, work: Work[_Answer]) -> _Answer:
        try:
            return await self._journal.do(work)
        except SQLAlchemyError as error:
            _log.error("the database failed: %s", type(error).__name__)
            message = "The server could not read this. Please try again."
            raise RefusalError(Code.UNAVAILABLE, message, retry_after=2) from None

    async def _read(self, game_id: str) -> LiveGame | None:
        try:
            stored = await self._stored(lambda connection: store.stored_game(connection, game_id))
            if stored is None:
                return None
            live = self._remember(LiveGame(game_id, stored))
        finally:
            del self._reading[game_id]
        self.on_change(live)
        return live

    def _remember(self, live: LiveGame) -> LiveGame:
        self._games[live.id] = live
        if len(self._games) > MOST_REMEMBERED:
            oldest = next((game for game in self._games.values() if game.is_idle and game is not live), None)
            if oldest:
                del self._games[oldest.id]
        return live
