"""Live games over WebSockets: events are pushed, from any number on."""

import asyncio
from contextlib import ExitStack, suppress
from types import NoneType
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from commonfactor.web.api.bodies import SINCE, since
from commonfactor.web.api.operations import Operation
from commonfactor.web.game_hub import GameHub
from commonfactor.web.game_views import Pong
from commonfactor.web.live_game import LiveGame
from commonfactor.web.rate_limits import HELD_UNTIL_GONE, RateLimits, RequestKind
from commonfactor.web.refusals import Code, RefusalError

SECONDS_FOR_A_TOKEN = 10.0
SECONDS_FOR_A_MESSAGE = 10.0
SECONDS_FOR_A_GOODBYE = 1.0
MOST_UNSENT = 64

UNSUPPORTED, RESTARTING, TRY_AGAIN = 1003, 1012, 1013
NO_SUCH_GAME, NO_TOKEN_IN_TIME, TOO_SLOW, TOO_MANY = 4404, 4408, 4413, 4429

# A message that is not text, not JSON, nested too deep, or of the wrong type.
_NONSENSE = (msgspec.MsgspecError, KeyError, RecursionError, ValueError)

_PONG = msgspec.json.encode(Pong()).decode()


class _Greeting(Struct, forbid_unknown_fields=True):
    """The first message of a client: the seats that it has, if any."""

    token: str | None = None


class _Ping(Struct, forbid_unknown_fields=True):
    """A sign of life."""

    type: Literal["ping"]


class SocketsApi:
    """All open sockets."""

    def __init__(self, games: GameHub, limits: RateLimits) -> None:
        self._games, self._limits = games, limits
        self._open: set[_Connection] = set()

    @Operation("/api/games/{id}/events", NoneType, status=101, query=(SINCE,))
    async def events(self, socket: WebSocket) -> None:
        """A WebSocket by which everything that happens is pushed, in messages of the schema Message."""
        client = self._limits.admit(socket.scope, RequestKind.READINGS)
        number = since(socket.query_params) or 0
        await socket.accept()
        with ExitStack() as until_the_end:
            # A peer that never reads stays connected after this returns, and must keep its place.
            held = socket.scope.get("extensions", {}).get(HELD_UNTIL_GONE, until_the_end)
            if not held.enter_context(self._limits.sockets.place_for(client)):
                await socket.close(TOO_MANY, "this address has too many sockets open")
                return
            try:
                live = await self._games.game(socket.path_params["id"])
                await self._serve(_Connection(socket), live, number)
            except RefusalError as refusal:
                is_gone = refusal.code is Code.NO_SUCH_GAME
                await socket.close(NO_SUCH_GAME if is_gone else TRY_AGAIN, refusal.code.name.lower())

    async def _serve(self, connection: "_Connection", live: LiveGame, number: int) -> None:
        try:
            async with asyncio.timeout(SECONDS_FOR_A_TOKEN):
                greeting = msgspec.json.decode(await connection.socket.receive_text(), type=_Greeting)
        except TimeoutError:
            await connection.socket.close(NO_TOKEN_IN_TIME, "the first message did not come in time")
            return
        except _NONSENSE:
            await connection.socket.close(UNSUPPORTED, "the first message tells the token")
            return
        players = live.players_of(greeting.token)
        self._open.add(connection)
        try:
            async with live.changing:
                missed = await self._games.events_since(live, number)
                connection.push(live.news(missed))
                live.watchers[connection.push] = players
            if players:
                live.tell_presence()
            await connection.run()
        finally:
            self._open.discard(connection)
            live.watchers.pop(connection.push, None)
            if players:
                live.tell_presence()

    async def close(self, code: int = RESTARTING, reason: str = "the server is restarting") -> None:
        """Close all sockets with a reason."""
        await asyncio.gather(
            *(connection.close(code, reason) for connection in tuple(self._open)),
            return_exceptions=True,
        )


class _Connection:
    """A socket with its queue of unsent messages."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._unsent: asyncio.Queue[str] = asyncio.Queue(MOST_UNSENT)
        self._is_too_slow = False
        self._ended = asyncio.Event()

    def push(self, message: str) -> None:
        """Queue a message."""
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            self._is_too_slow = True
            self._ended.set()

    async def run(self) -> None:
        """Send and listen until the client disconnects or is too slow."""
        tasks: set[asyncio.Task[Any]] = {
            asyncio.create_task(self._send()),
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._ended.wait()),
        }
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._is_too_slow:
            await self.close(TOO_SLOW, "too much is unsent; come back with since")

    async def close(self, code: int, reason: str) -> None:
        """Close the socket with a reason."""
        # A client that no longer reads does not read this either, so do not wait for it.
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(SECONDS_FOR_A_GOODBYE):
                await self.socket.close(code, reason)
        self._ended.set()

    async def _send(self) -> None:
        while True:
            message = await self._unsent.get()
            try:
                async with asyncio.timeout(SECONDS_FOR_A_MESSAGE):
                    await self.socket.send_text(message)
            except TimeoutError:
                self._is_too_slow = True
                return

    async def _listen(self) -> None:
        try:
            while True:
                msgspec.json.decode(await self.socket.receive_text(), type=_Ping)
                self.push(_PONG)
        except _NONSENSE:
            await self.close(UNSUPPORTED, "a message is a ping")
        except WebSocketDisconnect:
            return
