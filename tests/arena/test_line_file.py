"""Files of JSON lines that grow."""

import os
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from commonfactor.arena.line_file import LineFile, LineFileError


class Word(msgspec.Struct):
    word: str


class Words(LineFile[Word]):
    written_by: ClassVar[str] = "a test"
    largest: ClassVar[int] = 1_000

    def _beginning(self, place: int) -> bytes:
        return b'{"word":"'

    def _parsed(self, line: bytes, place: int) -> Word:
        try:
            return msgspec.json.decode(line, type=Word)
        except msgspec.DecodeError:
            raise LineFileError(f"{self.path!r}, line {place}, is no word") from None


def words_in(path: Path) -> list[str]:
    file = Words(str(path))
    try:
        return [item.word for item in file.items]
    finally:
        file.close()


def test_what_was_added_is_there_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "words"
    file = Words(str(path))
    file.add(Word("one"))
    file.add(Word("two"), Word("three"))
    file.close()
    assert path.read_bytes() == b'{"word":"one"}\n{"word":"two"}\n{"word":"three"}\n'
    assert words_in(path) == ["one", "two", "three"]


def test_wherever_a_file_was_cut_off_the_whole_lines_are_kept_and_it_grows_on(tmp_path: Path) -> None:
    whole = b'{"word":"one"}\n{"word":"two"}\n'
    for cut in range(len(whole) + 1):
        path = tmp_path / str(cut)
        path.write_bytes(whole[:cut])
        file = Words(str(path))
        kept = [item.word for item in file.items]
        # A line that lacks nothing but its end is whole.
        assert kept == ["one", "two"][: (cut + 1) // 15]
        file.add(Word("three"))
        file.close()
        assert words_in(path) == [*kept, "three"]


@pytest.mark.parametrize("content", [b"notes", b"\n", b'{"word":1}', b'{"mine":1}\n', b"x" * 1_001], ids=str)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(LineFileError, match="notes"):
        Words(str(path))
    assert path.read_bytes() == content


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "nowhere" / "words"):
        with pytest.raises(LineFileError, match=path.name):
            Words(str(path))


def test_a_file_is_for_one_program_at_a_time(tmp_path: Path) -> None:
    file = Words(str(tmp_path / "words"))
    with pytest.raises(LineFileError, match="another program is writing"):
        Words(str(tmp_path / "words"))
    file.close()
    assert words_in(tmp_path / "words") == []


def test_a_file_that_takes_no_more_is_named(tmp_path: Path) -> None:
    file = Words(str(tmp_path / "words"))
    file.close()
    with pytest.raises(LineFileError, match="words' cannot be written"):
        file.add(Word("one"))
