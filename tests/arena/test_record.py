"""Records: what is written comes back, and what does not belong is refused."""

import fcntl
import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from commonfactor.arena.match import Match
from commonfactor.arena.record import LARGEST_RECORD, RecordError, RecordFile, match_in, record_of
from commonfactor.arena.terms import DEFAULT_NAMES, Names, Programs, Scoring, Terms
from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.registry import GAMES

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def random_match(game: type[AnyRules], seed: int) -> Match:
    """A match played at random, that may have resignations and end in the middle."""
    rng = Random(seed)
    setup = rng.choice([game.default_setup, "36+20+7" if game is DivisorDuel else "5-15"])
    scoring = rng.choice([None, Scoring(1, 3), Scoring(3, 7)])
    programs = Programs(rng.choice([None, "lookahead:3"]), rng.choice([None, "perfect"]))
    terms = Terms(scoring, rng.random() < 0.5, rng.choice([None, 3]), programs, rng.randrange(10**18))
    match = Match(game.from_setup(setup), Names("Ann", "Zoë"), terms, starter=rng.choice([1, 2]))
    for second in range(rng.randrange(60)):
        at = NOON + timedelta(seconds=second)
        if match.is_over:
            break
        if match.game.result:
            match.begin_next_game()
        elif rng.random() < 0.03:
            match.resign()
        elif match.game.is_swap_open:
            match.decide_swap(is_taken=rng.random() < 0.5, at=at)
        elif rng.random() < 0.1 and match.hints_left != 0 and not programs.of(match.game.player_to_move):
            match.count_hint()
        else:
            match.play(rng.choice(match.rules.legal_moves(match.game.line.position)), at)
    return match


