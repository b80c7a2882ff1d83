"""Every code with which the server closes a socket, as docs/http-api.md lists them."""

import asyncio
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.types import ASGIApp, Message
from web.playing import PATIENCE, Place, Scene, Socket
from web.servers import RunningServer
from web.watching import Follower
from websockets.asyncio.client import ClientConnection, connect

from commonfactor.web import store
from commonfactor.web.api import socket_routes
from commonfactor.web.live_game import LiveGame
from commonfactor.web.settings import Limits
from commonfactor.web.store import Due

PAGE = Path(__file__).parents[2] / "docs" / "http-api.md"


def test_these_are_all_that_the_page_lists() -> None:
    listed = re.findall(r"^\| ([0-9]{4}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(map(int, listed)) == [1003, 1011, 1012, 1013, 4404, 4408, 4413, 4429]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A server of one test."""
    with Scene(tmp_path) as running:
        yield running


def failure(*_: object) -> Any:
    raise OperationalError("SELECT", {}, Exception("the disk is on fire"))


class OddSocket(Socket):
    """A socket of somebody who does not keep to JSON, or does not read."""

    def __init__(self, app: ASGIApp, address: str, most_unread: int = 0) -> None:
        """Leave at most so many messages unread, or any number; then the server has to wait."""
        super().__init__(app, address)
        self._received: asyncio.Queue[Message] = asyncio.Queue(most_unread)

    def says_as_it_is(self, **content: str | bytes) -> None:
        """Send a text or bytes, whatever they are."""
        self._sent.put_nowait({"type": "websocket.receive", **content})


class Test1003:
    @pytest.mark.parametrize("has_greeted", [False, True])
    @pytest.mark.parametrize(
        "content",
        [
            {"text": "ping"},
            {"text": ""},
            {"text": "[]"},
            {"text": '{"type": "pong"}'},
            {"text": '{"token": 1}'},
            {"text": "[" * 4000},
            {"text": '"\ud800"'},
            {"bytes": b'{"type": "ping"}'},
        ],
    )
    def test_a_message_that_is_none_ends_the_talk(
        self, scene: Scene, content: dict[str, str | bytes], *, has_greeted: bool
    ) -> None:
        async def scenario(place: Place) -> int:
            seat = await place.new_game(opponent="one-device")
            async with OddSocket(place.app, f"{seat.address}/events") as socket:
                if has_greeted:
                    socket.says({"token": None})
                    await socket.hears()
                socket.says_as_it_is(**content)
                return await socket.is_closed_with()

        assert scene.play(scenario) == 1003


class Test1011:
    def test_a_mistake_of_the_server_is_told_and_logged(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def scenario(place: Place) -> int:
            seat = await place.new_game(opponent="one-device")
            monkeypatch.setattr(LiveGame, "news", lambda *_: 1 // 0)
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": None})
                return await socket.is_closed_with()

        assert scene.play(scenario) == 1011
        assert "ZeroDivisionError" in caplog.text


class Test1013:
    @pytest.mark.parametrize("is_known", [False, True])
    def test_a_game_that_cannot_be_read_now_is_to_be_asked_for_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, is_known: bool
    ) -> None:
        async def created(place: Place) -> str:
            return (await place.new_game(opponent="one-device")).address

        with Scene(tmp_path) as scene:
            address = scene.play(created)

        async def scenario(place: Place) -> int:
            if is_known:
                assert (await place.got(address)).status == 200
            with monkeypatch.context() as patch:
                patch.setattr(store, "stored_game", failure)
                patch.setattr(store, "events_since", failure)
                async with place.socket(f"{address}/events") as socket:
                    socket.says({"token": None})
                    code = await socket.is_closed_with()
            async with place.socket(f"{address}/events") as socket:
                socket.says({"token": None})
                assert (await socket.hears())["game"]["number"] == 1
            return code

        with Scene(tmp_path) as scene:
            assert scene.play(scenario) == 1013
        assert "Traceback" not in caplog.text


class Test4404:
    @pytest.mark.parametrize("game", ["nowhere", "AAAAAAAAAAAA", "a" * 200])
    def test_there_is_no_such_game(self, scene: Scene, game: str) -> None:
        async def scenario(place: Place) -> int:
            async with place.socket(f"/api/games/{game}/events") as socket:
                return await socket.is_closed_with()

        assert scene.play(scenario) == 4404

    def test_it_was_removed_before_the_first_message_came(self, scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
        async def scenario(place: Place) -> int:
            seat = await place.new_game(opponent="one-device")
            async with place.socket(f"{seat.address}/events") as socket:
                later = datetime.now(UTC) + timedelta(hours=1)
                await scene.application.games.remove_due(Due(later, later), most=500)
                socket.says({"token": None})
                return await socket.is_closed_with()

        assert scene.play(scenario) == 4404
        assert "Traceback" not in caplog.text


class Test4408:
    def test_the_first_message_does_not_come(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socket_routes, "SECONDS_FOR_A_TOKEN", 0.1)

        async def scenario(place: Place) -> int:
            seat = await place.new_game(opponent="one-device")
            async with place.socket(f"{seat.address}/events") as socket:
                return await socket.is_closed_with()

        assert scene.play(scenario) == 4408


class Test4413:
    @pytest.mark.parametrize(("name", "most"), [("MOST_UNSENT", 3), ("SECONDS_FOR_A_MESSAGE", 0.1)])
    def test_whoever_does_not_read_is_sent_away_and_comes_back(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch, name: str, most: float
    ) -> None:
        monkeypatch.setattr(socket_routes, name, most)
        # The client reads again in time to hear why.
        monkeypatch.setattr(socket_routes, "SECONDS_FOR_A_GOODBYE", PATIENCE)

        async def scenario(place: Place) -> tuple[int, Follower]:
            seat, follower = await place.new_game(opponent="one-device", setup="2-30"), Follower()
            async with OddSocket(place.app, f"{seat.address}/events", most_unread=1) as socket:
                socket.says({"token": None})
                follower.take(await socket.hears())
                for move in (6, 12, 18, 24, 30, 15, 5, 10):
                    await seat.moves(move)
                if name == "SECONDS_FOR_A_MESSAGE":
                    await asyncio.sleep(3 * most)
                code = await socket.is_closed_with()
            async with place.socket(f"{seat.address}/events?since={follower.number}") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 9)
            assert follower.events == await seat.events()
            return code, follower

        assert scene.play(scenario)[0] == 4413

    def test_one_that_does_not_read_keeps_nobody_waiting(self, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socket_routes, "MOST_UNSENT", 3)

        async def scenario(place: Place) -> None:
            seat, follower = await place.new_game(opponent="one-device", setup="2-30"), Follower()
            address = f"{seat.address}/events"
            async with OddSocket(place.app, address, most_unread=1) as silent, place.socket(address) as socket:
                silent.says({"token": None})
                socket.says({"token": None})
                for move in (6, 12, 18, 24, 30, 15, 5, 10):
                    await seat.moves(move)
                await follower.hear(socket, 9)
                assert follower.events == await seat.events()

        scene.play(scenario)


class Test4429:
    def test_an_address_has_too_many_sockets_open(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> int:
            seat = await place.new_game(opponent="one-device")
            address = f"{seat.address}/events"
            async with place.socket(address), place.socket(address) as second:
                code = await second.is_closed_with()
            async with place.socket(f"{seat.address}/events") as third:
                third.says({"token": None})
                assert (await third.hears())["type"] == "game"
            return code

        with Scene(tmp_path, Limits(sockets=1)) as scene:
            assert scene.play(scenario) == 4429


class Test1012:
    def test_whoever_is_there_is_told_that_the_server_restarts(self, tmp_path: Path) -> None:
        async def closed(socket: ClientConnection) -> int:
            async with asyncio.timeout(PATIENCE):
                await socket.wait_closed()
            assert socket.close_code is not None
            return socket.close_code

        async def scenario(server: RunningServer, address: str) -> set[int]:
            async with connect(address, proxy=None) as watching, connect(address, proxy=None) as silent:
                await watching.send('{"token": null}')
                assert json.loads(await watching.recv())["type"] == "game"
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                codes = await asyncio.gather(closed(watching), closed(silent))
                assert await stopping == 0
                return set(codes)

        with RunningServer(tmp_path) as server:
            game = _created(server)
            assert asyncio.run(scenario(server, f"{server.live_address}/api/games/{game}/events")) == {1012}


def _created(server: RunningServer) -> str:
    from urllib.request import Request, urlopen

    body = json.dumps({"game": "factor-clash", "setup": "2-20", "opponent": "one-device"}).encode()
    asking = Request(f"{server.address}/api/games", body, {"Content-Type": "application/json"})  # noqa: S310  # our own
    with urlopen(asking, timeout=PATIENCE) as answer:  # noqa: S310  # our own
        return str(json.load(answer)["id"])
