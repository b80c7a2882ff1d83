"""A small application behind the middleware, with a route for everything that a route can do."""

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route, Router, WebSocketRoute
from starlette.websockets import WebSocket
from web.asking import Asking

from commonfactor.web.middleware import Middleware
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.settings import Settings

SETTINGS = Settings("sqlite://", public_urls=("https://play.example.org", "http://school.example:8080/"))

FORGERY = "\x1b[31m secret\nERROR all is lost \u202e"


async def _echo(request: Request) -> Response:
    return JSONResponse({"bytes": len(await request.body())})


async def _cached(_request: Request) -> Response:
    return PlainTextResponse("kept", headers={"Cache-Control": "public, max-age=60"})


async def _moved(_request: Request) -> Response:
    return RedirectResponse("/kept")


async def _refuses(request: Request) -> Response:
    wait = request.query_params.get("wait")
    raise RefusalError(
        Code.QUEUE_FULL, "Too many are waiting.", retry_after=float(wait) if wait else None, position={"over": False}
    )


async def _fails(_request: Request) -> Response:
    raise ValueError(FORGERY)


async def _fails_late(_request: Request) -> Response:
    async def content() -> AsyncIterator[str]:
        yield "half"
        raise ValueError(FORGERY)

    return StreamingResponse(content())


async def _accepts(socket: WebSocket) -> None:
    await socket.accept()
    await socket.receive_text()


async def _refuses_sockets(_socket: WebSocket) -> None:
    raise RefusalError(Code.TOO_MANY_REQUESTS, "That is enough.", retry_after=3)


async def _fails_when_open(socket: WebSocket) -> None:
    await socket.accept()
    raise ValueError(FORGERY)


async def _fails_when_closed(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close(4404)
    raise ValueError(FORGERY)


ROUTES = [
    Route("/api/echo", _echo, methods=["GET", "POST", "PUT"]),
    Route("/api/records", _echo, methods=["POST"]),
    Route("/api/cached", _cached),
    Route("/api/refuses", _refuses),
    Route("/api/fails", _fails),
    Route("/api/fails-late", _fails_late),
    Route("/kept", _cached),
    Route("/moved", _moved),
    Route("/fails", _fails),
    WebSocketRoute("/api/socket", _accepts),
    WebSocketRoute("/api/refused-socket", _refuses_sockets),
    WebSocketRoute("/api/failing-socket", _fails_when_open),
    WebSocketRoute("/api/failed-socket", _fails_when_closed),
]


def sample(settings: Settings = SETTINGS, seconds_for_a_body: float = 10.0) -> Asking:
    """Requests to the small application."""
    return Asking(Middleware(Router(ROUTES, redirect_slashes=False), settings, seconds_for_a_body))
