"""Files of JSON lines that grow during a computation and survive a crash at any point."""

import json
import os
import stat
from abc import ABC, abstractmethod
from typing import ClassVar, Generic, TypeVar

import msgspec

from commonfactor.arena.locks import HAS_LOCKS, has_locked
from commonfactor.rules.base import NotationError

Item = TypeVar("Item")


class LineFileError(NotationError):
    """The file cannot be used for this, and is left as it is."""


class LineFile(ABC, Generic[Item]):
    """A file with one JSON object per line. Added lines are on the disk, and a truncated last line does no harm."""

    written_by: ClassVar[str]
    """The writer in error messages, such as ``a sweep``."""
    largest: ClassVar[int] = 64 << 20

    def __init__(self, path: str) -> None:
        """Open and lock a file, new or from an earlier run, and read its lines."""
        self.path = path
        if not HAS_LOCKS:
            raise LineFileError(
                f"{path!r} cannot be used: this system cannot keep other programs from writing to a file"
            )
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o666)
        except OSError as error:
            raise LineFileError(f"{path!r} cannot be used: {error.strerror}") from None
        try:
            self.items, self._end = self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> tuple[list[Item], int]:
        """The parsed lines, and the end of the last complete one."""
        if not has_locked(self._file):
            raise LineFileError(f"another program is writing to {self.path!r}")
        found = os.fstat(self._file)
        if not stat.S_ISREG(found.st_mode) or found.st_size > self.largest:
            raise LineFileError(f"{self.path!r} is no file that {self.written_by} has written, and is left as it is")
        whole = os.pread(self._file, found.st_size, 0)
        *lines, rest = whole.split(b"\n")
        items = [self._parsed(line, place) for place, line in enumerate(lines, start=1)]
        if rest and not is_cut_off(rest, self._beginning(len(lines) + 1)):
            items.append(self._parsed(rest, len(lines) + 1))
            os.pwrite(self._file, b"\n", len(whole))
            rest, whole = b"", whole + b"\n"
        return items, len(whole) - len(rest)

    def close(self) -> None:
        os.close(self._file)

    @abstractmethod
    def _parsed(self, line: bytes, place: int) -> Item:
        """The item in a line; places count from 1. Raises ``LineFileError`` if it does not belong here."""

    @abstractmethod
    def _beginning(self, place: int) -> bytes:
        """The beginning of every line that can be at this place, which tells a truncated line from a foreign one."""

    def _written(self, item: Item) -> bytes:
        return msgspec.json.encode(item)

    def add(self, *items: Item) -> None:
        """Append lines, and force them to the disk."""
        unwritten = b"".join(self._written(item) + b"\n" for item in items)
        try:
            os.ftruncate(self._file, self._end)
            end = self._end
            while unwritten:
                written = os.pwrite(self._file, unwritten, end)
                unwritten, end = unwritten[written:], end + written
            os.fsync(self._file)
        except OSError as error:
            raise LineFileError(f"{self.path!r} cannot be written: {error.strerror}") from None
        self._end = end


def is_cut_off(line: bytes, beginning: bytes) -> bool:
    """Whether a line with this beginning lacks its end."""
    if not (line.startswith(beginning) or beginning.startswith(line)):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False
