"""The hub that every change of every game passes through.

Changes of one game are serialised. Each is checked and committed, and only then remembered,
acknowledged and broadcast. If it is unknown whether a commit succeeded, the game is read again
before anything else happens to it.
"""

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from commonfactor.arena.terms import Player
from commonfactor.web import store
from commonfactor.web.database_claim import StoreError
from commonfactor.web.events import AnyHappening, Created, Event, Joined, Moved, Opponent
from commonfactor.web.journal import Journal, JournalError, Work
from commonfactor.web.live_game import LiveGame, Request, concerning, hashed
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.store import Creation, Due, Stored, Use
from commonfactor.web.table import Table

MOST_REMEMBERED = 2_000
"""How many games are cached beside those in use."""

# Often enough for a game that is kept for months.
_BETWEEN_TOUCHES = timedelta(hours=1)
# A longer game is replayed in a thread, since that takes more than a few milliseconds.
_MOST_TOLD_AT_ONCE = 100
_SECONDS_TO_TRY_AGAIN = 2
_SECONDS_UNTIL_ROOM = 3_600

_ID_BYTES, _TOKEN_BYTES = 9, 16
_ID = re.compile(r"[A-Za-z0-9_-]{12}")

_Answer = TypeVar("_Answer")
_log = logging.getLogger(__name__)

Decide = Callable[[Table], AnyHappening]