def same(match: Match, other: Match) -> bool:
    return (match.rules, match.names, match.terms, match.games) == (
        other.rules,
        other.names,
        other.terms,
        other.games,
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
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


# As version 1 had it, which is still read.
HEADER = {
    "format": "commonfactor record",
    "version": 1,
    "game": "factor-clash",
    "setup": "2-20",
    "names": ["Ann", "Ben"],
    "scoring": None,
}
FIRST_TO_TWO = {"points_per_win": 1, "target": 2}
AT = "2026-01-01T12:00:00Z"
GAME = {"starter": 1, "moves": [{"move": 14, "at": AT}, {"move": 7, "at": AT}], "result": {"winner": 2, "by": "rules"}}

NEW_HEADER = {**HEADER, "version": 2, "swap": False, "hints": None, "programs": [None, None], "seed": 0}
NEW_GAME = {**GAME, "swap": None, "hints": [0, 0]}


def text(*lines: object) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


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
        ([10**18], "move 1: 1000000000000000000 is not in the pool 2-20"),
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


def _try_to_add_a_move(path: str) -> bool:
    """Take a record up, make a move, and write it; whether nobody else was faster."""
    file = RecordFile(path)
    match = file.load()
    match.play(match.rules.legal_moves(match.game.line.position)[0], NOON)
    try:
        file.update(match)
    except RecordError as error:
        assert "was changed by another program" in str(error)  # noqa: PT017 (either end is right)
        return False
    return True


class TestFiles:
    """A record in a file."""

    def test_a_file_comes_back_as_the_match(self, tmp_path: Path) -> None:
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = random_match(FactorClash, 5)
        file.create(match)
        assert same(file.load(), match)
        assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]

    def test_what_exists_is_not_written_over(self, tmp_path: Path) -> None:
        path = tmp_path / "essay.txt"
        path.write_text("mine")
        with pytest.raises(RecordError, match="exists already and is left as it is; choose another name"):
            RecordFile(str(path)).create(random_match(FactorClash, 5))
        assert path.read_text() == "mine"

    def test_an_update_replaces_the_file_and_leaves_nothing_beside_it(self, tmp_path: Path) -> None:
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        file.create(match)
        before = file.path.stat().st_ino
        match.play(14, NOON)
        file.update(match)
        assert file.path.stat().st_ino != before
        assert file.load().game.line.moves == (14,)
        assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]

    def test_what_another_program_has_written_is_kept(self, tmp_path: Path) -> None:
        match = Match(FactorClash(), DEFAULT_NAMES)
        RecordFile(str(tmp_path / "game.jsonl")).create(match)
        here, there = (RecordFile(str(tmp_path / "game.jsonl")) for _ in range(2))
        mine, theirs = here.load(), there.load()
        theirs.play(15, NOON)
        there.update(theirs)
        mine.play(14, NOON)
        with pytest.raises(RecordError, match="was changed by another program and is left as it is"):
            here.update(mine)
        assert RecordFile(str(tmp_path / "game.jsonl")).load().game.line.moves == (15,)

    def test_a_file_knows_whether_it_holds_a_match_as_it_stands(self, tmp_path: Path) -> None:
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        assert not file.holds(match)
        file.create(match)
        assert file.holds(match)
        match.play(14, NOON)
        assert not file.holds(match)

    def test_empty_lines_at_the_end_do_no_harm(self) -> None:
        assert match_in(text(HEADER, GAME) + b"\n\n").winner == 2

    def test_an_update_keeps_the_permissions(self, tmp_path: Path) -> None:
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        file.create(match)
        file.path.chmod(0o600)
        file.update(match)
        assert file.path.stat().st_mode & 0o777 == 0o600

    def test_an_update_through_a_link_keeps_the_link(self, tmp_path: Path) -> None:
        target = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        target.create(match)
        link = tmp_path / "link.jsonl"
        link.symlink_to(target.path)
        match.play(14, NOON)
        RecordFile(str(link)).update(match)
        assert link.is_symlink()
        assert target.load().game.line.moves == (14,)

    def test_what_stands_beside_a_record_is_never_hit(self, tmp_path: Path) -> None:
        victim = tmp_path / "victim"
        victim.write_text("precious")
        for name in (".game.jsonl.new", ".game.jsonl"):
            (tmp_path / name).symlink_to(victim)
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        file.create(match)
        file.update(match)
        assert victim.read_text() == "precious"
        assert not file.path.is_symlink()

    def test_a_file_made_anew_after_it_was_removed(self, tmp_path: Path) -> None:
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        file.create(match)
        file.path.unlink()
        file.update(match)
        assert same(file.load(), match)

    def test_a_new_file_has_the_usual_permissions(self, tmp_path: Path) -> None:
        usual = tmp_path / "usual"
        usual.write_text("")
        file = RecordFile(str(tmp_path / "game.jsonl"))
        file.create(Match(FactorClash(), DEFAULT_NAMES))
        assert file.path.stat().st_mode == usual.stat().st_mode

    def test_two_sessions_on_one_record_never_tear_it(self, tmp_path: Path) -> None:
        path = str(tmp_path / "game.jsonl")
        RecordFile(path).create(Match(FactorClash(2, 1000), DEFAULT_NAMES))
        with ThreadPoolExecutor(8) as pool:
            written = sum(pool.map(_try_to_add_a_move, [path] * 64))
        assert written >= 1
        assert len(RecordFile(path).load().game.line.moves) == written

    def test_a_folder_that_stays_locked_is_not_waited_for_long(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("commonfactor.arena.record._LOCK_ATTEMPTS", 2)
        folder = os.open(tmp_path, os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        with pytest.raises(RecordError, match="cannot be written: another program keeps its folder locked"):
            RecordFile(str(tmp_path / "game.jsonl")).create(Match(FactorClash(), DEFAULT_NAMES))
        os.close(folder)

    def test_a_failed_write_leaves_the_old_record(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = RecordFile(str(tmp_path / "game.jsonl"))
        match = Match(FactorClash(), DEFAULT_NAMES)
        file.create(match)
        before = file.path.read_bytes()
        match.play(14, NOON)

        def full_disk(_descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full_disk)
        with pytest.raises(RecordError, match="cannot be written: No space left on device"):
            file.update(match)
        assert file.path.read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]

    def test_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(RecordError, match="cannot be written: No such file or directory"):
            RecordFile(str(tmp_path / "nowhere" / "game.jsonl")).create(random_match(FactorClash, 5))

    @pytest.mark.parametrize("name", ["missing.jsonl", "."])
    def test_what_cannot_be_read(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(RecordError, match="cannot be read: "):
            RecordFile(str(tmp_path / name)).load()

    def test_a_bad_file_is_named_and_stays_as_it_is(self, tmp_path: Path) -> None:
        path = tmp_path / "essay.txt"
        path.write_text("mine")
        with pytest.raises(RecordError, match=r"essay\.txt is not a record of Common Factor"):
            RecordFile(str(path)).load()
        assert path.read_text() == "mine"

    def test_a_record_longer_than_a_mebibyte_is_neither_read_nor_written(self, tmp_path: Path) -> None:
        path = tmp_path / "long.jsonl"
        path.write_bytes(text(HEADER, GAME) + b" " * LARGEST_RECORD)
        with pytest.raises(RecordError, match="is longer than a record can be, 1,048,576 bytes"):
            RecordFile(str(path)).load()
        match = Match(DivisorDuel(4), DEFAULT_NAMES, Terms(Scoring(1, 10**6)))
        match.games *= 40_000
        with pytest.raises(RecordError, match="would be longer than a record can be, 1,048,576 bytes"):
            RecordFile(str(tmp_path / "new.jsonl")).create(match)
        assert not (tmp_path / "new.jsonl").exists()
