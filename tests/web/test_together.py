"""Several people at one game: whoever looks on, comes back, or acts at the same moment as somebody else."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web.inside import application
from web.playing import Place, Reply, Seat, check_ending, new_id, play_to_the_end, played, running, two_people


class TestSpectators:
    def test_they_see_everything_and_can_do_nothing(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            ann = await place.new_game(opponent="friend")
            guest = Seat(place, ann.game, None)
            async with place.socket(f"{ann.address}/events") as socket:
                socket.says({"token": None})
                assert (await socket.hears())["game"]["is_waiting"]
                ben = await ann.joins()
                assert [event["kind"] for event in (await socket.hears())["events"]] == ["joined"]
                await ann.moves(6)
                assert [event["move"] for event in (await socket.hears())["events"]] == [6]
                assert (await guest.looks())["you"] == []
                assert (await guest.asked("moves", ply=2, move=9)).code == "no_token"
                await ben.moves(9)
                assert (await socket.hears())["game"]["position"]["moves"] == [6, 9]

        played(tmp_path, scenario)

    def test_players_see_who_is_there(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            async with place.socket(f"{seats[1].address}/events?since=2") as ann:
                ann.says({"token": seats[1].token})
                assert (await ann.hears_of("presence"))["here"] == [True, False]
                async with place.socket(f"{seats[1].address}/events?since=2") as ben:
                    ben.says({"token": seats[2].token})
                    assert (await ann.hears_of("presence"))["here"] == [True, True]
                    assert [player["is_here"] for player in (await seats[1].looks())["players"]] == [True, True]
                assert (await ann.hears_of("presence"))["here"] == [True, False]

        played(tmp_path, scenario)

    def test_a_sign_of_life_is_answered_and_anything_else_ends_the_talk(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game()
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": None})
                socket.says({"type": "ping"})
                assert await socket.hears_of("pong") == {"type": "pong"}
                socket.says({"type": "move"})
                assert await socket.is_closed_with() == 1003
            async with place.socket("/api/games/nowhere/events") as socket:
                assert await socket.is_closed_with() == 4404

        played(tmp_path, scenario)


class TestComingBack:
    def test_whoever_has_the_first_events_gets_exactly_the_others(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seat = await eventful_game(place)
            whole = await seat.events()
            game = await seat.looks()
            assert [event["number"] for event in whole] == list(range(1, game["number"] + 1))
            for since in range(game["number"] + 2):
                polled = await seat.looks(since)
                assert polled.pop("events") == whole[since:]
                game.pop("events", None)
                assert polled == game
                async with place.socket(f"{seat.address}/events?since={since}") as socket:
                    socket.says({"token": None})
                    pushed = await socket.hears()
                assert pushed["events"] == whole[since:]
                assert pushed["game"] == {key: value for key, value in game.items() if key != "you"}

        played(tmp_path, scenario)

    def test_a_restart_in_the_middle_changes_nothing(self, tmp_path: Path) -> None:
        async def before() -> tuple[dict[int, tuple[str, str | None]], Any, Any]:
            async with running(application(tmp_path).asgi) as place:
                seats = await two_people(place, opponent="friend", target=2, swap=True)
                await seats[1].moves(6)
                await seats[2].does("swap", take=True)
                await seats[1].moves(9)
                known = {player: (seat.game, seat.token) for player, seat in seats.items()}
                return known, await seats[1].looks(), await seats[1].events()

        async def after(known: dict[int, tuple[str, str | None]], game: Any, events: Any) -> None:
            async with running(application(tmp_path).asgi) as place:
                seats = {player: Seat(place, name, token) for player, (name, token) in known.items()}
                assert await seats[1].looks() == game
                assert await seats[1].events() == events
                check_ending(await play_to_the_end(seats, Random(1)))

        asyncio.run(after(*asyncio.run(before())))

    def test_the_computer_moves_after_a_restart_if_it_was_its_turn(self, tmp_path: Path) -> None:
        async def before() -> tuple[str, str | None]:
            app = application(tmp_path)
            async with running(app.asgi) as place:
                seat = await place.new_game(level=5, setup="2-30")
                # The server stops before the computer has found its answer.
                app.games.on_change = lambda _: None
                await seat.moves(6)
                return seat.game, seat.token

        async def after(game: str, token: str | None) -> None:
            async with running(application(tmp_path).asgi) as place:
                moves = (await Seat(place, game, token).waits())["position"]["moves"]
                assert (moves[0], len(moves)) == (6, 2)

        asyncio.run(after(*asyncio.run(before())))


class TestAtOnce:
    def test_the_same_move_sent_ten_times_is_made_once(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            same = {"ply": 1, "move": 6, "id": new_id()}
            replies = await asyncio.gather(*(seats[1].asked("moves", **same) for _ in range(10)))
            assert [(reply.status, reply.json["number"]) for reply in replies] == [(200, 3)] * 10
            assert [event["kind"] for event in await seats[1].events()] == ["created", "joined", "move"]
            await seats[2].moves(9)
            again = await seats[1].asked("moves", **same)
            assert (again.json["number"], again.json["game"]["number"]) == (3, 4)

        played(tmp_path, scenario)

    @pytest.mark.parametrize("opponent", ["friend", "computer", "one-device"])
    def test_of_two_tabs_with_different_moves_exactly_one_wins(self, opponent: str, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            for _ in range(10):
                seats = await two_people(place, opponent=opponent)
                replies = await asyncio.gather(*(seats[1].asked("moves", ply=1, move=move) for move in (6, 12)))
                won, lost = sorted(replies, key=lambda reply: reply.status)
                assert (won.status, lost.status) == (200, 409)
                assert lost.code in {"wrong_ply", "not_your_turn"}
                moves = (await seats[1].looks())["position"]["moves"]
                assert moves[0] == won.json["game"]["position"]["moves"][0] == lost.json["game"]["position"]["moves"][0]

        played(tmp_path, scenario)

    def test_of_a_hundred_who_claim_a_seat_exactly_one_gets_it(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            ann = await place.new_game(opponent="friend", names=["Ann"])
            claims = ({"invitation": ann.invitation, "name": f"Guest {number}"} for number in range(100))
            replies: list[Reply] = []
            # As many as one address may send at once.
            for _ in range(2):
                half = [claim for claim, _ in zip(claims, range(50), strict=False)]
                replies += await asyncio.gather(*(place.posted(f"{ann.address}/join", claim) for claim in half))
            statuses = Counter(reply.status for reply in replies)
            assert statuses[200] == 1
            assert {reply.code for reply in replies if reply.status != 200} <= {"seat_taken", "too_many_requests"}

        played(tmp_path, scenario)

    def test_takebacks_sent_at_once_take_back_once_each(self, tmp_path: Path) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="one-device")
            for move in (6, 9, 12, 14):
                await seats[1].moves(move)
            same = {"id": new_id()}
            await asyncio.gather(*(seats[1].asked("takeback", **same) for _ in range(5)))
            assert (await seats[1].looks())["position"]["moves"] == [6, 9, 12]
            await asyncio.gather(*(seats[1].asked("takeback") for _ in range(3)))
            assert (await seats[1].looks())["position"]["moves"] == []

        played(tmp_path, scenario)


async def eventful_game(place: Place) -> Seat:
    """A game in which nearly everything has happened."""
    seats = await two_people(place, opponent="friend", swap=True, target=2)
    await seats[1].moves(6)
    await seats[2].does("swap", take=False)
    await seats[2].moves(9)
    await seats[2].does("takeback")
    await seats[1].does("takeback", accept=False)
    await seats[2].does("takeback")
    await seats[1].does("takeback")
    await seats[2].moves(12)
    await seats[1].does("resign")
    await seats[1].does("next")
    await seats[2].does("resign")
    await seats[1].does("next")
    await seats[1].does("resign")
    await seats[1].does("rematch")
    await seats[2].does("rematch")
    return seats[1]
