"""The page: its files, read once and answered from memory.

The page is built when the package is installed. It reads the address itself, so all its addresses
are answered with the same HTML.
"""

import gzip
import re
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse
from starlette.types import Receive, Scope, Send

from commonfactor.web.refusals import Code, RefusalError

FOLDER = Path(__file__).parent / "static"
"""The output folder of the build."""

ADDRESSES = (
    "/",
    "/new/{game}",
    "/games/{id}",
    "/games/{id}/review",
    "/analysis/{notation:path}",
    "/review/{notation:path}",
    "/rules/{game}",
    "/about/{game}",
    "/learn",
    "/learn/{game}",
)
"""The addresses of the page."""

_PAGE = "index.html"
_METHODS = {"GET", "HEAD", "POST"}
"""The methods that any address takes."""
_CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

# The bundler writes a hash of the content into a name, so what has such a name never changes.
_HASHED = re.compile(r"assets/.*-[0-9A-Z]{8}\.[a-z0-9.]+")
_NEVER_CHANGES = "public, max-age=31536000, immutable"
_MAY_CHANGE = "no-cache"

_WEIGHT_ZERO = re.compile(r"q=0(\.0*)?", re.IGNORECASE)


class NoPageError(Exception):
    """The page cannot be served; the message says why."""


class _File(NamedTuple):
    """A file with its headers, plain and compressed."""

    plain: Response
    zipped: Response

    def answer_to(self, request: Request) -> Response:
        """The file, or 304 if the client has it."""
        response = self.zipped if _accepts_gzip(request.headers.get("accept-encoding", "")) else self.plain
        if _has(request.headers.get("if-none-match", ""), response.headers["etag"]):
            return NotModifiedResponse(response.headers)
        return response


class Assets:
    """The files of the page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Read all files; ``NoPageError`` if there is no page."""
        if not (folder / _PAGE).is_file():
            raise NoPageError("the page was not built: pip install builds it where Node.js and npm are found")
        paths = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        self._files = {f"/{name}": _read(name, path) for name, path in paths.items()}

    def routes(self) -> list[Route]:
        """Where the page and its files are."""
        pages = [Route(address, self._page) for address in ADDRESSES]
        # Files outside assets/, such as icons, have addresses of their own.
        own = [Route(path, self._file) for path in sorted(self._files) if not path.startswith("/assets/")]
        return [*pages, *own, Route("/assets/{name:path}", self._file)]

    async def elsewhere(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The answer where nothing is: the page to a browser, a refusal to a program."""
        if scope["type"] == "http" and scope["method"] not in _METHODS:
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        if not asks_for_a_page(scope):
            raise RefusalError(Code.NOT_FOUND)
        page = self._files[f"/{_PAGE}"].plain
        headers = {"content-type": page.headers["content-type"], "vary": "accept"}
        await Response(page.body, Code.NOT_FOUND.status, headers)(scope, receive, send)

    async def _page(self, request: Request) -> Response:
        return self._files[f"/{_PAGE}"].answer_to(request)

    async def _file(self, request: Request) -> Response:
        file = self._files.get(request.scope["path"])
        if file is None:
            raise RefusalError(Code.NOT_FOUND, "The page has no such file.")
        return file.answer_to(request)


def _read(name: str, path: Path) -> _File:
    content_type = _CONTENT_TYPES.get(path.suffix)
    if content_type is None:
        raise NoPageError(f"the page was not built for this server, which does not know what {name} is")
    content = path.read_bytes()
    zipped = gzip.compress(content, mtime=0)
    digest = sha256(content).hexdigest()[:32]
    cache_control = _NEVER_CHANGES if _HASHED.fullmatch(name) else _MAY_CHANGE
    headers = {"content-type": content_type, "cache-control": cache_control, "vary": "accept-encoding"}
    plain = Response(content, headers=headers | {"etag": f'"{digest}"'})
    if len(zipped) >= len(content):
        return _File(plain, plain)
    return _File(plain, Response(zipped, headers=headers | {"etag": f'"{digest}-gzip"', "content-encoding": "gzip"}))


def asks_for_a_page(scope: Scope) -> bool:
    """Whether a browser asks for a page, at an address outside the API."""
    if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
        return False
    return not is_of_interface(scope) and "text/html" in Headers(scope=scope).get("accept", "")


def is_of_interface(scope: Scope) -> bool:
    """Whether the request is for the API, not for the page."""
    return f"{scope['path']}/".startswith("/api/")


def _accepts_gzip(accepted: str) -> bool:
    for entry in accepted.split(","):
        encoding, _, weight = entry.partition(";")
        if encoding.strip().lower() == "gzip":
            return not _WEIGHT_ZERO.fullmatch(weight.strip())
    return False


def _has(known: str, etag: str) -> bool:
    """Whether ``If-None-Match`` names this variant, perhaps as weak."""
    return any(tag.strip().removeprefix("W/") in {etag, "*"} for tag in known.split(","))
