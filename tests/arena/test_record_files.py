"""A record in a file."""

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from arena.records import GAME, HEADER, NOON, random_match, same, text

from commonfactor.arena import record
from commonfactor.arena.match import Match
from commonfactor.arena.record import LARGEST_RECORD, RecordError, RecordFile, match_in
from commonfactor.arena.terms import DEFAULT_NAMES, Scoring, Terms
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash


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


def test_a_file_comes_back_as_the_match(tmp_path: Path) -> None:
    file = RecordFile(str(tmp_path / "game.jsonl"))
    match = random_match(FactorClash, 5)
    file.create(match)
    assert same(file.load(), match)
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


def test_what_exists_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_text("mine")
    with pytest.raises(RecordError, match="exists already and is left as it is; choose another name"):
        RecordFile(str(path)).create(random_match(FactorClash, 5))
    assert path.read_text() == "mine"


def test_an_update_replaces_the_file_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    file = RecordFile(str(tmp_path / "game.jsonl"))
    match = Match(FactorClash(), DEFAULT_NAMES)
    file.create(match)
    before = file.path.stat().st_ino
    match.play(14, NOON)
    file.update(match)
    assert file.path.stat().st_ino != before
    assert file.load().game.line.moves == (14,)
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


@contextmanager
def interrupted_at(line: int) -> Iterator[list[str]]:
    """Let Ctrl-C come just before so many lines of the module of records were run; where it came."""
    where: list[str] = []
    to_come = line

    def trace(frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        nonlocal to_come
        if frame.f_code.co_filename != record.__file__:
            return None
        if event == "line":
            to_come -= 1
            if to_come < 0 and not where:
                where.append(f"{frame.f_code.co_name}:{frame.f_lineno}")
                raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        yield where
    finally:
        sys.settrace(None)


@pytest.mark.unfollowed
@pytest.mark.filterwarnings("ignore:.*FileIO:pytest.PytestUnraisableExceptionWarning")  # closed by its collection
def test_an_interruption_at_any_line_leaves_the_old_or_the_new_record_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A lock goes with its process, and this one goes on.
    monkeypatch.setattr(record, "HAS_LOCKS", False)
    path = tmp_path / "game.jsonl"
    match = Match(FactorClash(), DEFAULT_NAMES)
    RecordFile(str(path)).create(match)
    old = path.read_bytes()
    match.play(14, NOON)
    seen: set[bytes] = set()
    for line in count():
        path.write_bytes(old)
        file = RecordFile(str(path))
        with interrupted_at(line) as where, suppress(KeyboardInterrupt):
            file.update(match)
        assert list(tmp_path.iterdir()) == [path], where
        seen.add(path.read_bytes())
        if not where:
            break
    assert seen == {old, record.record_of(match)}


def test_what_another_program_has_written_is_kept(tmp_path: Path) -> None:
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


def test_a_file_knows_whether_it_holds_a_match_as_it_stands(tmp_path: Path) -> None:
    file = RecordFile(str(tmp_path / "game.jsonl"))
    match = Match(FactorClash(), DEFAULT_NAMES)
    assert not file.holds(match)
    file.create(match)
    assert file.holds(match)
    match.play(14, NOON)
    assert not file.holds(match)


def test_empty_lines_at_the_end_do_no_harm() -> None:
    assert match_in(text(HEADER, GAME) + b"\n\n").winner == 2


def test_an_update_keeps_the_permissions(tmp_path: Path) -> None:
    file = RecordFile(str(tmp_path / "game.jsonl"))
    match = Match(FactorClash(), DEFAULT_NAMES)
    file.create(match)
    file.path.chmod(0o600)
    file.update(match)
    assert file.path.stat().st_mode & 0o777 == 0o600


def test_a_new_file_has_the_permissions_of_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other").touch()
    # Even to read the mask is to change it, for a moment and for all threads.
    monkeypatch.delattr(os, "umask")
    RecordFile(str(tmp_path / "game.jsonl")).create(Match(FactorClash(), DEFAULT_NAMES))
    assert (tmp_path / "game.jsonl").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_an_update_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    target = RecordFile(str(tmp_path / "game.jsonl"))
    match = Match(FactorClash(), DEFAULT_NAMES)
    target.create(match)
    link = tmp_path / "link.jsonl"
    link.symlink_to(target.path)
    match.play(14, NOON)
    RecordFile(str(link)).update(match)
    assert link.is_symlink()
    assert target.load().game.line.moves == (14,)


def test_what_stands_beside_a_record_is_never_hit(tmp_path: Path) -> None:
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


def test_a_file_made_anew_after_it_was_removed(tmp_path: Path) -> None:
    file = RecordFile(str(tmp_path / "game.jsonl"))
    match = Match(FactorClash(), DEFAULT_NAMES)
    file.create(match)
    file.path.unlink()
    file.update(match)
    assert same(file.load(), match)


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    usual = tmp_path / "usual"
    usual.write_text("")
    file = RecordFile(str(tmp_path / "game.jsonl"))
    file.create(Match(FactorClash(), DEFAULT_NAMES))
    assert file.path.stat().st_mode == usual.stat().st_mode


def test_two_sessions_on_one_record_never_tear_it(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    RecordFile(path).create(Match(FactorClash(2, 1000), DEFAULT_NAMES))
    with ThreadPoolExecutor(8) as pool:
        written = sum(pool.map(_try_to_add_a_move, [path] * 64))
    assert written >= 1
    assert len(RecordFile(path).load().game.line.moves) == written


def test_a_folder_that_stays_locked_is_not_waited_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commonfactor.arena.record._LOCK_ATTEMPTS", 2)
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    with pytest.raises(RecordError, match="cannot be written: another program keeps its folder locked"):
        RecordFile(str(tmp_path / "game.jsonl")).create(Match(FactorClash(), DEFAULT_NAMES))
    os.close(folder)


def test_a_failed_write_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written: No such file or directory"):
        RecordFile(str(tmp_path / "nowhere" / "game.jsonl")).create(random_match(FactorClash, 5))


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_what_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError, match="cannot be read: "):
        RecordFile(str(tmp_path / name)).load()


def test_a_bad_file_is_named_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_text("mine")
    with pytest.raises(RecordError, match=r"essay\.txt is not a record of Common Factor"):
        RecordFile(str(path)).load()
    assert path.read_text() == "mine"


def test_a_record_longer_than_a_mebibyte_is_neither_read_nor_written(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(text(HEADER, GAME) + b" " * LARGEST_RECORD)
    with pytest.raises(RecordError, match="is longer than a record can be, 1,048,576 bytes"):
        RecordFile(str(path)).load()
    match = Match(DivisorDuel(4), DEFAULT_NAMES, Terms(Scoring(1, 10**6)))
    match.games *= 40_000
    with pytest.raises(RecordError, match="would be longer than a record can be, 1,048,576 bytes"):
        RecordFile(str(tmp_path / "new.jsonl")).create(match)
    assert not (tmp_path / "new.jsonl").exists()
