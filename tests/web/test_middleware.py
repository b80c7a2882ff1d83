"""Bodies, addresses, failures and logs at the middleware of the server."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Message
from web.asking import Asking
from web.sample import SETTINGS, sample

from commonfactor.web.middleware import LARGEST_BODY, LARGEST_RECORD_BODY, LONGEST_ADDRESS, Middleware

_JSON = [("content-type", "application/json")]


class TestBodies:
    @pytest.mark.parametrize(
        ("address", "largest"), [("/api/echo", LARGEST_BODY), ("/api/records", LARGEST_RECORD_BODY)]
    )
    def test_they_have_a_largest_length_whether_it_is_declared_or_not(self, address: str, largest: int) -> None:
        body, asking = b"x" * largest, sample()
        for declared in [], [("content-length", str(largest))]:
            assert asking.http("POST", address, [*_JSON, *declared], body).json == {"bytes": largest}
        assert asking.http("POST", address, _JSON, body + b"x").refusal == (413, "body_too_large")
        pieces = [body[: largest // 2], body[largest // 2 :], b"x"]
        assert asking.http("POST", address, _JSON, pieces).refusal == (413, "body_too_large")

    def test_no_other_address_takes_a_long_one(self) -> None:
        for address in "/api/records/", "/api/Records", "/API/records", "/nothing", "/kept":
            assert sample().http("POST", address, _JSON, b"x" * (LARGEST_BODY + 1)).refusal == (413, "body_too_large")

    @pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
    def test_what_declares_itself_too_long_is_not_read(self, method: str) -> None:
        def unread() -> Iterable[bytes]:
            raise AssertionError
            yield b""

        answer = sample().http(method, "/api/echo", [*_JSON, ("content-length", str(LARGEST_BODY + 1))], unread())
        assert answer.refusal == (413, "body_too_large")

    def test_an_endless_one_is_read_no_further_than_allowed(self) -> None:
        read = 0

        def endless() -> Iterable[bytes]:
            nonlocal read
            while True:
                read += 1000
                yield b"x" * 1000

        assert sample().http("POST", "/api/echo", _JSON, endless()).refusal == (413, "body_too_large")
        assert read <= LARGEST_BODY + 1000

    @pytest.mark.parametrize("length", ["-1", "+1", "1.0", "x", "", " 1", "1_0", "9" * 4301, "٣"])
    def test_a_length_that_is_no_number_is_refused(self, length: str) -> None:
        header = ("content-length", length.encode().decode("latin-1"))
        assert sample().http("POST", "/api/echo", [*_JSON, header], b"{}").refusal == (400, "bad_request")

    @pytest.mark.parametrize(
        "kind",
        [
            "application/json", "Application/JSON", "application/json;charset=utf-8", "application/json; charset=UTF-8",
            'application/json; charset="utf-8"',
        ],
    )  # fmt: skip
    def test_they_are_json(self, kind: str) -> None:
        assert sample().http("POST", "/api/echo", [("content-type", kind)], b"{}").status == 200

    @pytest.mark.parametrize(
        "kinds",
        [
            [], [""], ["text/plain"], ["application/x-www-form-urlencoded"], ["multipart/form-data; boundary=x"],
            ["application/jsonp"], ["text/json"], ["application/json; charset=latin-1"],
            ["application/json, text/plain"],
            ["application/json", "application/json"], ["application/json", "text/plain"], ["application/json;"],
            ["application/json; charset=utf-8; x=y"], ["application/merge-patch+json"],
        ],
    )  # fmt: skip
    def test_nothing_else_is_taken(self, kinds: list[str]) -> None:
        headers = [("content-type", kind) for kind in kinds]
        for method in "POST", "PUT", "GET":
            assert sample().http(method, "/api/echo", headers, b"{}").refusal == (415, "not_json")

    def test_without_one_no_type_is_asked_for(self) -> None:
        assert sample().http("POST", "/api/echo").json == {"bytes": 0}

    def test_they_reach_the_route_whole_and_then_the_end_of_the_connection_does(self) -> None:
        heard: list[Message] = []

        async def listening(request: Request) -> Response:
            heard.extend([await request.receive(), await request.receive()])
            return Response()

        messages: list[Message] = [
            {"type": "http.request", "body": b"[1,", "more_body": True},
            {"type": "http.request", "body": b"2]"},
            {"type": "http.disconnect"},
        ]
        asyncio.run(_put_to(Middleware(Router([Route("/", listening, methods=["POST"])]), SETTINGS), messages))
        whole = {"type": "http.request", "body": b"[1,2]", "more_body": False}
        assert heard == [whole, {"type": "http.disconnect"}]

    def test_whoever_goes_away_before_the_end_reaches_no_route(self, caplog: pytest.LogCaptureFixture) -> None:
        begun: Message = {"type": "http.request", "body": b"{", "more_body": True}
        messages = [begun, {"type": "http.disconnect"}]
        assert asyncio.run(_put_to(Middleware(_unreachable, SETTINGS), messages)) == []
        assert not caplog.records

    def test_slow_ones_are_given_up_with_the_connection(self) -> None:
        answer = asyncio.run(_put_to(Middleware(_unreachable, SETTINGS, 0.05), _trickle()))
        assert answer[0]["status"] == 408
        assert (b"connection", b"close") in answer[0]["headers"]
        assert json.loads(answer[1]["body"])["error"] == {
            "code": "body_too_slow",
            "message": "The body of a request must arrive within 0.05 seconds.",
        }


async def _unreachable(*_: Any) -> Any:
    raise AssertionError


def _trickle() -> Iterable[Message]:
    for _ in range(200):
        yield {"type": "http.request", "body": b" ", "more_body": True}


async def _put_to(middleware: Middleware, messages: Iterable[Message]) -> list[Message]:
    """What is sent in answer to a POST of which a piece comes every hundredth of a second."""
    coming, sent = iter(messages), []

    async def receive() -> Message:
        await asyncio.sleep(0.01)
        return next(coming)

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost:8000"), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "query_string": b"", "headers": headers}
    await middleware(scope, receive, send)
    return sent


class TestAddresses:
    @pytest.mark.parametrize("between", ["?", "/"])
    def test_they_have_a_longest_length(self, between: str) -> None:
        rest = LONGEST_ADDRESS - len("/api/echo") - (between == "/")
        longest = f"/api/echo{between}{'x' * rest}"
        assert sample().http("GET", longest).status == (200 if between == "?" else 404)
        assert sample().http("GET", longest + "x").refusal == (414, "address_too_long")
        assert sample().handshake(longest + "x").refusal == (414, "address_too_long")

    def test_what_is_written_with_percent_signs_counts_as_written(self) -> None:
        assert sample().http("GET", f"/{'%41' * 6000}").refusal == (414, "address_too_long")

    @pytest.mark.parametrize(
        "address", ["/nothing", "/api", "/api/", "/api/nothing", "//", "/api//echo", "/api/echo/x"]
    )
    @pytest.mark.parametrize("accept", ["application/json", "text/html"])
    def test_where_nothing_is_the_answer_is_the_same_for_all(self, address: str, accept: str) -> None:
        answer = sample().http("GET", address, [("accept", accept)])
        assert answer.refusal == (404, "not_found")
        assert sample().handshake(address).refusal == (404, "not_found")

    @pytest.mark.parametrize("end", ["%0a", "%0A", "%00", "%0d%0a", "%e2%80%ae", "%7f", "%C2%85", "%09"])
    def test_nothing_is_where_a_character_cannot_be_seen(self, end: str) -> None:
        for address in f"/api/echo{end}", f"/kept{end}", f"/api/{end}echo":
            assert sample().http("GET", address).refusal == (404, "not_found")
            assert sample().handshake(address).refusal == (404, "not_found")

    def test_the_wrong_method_is_told_the_right_ones(self) -> None:
        answer = sample().http("DELETE", "/api/echo")
        assert answer.refusal == (405, "wrong_method")
        assert {*str(answer.header("allow")).split(", ")} == {"GET", "HEAD", "POST", "PUT"}

    def test_a_page_elsewhere_learns_of_no_method(self) -> None:
        asked = [("origin", "http://evil.example"), ("access-control-request-method", "POST")]
        assert sample().http("OPTIONS", "/api/echo", asked).refusal == (403, "foreign_origin")
        assert sample().http("OPTIONS", "/api/echo").refusal == (405, "wrong_method")


class TestRefusals:
    def test_what_is_concerned_comes_with_them(self) -> None:
        answer = sample().http("GET", "/api/refuses")
        assert answer.refusal == (429, "queue_full")
        assert answer.json == {
            "error": {"code": "queue_full", "message": "Too many are waiting."},
            "position": {"over": False},
        }
        assert answer.header("retry-after") is None

    @pytest.mark.parametrize(("wait", "told"), [("0", "1"), ("0.001", "1"), ("1", "1"), ("1.2", "2"), ("59.99", "60")])
    def test_waiting_is_told_in_whole_seconds_and_never_too_short(self, wait: str, told: str) -> None:
        assert sample().http("GET", f"/api/refuses?wait={wait}").header("retry-after") == told

    def test_sockets_are_refused_in_the_same_shape(self) -> None:
        answer = sample().handshake("/api/refused-socket")
        assert answer.refusal == (429, "too_many_requests")
        assert answer.header("retry-after") == "3"


class TestFailures:
    def test_they_tell_nothing_of_the_inside(self) -> None:
        answer = sample().http("GET", "/api/fails")
        assert answer.refusal == (500, "failed")
        assert answer.json == {
            "error": {"code": "failed", "message": "The server has made a mistake, which was logged."}
        }

    def test_they_are_logged_with_what_led_to_them(self, caplog: pytest.LogCaptureFixture) -> None:
        sample().http("GET", "/api/fails?x")
        (entry,) = caplog.records
        assert entry.levelname == "ERROR"
        text = entry.getMessage()
        assert text.startswith("GET /api/fails failed:\n    Traceback (most recent call last):\n")
        assert "in _fails" in text

    @pytest.mark.parametrize("address", ["/fails", "/api/fails", "/api/fails-late"])
    def test_foreign_text_in_them_drives_no_terminal_and_forges_no_entry(
        self, address: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        sample().http("GET", address)
        first, *others = caplog.text.split("\n")
        assert "failed:" in first
        assert all(line.startswith("    ") or not line for line in others)
        assert all(character.isprintable() and character.isascii() for line in others for character in line)
        assert r"\x1b[31m secret" in caplog.text

    def test_foreign_addresses_are_logged_in_short(self, caplog: pytest.LogCaptureFixture) -> None:
        asking = Asking(Middleware(_unreachable, SETTINGS))
        asking.http("GET", f"/%D7%90{'x' * 5000}")
        first = caplog.records[0].getMessage().split("\n")[0]
        assert first.startswith(r"GET /\u05d0xxx")
        assert len(first) < 250

    def test_an_answer_that_has_begun_is_broken_off(self, caplog: pytest.LogCaptureFixture) -> None:
        answer = sample().http("GET", "/api/fails-late")
        assert [message["type"] for message in answer.messages] == ["http.response.start", "http.response.body"]
        assert answer.messages[-1]["more_body"]
        assert len(caplog.records) == 1

    def test_an_open_socket_is_closed(self, caplog: pytest.LogCaptureFixture) -> None:
        answer = sample().handshake("/api/failing-socket")
        accepted, closed = answer.messages
        assert (accepted["type"], closed["type"], closed["code"]) == ("websocket.accept", "websocket.close", 1011)
        assert caplog.records[0].getMessage().startswith("WebSocket /api/failing-socket failed:\n")

    def test_a_closed_socket_is_not_closed_again(self, caplog: pytest.LogCaptureFixture) -> None:
        answer = sample().handshake("/api/failed-socket")
        assert [message["type"] for message in answer.messages] == ["websocket.accept", "websocket.close"]
        assert answer.messages[1]["code"] == 4404
        assert len(caplog.records) == 1

    def test_a_client_that_goes_away_is_none(self, caplog: pytest.LogCaptureFixture) -> None:
        assert sample().handshake("/api/socket").status == 101
        assert not caplog.records


def test_the_start_and_the_end_of_the_server_pass_untouched() -> None:
    seen = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope)

    scope = {"type": "lifespan"}
    asyncio.run(Middleware(app, SETTINGS)(scope, _unreachable, _unreachable))
    assert seen == [{"type": "lifespan"}]
