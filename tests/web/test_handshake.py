"""Which requests and handshakes are let in: the matrix of Host and Origin."""

from collections.abc import Callable

import pytest
from web.asking import Answer, Asking, Pairs
from web.sample import SETTINGS, sample

from commonfactor.web.allowed_origins import Origins
from commonfactor.web.settings import Settings

OWN_HOSTS = (
    "localhost:8000",
    "LOCALHOST:8000",
    "127.0.0.1:8000",
    "[::1]:8000",
    "play.example.org",
    "Play.Example.ORG",
    "play.example.org:443",
    "school.example:8080",
)
OTHER_HOSTS = (
    "",
    "evil.example",
    "localhost",
    "localhost:",
    "localhost:80",
    "localhost:8001",
    "localhost:08000",
    "localhost.:8000",
    "localhost.evil.example:8000",
    "evil-localhost:8000",
    "127.0.0.1.nip.io:8000",
    "127.0.0.2:8000",
    "127.1:8000",
    "2130706433:8000",
    "0.0.0.0:8000",
    "::1:8000",
    "[::1]",
    "[::ffff:127.0.0.1]:8000",
    "[0:0:0:0:0:0:0:1]:8000",
    "user@localhost:8000",
    "user:word@localhost:8000",
    "localhost:8000@evil.example",
    "localhost:8000.evil.example",
    "localhost:8000/",
    "localhost:8000#",
    "localhost:8000, evil.example",
    "http://localhost:8000",
    " localhost:8000",
    "localhost\xa0:8000",
    "play.example.org:80",
    "play.example.org.",
    "play.example.org:8000",
    "example.org",
    "school.example",
    "null",
    "*",
)
OWN_ORIGINS = (
    "http://localhost:8000",
    "http://127.0.0.1:8000",
    "http://[::1]:8000",
    "https://play.example.org",
    "http://school.example:8080",
)
OTHER_ORIGINS = (
    "",
    "null",
    "NULL",
    "*",
    "http://evil.example",
    "https://localhost:8000",
    "ws://localhost:8000",
    "file://",
    "chrome-extension://localhost:8000",
    "http://localhost",
    "http://localhost:8001",
    "http://localhost:8000/",
    "http://localhost:8000.evil.example",
    "http://localhost.evil.example:8000",
    "http://localhost.:8000",
    "http://127.0.0.1.nip.io:8000",
    "http://evil.example:8000",
    "http://user@localhost:8000",
    "http://localhost:8000@evil.example",
    "http://localhost:8000 http://evil.example",
    "http://localhost:8000, http://evil.example",
    "localhost:8000",
    "//localhost:8000",
    "http://play.example.org",
    "https://play.example.org:443.evil.example",
    "https://evil.play.example.org",
    "https://school.example:8080",
)


def _got(asking: Asking, headers: Pairs) -> Answer:
    return asking.http("GET", "/api/echo", own=headers)


def _posted(asking: Asking, headers: Pairs) -> Answer:
    return asking.http("POST", "/api/echo", [("content-type", "application/json")], b"{}", own=headers)


def _opened(asking: Asking, headers: Pairs) -> Answer:
    return asking.handshake("/api/socket", own=headers)


Way = Callable[[Asking, Pairs], Answer]

ways = pytest.mark.parametrize("ask", [_got, _posted, _opened], ids=["GET", "POST", "WebSocket"])

WELCOME = {200, 101}


@ways
@pytest.mark.parametrize("host", OWN_HOSTS)
def test_requests_by_a_name_of_the_server_are_answered_unless_another_page_makes_them(ask: Way, host: str) -> None:
    asking = sample()
    assert ask(asking, [("host", host)]).status in WELCOME
    for origin in OWN_ORIGINS:
        assert ask(asking, [("host", host), ("origin", origin)]).status in WELCOME, origin
    for origin in OTHER_ORIGINS:
        answer = ask(asking, [("host", host), ("origin", origin)])
        assert answer.refusal == (403, "foreign_origin"), origin


@pytest.mark.unfollowed
@ways
@pytest.mark.parametrize("host", OTHER_HOSTS)
def test_no_request_by_another_name_is_answered(ask: Way, host: str) -> None:
    asking = sample()
    assert ask(asking, [("host", host)]).refusal == (421, "wrong_host")
    for origin in OWN_ORIGINS + OTHER_ORIGINS:
        assert ask(asking, [("host", host), ("origin", origin)]).refusal == (421, "wrong_host"), origin


