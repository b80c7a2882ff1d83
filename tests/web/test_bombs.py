"""Parameters meant to make the server allocate, compute or recurse without end: each is refused at once."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple, ParamSpec

import pytest
from web.asking import Answer, Asking
from web.inside import inside

from commonfactor.rules.base import Board
from commonfactor.rules.registry import all_games

_Asked = ParamSpec("_Asked")

MOST_SECONDS = 0.05
POOL_GAMES = [game.name for game in all_games() if game.board is Board.POOL]

HUGE = {
    "10^9": str(10**9),
    "10^18": str(10**18),
    "20 digits": "9" * 20,
    "4,301 digits": "9" * 4301,
    "minus one": "-1",
    "a power": "10**9",
    "an exponent": "1e9",
    "other digits": "\u0663",
    "an underscore": "1_000",
}
POOL_BOMBS = {"cap + 1": "2-2001", **{name: f"2-{number}" for name, number in HUGE.items()}}
POOL_BOMBS |= {f"{name} to itself": f"{number}-{number}" for name, number in HUGE.items()}
DIVISOR_BOMBS = {
    "cap + 1": str(10**12 + 1),
    **{name: number for name, number in HUGE.items() if name != "10^9"},
    "nine numbers": "+".join(["12"] * 9),
    "ten thousand numbers": "+".join(["2"] * 5_000),
    "eight of the richest": "+".join(["963761198400"] * 8),
}
SETUPS = [
    *(pytest.param(game, bomb, id=f"{game} {name}") for game in POOL_GAMES for name, bomb in POOL_BOMBS.items()),
    *(pytest.param("divisor-duel", bomb, id=f"divisor-duel {name}") for name, bomb in DIVISOR_BOMBS.items()),
]


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    with inside(tmp_path_factory.mktemp("bombs")) as running:
        yield running


class Game(NamedTuple):
    """A game on one device: its address, and the header by which its seats are held."""

    address: str
    bearer: list[tuple[str, str]]


@pytest.fixture(scope="module")
def game(asking: Asking) -> Game:
    created = asking.posted("/api/games", {"game": "clash", "setup": "2-20", "opponent": "one-device"})
    assert created.status == 201
    return Game(f"/api/games/{created.json['id']}", [("authorization", f"Bearer {created.json['tokens']['1']}")])


def at_once(ask: Callable[_Asked, Answer], *given: _Asked.args, **named: _Asked.kwargs) -> Answer:
    """The answer, which must take at most 50 ms of the processor, the application's included."""
    gc.disable()  # else it would count what all other tests have left behind
    try:
        begin = process_time()
        answer = ask(*given, **named)
        seconds = process_time() - begin
    finally:
        gc.enable()
    assert seconds < MOST_SECONDS
    return answer


def _percent(text: str) -> str:
    return "".join(f"%{byte:02x}" if byte > 127 else chr(byte) for byte in text.encode())


class TestSetups:
    @pytest.mark.parametrize(("name", "setup"), SETUPS)
    def test_one_that_is_too_large_is_refused_wherever_it_is_sent(self, asking: Asking, name: str, setup: str) -> None:
        notation = f"{name}:{setup}:"
        for further in "", "/analysis", "/review", "?why=2":
            answer = at_once(asking.http, "GET", f"/api/positions/{_percent(notation)}{further}")
            assert answer.refusal == (400, "bad_notation")
        answer = at_once(asking.posted, "/api/games", {"game": name, "setup": setup})
        assert answer.refusal == (400, "bad_setup" if len(setup) <= 200 else "bad_request")
        answer = at_once(asking.posted, "/api/games", {"position": notation})
        assert answer.refusal == (400, "bad_notation")

    @pytest.mark.parametrize("name", POOL_GAMES)
    def test_the_largest_pool_is_looked_at(self, asking: Asking, name: str) -> None:
        assert asking.http("GET", f"/api/positions/{name}:2-501,opening=any:").status == 200
        assert asking.http("GET", f"/api/positions/{name}:1501-2000:").status == 200
        answer = at_once(asking.http, "GET", f"/api/positions/{name}:2-502,opening=any:")
        assert answer.refusal == (400, "bad_notation")

    def test_the_first_large_number_waits_for_no_import(self) -> None:
        program = (
            "import sys, commonfactor.web.app, commonfactor.rules.notation as notation\n"
            "before, line = set(sys.modules), notation.parse('divisor-duel:963761198400:')\n"
            "print(line.rules.mobility(line.position), sorted(set(sys.modules) - before))"
        )
        told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert told.stdout == "6718 []\n"

    def test_the_largest_number_is_looked_at(self, asking: Asking) -> None:
        assert asking.http("GET", f"/api/positions/divisor-duel:{10**12}:").status == 200

    @pytest.mark.parametrize("name", POOL_GAMES)
    def test_a_game_with_the_most_first_moves_is_played_and_one_with_more_is_not(
        self, asking: Asking, name: str
    ) -> None:
        wanted = {"game": name, "opponent": "one-device"}
        assert asking.posted("/api/games", wanted | {"setup": "2-501,opening=any"}).status == 201
        answer = at_once(asking.posted, "/api/games", wanted | {"setup": "2-502,opening=any"})
        assert answer.refusal == (400, "bad_setup")

    def test_the_longest_game_that_can_be_finished_is_played_and_a_longer_one_is_not(self, asking: Asking) -> None:
        wanted = {"game": "divisor-game", "opponent": "one-device"}
        assert asking.posted("/api/games", wanted | {"setup": "2001"}).status == 201
        for setup, moves in ("2002", "2,001"), ("2001+2", "2,001"), ("10000,one=no", "9,999"):
            answer = at_once(asking.posted, "/api/games", wanted | {"setup": setup})
            assert answer.refusal == (400, "bad_setup")
            told = f"A game has at most 2,000 moves on this server, and this one may have {moves}."
            assert answer.json["error"] == {"code": "bad_setup", "message": told, "field": "setup"}

    def test_the_cap_is_told(self, asking: Asking) -> None:
        answer = asking.http("GET", "/api/positions/factor-frenzy:2-1000000000:")
        assert answer.json["error"]["message"] == "Factor Frenzy is played with numbers up to 2,000 on this server."


