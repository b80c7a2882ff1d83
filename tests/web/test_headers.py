"""What every answer tells the browser, whatever it answers."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from starlette.routing import Route, Router, WebSocketRoute
from web.asking import Answer, Asking, AskingARunningOne
from web.inside import application
from web.sample import ROUTES, SETTINGS, sample

from commonfactor.web.assets import FOLDER, Assets
from commonfactor.web.middleware import READINESS, Middleware

SNAPSHOT = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": (
        "accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), encrypted-media=(), "
        "fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), "
        "magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), "
        "screen-wake-lock=(), serial=(), sync-xhr=(), usb=(), window-management=(), xr-spatial-tracking=()"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


def _check(answer: Answer, cache_control: str = "no-store") -> None:
    for name, value in SNAPSHOT.items():
        assert answer.header(name) == value
    assert answer.header("cache-control") == cache_control
    names = [name for name, _ in answer.headers]
    assert all(name == name.lower() for name in names)
    assert not any(name.startswith("access-control-") or name in {"server", "set-cookie"} for name in names)


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/api/echo", 200),
        ("HEAD", "/api/echo", 200),
        ("GET", "/api/cached", 200),
        ("GET", "/api/refuses?wait=2", 429),
        ("GET", "/api/fails", 500),
        ("GET", "/api/fails-late", 200),
        ("GET", "/fails", 500),
        ("GET", "/moved", 307),
        ("GET", "/nothing", 404),
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/echo", 405),
        ("OPTIONS", "/kept", 405),
        ("GET", f"/{'x' * 20_000}", 414),
    ],
)
def test_every_kind_of_answer_has_the_strict_headers(method: str, address: str, status: int) -> None:
    answer = sample().http(method, address)
    assert answer.status == status
    _check(answer)


def test_so_have_refusals_at_the_door() -> None:
    foreign, plain = [("origin", "http://evil.example")], [("content-type", "text/plain")]
    for address in ("/api/echo", "/kept"):
        for answer in (
            sample().http("GET", address, own=[]),
            sample().http("GET", address, foreign),
            sample().http("POST", address, plain, b"x"),
            sample().http("POST", address, [("content-length", "1000000000")]),
            sample().http("POST", address, [("content-length", "x")]),
        ):
            assert answer.status in {421, 403, 415, 413, 400}
            _check(answer)


def test_so_have_refused_sockets() -> None:
    for address, status in ("/api/refused-socket", 429), ("/api/nothing", 404), ("/nothing", 404):
        answer = sample().handshake(address)
        assert answer.status == status
        _check(answer)
    for answer in (
        sample().handshake("/api/socket", own=[]),
        sample().handshake("/api/socket", [("origin", "null")]),
        sample().handshake("/api/socket", [("sec-fetch-site", "cross-site")]),
    ):
        assert answer.status in {421, 403}
        _check(answer)


def test_whoever_comes_by_https_is_told_to_stay_there() -> None:
    settings = SETTINGS._replace(
        public_urls=(
            "https://play.example.org",
            "http://school.example:8080",
            "http://both.example",
            "https://both.example:80",
        )
    )
    told = {
        host: sample(settings).http("GET", address, own=[("host", host)]).header("strict-transport-security")
        for address in ("/api/echo", "/api/fails", "/nothing")
        for host in (
            "play.example.org",
            "Play.example.org:443",
            "school.example:8080",
            "both.example:80",
            "localhost:8000",
        )
    }
    assert {host for host, header in told.items() if header == "max-age=31536000"} == {
        "play.example.org",
        "Play.example.org:443",
    }
    assert {header for header in told.values() if header} == {"max-age=31536000"}


def test_what_may_be_kept_outside_the_interface_says_so_itself() -> None:
    _check(sample().http("GET", "/kept"), "public, max-age=60")


def test_the_page_and_its_files_have_them_too(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "main-ABCDEFGH.js").write_text("x")
    page = Asking(Middleware(Router([*ROUTES, *Assets(tmp_path).routes()], redirect_slashes=False), SETTINGS))
    _check(page.http("GET", "/"), "no-cache")
    _check(page.http("GET", "/games/k3"), "no-cache")
    _check(page.http("GET", "/", [("if-none-match", "*")]), "no-cache")
    _check(page.http("GET", "/assets/main-ABCDEFGH.js"), "public, max-age=31536000, immutable")
    _check(page.http("GET", "/assets/nothing.js"))
    _check(page.http("POST", "/"))


@pytest.fixture(scope="module")
def middleware(tmp_path_factory: pytest.TempPathFactory) -> Middleware:
    middleware = application(tmp_path_factory.mktemp("headers")).asgi
    assert isinstance(middleware, Middleware)
    return middleware


@pytest.fixture(scope="module")
def asking(middleware: Middleware) -> Iterator[Asking]:
    with AskingARunningOne(middleware) as running:
        yield running


@pytest.fixture(scope="module")
def addresses(middleware: Middleware, asking: Asking) -> dict[str, list[str]]:
    """Every route, by its path, with addresses where something is and where nothing is."""
    created = asking.posted("/api/games", {"game": "clash", "setup": "2-20", "opponent": "one-device"})
    known = {"id": created.json["id"], "notation": "divisor-duel:36+12:36/2", "game": "clash", "name": "nothing.js"}
    unknown = dict.fromkeys(known, "%3Cb%3E")
    assert isinstance(middleware.app, Router)
    routes = [route for route in middleware.app.routes if isinstance(route, Route | WebSocketRoute)]
    assert len(routes) == len(middleware.app.routes) > 25
    filled = {route.path: route.path.replace(":path}", "}") for route in routes}
    return {path: [form.format(**known), form.format(**unknown)] for path, form in filled.items()}


class TestTheRealServer:
    """The same for every route there is, with what it takes and with what it does not."""

    @pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE"])
    def test_every_route_has_them(self, asking: Asking, addresses: dict[str, list[str]], method: str) -> None:
        for address in {address for both in addresses.values() for address in both}:
            body = b"{}" if method in {"POST", "PUT"} else b""
            answer = asking.http(method, address, [("content-type", "application/json")], body)
            assert answer.status not in {0, 500}, address
            is_page = answer.status == 200 and not address.startswith("/api/")
            _check(answer, "no-cache" if is_page else "no-store")
            if answer.status >= 400:
                assert answer.refusal

    @pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "PROPFIND", "get"])
    def test_no_route_takes_another_method(self, asking: Asking, addresses: dict[str, list[str]], method: str) -> None:
        for address in {*(address for both in addresses.values() for address in both), "/nothing", "/api/nothing", "*"}:
            if address.endswith("/events"):
                continue
            answer = asking.http(method, address, [("accept", "text/html")])
            assert answer.refusal == (405, "wrong_method"), address
            assert set((answer.header("allow") or "").split(", ")) in ({"GET", "HEAD"}, {"POST"}), address

    def test_every_route_has_them_when_it_refuses_at_the_door(
        self, asking: Asking, addresses: dict[str, list[str]]
    ) -> None:
        for address, _ in addresses.values():
            for ask in asking.handshake, partial(asking.http, "GET"):
                foreign = ask(address, [("origin", "http://evil.example")])
                assert foreign.refusal == (403, "foreign_origin")
                misled = ask(address, own=[("host", "evil.example")])
                if isinstance(ask, partial) and address == READINESS:
                    assert misled.status == 200
                else:
                    assert misled.refusal == (421, "wrong_host")
                _check(foreign)
                _check(misled)

    def test_every_file_of_the_page_has_them(self, asking: Asking) -> None:
        names = [path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()]
        assert "index.html" in names
        for name in names:
            never_changes = name.startswith("assets/") and not name.startswith(("assets/rules/", "assets/lessons"))
            _check(
                asking.http("GET", f"/{name}"), "public, max-age=31536000, immutable" if never_changes else "no-cache"
            )
