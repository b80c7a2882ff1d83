"""Records: what is written comes back, and what does not belong is refused."""

import json
from datetime import datetime, timedelta, timezone

import pytest
from arena.records import AT, FIRST_TO_TWO, GAME, HEADER, NEW_GAME, NEW_HEADER, NOON, random_match, same, text
from hypothesis import given, settings
from hypothesis import strategies as st

from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordError, match_in, record_of
from commonfactor.arena.terms import DEFAULT_NAMES, Names, Programs, Scoring, Terms
from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.registry import all_games


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@settings(max_examples=100)
@given(seed=st.integers(0, 1 << 32))
def test_a_record_tells_the_match_it_was_made_of(game: type[AnyRules], seed: int) -> None:
    match = random_match(game, seed)
    record = record_of(match)
    assert same(match_in(record), match)
    assert record_of(match_in(record)) == record


def test_the_text_is_json_lines_with_a_version() -> None:
    terms = Terms(Scoring(2, 6), has_swap=True, most_hints=5, programs=Programs(None, "lookahead:3"), seed=7)
    match = Match(DivisorDuel(60), Names("Ann", "Ben"), terms)
    match.count_hint()
    match.play(6, NOON)
    match.decide_swap(is_taken=True, at=NOON)
    match.play(2, NOON)
    match.begin_next_game()
    header, first, second = map(json.loads, record_of(match).splitlines())
    assert header == {
        "format": "commonfactor record",
        "version": 2,
        "game": "divisor-duel",
        "setup": "60",
        "names": ["Ann", "Ben"],
        "scoring": {"points_per_win": 2, "target": 6},
        "swap": True,
        "hints": 5,
        "programs": [None, "lookahead:3"],
        "seed": 7,
    }
    assert first == {
        "starter": 1,
        "moves": [{"move": 6, "at": "2026-01-01T12:00:00Z"}, {"move": 2, "at": "2026-01-01T12:00:00Z"}],
        "result": {"winner": 1, "by": "rules"},
        "swap": {"taken": True, "at": "2026-01-01T12:00:00Z"},
        "hints": [1, 0],
    }
    assert second == {"starter": 2, "moves": [], "result": None, "swap": None, "hints": [0, 0]}


def test_the_example_of_these_tests_is_good() -> None:
    assert match_in(text(HEADER, GAME)).winner == 2
    assert match_in(text(NEW_HEADER, NEW_GAME)).winner == 2


@pytest.mark.parametrize(
    "foreign",
    [
        b"",
        b"\n",
        b"# Read me\n",
        b"{}\n",
        b"[1, 2]\n",
        b"null",
        b'{"format": "something else", "version": 1}\n',
        b'{"format": "commonfactor record", "version": 0}\n',
        b'{"format": "commonfactor record", "version": "1"}\n',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"\x00" * 100,
    ],
)
def test_foreign_text_is_no_record(foreign: bytes) -> None:
    with pytest.raises(RecordError, match=r"^is not a record of Common Factor$"):
        match_in(foreign)