class TestLines:
    @pytest.mark.parametrize(
        "notation",
        [
            "", ":", "::", ":::", "a:b:c", "factor-clash", "factor-clash:2-20", "factor-clash:2-20:1",
            "factor-clash:2-20:,", "factor-clash:2-20:" + "9" * 4301, "factor-clash:2-20:-1", "factor-clash:2-20:2,2",
            "factor-clash:2-20:" + ",".join(["2"] * 5_000), "divisor-duel:60:7", "divisor-duel:60:60/2",
            "divisor-duel:60:0", "factor-clash:2-20:%00", "factor-clash:2-20:15%00", "%00", "factor-clash:2-20:15%0a",
            "factor-clash:2-20:%FF", "%C0%AF%C0%AF", "%ED%A0%80", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc",
            "%25%32%65", "%", "%zz", "%u0041", "factor%2Dclash%3A2%2D20%3A15%2C5%2C", "FACTOR-CLASH:2-20:",
            "factor-clash:2-20:15;5", "factor-clash:2-20:+15", "factor-clash:2-20,opening=" + "x" * 9_000 + ":",
            "x" * 16_000, "x" * 16_001, ":" * 16_000, "," * 16_000,
        ],
        ids=lambda text: f"{text[:40]} {len(text)}",
    )  # fmt: skip
    def test_what_is_none_is_refused(self, asking: Asking, notation: str) -> None:
        for further in "", "/analysis", "/review":
            answer = at_once(asking.http, "GET", f"/api/positions/{notation}{further}")
            assert answer.refusal in {(400, "bad_notation"), (404, "not_found")}

    def test_percent_signs_change_nothing(self, asking: Asking) -> None:
        plain = asking.http("GET", "/api/positions/divisor-duel:36+12:36/2,12/3")
        written = asking.http("GET", "/api/positions/%64ivisor-duel%3A36%2B12%3A36%2F2%2C12%2F3")
        assert plain.status == 200
        assert plain.json == written.json

    @pytest.mark.parametrize(
        "seconds",
        ["", "0", "0.09", "10.1", "-1", "1e9", "nan", "inf", "9" * 4301, "1" * 20, "\u0662", "1,5", "0x2", "%00"],
    )
    def test_no_analysis_takes_longer_than_allowed(self, asking: Asking, seconds: str) -> None:
        address = f"/api/positions/factor-clash:2-20:/analysis?seconds={_percent(seconds)}"
        assert at_once(asking.http, "GET", address).refusal == (400, "bad_request")

    @pytest.mark.parametrize("why", ["", "-1", "9" * 4301, str(10**18), "60/6", "%00", "%FF", "\u202e", "<b>"])
    def test_strange_moves_are_explained_or_refused(self, asking: Asking, why: str) -> None:
        answer = at_once(asking.http, "GET", f"/api/positions/factor-clash:2-20:?why={_percent(why)}")
        if answer.status == 200:
            assert answer.json["why"]["allowed"] is False
            assert len(answer.json["why"]["text"]) < 200
        else:
            assert answer.refusal in {(400, "bad_move"), (400, "bad_request")}


