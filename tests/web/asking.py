"""Requests put to an application without a server in between, so that they can be as odd as one likes."""

import asyncio
import json
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

HOST = "localhost:8000"

_OWN_HOST = (("host", HOST),)

Pairs = Iterable[tuple[str, str]]


class Answer(NamedTuple):
    """What came back, with the headers in their order; status 101 is an open socket."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes
    messages: list[Message]
    """Everything that was sent, as it was."""

    @property
    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)

    @property
    def refusal(self) -> tuple[int, str]:
        """The status and the code of a refusal, which has a sentence too."""
        error = self.json["error"]
        assert set(error) - {"field"} == {"code", "message"}
        assert error["message"].endswith(".")
        assert ("content-type", "application/json") in self.headers
        return self.status, error["code"]

    def header(self, name: str) -> str | None:
        """The one value of a header."""
        values = [value for key, value in self.headers if key == name]
        assert len(values) <= 1
        return values[0] if values else None


class Asking:
    """Requests to one application."""

    def __init__(self, app: ASGIApp) -> None:
        """Ask this application."""
        self._app = app

    def http(
        self,
        method: str,
        address: str,
        headers: Pairs = (),
        body: bytes | Iterable[bytes] = b"",
        own: Pairs = _OWN_HOST,
    ) -> Answer:
        """Send a request, its body in one piece or in several; ``own`` replaces the right Host."""
        pieces = [body] if isinstance(body, bytes) else body
        scope = {**_scope("http", address, (*own, *headers)), "method": method}
        return self._run(_answer(self._app, scope, _messages_of(pieces)))

    def posted(self, address: str, body: object, headers: Pairs = ()) -> Answer:
        """Send JSON, or the bytes of what claims to be JSON."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.http("POST", address, (("content-type", "application/json"), *headers), content)

    def handshake(self, address: str, headers: Pairs = (), own: Pairs = _OWN_HOST, says: Iterable[str] = ()) -> Answer:
        """Try to open a socket, say something, and go away."""
        scope = {**_scope("websocket", address, (*own, *headers)), "extensions": {"websocket.http.response": {}}}
        texts: list[Message] = [{"type": "websocket.receive", "text": text} for text in says]
        messages = [{"type": "websocket.connect"}, *texts, {"type": "websocket.disconnect", "code": 1001}]
        return self._run(_answer(self._app, scope, iter(messages)))

    def _run(self, answer: Coroutine[Any, Any, Answer]) -> Answer:
        return asyncio.run(answer)


class AskingARunningOne(Asking):
    """Requests to an application that was started, and that is stopped at the end of the block."""

    def __enter__(self) -> Self:
        """Start it."""
        self._runner = asyncio.Runner()
        self._runner.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self._runner.run(self._stop())
        self._runner.close()

    async def _start(self) -> None:
        self._told, self._heard = asyncio.Queue[Message](), asyncio.Queue[Message]()
        self._told.put_nowait({"type": "lifespan.startup"})
        life = self._app({"type": "lifespan", "state": {}}, self._told.get, self._heard.put)
        self._life = asyncio.ensure_future(life)
        assert (await self._heard.get())["type"] == "lifespan.startup.complete"

    async def _stop(self) -> None:
        self._told.put_nowait({"type": "lifespan.shutdown"})
        await self._life

    def _run(self, answer: Coroutine[Any, Any, Answer]) -> Answer:
        return self._runner.run(answer)


def _scope(kind: str, address: str, headers: Pairs) -> dict[str, Any]:
    path, _, query = address.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.1", 50000),
        "root_path": "",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "state": {},
        "subprotocols": [],
    }


def _messages_of(pieces: Iterable[bytes]) -> Iterator[Message]:
    for piece in pieces:
        yield {"type": "http.request", "body": piece, "more_body": True}
    yield {"type": "http.request", "body": b"", "more_body": False}


async def _answer(app: ASGIApp, scope: Scope, incoming: Iterator[Mapping[str, Any]]) -> Answer:
    sent: list[Message] = []

    async def receive() -> Message:
        for message in incoming:
            return dict(message)
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return _read(sent)


def _read(sent: list[Message]) -> Answer:
    if not sent:
        return Answer(0, [], b"", sent)
    first: Mapping[str, Any] = sent[0]
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in first.get("headers", ())]
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(101 if first["type"] == "websocket.accept" else first["status"], headers, body, sent)
