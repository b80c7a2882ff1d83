"""Middleware: what every request passes before it reaches a route, and every answer after it.

Pages of other sites must not be able to drive a server on this machine. So a request has to name
an allowed host, must not come from another origin, and sends JSON or nothing. Every answer denies
the browser whatever the page does not need. Every exception becomes a refusal here.
"""

import asyncio
import logging
import re
import traceback
from collections.abc import Iterable
from html import escape
from math import ceil
from textwrap import indent
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from commonfactor.arena.record import LARGEST_RECORD
from commonfactor.rules.numerals import number_in, quoted
from commonfactor.web.allowed_origins import Origins
from commonfactor.web.answer_types import Answer, EncodedPosition, one_of
from commonfactor.web.assets import asks_for_a_page, is_of_interface
from commonfactor.web.game_views import Game
from commonfactor.web.rate_limits import RateLimits
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.settings import Settings

LONGEST_ADDRESS = 1 << 14
LARGEST_BODY = 1 << 16
LARGEST_RECORD_BODY = 2 * LARGEST_RECORD
"""In JSON, quotation marks and line ends of a record take two bytes each."""
SECONDS_FOR_A_BODY = 10.0

READINESS = "/api/ready"
"""Answered for any host, since load balancers ask by address."""

_RECORDS = "/api/records"
_JSON = re.compile(r'application/json(\s*;\s*charset=("?)utf-8\2)?', re.IGNORECASE)

# Sec-Fetch-Site of requests by the page itself or by the user.
_OWN_SITES = {"same-origin", "none"}

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_FEATURES = (
    "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture", "encrypted-media", "fullscreen",
    "gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone",
    "midi", "payment", "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "sync-xhr",
    "usb", "window-management", "xr-spatial-tracking",
)  # fmt: skip

STRICT_HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in _FEATURES),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""The headers of every answer. Writing to the clipboard stays allowed, for links."""

# A refused browser may not get any other file, so this page needs none.
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Common Factor</title>
<h1>Common Factor</h1>
<p>{message}</p>
</html>
"""

_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
_STRICT = [(name.encode(), value.encode()) for name, value in STRICT_HEADERS.items()]
_CLOSE_OF_A_FAILURE = 1011
_LONGEST_LOGGED_ADDRESS = 200

_log = logging.getLogger(__name__)


class Fault(Answer, frozen=True):
    """The fault in a request."""

    code: Annotated[str, one_of(*(code.name.lower() for code in Code))]
    message: str
    field: Annotated[str, Meta(description="The field of the body, or the parameter, to correct.")] | UnsetType = UNSET


class Refusal(Answer, frozen=True):
    """Why a request was turned down, and how what it was about now stands."""

    error: Fault
    game: Game | UnsetType = UNSET
    position: EncodedPosition | UnsetType = UNSET


