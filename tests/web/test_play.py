"""Whole games through the interface: every kind, against the computer, on one device and with a friend."""

from collections.abc import Iterator
from random import Random

import pytest
from web.playing import Place, Scene, check_ending, play_to_the_end, two_people

from commonfactor.rules.registry import all_games

SETUPS = {game.name: game.default_setup for game in all_games()}
SEVERAL = ("divisor-duel", "48+30")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A server for all tests of this module."""
    with Scene(tmp_path_factory.mktemp("games")) as running:
        yield running


class TestAgainstTheComputer:
    @pytest.mark.unfollowed
    @pytest.mark.parametrize("level", [1, 5])
    @pytest.mark.parametrize(("name", "setup"), [*SETUPS.items(), SEVERAL])
    def test_whole_games_of_every_kind_come_to_their_end(self, name: str, setup: str, level: int, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            for you in (1, 2):
                seat = await place.new_game(game=name, setup=setup, level=level, you=you, names=["Ann"])
                game = await play_to_the_end({you: seat}, Random(level))
                check_ending(game)
                assert game["players"][2 - you]["level"] == level
                programs = [event["player"] for event in await seat.events() if event["kind"] == "move"]
                assert programs == game["players_of_moves"] == [1 + ply % 2 for ply in range(len(programs))]

        scene.play(scenario)

    def test_who_hears_the_game_from_a_socket_is_not_sent_it_again(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(setup="2-30", level=1)
            prefer = {"authorization": f"Bearer {seat.token}", "prefer": "return=minimal"}
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": seat.token})
                await socket.hears_of("game")
                body = {"id": "once", "ply": 1, "move": 6}
                moved = await place.asked("POST", f"{seat.address}/moves", body, **prefer)
                assert moved.json == {"number": 2}
                assert (await socket.hears_of("game"))["game"]["position"]["moves"] == [6]
                await seat.waits()
                hint = await place.asked("POST", f"{seat.address}/hint", {"id": "help"}, **prefer)
                assert (hint.json["number"], hint.json["step"], "game" in hint.json) == (4, 1, False)
                again = await place.asked("POST", f"{seat.address}/moves", body, authorization=prefer["authorization"])
                assert (again.json["number"], again.json["game"]["number"]) == (2, 4)

        scene.play(scenario)

    def test_the_computer_answers_a_move_and_people_are_told(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(setup="2-30", level=1)
            async with place.socket(f"{seat.address}/events") as socket:
                socket.says({"token": seat.token})
                assert [event["kind"] for event in (await socket.hears_of("game"))["events"]] == ["created"]
                await seat.moves(6)
                mine, theirs = (await socket.hears_of("game"))["events"], (await socket.hears_of("game"))["events"]
                assert [(event["ply"], event["player"]) for event in mine + theirs] == [(1, 1), (2, 2)]

        scene.play(scenario)

    def test_a_move_is_taken_back_together_with_the_answer(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(setup="2-30", level=1)
            assert (await seat.asked("takeback")).code == "nothing_to_take_back"
            await seat.moves(6)
            assert len((await seat.waits())["position"]["moves"]) == 2
            game = await seat.does("takeback")
            assert (game["position"]["moves"], game["to_move"]) == ([], 1)

        scene.play(scenario)

    def test_hints_come_in_three_steps_and_count_as_one(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(level=1)
            hints = [(await seat.asked("hint")).json for _ in range(4)]
            assert [hint["step"] for hint in hints] == [1, 2, 3, 3]
            assert [hint["game"]["hints"] for hint in hints] == [[1, 0]] * 4
            told = {name: hints[-1][name] for name in ("step", "text", "moves", "claims", "short")}
            assert hints[-1]["game"]["hint"] == told
            assert [len(hint["moves"]) for hint in hints] == [0, 2, 1, 1]
            assert (await seat.moves())["hint"] is None
            await seat.does("takeback")
            # Another hint begins where anything else has happened.
            assert (await seat.does("hint"))["hints"] == [2, 0]

        scene.play(scenario)

    def test_the_computer_decides_about_the_swap_if_it_may(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(level=5, swap=True)
            game = await seat.moves(19)
            assert game["swap_open"]
            game = await seat.waits()
            # 19 has no partner, so whoever has made that move wins: no perfect player leaves it to the other.
            assert game["seats"] == [2, 1]
            assert game["result"] == {"winner": 2, "by": "rules"}

        scene.play(scenario)

    def test_a_rematch_begins_at_once_and_the_other_player_starts(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seat = await place.new_game(level=1)
            await seat.does("resign")
            game = await seat.does("rematch")
            assert (game["starter"], game["games"], game["score"]) == (2, 2, [0, 1])
            assert len((await seat.waits())["position"]["moves"]) == 1

        scene.play(scenario)


class TestPeople:
    @pytest.mark.parametrize("opponent", ["one-device", "friend"])
    @pytest.mark.parametrize(("name", "setup"), [*SETUPS.items(), SEVERAL])
    def test_whole_games_of_every_kind_come_to_their_end(
        self, name: str, setup: str, opponent: str, scene: Scene
    ) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, game=name, setup=setup, opponent=opponent)
            game = await play_to_the_end(seats, Random(7))
            check_ending(game)
            assert [game["score"][player - 1] for player in (1, 2)].count(1) == 1

        scene.play(scenario)

    def test_a_game_can_start_from_a_line(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            reply = await place.posted("/api/games", {"position": "clash:2-20:15,5", "opponent": "one-device"})
            game = reply.json["game"]
            assert game["position"]["notation"] == "factor-clash:2-20:15,5"
            assert (game["to_move"], game["position"]["legal"]) == (1, [10, 20])

        scene.play(scenario)

    def test_nobody_moves_before_the_friend_has_come(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            ann = await place.new_game(opponent="friend", names=["Ann"])
            game = await ann.looks()
            assert (game["is_waiting"], game["to_move"]) == (True, None)
            assert (await ann.asked("moves", ply=1, move=6)).code == "waiting"
            ben = await ann.joins("Ben")
            assert [player["name"] for player in (await ben.looks())["players"]] == ["Ann", "Ben"]
            assert (await ben.looks())["you"] == [2]
            await ann.moves(6)

        scene.play(scenario)

    def test_a_takeback_is_asked_for_and_granted(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            await seats[1].moves(6)
            await seats[2].moves(9)
            assert (await seats[1].does("takeback"))["offer"] == {"kind": "takeback", "by": 1, "number": 5}
            assert (await seats[2].does("takeback", accept=False))["offer"] is None
            asked = await seats[1].does("takeback")
            game = await seats[2].does("takeback", offer=asked["offer"]["number"])
            # What is taken back is the move of who asked, and whatever followed.
            assert (game["position"]["moves"], game["to_move"], game["offer"]) == ([], 1, None)

        scene.play(scenario)

    def test_who_asks_for_something_else_grants_nothing(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            await seats[1].moves(6)
            await seats[2].moves(12)
            await seats[1].does("takeback")
            game = await seats[2].does("takeback")
            assert (game["position"]["moves"], game["offer"]["by"]) == ([6, 12], 2)
            assert (await seats[2].asked("rematch", accept=False)).code == "no_offer"

        scene.play(scenario)

    def test_who_has_lost_the_answer_to_joining_asks_again(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            creator = await place.new_game(opponent="friend")
            wanted = {"invitation": creator.invitation, "name": "Ben", "token": "t" * 22}
            address = f"{creator.address}/join"
            answers = [(await place.asked("POST", address, wanted)).json for _ in range(2)]
            assert [(answer["token"], answer["player"]) for answer in answers] == [("t" * 22, 2)] * 2
            assert (await place.asked("POST", address, wanted | {"token": "u" * 22})).code == "seat_taken"

        scene.play(scenario)

    def test_an_offer_ends_with_the_next_move(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            await seats[1].moves(6)
            await seats[1].does("takeback")
            assert (await seats[2].moves(9))["offer"] is None
            assert (await seats[2].asked("takeback", accept=False)).code == "no_offer"

        scene.play(scenario)

    def test_a_rematch_is_asked_for_and_granted_and_the_other_player_starts(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            await seats[1].moves(19)
            assert (await seats[2].does("rematch"))["offer"] == {"kind": "rematch", "by": 2, "number": 4}
            game = await seats[1].does("rematch")
            assert (game["starter"], game["to_move"], game["score"]) == (2, 2, [1, 0])
            await seats[2].moves(19)
            assert (await seats[1].looks())["score"] == [1, 1]

        scene.play(scenario)

    @pytest.mark.parametrize("is_taken", [True, False])
    def test_seats_are_swapped_after_the_first_move_if_the_second_player_wants(
        self, scene: Scene, *, is_taken: bool
    ) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend", swap=True)
            game = await seats[1].moves(6)
            assert (game["swap_open"], game["to_move"]) == (True, 2)
            game = await seats[2].does("swap", take=is_taken)
            assert (game["seats"], game["to_move"]) == (([2, 1], 1) if is_taken else ([1, 2], 2))
            assert game["players_of_moves"] == [1]
            assert game["last"] == ({"player": 2, "deed": None} if is_taken else {"player": 1, "deed": "took 6"})
            game = await play_to_the_end(seats, Random(3))
            check_ending(game)

        scene.play(scenario)

    def test_a_match_to_two_goes_on_until_it_is_won(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend", target=2)
            await seats[1].does("resign")
            assert (await seats[1].asked("rematch")).code == "match_running"
            assert (await seats[2].does("next"))["starter"] == 2
            await seats[2].moves(19)
            game = await seats[1].looks()
            assert (game["score"], game["match_winner"], game["games"]) == ([0, 2], 2, 2)
            assert (await seats[1].asked("next")).code == "match_over"
            await seats[1].does("rematch")
            game = await seats[2].does("rematch")
            assert (game["score"], game["match_winner"], game["games"], game["starter"]) == ([0, 0], None, 3, 1)
            first = await place.got(f"{seats[1].address}/record?match=1")
            assert first.json.count("\n") == 3

        scene.play(scenario)

    def test_giving_up_is_for_the_player_to_move(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            assert (await seats[2].asked("resign")).code == "not_your_turn"
            game = await seats[1].does("resign")
            assert game["result"] == {"winner": 2, "by": "resignation"}
            assert (await seats[1].asked("takeback")).code == "game_over"

        scene.play(scenario)

    def test_advice_waits_for_the_end(self, scene: Scene) -> None:
        async def scenario(place: Place) -> None:
            seats = await two_people(place, opponent="friend")
            address = seats[1].address
            assert (await place.got(f"{address}/analysis")).code == "two_people_play"
            assert (await place.got(f"{address}/review")).code == "game_running"
            await seats[1].moves(19)
            assert (await place.got(f"{address}/analysis")).json["verdict"] == "loss"
            review = (await place.got(f"{address}/review")).json
            assert [move["move"] for move in review["moves"]] == [19]
            record = await place.got(f"{address}/record")
            told = await place.posted("/api/records", {"text": record.json})
            assert told.json["games"] == [{"notation": "factor-clash:2-20:19", "winner": 1, "starter": 1}]

        scene.play(scenario)
