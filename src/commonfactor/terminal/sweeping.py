"""A sweep over many setups: shown as it goes, kept in a file, interrupted and gone on with."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec

from commonfactor.rules.base import NotationError
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.sweep import Row, Sweep
from commonfactor.terminal.progress import StatusLine, bar

_LARGEST_FILE = 64 << 20
_BEGINNING = b'{"game":"'


class SweepFileError(NotationError):
    """A file cannot be gone on with; the message says why. It is left as it was."""


class SweepFile:
    """Rows on disk, one JSON object per line. Every row is there as soon as it is known."""

    def __init__(self, path: str, game: str) -> None:
        """Open a file, new or from an earlier sweep of the same game, for this program alone."""
        self._path = Path(path)
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            whole = self._path.read_bytes() if os.fstat(self._file).st_size <= _LARGEST_FILE else None
        except BlockingIOError:
            raise SweepFileError(f"another program is writing to {path}") from None
        except OSError as error:
            raise SweepFileError(f"{path} cannot be used: {error.strerror}") from None
        if whole is None:
            raise SweepFileError(f"{path} is too large to have been written by a sweep")
        *lines, rest = whole.split(b"\n")
        self.known = {row.setup: row for row in self._parsed(lines, game) if row.verdict is not Verdict.UNKNOWN}
        # What follows the last line end is the beginning of a row that was being written.
        if not (rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest)):
            raise SweepFileError(f"{path} was not written by a sweep")
        self._end = len(whole) - len(rest)

    def _parsed(self, lines: list[bytes], game: str) -> Iterator[Row]:
        for place, line in enumerate(lines, start=1):
            try:
                row = msgspec.json.decode(line, type=Row)
            except msgspec.DecodeError:
                raise SweepFileError(f"{self._path}, line {place}, is not a row of a sweep") from None
            if row.game != game:
                raise SweepFileError(f"{self._path} has a sweep of {row.game}, not of {game}")
            yield row

    def append(self, row: Row) -> None:
        """Write a row, and have it on the disk."""
        line = msgspec.json.encode(row) + b"\n"
        os.ftruncate(self._file, self._end)
        os.pwrite(self._file, line, self._end)
        os.fsync(self._file)
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
