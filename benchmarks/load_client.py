"""Clients that load a server: friends who play, each with a socket, and others who keep requesting analyses.

They share the machine with the server, so they are cheap: HTTP is written and parsed by hand, and only the fields that
the next move needs are decoded.
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import Iterable
from itertools import count
from random import Random
from time import monotonic
from typing import Any, Self

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from commonfactor.rules.notation import Line, parse

_SECONDS_FOR_AN_ANSWER = 10.0
_SECONDS_FOR_AN_EVENT = 5.0
_CONTENT_LENGTH = re.compile(rb"\r\ncontent-length: ([0-9]+)\r\n", re.IGNORECASE)
_TOO_MANY_REQUESTS = 429
_SECONDS_BEFORE_ASKING_AGAIN = 0.5
_HARD_POOLS = ("factor-frenzy:2-9{}:", "factor-frenzy:2-18{}:")

Address = tuple[str, int]
"""Host and port."""


class UnexpectedAnswerError(Exception):
    """A response that a well-behaved client should never get."""


class _Position(msgspec.Struct):
    moves: list[int | str]
    legal: list[int | str]


class _Game(msgspec.Struct):
    number: int
    to_move: int | None
    position: _Position


class _Acknowledgement(msgspec.Struct):
    game: _Game


class _Creation(msgspec.Struct):
    id: str
    tokens: dict[str, str]
    invitation: str


class _Admission(msgspec.Struct):
    token: str
    game: _Game


class _Event(msgspec.Struct):
    number: int


class _News(msgspec.Struct):
    events: list[_Event] = []


_ACKNOWLEDGEMENTS = msgspec.json.Decoder(_Acknowledgement)
_NEWS = msgspec.json.Decoder(_News)


class Connection:
    """A keep-alive HTTP connection."""

    def __init__(self, address: Address, own_host: str | None = None) -> None:
        """Connect when first needed, from this local address if given."""
        self._address, self._own = address, own_host and (own_host, 0)
        self._host = f"Host: {address[0]}:{address[1]}\r\n"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def posted(self, path: str, content: dict[str, Any], token: str = "") -> bytes:
        """The response to a POST; ``UnexpectedAnswerError`` unless it succeeds."""
        body = msgspec.json.encode(content)
        headers = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nAuthorization: Bearer {token}\r\n"
        async with asyncio.timeout(_SECONDS_FOR_AN_ANSWER):
            status, answer = await self._answer(f"POST {path} HTTP/1.1\r\n{self._host}{headers}\r\n".encode() + body)
        if status not in {200, 201}:
            raise UnexpectedAnswerError(f"{status} {answer[:200].decode()}")
        return answer

    async def status_of(self, path: str) -> int:
        """The status of the response to a GET, without a time limit."""
        return (await self._answer(f"GET {path} HTTP/1.1\r\n{self._host}\r\n".encode()))[0]

    def close(self) -> None:
        if self._writer:
            self._writer.close()

    async def _answer(self, request: bytes) -> tuple[int, bytes]:
        if self._reader is None or self._writer is None or self._reader.at_eof():
            self._reader, self._writer = await asyncio.open_connection(*self._address, local_addr=self._own)
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = _CONTENT_LENGTH.search(head)
        if length is None:
            raise UnexpectedAnswerError(f"an answer of unknown length: {head.decode()}")
        return int(head[9:12]), await self._reader.readexactly(int(length[1]))


class _Seat:
    """A player: a connection for moves, and a socket that checks that no event is missing or out of order."""

    def __init__(self, connection: Connection, token: str, errors: Counter[str]) -> None:
        self.connection, self.token, self._errors = connection, token, errors
        self.seen = 0
        self.listening: asyncio.Task[None] | None = None

    async def sit_down(self, address: Address, game: str) -> None:
        url = f"ws://{address[0]}:{address[1]}/api/games/{game}/events?since=0"
        socket = await connect(url, compression=None, ping_interval=None, proxy=None)
        await socket.send(msgspec.json.encode({"token": self.token}), text=True)
        self.listening = asyncio.create_task(self._listen(socket))

    async def _listen(self, socket: Any) -> None:
        try:
            while True:
                for event in _NEWS.decode(await socket.recv(decode=False)).events:
                    if event.number != self.seen + 1:
                        self._errors["an event did not come right after the one before"] += 1
                    self.seen = event.number
        except ConnectionClosed as closed:
            self._errors[f"a socket was closed: {closed}"] += 1


class FriendsGame:
    """Two friends who play at random, and ask for a rematch whenever a game is over."""

    def __init__(self, game_id: str, seats: tuple[_Seat, _Seat], game: _Game, rng: Random) -> None:
        self._id, self._seats, self._game, self._rng = game_id, seats, game, rng
        self._requests = count(1)

    @classmethod
    async def begun(cls, address: Address, start: tuple[str, str], errors: Counter[str], rng: Random) -> Self:
        """A new game with this name and setup, which both players have joined and watch."""
        connections = Connection(address), Connection(address)
        wanted = {"game": start[0], "setup": start[1], "opponent": "friend", "names": ["Ann"]}
        creation = msgspec.json.decode(await connections[0].posted("/api/games", wanted), type=_Creation)
        claim = {"invitation": creation.invitation, "name": "Bob"}
        answer = await connections[1].posted(f"/api/games/{creation.id}/join", claim)
        admission = msgspec.json.decode(answer, type=_Admission)
        seats = (
            _Seat(connections[0], creation.tokens["1"], errors),
            _Seat(connections[1], admission.token, errors),
        )
        for seat in seats:
            await seat.sit_down(address, creation.id)
        return cls(creation.id, seats, admission.game, rng)

    async def make_move(self) -> float:
        """Make a move, and return the seconds until it was acknowledged."""
        position, player = self._game.position, self._game.to_move or 1
        move = {"ply": len(position.moves) + 1, "move": self._rng.choice(position.legal)}
        begin = monotonic()
        answer = await self._asked(player, "moves", move)
        spent = monotonic() - begin
        self._game = _ACKNOWLEDGEMENTS.decode(answer).game
        return spent

    async def begin_anew_if_over(self) -> None:
        """Agree on a rematch if the game is over."""
        if self._game.to_move is None:
            await self._asked(1, "rematch", {})
            self._game = _ACKNOWLEDGEMENTS.decode(await self._asked(2, "rematch", {})).game

    async def see_all(self) -> None:
        """Wait until both have received all acknowledged events; ``UnexpectedAnswerError`` if they do not."""
        deadline = monotonic() + _SECONDS_FOR_AN_EVENT
        while any(seat.seen < self._game.number for seat in self._seats):
            if monotonic() > deadline:
                raise UnexpectedAnswerError("an acknowledged event did not come to a socket")
            await asyncio.sleep(0.05)

    @property
    def open_sockets(self) -> int:
        """The number of players whose sockets are open."""
        return sum(seat.listening is not None and not seat.listening.done() for seat in self._seats)

    def leave(self) -> None:
        """Close sockets and connections."""
        for seat in self._seats:
            seat.connection.close()
            if seat.listening:
                seat.listening.cancel()

    async def _asked(self, player: int, what: str, content: dict[str, Any]) -> bytes:
        seat = self._seats[player - 1]
        content = content | {"id": str(next(self._requests))}
        return await seat.connection.posted(f"/api/games/{self._id}/{what}", content, seat.token)


class Play:
    """Moves in many games, at times that are independent of acknowledgements (an open-loop load)."""

    def __init__(self, games: Iterable[FriendsGame], errors: Counter[str]) -> None:
        # The game that has waited longest moves next.
        self._ready, self._errors = deque(games), errors
        self._moving: set[asyncio.Task[None]] = set()
        self.seconds: list[float] = []
        """The time of each acknowledgement."""
        self.lateness: list[float] = []
        """How late the clients themselves were with each move."""

    async def run(self, begin: float, times: list[float]) -> None:
        """Make moves at these times after the beginning; negative ones warm up and are not recorded."""
        for time in times:
            await asyncio.sleep(begin + time - monotonic())
            if not self._ready:
                self._errors["a move was due while all games waited for answers"] += 1
                continue
            if time >= 0:
                self.lateness.append(monotonic() - begin - time)
            moving = asyncio.create_task(self._make_move(self._ready.popleft(), is_noted=time >= 0))
            self._moving.add(moving)
            moving.add_done_callback(self._moving.discard)
        await asyncio.gather(*self._moving)

    async def _make_move(self, game: FriendsGame, *, is_noted: bool) -> None:
        try:
            spent = await game.make_move()
            if is_noted:
                self.seconds.append(spent)
            await game.begin_anew_if_over()
        except (OSError, EOFError, UnexpectedAnswerError) as error:  # a time-out is an OSError, too
            self._errors[f"{type(error).__name__}: {error}"] += 1
        else:
            self._ready.append(game)


class Curiosity:
    """Clients that keep requesting hard analyses."""

    def __init__(self, address: Address, hosts: int, questions_each: int, rng: Random) -> None:
        """Ask ``questions_each`` at a time from each of some local addresses."""
        self.statuses: Counter[int] = Counter()
        self._rng = rng
        self._connections = [
            Connection(address, f"127.0.1.{number}") for number in range(1, hosts + 1) for _ in range(questions_each)
        ]

    async def run(self) -> None:
        """Ask until cancelled."""
        try:
            await asyncio.gather(*map(self._ask, self._connections))
        finally:
            for connection in self._connections:
                connection.close()

    async def _ask(self, connection: Connection) -> None:
        while True:
            status = await connection.status_of(f"/api/positions/{self._hard_position()}/analysis?seconds=10")
            self.statuses[status] += 1
            if status == _TOO_MANY_REQUESTS:
                await asyncio.sleep(_SECONDS_BEFORE_ASKING_AGAIN)

    def _hard_position(self) -> Line:
        """A position after a few random moves, which has most likely not been asked about before."""
        line = parse(self._rng.choice(_HARD_POOLS).format(self._rng.randrange(10)))
        for _ in range(self._rng.randrange(2, 5)):
            line = line.play(self._rng.choice(line.rules.legal_moves(line.position)))
        return line
