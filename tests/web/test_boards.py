"""Boards: every number with what it is, what may be done with it, and why, in agreement with the rules."""

from random import Random
from typing import Any

import msgspec
import pytest

from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games
from commonfactor.web.boards import Why, encoded_position, reason_about
from commonfactor.web.refusals import Code, RefusalError


def facts(notation: str) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.json.decode(encoded_position(parse(notation)))
    return told


def cell(notation: str, number: int) -> dict[str, Any]:
    return next(cell for cell in facts(notation)["board"]["cells"] if cell["number"] == number)


def random_lines(count: int) -> list[Line]:
    lines = []
    for seed in range(count):
        random = Random(seed)
        for game in all_games():
            line = Line.start(game.from_setup(game.default_setup))
            for _ in range(random.randint(0, 8)):
                if legal := line.rules.legal_moves(line.position):
                    line = line.play(random.choice(legal))
            lines.append(line)
    return lines


def test_a_number_that_is_not_allowed_says_why() -> None:
    told = cell("factor-clash:2-20:14", 9)
    assert told["status"] == "barred"
    assert told["text"] == "9 = 3·3 and 14 = 2·7 share no factor"
    assert facts("factor-clash:2-20:14")["objections"]["9"] == told["text"]


def test_a_number_that_is_gone_says_who_took_it_and_when() -> None:
    told = cell("factor-frenzy:2-20:14,6", 6)
    assert (told["status"], told["taken_by"], told["ply"]) == ("gone", 2, 2)
    swept = cell("factor-frenzy:2-20:14,6", 12)
    assert (swept["status"], swept["taken_by"], swept["ply"]) == ("gone", None, 2)
    assert swept["text"] == "12 was removed at move 2, as a multiple of 6"


def test_a_free_number_shows_what_taking_it_does() -> None:
    told = cell("factor-frenzy:2-12:", 6)
    assert told["removes"] == [2, 3, 6, 12]
    assert told["preview"] == "Takes 6, and 2, 3, 12 with it. Your opponent then has 7 moves."
    assert cell("factor-clash:2-20:", 11)["preview"] == "Takes 11. Your opponent then has no move."
    assert cell("factor-clash:2-5:", 2)["preview"] == "Takes 2. Your opponent then has 1 move."


def test_a_pool_says_which_numbers_limit_the_next_pick() -> None:
    targets = {
        "factor-clash:2-20:14": ("Match", "Match", [14]),
        "factor-challenge:2-20:14,9": ("Match your", "Match their", [14]),
        "factor-duel:2-20:14,9,15": ("Your numbers", "Their numbers", [9]),
        "factor-frenzy:2-20:14": ("Pick any number", "Pick any number", []),
        "factor-clash:2-20,opening=no-lone-primes:": ("Pick a number", "Pick a number", []),
    }
    for notation, target in targets.items():
        assert tuple(facts(notation)["board"]["target"].values()) == target


def test_a_number_says_what_joins_it_with_those_that_limit_the_pick() -> None:
    joined = {number: cell("factor-clash:2-20:12", number) for number in (5, 9, 18)}
    assert [told["bond"] for told in joined.values()] == [None, {"number": 12, "tie": "3"}, {"number": 12, "tie": "6"}]
    assert [told["shared"] for told in joined.values()] == [[], [3], [2, 3]]
    barred = cell("factor-duel:2-20:6,5", 15)
    assert (barred["status"], barred["bond"], barred["shared"]) == ("barred", {"number": 6, "tie": "3"}, [3])
    # What limits the pick of Player 1 does not concern Player 2.
    assert cell("factor-duel:2-20:6", 15)["bond"] is None


def test_a_number_that_was_taken_says_what_it_was_joined_with_then() -> None:
    assert cell("factor-clash:2-20:12,9,3", 9)["bond"] == {"number": 12, "tie": "3"}
    assert cell("factor-clash:2-20:12,9,3", 12)["bond"] is None
    assert cell("factor-frenzy:2-20:6", 12)["bond"] is None


