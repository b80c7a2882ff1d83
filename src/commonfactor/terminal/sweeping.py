"""A sweep over many setups: shown as it goes, kept in a file, interrupted and gone on with."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import ClassVar

import msgspec

from commonfactor.arena.line_file import LineFile, LineFileError
from commonfactor.solver.sweep import Row, Sweep
from commonfactor.terminal.progress import StatusLine, bar


class SweepFile(LineFile[Row]):
    """Rows on disk. Every row is there as soon as it is known."""

    written_by: ClassVar[str] = "a sweep"

    def __init__(self, path: str, game: str) -> None:
        """Open a file, new or from an earlier sweep of the same game, for this program alone."""
        self._game = game
        super().__init__(path)
        self.known = {row.setup: row for row in self.items if row.is_complete}

    def _beginning(self, place: int) -> bytes:
        return f'{{"game":"{self._game}","setup":"'.encode()

    def _parsed(self, line: bytes, place: int) -> Row:
        try:
            row = msgspec.json.decode(line, type=Row)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise LineFileError(
                f"{self.path!r}, line {place}, is not a row of a sweep; the file is left as it is"
            ) from None
        if row.game != self._game:
            raise LineFileError(f"{self.path!r} has a sweep of {row.game}, not of {self._game}")
        return row


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
                file.add(row)
            status.clear()
            show(row)
