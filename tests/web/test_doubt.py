"""Commits of which it is not known whether they succeeded: nothing is lost, doubled, or kept from whoever looks on."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from threading import Event as Gate
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert
from sqlalchemy.exc import OperationalError
from starlette.types import Message
from web.asking import HOST
from web.playing import PATIENCE, Place, Reply, Scene, Seat, new_id, two_people
from web.watching import Follower, digest

from commonfactor.web import game_computer, journal, schema, store
from commonfactor.web.events import Moved
from commonfactor.web.journal import Journal

TOKEN = "a-token-that-the-friend-has-chosen"  # noqa: S105  # as a client would choose one


class Fault(Enum):
    """What goes wrong with a commit, and with what status whoever asked for it is answered."""

    UNHEARD = "it succeeds, and the answer of the database is lost", 200
    FAILED = "nothing is stored", 503
    LATE = "it succeeds after nobody waits for it any more", 503

    @property
    def status(self) -> int:
        return self.value[1]


class Faults:
    """The commits of a journal, of which one can be told to go wrong."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Stand between the journal and the database."""
        self._patch = monkeypatch
        self._next: list[Fault | None] = []
        self.struck, self.may_end = Gate(), Gate()
        real: Callable[[Journal, list[Any]], list[Any]] = Journal._transaction  # noqa: SLF001  # nothing else is between

        def transaction(of: Journal, works: list[Any]) -> list[Any]:
            fault = self._next.pop(0) if self._next else None
            if fault is None:
                return real(of, works)
            self.struck.set()
            if fault is Fault.FAILED:
                raise _lost()
            if fault is Fault.LATE:
                self.may_end.wait(PATIENCE)
                return real(of, works)
            real(of, works)
            raise _lost()

        monkeypatch.setattr(Journal, "_transaction", transaction)

    def strike(self, fault: Fault, after: int = 0, times: int = 1, seconds_for_work: float = 0.2) -> None:
        """Let the next transactions go wrong, or later ones; whoever waits for a late one waits so long."""
        self.struck.clear()
        self.may_end.clear()
        self._next = [None] * after + [fault] * times
        if fault is Fault.LATE:
            self._patch.setattr(journal, "SECONDS_FOR_WORK", seconds_for_work)

    def end(self) -> None:
        """Let the database work again."""
        self._next = []
        self._patch.setattr(journal, "SECONDS_FOR_WORK", PATIENCE)
        self.may_end.set()