class GameHub:
    """All games of the server."""

    def __init__(self, journal: Journal, most_games: int, past: datetime, clock: Callable[[], datetime]) -> None:
        """Store up to ``most_games`` games; their time of use is never set before ``past``."""
        self._journal, self._most_games, self._past, self._clock = journal, most_games, past, clock
        # A game that is in use stays here, so that the same game is never in memory twice.
        self._in_use: WeakValueDictionary[str, LiveGame] = WeakValueDictionary()
        self._remembered: OrderedDict[str, LiveGame] = OrderedDict()
        self._reading: dict[str, asyncio.Task[LiveGame | None]] = {}
        self._regaining: asyncio.Task[None] | None = None
        self._is_stopping = self._is_closed = False
        self.on_change: Callable[[LiveGame], None] = lambda _: None
        """Called after every change, and whenever a game is fetched."""

    async def create(self, what: Created, client: str) -> tuple[LiveGame, dict[Player, str], str | None]:
        """A new game, the tokens of its seats, and the invitation if a friend is to join."""
        event = Event(1, self._clock(), what)
        table = Table.created(event)
        token, game_id = secrets.token_urlsafe(_TOKEN_BYTES), secrets.token_urlsafe(_ID_BYTES)
        seats: tuple[Player, ...] = (1, 2) if what.opponent is Opponent.ONE_DEVICE else (what.player,)
        invitation = secrets.token_urlsafe(_TOKEN_BYTES) if what.opponent is Opponent.FRIEND else None
        hashes = dict.fromkeys(seats, hashed(token))
        claim = self._journal.claim.number
        touched = max(event.at, self._past)
        creation = Creation(game_id, event, hashes, None if invitation is None else hashed(invitation), touched)
        if not await self._commit(partial(_created, creation=creation, most_games=self._most_games)):
            raise _no_room(self._most_games)
        live = LiveGame(game_id, Stored([event], creation.invitation, hashes, Use(touched)), table)
        live.client, live.claim = client, claim
        self._remember(live)
        self.on_change(live)
        return live, dict.fromkeys(seats, token), invitation

    async def game(self, game_id: str) -> LiveGame:
        """The game with this id; a refusal if there is none."""
        await self._regain_storage()
        if live := self._in_use.get(game_id):
            if self._is_doubtful(live):
                async with live.changing:
                    await self._refresh(live)
            self._remember(live)
            self.on_change(live)
            return live
        if not _ID.fullmatch(game_id):
            raise RefusalError(Code.NO_SUCH_GAME)
        reading = self._reading.get(game_id)
        if reading is None:
            reading = self._reading[game_id] = asyncio.create_task(self._read(game_id))
        found = await asyncio.shield(reading)
        if found is None:
            raise RefusalError(Code.NO_SUCH_GAME)
        return found

    async def join(self, live: LiveGame, invitation: str, name: str | None, token: str | None) -> tuple[str, Player]:
        """Claim the free seat; returns its token and player. Idempotent for clients that choose their token."""
        async with live.changing:
            await self._refresh(live)
            if not live.is_invited_by(invitation):
                message = "This link does not invite you to this game. You can watch it."
                raise RefusalError(Code.WRONG_INVITATION, message, game=live.facts())
            if token and (seated := live.players_of(token)):
                return token, min(seated)
            player: Player = 2 if live.table.has_joined[0] else 1
            token = token or secrets.token_urlsafe(_TOKEN_BYTES)
            joined = Joined(player, name or live.table.match.names[player - 1])
            await self._add(live, lambda _: joined, lambda: live.players_of(token), seats={player: hashed(token)})
        return token, player

    async def act(self, live: LiveGame, decide: Decide, request: Request | None = None) -> Event:
        """Do what is decided on the current table. Idempotent: a repeated request returns the original event."""
        async with live.changing:
            await self._refresh(live)
            if known := live.answered(request):
                return known
            return await self._add(live, decide, lambda: live.answered(request), request)

    async def _add(
        self,
        live: LiveGame,
        decide: Decide,
        found: Callable[[], _Answer | None],
        request: Request | None = None,
        seats: dict[Player, bytes] | None = None,
    ) -> Event | _Answer:
        """Commit the next event, with new ``seats`` if any, then remember and broadcast it.

        If the commit seems to have failed and has not, return what is ``found`` of it.
        """
        with concerning(live):
            event = Event(live.table.number + 1, self._clock(), decide(live.table), request and request.key)
            table = live.table.after(event)
        use = self._use(live, event)
        is_touched = use != live.use

        def add(connection: Connection) -> None:
            if seats:
                store.add_seats(connection, live.id, seats)
            store.add_event(connection, live.id, event)
            if is_touched:
                store.touch(connection, live.id, use)

        if known := await self._stored_after_all(live, add, found):
            return known
        live.tokens |= seats or {}
        live.use = use
        live.advance(event, table)
        self.on_change(live)
        live.tell([event])
        return event

    async def events_since(self, live: LiveGame, number: int) -> list[Event]:
        """The events after a number. The caller must hold ``changing``."""
        await self._refresh(live)
        if number >= live.table.number:
            return []
        return await self.asked(lambda connection: store.events_since(connection, live.id, number))

    async def remove_due(self, due: Due, most: int) -> int:
        """Remove some of the games that are due, and return how many."""
        removed = await self.asked(partial(store.remove_due, due=due, most=most))
        for game_id in removed:
            self._remembered.pop(game_id, None)
            if live := self._in_use.get(game_id):
                live.is_doubtful = True
        return len(removed)

    def stop(self) -> None:
        """Finish what was begun, but read no game again if that fails."""
        self._is_stopping = True

    def close(self) -> None:
        """Accept no changes any more; the journal finishes what is being committed."""
        self._is_stopping = self._is_closed = True
        for live in self._in_use.values():
            if live.thinking:
                live.thinking.cancel()

    def _use(self, live: LiveGame, event: Event) -> Use:
        """The use of a game, after an event in it."""
        touched, is_played = live.use
        programs = live.table.match.terms.programs
        is_played |= isinstance(event.what, Moved) and programs.of(event.what.player) is None
        at = max(event.at, self._past)
        return Use(at if at - touched > _BETWEEN_TOUCHES else touched, is_played)

    async def _stored_after_all(
        self, live: LiveGame, work: Callable[[Connection], None], found: Callable[[], _Answer | None]
    ) -> _Answer | None:
        """Commit; if that is said to have failed, read the game again and return what was ``found`` in it."""
        with concerning(live):
            try:
                await self._commit(work)
            except RefusalError:
                if self._is_stopping:
                    raise  # the client comes back to a server that reads everything anew
                live.is_doubtful = True
                await self._refresh(live)
                if answer := found():
                    return answer
                raise
            except asyncio.CancelledError:
                live.is_doubtful = True  # the client has gone, and the journal goes on
                raise
        return None

    def _is_doubtful(self, live: LiveGame) -> bool:
        """Whether the database may have events that are missing here."""
        return live.is_doubtful or live.claim != self._journal.claim.number

    async def _regain_storage(self) -> None:
        """Refuse to answer from memory without a claim on the database; all callers share one attempt to regain it."""
        if self._journal.claim.is_held:
            return
        if self._regaining is None or self._regaining.done():
            self._regaining = asyncio.create_task(self.asked(store.confirm))
        await asyncio.shield(self._regaining)

    async def _refresh(self, live: LiveGame) -> None:
        """Read a doubtful game again, and broadcast what was missed."""
        if not self._is_doubtful(live):
            return
        claim = self._journal.claim.number
        with concerning(live):
            stored = await self.asked(lambda connection: store.stored_game(connection, live.id))
        if stored is None:
            self._remembered.pop(live.id, None)
            raise RefusalError(Code.NO_SUCH_GAME)
        missed = stored.events[live.table.number :]
        live.take_up(stored, await _table_of(stored))
        live.claim = claim
        if missed:
            self.on_change(live)
            live.tell(missed)

    async def _commit(self, work: Work[_Answer]) -> _Answer:
        if self._is_closed:
            message = "The server is stopping. Please try again."
            raise RefusalError(Code.UNAVAILABLE, message, retry_after=_SECONDS_TO_TRY_AGAIN)
        return await self.asked(work)

    async def asked(self, work: Work[_Answer]) -> _Answer:
        """The result of work on the database; a refusal if it fails."""
        try:
            return await self._journal.do(work)
        except (SQLAlchemyError, JournalError, StoreError) as error:
            if self._journal.claim.is_held:  # else the storage watch logs it once
                _log.error("the database failed: %s", store.cause(error))  # where is known
            message = "The server cannot reach its storage. Please try again."
            raise RefusalError(Code.UNAVAILABLE, message, retry_after=_SECONDS_TO_TRY_AGAIN) from None

    async def _read(self, game_id: str) -> LiveGame | None:
        claim = self._journal.claim.number
        try:
            stored = await self.asked(lambda connection: store.stored_game(connection, game_id))
            if stored is None:
                return None
            live = LiveGame(game_id, stored, await _table_of(stored))
            live.claim = claim
            self._remember(live)
        finally:
            del self._reading[game_id]
        self.on_change(live)
        return live

    def _remember(self, live: LiveGame) -> None:
        self._in_use[live.id] = live
        self._remembered[live.id] = live
        self._remembered.move_to_end(live.id)
        while len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)


async def _table_of(stored: Stored) -> Table:
    if len(stored.events) <= _MOST_TOLD_AT_ONCE:
        return Table.from_events(stored.events)
    return await asyncio.to_thread(Table.from_events, stored.events)


def _created(connection: Connection, creation: Creation, most_games: int) -> bool:
    """Store a game if there is room, and return whether there was. Count and insert share one transaction."""
    if store.game_count(connection) >= most_games:
        return False
    store.create_game(connection, creation)
    return True


def _no_room(most_games: int) -> RefusalError:
    _log.warning("a game was refused, since %d are stored: see --most-games", most_games)
    message = (
        "The server stores as many games as it may, so it cannot begin another one. "
        "Every hour it removes old games; try again then. Games that have begun go on."
    )
    return RefusalError(Code.TOO_MANY_GAMES, message, retry_after=_SECONDS_UNTIL_ROOM)
