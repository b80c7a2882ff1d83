"""Files on systems without locks. tests/test_elsewhere.py runs the whole program there."""

import importlib
import os
import sys
from pathlib import Path

import pytest

from commonfactor.arena import line_file, locks, record
from commonfactor.arena.line_file import LineFileError
from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordError, RecordFile
from commonfactor.arena.terms import DEFAULT_NAMES
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.terminal.setup_tables import SweepFile


def a_match() -> Match:
    return Match(FactorClash(), DEFAULT_NAMES)


def test_a_system_without_locks_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert locks.HAS_LOCKS
    with monkeypatch.context() as elsewhere:
        elsewhere.setitem(sys.modules, "fcntl", None)
        importlib.reload(locks)
        assert not locks.HAS_LOCKS
    importlib.reload(locks)
    assert locks.HAS_LOCKS


def test_records_are_written_without_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "HAS_LOCKS", False)
    monkeypatch.delattr(os, "fchmod")
    file = RecordFile(str(tmp_path / "match.jsonl"))
    file.create(a_match())
    assert RecordFile(str(file.path)).load().terms == a_match().terms
    with pytest.raises(RecordError, match="exists already"):
        file.create(a_match())
    with pytest.raises(RecordError, match="cannot be written: No such file or directory"):
        RecordFile(str(tmp_path / "missing" / "match.jsonl")).create(a_match())


def test_files_that_grow_need_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_file, "HAS_LOCKS", False)
    with pytest.raises(LineFileError, match="this system cannot keep other programs from writing to a file"):
        SweepFile(str(tmp_path / "rows.jsonl"), "factor-clash")
    assert list(tmp_path.iterdir()) == []