def _lost() -> OperationalError:
    return OperationalError("COMMIT", {}, Exception("the connection was lost"))


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A server of one test."""
    with Scene(tmp_path) as running:
        yield running


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    """What goes wrong there."""
    return Faults(monkeypatch)


async def once(faults: Faults, fault: Fault, ask: Callable[[], Any]) -> Reply:
    """Ask for the same, first while the database fails: it is told how it came out, or that this is not known."""
    faults.strike(fault)
    first: Reply = await ask()
    assert faults.struck.is_set()
    assert first.status == fault.status, first
    if first.status == 503:
        assert (first.code, first.headers["retry-after"]) == ("unavailable", "2")
        assert "game" in first.json
    faults.end()
    again: Reply = await ask()
    assert again.status == 200, again
    assert (await ask()).json == again.json
    return again


async def check(seat: Seat, follower: Follower, socket: Any, kinds: str) -> None:
    """These events are stored, and were heard."""
    stored = await seat.events()
    assert [event["kind"] for event in stored] == kinds.split()
    await follower.hear(socket, len(stored))
    assert follower.events == stored
    assert follower.digest == digest(await seat.looks())


@pytest.mark.parametrize("fault", Fault)
class TestAskedAgain:
    def test_a_move_is_made_once(self, fault: Fault, scene: Scene, faults: Faults) -> None:
        async def scenario(place: Place) -> None:
            seats, follower = await two_people(place, opponent="friend"), Follower()
            async with place.socket(f"{seats[1].address}/events") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 2)
                same = {"ply": 1, "move": 6, "id": new_id()}
                assert (await once(faults, fault, lambda: seats[1].asked("moves", **same))).json["number"] == 3
                await seats[2].moves(9)
                await check(seats[1], follower, socket, "created joined move move")

        scene.play(scenario)

    def test_an_offer_and_its_granting_happen_once(self, fault: Fault, scene: Scene, faults: Faults) -> None:
        async def scenario(place: Place) -> None:
            seats, follower = await two_people(place, opponent="friend"), Follower()
            async with place.socket(f"{seats[1].address}/events?since=0") as socket:
                socket.says({"token": seats[1].token})
                await follower.hear(socket, 2)
                await seats[1].moves(6)
                offer = {"id": new_id()}
                number = (await once(faults, fault, lambda: seats[1].asked("takeback", **offer))).json["number"]
                grant = {"id": new_id(), "offer": number}
                await once(faults, fault, lambda: seats[2].asked("takeback", **grant))
                await check(seats[1], follower, socket, "created joined move offer takeback")

        scene.play(scenario)

    def test_a_seat_is_claimed_once(self, fault: Fault, scene: Scene, faults: Faults) -> None:
        async def scenario(place: Place) -> None:
            ann, follower = await place.new_game(opponent="friend"), Follower()
            async with place.socket(f"{ann.address}/events") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 1)
                claim = {"invitation": ann.invitation, "name": "Ben", "token": TOKEN}
                reply = await once(faults, fault, lambda: place.posted(f"{ann.address}/join", claim))
                assert (reply.json["token"], reply.json["player"], reply.json["game"]["you"]) == (TOKEN, 2, [2])
                stranger = {**claim, "token": TOKEN[::-1]}
                assert (await place.posted(f"{ann.address}/join", stranger)).code == "seat_taken"
                await ann.moves(6)
                await Seat(place, ann.game, TOKEN).moves(9)
                await check(ann, follower, socket, "created joined move move")

        scene.play(scenario)

    def test_the_computer_moves_once(self, fault: Fault, scene: Scene, faults: Faults) -> None:
        async def scenario(place: Place) -> None:
            seat, follower = await place.new_game(level=1), Follower()
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 1)
                faults.strike(fault, after=1)
                assert (await seat.asked("moves", ply=1, move=6)).status == 200
                await asyncio.to_thread(faults.struck.wait, PATIENCE)
                faults.end()
                await follower.hear(socket, 3)
                await seat.does("takeback")
                await check(seat, follower, socket, "created move move takeback")
                await seat.moves(12)
                await follower.hear(socket, 6)
                await check(seat, follower, socket, "created move move takeback move move")

        scene.play(scenario)

    def test_a_hint_counts_once(self, fault: Fault, scene: Scene, faults: Faults) -> None:
        async def scenario(place: Place) -> None:
            seat, same = await place.new_game(opponent="one-device"), {"id": new_id()}
            reply = await once(faults, fault, lambda: seat.asked("hint", **same))
            assert (reply.json["step"], reply.json["number"], reply.json["game"]["hints"]) == (1, 2, [1, 0])
            assert [event["kind"] for event in await seat.events()] == ["created", "hint"]

        scene.play(scenario)


def test_a_computer_whose_move_cannot_be_kept_tries_until_it_can(
    scene: Scene, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_computer, "LONGEST_PAUSE", 0.01)

    async def scenario(place: Place) -> None:
        seat = await place.new_game(level=1)
        game = await scene.application.games.game(seat.game)
        faults.strike(Fault.FAILED, after=1, times=20)
        assert (await seat.asked("moves", ply=1, move=6)).status == 200
        assert game.thinking is not None
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({game.thinking})
        assert len((await seat.looks())["position"]["moves"]) == 2

    scene.play(scenario)


def test_what_was_stored_for_somebody_who_has_gone_is_told_to_the_others(scene: Scene, faults: Faults) -> None:
    async def scenario(place: Place) -> None:
        seat, follower = await place.new_game(opponent="one-device"), Follower()
        async with place.socket(f"{seat.address}/events") as socket:
            socket.says({"token": None})
            await follower.hear(socket, 1)
            faults.strike(Fault.LATE, seconds_for_work=PATIENCE)
            await _hint_of_somebody_who_goes(place, seat, faults)
            faults.end()
            reply = await seat.asked("moves", ply=1, move=6)
            assert reply.status == 200, reply
            await check(seat, follower, socket, "created hint move")

    scene.play(scenario)


async def _hint_of_somebody_who_goes(place: Place, seat: Seat, faults: Faults) -> None:
    """Ask for a hint, and be gone before it is committed."""
    messages: asyncio.Queue[Message] = asyncio.Queue()
    messages.put_nowait({"type": "http.request", "body": json.dumps({"id": new_id()}).encode(), "more_body": False})
    headers = {"host": HOST, "content-type": "application/json", "authorization": f"Bearer {seat.token}"}
    path = f"{seat.address}/hint"
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": ("192.0.2.1", 50002),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()], "state": {},
    }  # fmt: skip

    async def unheard(_: Message) -> None:
        pass

    asking = asyncio.ensure_future(place.app(scope, messages.get, unheard))
    assert await asyncio.to_thread(faults.struck.wait, PATIENCE)
    messages.put_nowait({"type": "http.disconnect"})
    async with asyncio.timeout(PATIENCE):
        await asking


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """A file that another program holds as long as the block runs."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


