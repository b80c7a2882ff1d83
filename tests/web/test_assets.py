"""How the page and its files are served."""

import gzip
from pathlib import Path

import pytest
from starlette.routing import Router
from web.asking import Answer, Asking
from web.sample import SETTINGS

from commonfactor.web.assets import Assets, NoPageError
from commonfactor.web.middleware import Middleware

_FILES = {
    "index.html": b"<!doctype html><title>Common Factor</title>" + b" " * 200,
    "favicon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>" + b" " * 200,
    "robots.txt": b"x",
    "assets/main-4XK2P3QA.js": b"'script';" * 50,
    "assets/main-ABCDEFGH.css": b"a { }" * 50,
    "assets/main-ABCDEFGH.js.map": b"{}",
    "assets/mark.png": bytes(range(256)),
    "assets/rules/factor-clash.json": b'["rules"]' * 50,
}
_FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in _FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path


@pytest.fixture
def page(folder: Path) -> Asking:
    assets = Assets(folder)
    return Asking(Middleware(Router(assets.routes(), redirect_slashes=False, default=assets.elsewhere), SETTINGS))


def _zipped(page: Asking, address: str, accepted: str = "gzip, deflate, br") -> Answer:
    return page.http("GET", address, [("accept-encoding", accepted)])


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/new/factor-clash",
        "/new/what%3Cscript%3E",
        "/games/k3abc",
        "/games/k3abc/review",
        "/analysis/factor-clash:2-20:15,5",
        "/analysis/divisor-duel:36+12:36/2,12/3",
        "/review/divisor-duel:36+12:36/2",
        "/rules/factor-frenzy",
        "/about/factor-frenzy",
        "/learn",
        "/learn/factor-frenzy",
        "/index.html",
    ],
)
def test_every_address_of_the_page_is_answered_with_it(page: Asking, address: str) -> None:
    answer = page.http("GET", address)
    assert (answer.status, answer.body) == (200, _FILES["index.html"])
    assert answer.header("content-type") == "text/html; charset=utf-8"
    assert answer.header("cache-control") == "no-cache"


@pytest.mark.parametrize(
    ("address", "kind", "cache_control"),
    [
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/robots.txt", "text/plain; charset=utf-8", "no-cache"),
        ("/assets/main-4XK2P3QA.js", "text/javascript; charset=utf-8", _FOR_EVER),
        ("/assets/main-ABCDEFGH.css", "text/css; charset=utf-8", _FOR_EVER),
        ("/assets/main-ABCDEFGH.js.map", "application/json", _FOR_EVER),
        ("/assets/mark.png", "image/png", "no-cache"),
        ("/assets/rules/factor-clash.json", "application/json", "no-cache"),
    ],
)
def test_files_are_sent_as_what_they_are_and_kept_if_they_never_change(
    page: Asking, address: str, kind: str, cache_control: str
) -> None:
    answer = page.http("GET", address)
    assert (answer.status, answer.body) == (200, _FILES[address[1:]])
    assert answer.header("content-type") == kind
    assert answer.header("cache-control") == cache_control
    assert answer.header("content-length") == str(len(answer.body))
    assert answer.header("vary") == "accept-encoding"
    assert answer.header("content-encoding") is None


@pytest.mark.parametrize("accepted", ["gzip", "br, GZIP;q=0.5", "deflate,gzip ; q=1", "*;q=0, gzip"])
def test_files_are_sent_zipped_to_whoever_takes_that(page: Asking, accepted: str) -> None:
    for name in ("assets/main-4XK2P3QA.js", "index.html", "assets/rules/factor-clash.json"):
        answer = _zipped(page, f"/{name}", accepted)
        assert answer.header("content-encoding") == "gzip"
        assert answer.header("content-length") == str(len(answer.body))
        assert gzip.decompress(answer.body) == _FILES[name]
        assert len(answer.body) < len(_FILES[name])


@pytest.mark.parametrize("accepted", ["", "identity", "gzip;q=0", "gzip; q=0.000", "br", "x-gzip", "*"])
def test_files_are_sent_as_they_are_to_everybody_else(page: Asking, accepted: str) -> None:
    assert _zipped(page, "/assets/main-4XK2P3QA.js", accepted).header("content-encoding") is None


def test_what_would_become_longer_is_not_zipped(page: Asking) -> None:
    for name in ("assets/mark.png", "robots.txt"):
        answer = _zipped(page, f"/{name}")
        assert (answer.body, answer.header("content-encoding")) == (_FILES[name], None)