@pytest.mark.parametrize(
    ("setup", "number", "tie", "shared"),
    [
        ("relation=divides", 4, "\N{MULTIPLICATION SIGN}3", [2]),
        ("relation=sum-is-prime", 5, "17", []),
        ("relation=sum-is-square", 4, "16", []),
        ("relation=shares-a-digit", 10, "1", []),
    ],
)
def test_every_relation_has_its_own_tie(setup: str, number: int, tie: str, shared: list[int]) -> None:
    told = cell(f"factor-clash:2-20,{setup}:12", number)
    assert (told["bond"], told["shared"]) == ({"number": 12, "tie": tie}, shared)


def test_the_board_of_divisor_duel_has_divisors_and_a_trail() -> None:
    board = facts("divisor-duel:60:6")["board"]
    (number,) = board["numbers"]
    assert (number["number"], number["factors"]) == (10, [2, 5])
    assert number["divisors"][0] == {
        "divisor": 2,
        "move": 2,
        "leaves": 5,
        "text": "2 divides 10 = 2·5 and leaves 5",
        "replies": 0,
        "preview": "Leaves 5. Your opponent then has no move.",
    }
    assert [step["numbers"] for step in board["trail"]] == [[60], [10]]
    assert facts("divisor-duel:36+12:")["board"]["numbers"][1]["divisors"][0]["move"] == "12/2"


def test_a_board_of_numbers_says_what_a_move_does_to_them() -> None:
    # 4 - 2 = 4 / 2, so what a move leaves does not tell.
    (subtracted, divided) = (facts(notation)["board"] for notation in ("divisor-game:4,one=no:", "divisor-duel:4:"))
    assert (subtracted["sign"], subtracted["numbers"][0]["command"]) == ("\N{MINUS SIGN}", "Subtract from 4")
    assert (divided["sign"], divided["numbers"][0]["command"]) == ("÷", "Divide 4 by")
    assert [board["numbers"][0]["divisors"][0]["leaves"] for board in (subtracted, divided)] == [2, 2]


def test_what_is_left_of_a_number_stays_at_its_place() -> None:
    board = facts("divisor-duel:60+48+60:48/24,60/2,60/30")["board"]
    assert [number["number"] for number in board["numbers"]] == [30, 2, 2]
    assert [step["numbers"] for step in board["trail"]] == [[60, 48, 60], [60, 2, 60], [30, 2, 60], [30, 2, 2]]


def test_what_a_board_offers_is_what_the_rules_allow() -> None:
    for line in random_lines(20):
        told = facts(str(line))
        if told["board"]["kind"] == "pool":
            free = [cell["move"] for cell in told["board"]["cells"] if cell["status"] == "free"]
            barred = {str(cell["number"]) for cell in told["board"]["cells"] if cell["status"] != "free"}
            assert set(told["objections"]) == barred
        else:
            free = [offered["move"] for number in told["board"]["numbers"] for offered in number["divisors"]]
        assert free == told["legal"]


def test_replies_and_removals_are_those_of_the_position_after_the_move() -> None:
    for line in random_lines(5):
        told = facts(str(line))
        for cell in told["board"].get("cells", []):
            if cell["status"] == "free":
                after = line.play(cell["move"])
                assert cell["replies"] == len(after.rules.legal_moves(after.position))
                assert cell["removes"] == list(line.rules.removals(line.position, cell["move"]))


def test_in_a_large_game_one_asks_for_a_number() -> None:
    told = facts("factor-clash:2-500:14")
    assert set(told["objections"]) == {"14"}
    assert {cell["preview"] for cell in told["board"]["cells"]} == {None}
    assert reason_about(parse("factor-clash:2-500:14"), "9") == Why(
        move="9",
        allowed=False,
        text="9 is not allowed: 9 = 3·3 and 14 = 2·7 share no factor.",
        claims=[{"kind": "not-allowed", "after": (), "move": 9, "because": "unrelated", "numbers": (14,)}],
    )


def test_a_reason_is_given_for_what_is_allowed_too() -> None:
    told = reason_about(parse("factor-clash:2-20:14"), "7")
    claim = {"kind": "allowed", "after": (), "move": 7, "because": "related", "numbers": (14,)}
    assert told == Why(move="7", allowed=True, text="7 is allowed: 7 and 14 = 2·7 share the factor 7.", claims=[claim])


def test_what_is_no_move_is_refused() -> None:
    with pytest.raises(RefusalError) as refusal:
        reason_about(parse("factor-clash:2-20:14"), "seven")
    assert refusal.value.code is Code.BAD_MOVE