class TestLocked:
    """The file is held by another program, so that the database itself refuses."""

    @pytest.fixture(autouse=True)
    def _impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "_BUSY_SECONDS", 0.2)

    def test_moves_are_refused_and_made_once_it_is_let_go(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seats, follower = await two_people(place, opponent="friend"), Follower()
            async with place.socket(f"{seats[1].address}/events") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 2)
                same = {"ply": 1, "move": 6, "id": new_id()}
                with locked(tmp_path / "games.sqlite"):
                    replies = [await seats[1].asked("moves", **same) for _ in range(2)]
                assert [(reply.status, reply.code) for reply in replies] == [(503, "unavailable")] * 2
                assert (await seats[1].asked("moves", **same)).json["number"] == 3
                await check(seats[1], follower, socket, "created joined move")

        with Scene(tmp_path) as scene:
            scene.play(scenario)

    def test_what_fails_afterwards_is_still_rolled_back(self, tmp_path: Path) -> None:
        path = tmp_path / "games.sqlite"

        def half_of_it(connection: Connection) -> None:
            connection.execute(insert(schema.games), {"id": "half", "invitation": None, "touched": datetime.now(UTC)})
            raise KeyError

        async def main() -> None:
            books = Journal(store.Store(f"sqlite:///{path}"))
            with locked(path), pytest.raises(OperationalError, match="locked"):
                await books.do(lambda connection: store.stored_game(connection, "half"))
            with pytest.raises(KeyError):
                await books.do(half_of_it)
            assert await books.do(lambda connection: store.stored_game(connection, "half")) is None
            books.close()

        asyncio.run(main())


class TestAnotherWriter:
    """Somebody else has written to the same database."""

    @staticmethod
    def _write(folder: Path, game: str, number: int, what: Moved, request: str | None = None) -> None:
        with closing(sqlite3.connect(folder / "games.sqlite")) as connection, connection:
            connection.execute(
                "INSERT INTO events (game, number, at, what, request)"
                " SELECT game, ?, at, ?, ? FROM events WHERE game = ? AND number = 1",
                (number, msgspec.json.encode(what).decode(), request, game),
            )

    def test_the_game_is_read_anew_and_what_was_missed_is_told(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seats, follower = await two_people(place, opponent="friend"), Follower()
            async with place.socket(f"{seats[1].address}/events") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 2)
                self._write(tmp_path, seats[1].game, 3, Moved(1, 1, 6))
                self._write(tmp_path, seats[1].game, 4, Moved(2, 2, 9))
                mine = {"ply": 1, "move": 12, "id": new_id()}
                reply = await seats[1].asked("moves", **mine)
                assert (reply.status, reply.json["game"]["number"]) == (503, 4)
                again = await seats[1].asked("moves", **mine)
                assert (again.code, again.json["game"]["position"]["moves"]) == ("wrong_ply", [6, 9])
                await follower.hear(socket, 4)
                await seats[1].moves(12)
                await check(seats[1], follower, socket, "created joined move move move")

        with Scene(tmp_path) as scene:
            scene.play(scenario)

    def test_what_was_asked_for_there_is_not_done_again_here(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seats, follower = await two_people(place, opponent="friend"), Follower()
            async with place.socket(f"{seats[1].address}/events") as socket:
                socket.says({"token": None})
                await follower.hear(socket, 2)
                mine = {"ply": 1, "move": 6, "id": new_id()}
                self._write(tmp_path, seats[1].game, 3, Moved(1, 1, 6), f"1:{mine['id']}")
                reply = await seats[1].asked("moves", **mine)
                assert (reply.status, reply.json["number"]) == (200, 3)
                await check(seats[1], follower, socket, "created joined move")

        with Scene(tmp_path) as scene:
            scene.play(scenario)