@ways
def test_a_host_must_be_named_once(ask: Way) -> None:
    asking = sample()
    assert ask(asking, []).refusal == (421, "wrong_host")
    assert ask(asking, [("host", "localhost:8000")] * 2).refusal == (421, "wrong_host")
    assert ask(asking, [("host", "localhost:8000"), ("host", "evil.example")]).refusal == (421, "wrong_host")
    assert ask(asking, [("host", "evil.example"), ("host", "localhost:8000")]).refusal == (421, "wrong_host")


@ways
def test_an_origin_is_named_at_most_once(ask: Way) -> None:
    own, other = ("origin", OWN_ORIGINS[0]), ("origin", "http://evil.example")
    for origins in [own, own], [own, other], [other, own]:
        assert ask(sample(), [("host", "localhost:8000"), *origins]).refusal == (403, "foreign_origin")


@ways
@pytest.mark.parametrize("site", ["cross-site", "same-site", "CROSS-SITE", "", "what-comes-next"])
def test_pictures_and_links_of_other_sites_start_nothing(ask: Way, site: str) -> None:
    headers = [("host", "localhost:8000"), ("sec-fetch-site", site)]
    assert ask(sample(), headers).refusal == (403, "foreign_origin")
    assert ask(sample(), [*headers, ("sec-fetch-site", "none")]).refusal == (403, "foreign_origin")


@ways
@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_the_page_itself_and_the_users_own_hand_are_answered(ask: Way, site: str) -> None:
    assert ask(sample(), [("host", "localhost:8000"), ("sec-fetch-site", site)]).status in WELCOME


def test_links_of_other_sites_lead_to_the_page() -> None:
    answer = sample().http("GET", "/kept", [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")])
    assert answer.status == 200


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
@pytest.mark.parametrize("address", ["/kept", "/api/echo", "/nothing"])
def test_no_method_lets_a_foreign_page_in(method: str, address: str) -> None:
    answer = sample().http(method, address, [("origin", "http://evil.example")])
    assert answer.refusal == (403, "foreign_origin")


def test_a_refused_name_is_told_how_it_can_be_allowed() -> None:
    message = sample().http("GET", "/", own=[("host", "evil.example")]).json["error"]["message"]
    assert message == (
        "The server does not go by the name 'evil.example'. "
        "Whoever runs it can allow another name with serve --public-url URL."
    )


class TestNames:
    def test_they_are_few(self) -> None:
        origins = Origins(Settings("sqlite://", port=8000))
        assert origins.hosts == {"localhost:8000", "127.0.0.1:8000", "[::1]:8000"}
        assert origins.origins == {"http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"}

    def test_the_default_port_goes_without_saying(self) -> None:
        origins = Origins(Settings("sqlite://", port=80))
        assert {"localhost", "localhost:80", "[::1]"} < origins.hosts
        assert origins.origins == {"http://localhost", "http://127.0.0.1", "http://[::1]"}

    @pytest.mark.parametrize(
        ("bound", "host"),
        [("192.0.2.7", "192.0.2.7:8000"), ("2001:db8::7", "[2001:db8::7]:8000"), ("Pi.local", "pi.local:8000")],
    )
    def test_the_address_that_the_server_is_bound_to_is_one(self, bound: str, host: str) -> None:
        origins = Origins(Settings("sqlite://", host=bound))
        assert host in origins.hosts
        assert f"http://{host}" in origins.origins

    @pytest.mark.parametrize("bound", ["0.0.0.0", "::", ""])  # noqa: S104 - nothing is bound here
    def test_all_addresses_at_once_are_none(self, bound: str) -> None:
        assert Origins(Settings("sqlite://", host=bound)).hosts == Origins(Settings("sqlite://")).hosts

    def test_public_addresses_are_theirs(self) -> None:
        own = Origins(SETTINGS)
        assert {"play.example.org", "play.example.org:443", "school.example:8080"} < own.hosts
        assert {"https://play.example.org", "http://school.example:8080"} < own.origins

    @pytest.mark.parametrize(
        "url",
        [
            "", "play.example.org", "//play.example.org", "ftp://play.example.org", "https://", "https:///",
            "https://play.example.org/games", "https://ann@play.example.org", "https://play.example.org?a",
            "https://play.example.org#a", "https://play.example.org:x", "https://play.example.org:0",
            "https://play.example.org:99999", "https://[::1", "https://m\xfcller.example", "*",
        ],
    )  # fmt: skip
    def test_what_is_no_public_address_is_told_at_the_start(self, url: str) -> None:
        with pytest.raises(ValueError, match=r"^a public address is written like https://play\.example\.org, not as "):
            Origins(Settings("sqlite://", public_urls=(url,)))
