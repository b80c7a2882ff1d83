"""How every refusal of the server is provoked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, NoReturn

import pytest
from sqlalchemy.exc import OperationalError
from web.playing import Place, Reply, Seat, new_id, two_people

from commonfactor.web import store, table
from commonfactor.web.game_limits import LONGEST_MATCH
from commonfactor.web.middleware import LARGEST_BODY, LONGEST_ADDRESS
from commonfactor.web.refusals import Code
from commonfactor.web.settings import Settings

Way = Callable[[Place, pytest.MonkeyPatch], Coroutine[Any, Any, Reply]]

WAYS: dict[Code, list[Way]] = {}
"""How each refusal is provoked, but for the one for which one must be quick; see the test of the limits."""


def produces(code: Code) -> Callable[[Way], Way]:
    def remember(way: Way) -> Way:
        WAYS.setdefault(code, []).append(way)
        return way

    return remember


# What was sent


@produces(Code.BAD_REQUEST)
async def _no_json(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", b'{"game":')


@produces(Code.BAD_REQUEST)
async def _a_field_too_many(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20", "colour": "blue"})


@produces(Code.BAD_REQUEST)
async def _a_number_of_many_digits(place: Place, _: pytest.MonkeyPatch) -> Reply:
    seat = await place.new_game()
    body = f'{{"id":"x","ply":1,"move":{"9" * 5000}}}'.encode()
    return await place.asked("POST", f"{seat.address}/moves", body, authorization=f"Bearer {seat.token}")


@produces(Code.BAD_REQUEST)
async def _neither_game_nor_position(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "duel"})


@produces(Code.BAD_REQUEST)
async def _since_a_word(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"{(await place.new_game()).address}?since=never")


@produces(Code.BAD_REQUEST)
async def _since_too_far(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"{(await place.new_game()).address}?since={10**9 + 1}")


@produces(Code.BAD_REQUEST)
async def _too_many_seconds(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/positions/factor-clash:2-20:/analysis?seconds=10.1")


@produces(Code.BAD_REQUEST)
async def _a_game_that_was_not_played(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"{(await place.new_game()).address}/review?game=2")


@produces(Code.BAD_REQUEST)
async def _a_match_that_was_not_played(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"{(await place.new_game()).address}/record?match=0")


@produces(Code.BAD_NOTATION)
async def _no_position(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/positions/chess:e4")


@produces(Code.BAD_NOTATION)
async def _a_line_against_the_rules(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"position": "factor-clash:2-20:15,7"})


@produces(Code.BAD_NOTATION)
async def _a_pool_too_large(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/positions/factor-frenzy:2-1000000000:/analysis")


@produces(Code.BAD_SETUP)
async def _a_setup_too_large(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "factor-frenzy", "setup": "2-1000000000"})


@produces(Code.BAD_SETUP)
async def _an_endless_match(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20", "target": LONGEST_MATCH + 1})


@produces(Code.BAD_SETUP)
async def _a_friend_with_a_level(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20", "opponent": "friend", "level": 3})


@produces(Code.BAD_SETUP)
async def _an_unknown_level(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20", "level": 6})


@produces(Code.BAD_SETUP)
async def _one_name_for_both(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20", "names": ["Ann", "ann"]})


@produces(Code.BAD_SETUP)
async def _a_friend_of_the_same_name(place: Place, _: pytest.MonkeyPatch) -> Reply:
    ann = await place.new_game(opponent="friend", names=["Ann"])
    return await place.posted(f"{ann.address}/join", {"invitation": ann.invitation, "name": "Ann"})


@produces(Code.BAD_MOVE)
async def _no_move_of_this_game(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await place.new_game()).asked("moves", ply=1, move="48/2")


@produces(Code.BAD_MOVE)
async def _asking_about_no_move(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/positions/factor-clash:2-20:?why=x")


@produces(Code.BAD_RECORD)
async def _no_record(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/records", {"text": "Dear diary"})


@produces(Code.BODY_TOO_SLOW)
async def _half_a_body(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    monkeypatch.setattr(place.app, "_seconds_for_a_body", 0.01)

    async def content() -> AsyncIterator[bytes]:
        yield b'{"game":'
        await asyncio.sleep(60)

    return await place.posted("/api/games", content())


@produces(Code.BODY_TOO_LARGE)
async def _a_long_body(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.posted("/api/games", b" " * (LARGEST_BODY + 1))


@produces(Code.ADDRESS_TOO_LONG)
async def _a_long_address(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"/api/positions/{'x' * LONGEST_ADDRESS}")


@produces(Code.NOT_JSON)
async def _a_form(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.asked("POST", "/api/games", b"game=duel", content_type="application/x-www-form-urlencoded")


@produces(Code.NOT_FOUND)
async def _nothing_there(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/nothing")


@produces(Code.WRONG_METHOD)
async def _the_wrong_method(place: Place, _: pytest.MonkeyPatch) -> Reply:
    reply = await place.asked("DELETE", "/api/games")
    assert reply.headers["allow"] == "POST"
    return reply


@produces(Code.FOREIGN_ORIGIN)
async def _a_page_elsewhere(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.asked("GET", "/api/health", origin="http://evil.example")


@produces(Code.WRONG_HOST)
async def _another_name(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.asked("GET", "/api/health", host="evil.example")


# Who sent it


@produces(Code.NO_SUCH_GAME)
async def _no_game(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/games/AAAAAAAAAAAA")


@produces(Code.NO_SUCH_GAME)
async def _what_can_be_no_game(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got("/api/games/none")


@produces(Code.NO_TOKEN)
async def _nobody(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await Seat(place, (await place.new_game()).game, None).asked("moves", ply=1, move=6)


@produces(Code.WRONG_TOKEN)
async def _somebody_else(place: Place, _: pytest.MonkeyPatch) -> Reply:
    other = await place.new_game()
    return await Seat(place, (await place.new_game()).game, other.token).asked("moves", ply=1, move=6)


@produces(Code.WRONG_INVITATION)
async def _not_invited(place: Place, _: pytest.MonkeyPatch) -> Reply:
    ann = await place.new_game(opponent="friend")
    return await place.posted(f"{ann.address}/join", {"invitation": "open sesame"})


@produces(Code.SEAT_TAKEN)
async def _too_late(place: Place, _: pytest.MonkeyPatch) -> Reply:
    ann = await place.new_game(opponent="friend")
    await ann.joins()
    return await place.posted(f"{ann.address}/join", {"invitation": ann.invitation})


# How the game stands


@produces(Code.WAITING)
async def _alone(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await place.new_game(opponent="friend")).asked("resign")


@produces(Code.NOT_YOUR_TURN)
async def _out_of_turn(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await two_people(place, opponent="friend"))[2].asked("moves", ply=1, move=6)


@produces(Code.WRONG_PLY)
async def _too_early(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await place.new_game()).asked("moves", ply=3, move=6)


@produces(Code.ILLEGAL_MOVE)
async def _against_the_rules(place: Place, _: pytest.MonkeyPatch) -> Reply:
    seats = await two_people(place, opponent="friend")
    await seats[1].moves(14)
    reply = await seats[2].asked("moves", ply=2, move=9)
    assert reply.json["error"]["message"] == "9 is not allowed: 9 = 3·3 and 14 = 2·7 share no factor."
    return reply


@produces(Code.SWAP_OPEN)
async def _before_the_swap(place: Place, _: pytest.MonkeyPatch) -> Reply:
    seats = await two_people(place, opponent="friend", swap=True)
    await seats[1].moves(14)
    return await seats[2].asked("moves", ply=2, move=7)


@produces(Code.NO_SWAP_OPEN)
async def _no_swap(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await place.new_game()).asked("swap", take=True)


async def _finished(place: Place, **wanted: object) -> Seat:
    seat = await place.new_game(opponent="one-device", **wanted)
    await seat.does("resign")
    return seat


@produces(Code.GAME_OVER)
async def _after_the_end(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await _finished(place)).asked("moves", ply=1, move=6)


@produces(Code.GAME_RUNNING)
async def _a_rematch_before_the_end(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await place.new_game()).asked("rematch")


@produces(Code.GAME_RUNNING)
async def _a_review_before_the_end(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"{(await place.new_game()).address}/review")


@produces(Code.MATCH_OVER)
async def _a_game_after_the_match(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await _finished(place)).asked("next")


@produces(Code.MATCH_RUNNING)
async def _a_rematch_before_the_match_is_won(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await _finished(place, target=2)).asked("rematch")


@produces(Code.NOTHING_TO_TAKE_BACK)
async def _a_takeback_at_the_start(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await place.new_game()).asked("takeback")


@produces(Code.NO_OFFER)
async def _declining_nothing(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await two_people(place, opponent="friend"))[1].asked("rematch", accept=False)


@produces(Code.OFFER_REPEATED)
async def _asking_twice(place: Place, _: pytest.MonkeyPatch) -> Reply:
    seats = await two_people(place, opponent="friend")
    await seats[1].moves(6)
    await seats[1].does("takeback")
    return await seats[1].asked("takeback")


@produces(Code.NO_OFFER)
async def _granting_what_was_withdrawn(place: Place, _: pytest.MonkeyPatch) -> Reply:
    seats = await two_people(place, opponent="friend")
    await seats[1].moves(6)
    game = await seats[1].does("takeback")
    await seats[1].does("takeback", accept=False)
    return await seats[2].asked("takeback", offer=game["offer"]["number"])


@produces(Code.ID_USED)
async def _an_id_for_two_things(place: Place, _: pytest.MonkeyPatch) -> Reply:
    seats, same = await two_people(place, opponent="friend"), new_id()
    await seats[1].does("moves", ply=1, move=6, id=same)
    return await seats[1].asked("moves", ply=1, move=12, id=same)


@produces(Code.GAME_FULL)
async def _an_event_too_many(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    seats = await two_people(place, opponent="friend")
    monkeypatch.setattr(table, "MOST_EVENTS", 2)
    return await seats[1].asked("moves", ply=1, move=6)


@produces(Code.TWO_PEOPLE_PLAY)
async def _advice_between_people(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await place.got(f"{(await two_people(place, opponent='friend'))[1].address}/analysis")


@produces(Code.TWO_PEOPLE_PLAY)
async def _a_hint_between_people(place: Place, _: pytest.MonkeyPatch) -> Reply:
    return await (await two_people(place, opponent="friend"))[1].asked("hint")


# How the server is


@produces(Code.QUEUE_FULL)
async def _many_analyses(place: Place, _: pytest.MonkeyPatch) -> Reply:
    addresses = [f"/api/positions/factor-clash:2-{high}:/analysis?seconds=0.1" for high in range(20, 100)]
    replies = await asyncio.gather(*map(place.got, addresses))
    refused = [reply for reply in replies if reply.status != 200]
    assert 0 < len(refused) < len(replies)
    return refused[0]


@produces(Code.FAILED)
async def _a_mistake(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    def fails(_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr("commonfactor.web.api.position_routes.encoded_position", fails)
    return await place.got("/api/positions/factor-clash:2-20:")


def disk_failure(*_: object) -> NoReturn:
    raise OperationalError("INSERT", {}, OSError("disk I/O error"))


@produces(Code.TOO_MANY_GAMES)
async def _a_game_too_many(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    monkeypatch.setattr(store, "game_count", lambda _: Settings("").most_games)
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20"})


@produces(Code.UNAVAILABLE)
async def _a_move_that_cannot_be_stored(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    seats = await two_people(place, opponent="friend")
    monkeypatch.setattr(store, "add_event", disk_failure)
    return await seats[1].asked("moves", ply=1, move=6)


@produces(Code.UNAVAILABLE)
async def _a_game_that_cannot_be_stored(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    monkeypatch.setattr(store, "create_game", disk_failure)
    return await place.posted("/api/games", {"game": "duel", "setup": "2-20"})


@produces(Code.UNAVAILABLE)
async def _a_game_that_cannot_be_read(place: Place, monkeypatch: pytest.MonkeyPatch) -> Reply:
    monkeypatch.setattr(store, "stored_game", disk_failure)
    return await place.got("/api/games/BBBBBBBBBBBB")