_BODIES = {
    "nothing": b"",
    "white space": b" " * 60_000,
    "no JSON": b"{",
    "a list": b"[]",
    "nested lists": b"[" * 60_000,
    "nested objects": b'{"game":' * 7_000,
    "nested in an unknown field": b'{"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "a huge number": b'{"game":"clash","setup":"2-20","target":' + b"9" * 60_000 + b"}",
    "a number of 4,301 digits": b'{"game":"clash","setup":"2-20","target":' + b"9" * 4301 + b"}",
    "a number without end": b'{"game":"clash","setup":"2-20","target":1e999}',
    "not a number": b'{"game":"clash","setup":"2-20","target":NaN}',
    "a fraction": b'{"game":"clash","setup":"2-20","target":2.5}',
    "a truth for a number": b'{"game":"clash","setup":"2-20","you":true}',
    "an unknown field": b'{"game":"clash","setup":"2-20","__proto__":{}}',
    "a long list": b'{"game":"clash","setup":"2-20","names":[' + b",".join([b'"A"'] * 10_000) + b"]}",
    "a list of lists": b'{"game":"clash","setup":"2-20","names":[' + b",".join([b"[]"] * 10_000) + b"]}",
    "a long name": b'{"game":"clash","setup":"2-20","names":["' + b"A" * 50_000 + b'"]}',
    "a long setup": b'{"game":"clash","setup":"' + b"2-20," * 10_000 + b'"}',
    "a long game": b'{"game":"' + b"clash" * 10_000 + b'","setup":"2-20"}',
    "a zero byte": b'{"game":"clash\x00","setup":"2-20"}',
    "no UTF-8": b'{"game":"clash","setup":"2-20","names":["\xff\xfe"]}',
    "an overlong character": b'{"game":"clash\xc0\xaf","setup":"2-20"}',
    "an encoded surrogate": b'{"game":"clash","setup":"2-20","names":["\xed\xa0\x80"]}',
    "half a character": b'{"game":"clash","setup":"2-20","names":["\\ud800"]}',
    "UTF-16": '{"game":"clash","setup":"2-20"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"game":"clash","setup":"2-20"}',
    "two of them": b'{"game":"clash","setup":"2-20"}{"game":"clash","setup":"2-20"}',
}
_AGREEMENTS = {
    "a match without end": {"target": 10**18},
    "a match to minus one": {"target": -1},
    "one game too many": {"target": 101},
    "a level too high": {"level": 10**18},
    "a level below all": {"level": -1},
    "looking ahead for ever": {"level": "lookahead:1000000000"},
    "looking ahead with many digits": {"level": "lookahead:" + "9" * 150},
    "slips without end": {"level": "slips:1e999"},
    "a game of zeros": {"game": "clash\x00"},
    "a setup of zeros": {"setup": "2-20\x00"},
}


def _record(text: str) -> bytes:
    return json.dumps({"text": text}).encode()


class TestBodies:
    @pytest.mark.parametrize("body", _BODIES.values(), ids=_BODIES)
    def test_a_new_game_cannot_be_anything(self, asking: Asking, body: bytes) -> None:
        assert at_once(asking.posted, "/api/games", body).refusal == (400, "bad_request")

    @pytest.mark.parametrize("terms", _AGREEMENTS.values(), ids=_AGREEMENTS)
    def test_terms_have_bounds(self, asking: Asking, terms: dict[str, object]) -> None:
        wanted = {"game": "clash", "setup": "2-20", **terms}
        answer = at_once(asking.posted, "/api/games", wanted)
        assert answer.refusal in {(400, "bad_setup"), (400, "bad_notation")}

    @pytest.mark.parametrize("body", _BODIES.values(), ids=_BODIES)
    @pytest.mark.parametrize("command", ["moves", "swap", "takeback", "rematch", "next", "resign", "hint", "join"])
    def test_a_command_cannot_be_anything(self, asking: Asking, game: Game, command: str, body: bytes) -> None:
        answer = at_once(asking.posted, f"{game.address}/{command}", body, game.bearer)
        assert answer.refusal == (400, "bad_request")

    @pytest.mark.parametrize(
        ("move", "ply", "code"),
        [
            (10**9, 1, "bad_move"), (10**18, 1, "bad_move"), (-1, 1, "bad_move"), (0, 1, "bad_move"),
            (10**30, 1, "bad_move"), ("9" * 150, 1, "bad_move"), ("9" * 4301, 1, "bad_request"),
            ("", 1, "bad_move"), ("2\x00", 1, "bad_move"), ("\u0662", 1, "bad_move"), (None, 1, "bad_request"),
            ([2], 1, "bad_request"), ({"2": 2}, 1, "bad_request"), (2.5, 1, "bad_request"),
            (2, 10**18, "wrong_ply"), (2, -1, "wrong_ply"), (2, 0, "wrong_ply"),
            (2, 10**30, "wrong_ply"),
        ],
    )  # fmt: skip
    def test_a_move_cannot_be_anything(self, asking: Asking, game: Game, move: object, ply: object, code: str) -> None:
        sent = {"move": move, "ply": ply, "id": "bomb"}
        answer = at_once(asking.posted, f"{game.address}/moves", sent, game.bearer)
        assert answer.refusal[1] == code
        assert asking.http("GET", game.address).json["position"]["moves"] == []

    @pytest.mark.parametrize("name", ["x" * 65, "", "a b", "\x00", "\u202e", "é", 1, None])
    def test_ids_are_short_and_plain(self, asking: Asking, game: Game, name: object) -> None:
        sent = {"move": 2, "ply": 1, "id": name}
        answer = at_once(asking.posted, f"{game.address}/moves", sent, game.bearer)
        assert answer.refusal == (400, "bad_request")

    @pytest.mark.parametrize(
        "text",
        [
            "", "{", "x" * 1_000_000, "\n" * 1_000_000, "[" * 1_000_000, "{}\n" * 300_000, "\x00", "9" * 1_000_000,
            '{"format":"commonfactor record","version":' + "9" * 4301 + "}",
            '{"format":"commonfactor record","version":2,"game":"clash","setup":"2-1000000000"}',
        ],
        ids=lambda text: f"{text[:10]!a} {len(text)}",
    )  # fmt: skip
    def test_a_record_cannot_be_anything(self, asking: Asking, text: str) -> None:
        assert at_once(asking.posted, "/api/records", _record(text)).refusal == (400, "bad_record")

    def test_a_record_has_a_largest_length(self, asking: Asking) -> None:
        text = '"' * (1 << 20)
        assert at_once(asking.posted, "/api/records", _record(text[:-100])).refusal == (400, "bad_record")
        longer = at_once(asking.posted, "/api/records", _record(text + "x" * 10))
        assert longer.refusal == (413, "body_too_large")


class TestParameters:
    @pytest.mark.parametrize("number", ["", "-1", "1e9", "9" * 4301, str(10**18), "x", "%00", "%FF", "1_0", "\u0662"])
    @pytest.mark.parametrize("parameter", ["?since=", "/review?game=", "/record?match="])
    def test_numbers_are_numbers(self, asking: Asking, game: Game, parameter: str, number: str) -> None:
        address = f"{game.address}{parameter}{_percent(number)}"
        assert at_once(asking.http, "GET", address).refusal == (400, "bad_request")

    @pytest.mark.parametrize(
        "name", ["x" * 5_000, "..", "%2e%2e%2f", "%00", "%FF", "'; DROP TABLE games; --".replace(" ", "%20"), "0", "-1"]
    )
    def test_games_that_cannot_be_are_not_there(self, asking: Asking, name: str) -> None:
        for further in "", "/analysis", "/review", "/record":
            answer = at_once(asking.http, "GET", f"/api/games/{name}{further}")
            assert answer.refusal in {(404, "no_such_game"), (404, "not_found")}

    @pytest.mark.parametrize("token", ["", "x" * 10_000, "\x00", "\xff", "Bearer", "' OR 1=1 --", "a b c"])
    def test_tokens_that_cannot_be_open_nothing(self, asking: Asking, game: Game, token: str) -> None:
        sent = {"move": 2, "ply": 1, "id": "bomb"}
        headers = [("authorization", f"Bearer {token}")]
        answer = at_once(asking.posted, f"{game.address}/moves", sent, headers)
        assert answer.refusal in {(401, "no_token"), (403, "wrong_token")}


_MESSAGES = {
    "nested": '{"token":' + "[" * 4_000,
    "nested in an unknown field": '{"x":' + "[" * 2_000 + "]" * 2_000 + "}",
    "a huge number": '{"token":' + "9" * 4_000 + "}",
    "no JSON": "x",
    "nothing": "",
    "a list": "[]",
    "a zero": '{"token":"\x00"}',
    "half a character": '{"token":"\\ud800"}',
}


class TestSockets:
    @pytest.mark.parametrize("message", _MESSAGES.values(), ids=_MESSAGES)
    @pytest.mark.parametrize("before", [[], ['{"token":null}'], ['{"token":null}', '{"type":"ping"}']])
    def test_a_message_cannot_be_anything(
        self, asking: Asking, game: Game, before: list[str], message: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        answer = at_once(asking.handshake, f"{game.address}/events", says=[*before, message])
        assert answer.status == 101
        last = answer.messages[-1]
        assert (last["type"], last["code"]) == ("websocket.close", 1003)
        assert not caplog.records

    def test_a_socket_for_a_number_that_is_none_is_refused(self, asking: Asking, game: Game) -> None:
        for number in "-1", "9" * 4301, "x", str(10**18):
            answer = at_once(asking.handshake, f"{game.address}/events?since={number}")
            assert answer.refusal == (400, "bad_request")
