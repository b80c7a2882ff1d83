"""A sweep over many setups: shown as it goes, kept in a file, interrupted and gone on with."""

import fcntl
import json
import os
import stat
from collections.abc import Callable
from contextlib import ExitStack

import msgspec

from commonfactor.solver.sweep import Row, Sweep, SweepError
from commonfactor.terminal.progress import StatusLine, bar

_LARGEST_FILE = 64 << 20


class SweepFile:
    """Rows on disk, one JSON object per line. Every row is there as soon as it is known."""

    def __init__(self, path: str, game: str) -> None:
        """Open a file, new or from an earlier sweep of the same game, for this program alone."""
        self._path, self._game = path, game
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o666)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(self._file)
            if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST_FILE:
                raise SweepError(f"{path!r} is no file that a sweep has written, and is left as it is")
            whole = os.pread(self._file, _LARGEST_FILE, 0)
        except BlockingIOError:
            raise SweepError(f"another program is writing to {path!r}") from None
        except OSError as error:
            raise SweepError(f"{path!r} cannot be used: {error.strerror}") from None
        *lines, rest = whole.split(b"\n")
        rows = [self._parsed(line, f"line {place}") for place, line in enumerate(lines, start=1)]
        if rest and not self._is_cut_off(rest):
            rows.append(self._parsed(rest, "the last line"))
            os.pwrite(self._file, b"\n", len(whole))
            rest, whole = b"", whole + b"\n"
        self.known = {row.setup: row for row in rows if row.is_complete}
        self._end = len(whole) - len(rest)

    def _is_cut_off(self, line: bytes) -> bool:
        """Whether this is the beginning of a row of this game, and no more."""
        beginning = f'{{"game":"{self._game}","setup":"'.encode()
        if not (line.startswith(beginning) or beginning.startswith(line)):
            return False
        try:
            json.loads(line)
        except ValueError:
            return True
        return False

    def _parsed(self, line: bytes, place: str) -> Row:
        try:
            row = msgspec.json.decode(line, type=Row)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise SweepError(f"{self._path!r}, {place}, is not a row of a sweep; the file is left as it is") from None
        if row.game != self._game:
            raise SweepError(f"{self._path!r} has a sweep of {row.game}, not of {self._game}")
        return row

    def append(self, row: Row) -> None:
        """Write a row, and have it on the disk."""
        line = msgspec.json.encode(row) + b"\n"
        try:
            os.ftruncate(self._file, self._end)
            written = 0
            while written < len(line):
                written += os.pwrite(self._file, line[written:], self._end + written)
            os.fsync(self._file)
        except OSError as error:
            raise SweepError(f"{self._path!r} cannot be written: {error.strerror}") from None
        self._end += len(line)


def run_sweep(sweep: Sweep, file: SweepFile | None, show: Callable[[Row], None]) -> None:
    """Solve one setup after another and show each row; what the file knows is not solved again."""
    wanted, known, status = sweep.setups, file.known if file else {}, StatusLine()
    missing = [setup for setup in wanted if setup not in known]
    with ExitStack() as at_end:
        solved = at_end.enter_context(sweep.solved(missing)) if missing else iter(())
        at_end.callback(status.clear)
        for done, setup in enumerate(wanted):
            status.show(f"{bar(done, len(wanted))}, {setup}")
            row = known.get(setup) or next(solved)
            if file and setup not in known:
                file.append(row)
            status.clear()
            show(row)