class Middleware:
    """An ASGI application around a ``Router``; a ``Starlette`` would answer failures itself."""

    def __init__(self, app: ASGIApp, settings: Settings, seconds_for_a_body: float = SECONDS_FOR_A_BODY) -> None:
        """Wrap ``app``; ``ValueError`` if a public address in the settings is malformed."""
        self.app, self._seconds_for_a_body = app, seconds_for_a_body
        self._origins = Origins(settings)
        self._limits = RateLimits(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or handshake, whatever happens."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        scope["app"] = self  # so that routes leave exceptions to us
        answer = _Answer(scope, send, self._origins.is_secure(Headers(scope=scope).getlist("host")))
        try:
            self._limits.admit(scope)
            self._check(scope)
            if scope["type"] == "http":
                receive = await _with_body_read(scope, receive, self._seconds_for_a_body)
            await self.app(scope, receive, answer.send)
        except (ClientDisconnect, WebSocketDisconnect):
            return
        except Exception as error:  # noqa: BLE001  # every exception must be answered
            await answer.refuse(error, receive)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if scope["path"] != READINESS or scope["type"] != "http":
            self._origins.check_host(headers.getlist("host"))
        self._origins.check_origin(headers.getlist("origin"))
        # Images and links on other sites make requests without an origin.
        if is_of_interface(scope) and not _OWN_SITES.issuperset(headers.getlist("sec-fetch-site")):
            raise RefusalError(Code.FOREIGN_ORIGIN, "The request was made by a page of another site.")
        # A route would match an address followed by a line end too.
        if not scope["path"].isprintable():
            raise RefusalError(Code.NOT_FOUND)
        length = len(scope["raw_path"]) + len(scope["query_string"])
        if length > LONGEST_ADDRESS:
            message = f"An address has at most {LONGEST_ADDRESS:,} characters, not {length:,}."
            raise RefusalError(Code.ADDRESS_TOO_LONG, message)


class _Answer:
    """The answer: what a route sends, or a refusal if nothing was sent yet."""

    def __init__(self, scope: Scope, send: Send, is_secure: bool) -> None:  # noqa: FBT001  # from one place
        self._scope, self._send, self._is_secure = scope, send, is_secure
        self._has_begun = self._has_ended = False

    async def send(self, message: Message) -> None:
        """Pass on a message of a route, with the headers of every answer."""
        kind = message["type"]
        if kind == "websocket.close" and not self._has_begun:  # the router's way to say that there is no such route
            raise RefusalError(Code.NOT_FOUND)
        if kind.endswith("response.start"):
            headers = _strict(message["headers"], self._scope)
            message = {**message, "headers": [*headers, _HTTPS_ONLY] if self._is_secure else headers}
        self._has_begun, self._has_ended = True, kind == "websocket.close"
        await self._send(message)

    async def refuse(self, error: Exception, receive: Receive) -> None:
        """Answer an exception; the details of a failure go to the log only."""
        refusal = _refusal_for(error, self._scope)
        if self._has_begun or refusal.code is Code.FAILED:
            address = f"{self._scope.get('method', 'WebSocket')} {self._scope['path'][:_LONGEST_LOGGED_ADDRESS]}"
            _log.error("%s failed:\n%s", _logged(address), _logged_traceback(error))
        if not self._has_begun:
            response = _response_telling(refusal, self._scope)
            response.headers.update(_headers_for(error))
            await response(self._scope, receive, self.send)
        elif self._scope["type"] == "websocket" and not self._has_ended:
            await self._send({"type": "websocket.close", "code": _CLOSE_OF_A_FAILURE, "reason": "the server failed"})


def _response_telling(refusal: RefusalError, scope: Scope) -> Response:
    """A refusal as JSON, or as a page for a browser; for NOT_FOUND the page itself is, see ``Assets.elsewhere``."""
    status = refusal.code.status
    if asks_for_a_page(scope) and refusal.code is not Code.NOT_FOUND:
        return Response(_PAGE.format(message=escape(str(refusal))), status, media_type="text/html")
    fault = Fault(refusal.code.name.lower(), str(refusal), UNSET if refusal.field is None else refusal.field)
    return Response(msgspec.json.encode(Refusal(fault, **refusal.concerned)), status, media_type="application/json")


def _strict(headers: Iterable[tuple[bytes, bytes]], scope: Scope) -> list[tuple[bytes, bytes]]:
    """Headers with those of all answers added. The browser may cache only the page's files."""
    others = [(name, value) for name, value in headers if name != b"cache-control" or not is_of_interface(scope)]
    if all(name != b"cache-control" for name, _ in others):
        others.append((b"cache-control", b"no-store"))
    return [*others, *_STRICT]


async def _with_body_read(scope: Scope, receive: Receive, seconds: float) -> Receive:
    """Read the whole body, and return a ``receive`` that gives it to a route."""
    headers = Headers(scope=scope)
    largest = LARGEST_RECORD_BODY if scope["path"] == _RECORDS else LARGEST_BODY
    _check_length(_declared_length(headers), largest)
    try:
        async with asyncio.timeout(seconds):
            body = await _body(receive, largest)
    except TimeoutError:
        message = f"The body of a request must arrive within {seconds:g} seconds."
        raise RefusalError(Code.BODY_TOO_SLOW, message) from None
    if body and not _JSON.fullmatch(", ".join(headers.getlist("content-type"))):
        raise RefusalError(Code.NOT_JSON, "The body of a request must be JSON, sent as application/json.")
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_read() -> Message:
        return messages.pop() if messages else await receive()

    return receive_read


def _declared_length(headers: Headers) -> int:
    try:
        return number_in(headers.get("content-length", "0"))
    except ValueError as error:
        raise RefusalError(Code.BAD_REQUEST, f"The Content-Length is wrong: {error}.") from None


async def _body(receive: Receive, largest: int) -> bytes:
    body, has_more = bytearray(), True
    while has_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        _check_length(len(body), largest)
        has_more = message.get("more_body", False)
    return bytes(body)


def _check_length(length: int, largest: int) -> None:
    if length > largest:
        raise RefusalError(Code.BODY_TOO_LARGE, f"The body of this request has at most {largest:,} bytes.")


def _refusal_for(error: Exception, scope: Scope) -> RefusalError:
    if isinstance(error, RefusalError):
        return error
    if isinstance(error, HTTPException) and error.status_code == Code.NOT_FOUND.status:
        return RefusalError(Code.NOT_FOUND)
    if isinstance(error, HTTPException) and error.status_code == Code.WRONG_METHOD.status:
        allowed = (error.headers or {}).get("Allow", "")
        return RefusalError(Code.WRONG_METHOD, f"This address takes {allowed}, not {quoted(scope['method'])}.")
    return RefusalError(Code.FAILED)


def _headers_for(error: Exception) -> dict[str, str]:
    """The headers that belong to an exception."""
    headers: dict[str, str] = {}
    if isinstance(error, HTTPException):
        headers |= error.headers or {}
    if isinstance(error, RefusalError) and error.retry_after is not None:
        headers["retry-after"] = str(max(1, ceil(error.retry_after)))
    if isinstance(error, RefusalError) and error.code is Code.BODY_TOO_SLOW:
        headers["connection"] = "close"  # nothing more is expected of it
    return headers


def _logged_traceback(error: Exception) -> str:
    lines = "".join(traceback.format_exception(error)).split("\n")
    # Indented lines cannot pass for log entries, whatever text an error quotes.
    return indent("\n".join(_logged(line) for line in lines), "    ")


def _logged(text: str) -> str:
    """Foreign text for a log: nothing in it can drive a terminal or look like a new line."""
    return text.encode("unicode_escape").decode("ascii")
