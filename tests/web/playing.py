"""People who play at one application in this process, many at once if need be."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self, TypeVar

from httpx2 import ASGITransport, AsyncClient
from starlette.types import ASGIApp, Message
from web.asking import HOST

from commonfactor.rules.notation import parse
from commonfactor.web.app import Application, now
from commonfactor.web.settings import Limits, Settings, rate
from commonfactor.web.store import Store

PATIENCE = 30.0
"""How many seconds to wait for anything, far longer than it takes."""

_OFTEN = rate(1_000_000)

UNLIMITED = Limits(_OFTEN, _OFTEN, _OFTEN, _OFTEN, _OFTEN, sockets=10_000, requests=_OFTEN)
"""For tests that are about something else."""

Result = TypeVar("Result")

_ids = count(1)


def new_id() -> str:
    """An id that no request had before."""
    return f"request-{next(_ids)}"


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    json: Any

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.json["error"]["code"])


class Place:
    """A server that runs as long as its block."""

    def __init__(self, app: ASGIApp) -> None:
        """Run an application that was just put together."""
        self.app = app
        transport = ASGITransport(app, raise_app_exceptions=False, client=("192.0.2.1", 50000))
        self._client = AsyncClient(transport=transport, base_url=f"http://{HOST}", timeout=PATIENCE)

    async def asked(self, method: str, address: str, body: object = None, **headers: str) -> Reply:
        """Ask for anything; a body is sent as JSON, unless it is bytes already or comes piece by piece."""
        is_ready = body is None or isinstance(body, bytes | AsyncIterator)
        content: Any = body if is_ready else json.dumps(body).encode()
        own = {"content-type": "application/json"} if content else {}
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = await self._client.request(method, address, content=content, headers=own | sent)
        is_json = answer.headers.get("content-type") == "application/json"
        return Reply(answer.status_code, dict(answer.headers), answer.json() if is_json else answer.text)

    async def got(self, address: str) -> Reply:
        """Read something."""
        return await self.asked("GET", address)

    async def posted(self, address: str, body: object) -> Reply:
        """Send something."""
        return await self.asked("POST", address, body)

    async def new_game(self, **wanted: object) -> "Seat":
        """Create a game, and sit down."""
        reply = await self.posted("/api/games", {"game": "factor-clash", "setup": "2-20", **wanted})
        assert reply.status == 201, reply
        (token,) = set(reply.json["tokens"].values())
        return Seat(self, reply.json["id"], token, reply.json["invitation"])

    def socket(self, address: str) -> "Socket":
        """A socket that is opened by its block."""
        return Socket(self.app, address)


async def two_people(place: Place, **wanted: object) -> "dict[int, Seat]":
    """Who plays for Player 1 and for Player 2; the computer plays for itself."""
    seat = await place.new_game(**wanted)
    if wanted["opponent"] == "friend":
        return {1: seat, 2: await seat.joins()}
    return {1: seat, 2: seat} if wanted["opponent"] == "one-device" else {1: seat}


@asynccontextmanager
async def running(app: ASGIApp, kind: type[Place] = Place) -> AsyncIterator[Place]:
    """Start an application, and stop it in the end."""
    told, heard = asyncio.Queue[Message](), asyncio.Queue[Message]()
    told.put_nowait({"type": "lifespan.startup"})
    life = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, told.get, heard.put))
    assert (await heard.get())["type"] == "lifespan.startup.complete"
    try:
        yield kind(app)
    finally:
        told.put_nowait({"type": "lifespan.shutdown"})
        await life


class Seat:
    """Somebody with the token of a game, or without one."""

    def __init__(self, place: Place, game: str, token: str | None, invitation: str | None = None) -> None:
        """Sit at a game."""
        self.place, self.game, self.token, self.invitation = place, game, token, invitation

    @property
    def address(self) -> str:
        """Where the game is."""
        return f"/api/games/{self.game}"

    async def asked(self, what: str, **body: object) -> Reply:
        """Ask for something to happen, once unless an id is given again."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return await self.place.asked("POST", f"{self.address}/{what}", {"id": new_id(), **body}, **headers)

    async def does(self, what: str, **body: object) -> Any:
        """Ask for something that must happen; the game after it."""
        reply = await self.asked(what, **body)
        assert reply.status == 200, reply
        return reply.json["game"]

    async def looks(self, since: int | None = None) -> Any:
        """The game as it stands."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        query = "" if since is None else f"?since={since}"
        reply = await self.place.asked("GET", f"{self.address}{query}", **headers)
        assert reply.status == 200, reply
        return reply.json

    async def joins(self, name: str | None = None) -> "Seat":
        """The seat of a friend who takes up the invitation."""
        reply = await self.place.posted(f"{self.address}/join", {"invitation": self.invitation, "name": name})
        assert reply.status == 200, reply
        return Seat(self.place, self.game, reply.json["token"])

    async def moves(self, move: int | str | None = None) -> Any:
        """Make a move, or the first that is legal; the game after it."""
        position = (await self.looks())["position"]
        chosen = position["legal"][0] if move is None else move
        return await self.does("moves", ply=len(position["moves"]) + 1, move=chosen)

    async def waits(self) -> Any:
        """The game once the computer has nothing to do in it."""
        people = {*(await self.looks())["you"], None}
        async with self.place.socket(f"{self.address}/events") as socket:
            socket.says({"token": None})
            while (await socket.hears_of("game"))["game"]["to_move"] not in people:
                pass
        return await self.looks()

    async def events(self) -> Any:
        """All that has happened in the game."""
        return (await self.looks(since=0))["events"]


class Socket:
    """A socket from the client's side."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        """Be ready to open a socket at an address with a query."""
        path, _, query = address.partition("?")
        self._scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "client": ("192.0.2.1", 50001),
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(b"host", HOST.encode())],
            "subprotocols": [],
            "state": {},
            "extensions": {"websocket.http.response": {}},
        }
        self._app = app
        self._sent, self._received = asyncio.Queue[Message](), asyncio.Queue[Message]()

    async def __aenter__(self) -> Self:
        """Open the socket."""
        self._sent.put_nowait({"type": "websocket.connect"})
        self._life = asyncio.ensure_future(self._app(self._scope, self._sent.get, self._received.put))
        self.opening = await self._next()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Go away."""
        self._sent.put_nowait({"type": "websocket.disconnect", "code": 1001})
        async with asyncio.timeout(PATIENCE):
            await self._life

    async def _next(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            return await self._received.get()

    def says(self, message: object) -> None:
        """Send a message as JSON."""
        self._sent.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def hears(self) -> Any:
        """The next message."""
        message = await self._next()
        assert message["type"] == "websocket.send", message
        return json.loads(message["text"])

    async def hears_of(self, kind: str) -> Any:
        """The next message of one type, passing over the others."""
        while (message := await self.hears())["type"] != kind:
            pass
        return message

    async def is_closed_with(self) -> int:
        """The code with which the server closes the socket."""
        while (message := await self._next())["type"] != "websocket.close":
            pass
        return int(message["code"])


async def eventful_game(place: Place) -> Seat:
    """A game between friends in which nearly everything has happened."""
    seats = await two_people(place, opponent="friend", swap=True, target=2)
    await seats[1].moves(6)
    await seats[2].does("swap", take=False)
    await seats[2].moves(9)
    await seats[2].does("takeback")
    await seats[1].does("takeback", accept=False)
    asked = await seats[2].does("takeback")
    await seats[1].does("takeback", offer=asked["offer"]["number"])
    await seats[2].moves(12)
    await seats[1].does("resign")
    await seats[1].does("next")
    await seats[2].does("resign")
    await seats[1].does("next")
    await seats[1].does("resign")
    await seats[1].does("rematch")
    await seats[2].does("rematch")
    return seats[1]


class Scene:
    """A server for one test after another, which runs on while a test does."""

    def __init__(
        self,
        folder: Path,
        limits: Limits = UNLIMITED,
        kind: type[Place] = Place,
        clock: Callable[[], datetime] = now,
        **others: Any,
    ) -> None:
        """Keep the games in a folder; the others are settings."""
        settings = Settings(f"sqlite:///{folder / 'games.sqlite'}", limits=limits, **others)
        self.application = Application(settings, Store(settings.database), clock)
        self._running = running(self.application.asgi, kind)

    def __enter__(self) -> Self:
        """Start the server."""
        self._runner = asyncio.Runner()
        self.place = self._runner.run(self._running.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self._runner.run(self._running.__aexit__(None, None, None))
        self._runner.close()

    def play(self, scenario: Callable[[Place], Coroutine[Any, Any, Result]]) -> Result:
        """Let something happen there."""
        return self._runner.run(scenario(self.place))


async def play_to_the_end(seats: dict[int, Seat], chance: Random) -> Any:
    """Let people make random moves, each in turn, until the game is over."""
    game = await next(iter(seats.values())).looks()
    while game["result"] is None:
        mover = seats.get(game["to_move"])
        move = chance.choice(game["position"]["legal"])
        game = await (mover.moves(move) if mover else next(iter(seats.values())).waits())
    return game


def check_ending(game: Any) -> None:
    """A finished game is what the rules say about its line."""
    line = parse(game["position"]["notation"])
    outcome = line.rules.outcome(line.position)
    assert outcome is not None
    assert game["result"] == {"winner": game["seats"][outcome.winner - 1], "by": "rules"}
    assert game["to_move"] is None
    assert game["their_requirement"] == line.rules.requirement(line.position, whose="their")
    assert len(game["players_of_moves"]) == len(line.moves)