def test_a_newer_record_is_told_as_such() -> None:
    newer = text({"format": "commonfactor record", "version": 3, "novelty": True})
    with pytest.raises(RecordError, match=r"^is of a newer kind: it has record version 3, and up to 2 can be read$"):
        match_in(newer)


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        (text(HEADER), "no game follows its first line"),
        (text({**HEADER, "extra": 1}, GAME), "line 1: Object contains unknown field `extra`"),
        (text({**HEADER, "game": "chess"}, GAME), "line 1: there is no game 'chess'"),
        (text({**HEADER, "setup": "20-2"}, GAME), "line 1: the pool 20-2 is empty"),
        (text({**HEADER, "setup": "2-9999999999"}, GAME), "line 1: Factor Clash is played with numbers up to 1000000"),
        (text({**HEADER, "names": ["Ann"]}, GAME), "line 1: Expected `array` of length 2"),
        (text({**HEADER, "names": ["Ann", "B\x1b[31m"]}, GAME), "line 1: a name has visible characters only"),
        (text({**HEADER, "names": ["Ann", "Ann"]}, GAME), "line 1: the players need two different names"),
        (text({**HEADER, "scoring": {"points_per_win": 0, "target": 1}}, GAME), "line 1: points and targets go from 1"),
        (text({**NEW_HEADER, "seed": -1}, NEW_GAME), "line 1: a seed goes from 0 to 1,000,000,000,000,000,000, not -1"),
        (text({**NEW_HEADER, "hints": -1}, NEW_GAME), "line 1: the hints of a game go from 0 to 1,000,000, not -1"),
        (text({**NEW_HEADER, "programs": [None, "martian"]}, NEW_GAME), "line 1: there is no player 'martian'"),
        (
            text({**NEW_HEADER, "programs": [None, "level 5"]}, NEW_GAME),
            "line 1: the program 'level 5' is called 'perfect'",
        ),
        (text({**NEW_HEADER, "programs": ["perfect"]}, NEW_GAME), "line 1: Expected `array` of length 2"),
        (text(NEW_HEADER, {**NEW_GAME, "hints": [0, -1]}), "line 2: Expected `int` >= 0"),
        (
            text({**NEW_HEADER, "hints": 1}, {**NEW_GAME, "hints": [2, 0]}),
            "line 2: a player has had 2 hints, and 1 are allowed",
        ),
        (
            text({**NEW_HEADER, "programs": ["random", None]}, {**NEW_GAME, "hints": [1, 0]}),
            "line 2: a program has had hints, which only people have",
        ),
        (
            text(NEW_HEADER, {**NEW_GAME, "swap": {"taken": True, "at": AT}}),
            "line 2: seats can be swapped after the first move only, and only once",
        ),
        (
            text({**NEW_HEADER, "swap": True}, NEW_GAME),
            "line 2: move 2: the second player has not said yet who takes the first seat",
        ),
        (
            text(
                {**NEW_HEADER, "swap": True},
                {**NEW_GAME, "moves": [], "result": None, "swap": {"taken": True, "at": AT}},
            ),
            "line 2: its moves and its result do not belong together",
        ),
        (
            text({**HEADER, "version": 2}, NEW_GAME),
            "line 1: version 2 has all of the fields hints, programs, seed, swap",
        ),
        (text(NEW_HEADER, GAME), "line 2: version 2 has all of the fields hints, swap"),
        (text({**HEADER, "seed": 1}, GAME), "line 1: version 1 has none of the fields hints, programs, seed, swap"),
        (text(HEADER, {**GAME, "hints": [0, 0]}), "line 2: version 1 has none of the fields hints, swap"),
        (text(HEADER, GAME)[:-40], "line 2: Input data was truncated"),
        (text(HEADER) + b"\n", "no game follows its first line"),
        (text(HEADER, {**GAME, "starter": 3}), "line 2: Invalid enum value 3"),
        (text(HEADER, {**GAME, "result": None}), "line 2: its moves and its result do not belong together"),
        (
            text(HEADER, {**GAME, "result": {"winner": 1, "by": "rules"}}),
            "line 2: its moves and its result do not belong together",
        ),
        (text(HEADER, {**GAME, "result": {"winner": 1, "by": "resignation"}}), "line 2: the game is over"),
        (
            text(HEADER, {**GAME, "result": {"winner": 2, "by": "forfeit"}}),
            "line 2: its moves and its result do not belong together",
        ),
        (
            text(HEADER, {**GAME, "result": {"winner": 2, "by": "rules", "reason": ""}}),
            "line 2: a result has the fields winner and by, and no others",
        ),
        (
            text({key: value for key, value in NEW_HEADER.items() if key != "scoring"}, NEW_GAME),
            "line 1: Object missing required field `scoring`",
        ),
        (
            text(HEADER, {"starter": 1, "moves": [], "result": {"winner": 1, "by": "resignation"}}),
            "line 2: its moves and its result do not belong together",
        ),
        (text(HEADER, GAME, GAME), "line 3: the match is decided"),
        (text({**HEADER, "scoring": FIRST_TO_TWO}, GAME, GAME), "line 3: player 2 starts this game, not player 1"),
        (
            text({**HEADER, "scoring": FIRST_TO_TWO}, {**GAME, "moves": [], "result": None}, {**GAME, "starter": 2}),
            "line 3: the game before is not finished",
        ),
    ],
)
def test_a_damaged_record_is_told_where(damaged: bytes, complaint: str) -> None:
    with pytest.raises(RecordError) as refusal:
        match_in(damaged)
    assert str(refusal.value).startswith(f"is damaged: {complaint}")


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        ([14, 9], "move 2: 9 = 3·3 and 14 = 2·7 share no factor"),
        ([14, 14], "move 2: 14 was already taken at move 1"),
        ([14, 7, 2], "move 3: the game is over"),
        ([-3], "move 1: a number is written without a sign, not as '-3'"),
        ([10**18], "move 1: 1000000000000000000 is not among 2 to 20"),
        (["14"], "move 1: it is written as text, and this game's moves are numbers"),
        (["x"], "move 1: 'x' is not a number"),
    ],
)
def test_every_move_is_checked(moves: list[int | str], complaint: str) -> None:
    entries = [{"move": move, "at": AT} for move in moves]
    with pytest.raises(RecordError) as refusal:
        match_in(text(HEADER, {"starter": 1, "moves": entries, "result": None}))
    assert str(refusal.value) == f"is damaged: line 2: {complaint}"


@pytest.mark.parametrize("at", ["2026-01-01T12:00:00", "noon", 5, None])
def test_times_are_instants(at: object) -> None:
    with pytest.raises(RecordError, match="is damaged: line 2: "):
        match_in(text(HEADER, {"starter": 1, "moves": [{"move": 14, "at": at}], "result": None}))


@pytest.mark.unfollowed
@settings(max_examples=500)
@given(data=st.data())
def test_a_mutated_record_is_refused_or_is_a_match(data: st.DataObject) -> None:
    record = bytearray(record_of(random_match(FactorClash, data.draw(st.integers(0, 20)))))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(record) - 1))
        record[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
        record = record or bytearray(b"x")
    try:
        match = match_in(bytes(record))
    except RecordError as refusal:
        assert str(refusal).startswith("is ")  # noqa: PT017 (either end is right)
    else:
        assert match_in(record_of(match)).score == match.score


def test_times_of_other_zones_are_kept() -> None:
    match = Match(FactorClash(), DEFAULT_NAMES)
    match.play(14, datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=2))))
    assert match_in(record_of(match)).game.times == match.game.times