def test_what_the_client_has_is_not_sent_again(page: Asking) -> None:
    for address in ("/", "/games/k3abc", "/assets/main-4XK2P3QA.js", "/favicon.svg"):
        for accepted in ("identity", "gzip"):
            first = _zipped(page, address, accepted)
            tag = str(first.header("etag"))
            assert tag.startswith('"')
            for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
                again = page.http("GET", address, [("accept-encoding", accepted), ("if-none-match", known)])
                assert (again.status, again.body) == (304, b"")
                assert [again.header(name) for name in ("etag", "cache-control", "vary")] == [
                    first.header(name) for name in ("etag", "cache-control", "vary")
                ]


def test_other_content_is_sent(page: Asking, folder: Path) -> None:
    plain, zipped = (str(_zipped(page, "/", accepted).header("etag")) for accepted in ("", "gzip"))
    assert plain != zipped
    for known in (zipped, '"other"', plain.strip('"'), ""):
        assert page.http("GET", "/", [("if-none-match", known)]).status == 200
    (folder / "index.html").write_bytes(b"new")
    renewed = Asking(Middleware(Router(Assets(folder).routes(), redirect_slashes=False), SETTINGS))
    assert renewed.http("GET", "/", [("if-none-match", plain)]).body == b"new"


def test_files_are_read_once(page: Asking, folder: Path) -> None:
    for name in _FILES:
        (folder / name).unlink()
    assert all(page.http("GET", f"/{name}").body == content for name, content in _FILES.items())


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("address", ["/", "/games/k3", "/assets/mark.png", "/assets/nothing.js", "/favicon.svg"])
def test_they_can_only_be_asked_for(page: Asking, method: str, address: str) -> None:
    answer = page.http(method, address)
    assert answer.refusal == (405, "wrong_method")
    assert {*str(answer.header("allow")).split(", ")} == {"GET", "HEAD"}
    assert page.http("HEAD", "/").status == 200


@pytest.mark.parametrize(
    "address",
    [
        "/assets/", "/assets", "/assets/nothing.js", "/assets/rules", "/assets/rules/", "/assets/../index.html",
        "/assets/%2e%2e/index.html", "/assets/..%2f..%2fassets.py", "/assets//main-4XK2P3QA.js", "/assets/mark.png/",
        "/assets/mark.png%00.js", "/assets/MARK.png", "/assets.py", "/static/index.html", "/new", "/new/", "/games/",
        "/new/factor-clash/more", "/games/k3/more", "/rules", "/favicon.ico", "/assets/%FF%FE", "/assets/\\index.html",
    ],
)  # fmt: skip
def test_nothing_else_is_there(page: Asking, address: str) -> None:
    assert page.http("GET", address).refusal == (404, "not_found")


_READING = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8")


@pytest.mark.parametrize("address", ["/blah", "/new", "/games/k3/more", "/apis", "/favicon.ico"])
def test_a_browser_is_told_by_the_page_that_nothing_is_there(page: Asking, address: str) -> None:
    for method in ("GET", "HEAD"):
        answer = page.http(method, address, [_READING])
        assert (answer.status, answer.header("content-type")) == (404, "text/html; charset=utf-8")
        assert (answer.header("cache-control"), answer.header("etag")) == ("no-store", None)
    assert page.http("GET", address, [_READING]).body == _FILES["index.html"]
    assert page.http("GET", address, [("accept", "*/*")]).refusal == (404, "not_found")
    assert page.http("POST", address, [_READING]).refusal == (404, "not_found")
    assert page.handshake(address).refusal == (404, "not_found")


@pytest.mark.parametrize("address", ["/api", "/api/", "/api/nothing"])
def test_the_interface_for_programs_answers_in_json_whatever_is_accepted(page: Asking, address: str) -> None:
    assert page.http("GET", address, [_READING]).refusal == (404, "not_found")


def test_without_a_page_nothing_starts(tmp_path: Path) -> None:
    with pytest.raises(NoPageError, match=r"^the page was not built: pip install builds it"):
        Assets(tmp_path / "static")


def test_a_file_of_unknown_kind_is_told_at_the_start(folder: Path) -> None:
    (folder / "assets" / "setup.exe").write_bytes(b"MZ")
    with pytest.raises(NoPageError, match=r"does not know what assets/setup\.exe is$"):
        Assets(folder)
