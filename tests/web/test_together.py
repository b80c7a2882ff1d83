"""Several people at one game: whoever looks on, comes back, or acts at the same moment as somebody else."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from web.playing import Place, Scene, Seat, check_ending, eventful_game, new_id, play_to_the_end, two_people


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server for all tests of this module."""
    with Scene(tmp_path_factory.mktemp("games")) as running:
        yield running


class TestSpectators:
    def test_they_see_everything_and_can_do_nothing(self, scene: Scene) -> None:
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

        scene.play(scenario)

    def test_players_see_who_is_there(self, scene: Scene) -> None:
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

        scene.play(scenario)

    def test_a_sign_of_life_is_answered_and_anything_else_ends_the_talk(self, scene: Scene) -> None:
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

        scene.play(scenario)


class TestComingBack:
    def test_whoever_has_the_first_events_gets_exactly_the_others(self, scene: Scene) -> None:
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

        scene.play(scenario)

    def test_a_restart_in_the_middle_changes_nothing(self, tmp_path: Path) -> None:
        async def before(place: Place) -> tuple[dict[int, tuple[str, str | None]], Any, Any]:
            seats = await two_people(place, opponent="friend", target=2, swap=True)
            await seats[1].moves(6)
            await seats[2].does("swap", take=True)
            await seats[1].moves(9)
            known = {player: (seat.game, seat.token) for player, seat in seats.items()}
            return known, await seats[1].looks(), await seats[1].events()

        with Scene(tmp_path) as scene:
            known, game, events = scene.play(before)

        async def after(place: Place) -> None:
            seats = {player: Seat(place, name, token) for player, (name, token) in known.items()}
            assert await seats[1].looks() == game
            assert await seats[1].events() == events
            check_ending(await play_to_the_end(seats, Random(1)))

        with Scene(tmp_path) as scene:
            scene.play(after)

    def test_the_computer_moves_after_a_restart_if_it_was_its_turn(self, tmp_path: Path) -> None:
        async def before(place: Place) -> tuple[str, str | None]:
            seat = await place.new_game(level=5, setup="2-30")
            await seat.moves(6)
            return seat.game, seat.token

        with Scene(tmp_path) as scene:
            # The server stops before the computer has found its answer.
            scene.application.games.on_change = lambda _: None
            game, token = scene.play(before)

        async def after(place: Place) -> None:
            moves = (await Seat(place, game, token).waits())["position"]["moves"]
            assert (moves[0], len(moves)) == (6, 2)

        with Scene(tmp_path) as scene:
            scene.play(after)


class TestAtOnce:
    def test_the_same_move_sent_ten_times_is_made_once(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            same = {"ply": 1, "move": 6, "id": new_id()}
            replies = await asyncio.gather(*(seats[1].asked("moves", **same) for _ in range(10)))
            assert [(reply.status, reply.json["number"]) for reply in replies] == [(200, 3)] * 10
            assert [event["kind"] for event in await seats[1].events()] == ["created", "joined", "move"]
            await seats[2].moves(9)
            again = await seats[1].asked("moves", **same)
            assert (again.json["number"], again.json["game"]["number"]) == (3, 4)

        scene.play(scenario)

    @pytest.mark.parametrize("opponent", ["friend", "computer", "one-device"])
    def test_of_two_tabs_with_different_moves_exactly_one_wins(self, opponent: str, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            for _ in range(10):
                seats = await two_people(place, opponent=opponent)
                replies = await asyncio.gather(*(seats[1].asked("moves", ply=1, move=move) for move in (6, 12)))
                won, lost = sorted(replies, key=lambda reply: reply.status)
                assert (won.status, lost.status) == (200, 409)
                assert lost.code in {"wrong_ply", "not_your_turn"}
                moves = (await seats[1].looks())["position"]["moves"]
                assert moves[0] == won.json["game"]["position"]["moves"][0] == lost.json["game"]["position"]["moves"][0]

        scene.play(scenario)

    def test_of_a_hundred_who_claim_a_seat_exactly_one_gets_it(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            ann = await place.new_game(opponent="friend", names=["Ann"])
            claims = [{"invitation": ann.invitation, "name": f"Guest {number}"} for number in range(100)]
            replies = await asyncio.gather(*(place.posted(f"{ann.address}/join", claim) for claim in claims))
            assert Counter(reply.status for reply in replies) == {200: 1, 409: 99}
            assert {reply.code for reply in replies if reply.status == 409} == {"seat_taken"}
            (name,) = [claim["name"] for claim, reply in zip(claims, replies, strict=True) if reply.status == 200]
            assert (await ann.looks())["players"][1]["name"] == name

        scene.play(scenario)

    def test_takebacks_sent_at_once_take_back_once_each(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="one-device")
            for move in (6, 9, 12, 14):
                await seats[1].moves(move)
            same = {"id": new_id()}
            await asyncio.gather(*(seats[1].asked("takeback", **same) for _ in range(5)))
            assert (await seats[1].looks())["position"]["moves"] == [6, 9, 12]
            await asyncio.gather(*(seats[1].asked("takeback") for _ in range(3)))
            assert (await seats[1].looks())["position"]["moves"] == []

        scene.play(scenario)
