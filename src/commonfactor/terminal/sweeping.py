"""A sweep over many setups: shown as it goes, kept in a file, interrupted and gone on with."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import ClassVar

import msgspec

from commonfactor.arena.line_file import LineFile, LineFileError
from commonfactor.rules.base import SetupError
from commonfactor.solver.setup_sweep import Row, Sweep
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import StatusLine, bar
from commonfactor.terminal.streams import complain

_MOST_ROWS = 100_000


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


def tell_sweep(sweep: Sweep, path: str | None, *, as_json: bool) -> ExitCode:
    """Solve one setup after another."""
    if sweep.lowest > sweep.highest:
        raise SetupError(f"there is nothing from {sweep.lowest} to {sweep.highest}")
    if sweep.highest - sweep.lowest >= _MOST_ROWS:
        raise SetupError(f"a sweep has at most {_MOST_ROWS:,} rows, not {sweep.highest - sweep.lowest + 1:,}")
    # Both ends must be possible before anything is shown or written.
    for last in (sweep.lowest, sweep.highest):
        sweep.rules.from_setup(sweep.rules.setup_to(last))
    file = None if path is None else SweepFile(path, sweep.rules.name)
    width = max(10, len(sweep.rules.setup_to(sweep.highest)))
    if not as_json:
        print(f"{'setup':<{width}} {'winner':<8} {'openings that win':<18} {'worth':>6} {'nodes':>14} {'seconds':>9}")

    def show(row: Row) -> None:
        print(msgspec.json.encode(row).decode() if as_json else _line_of(row, width), flush=True)

    code = exit_code_of(lambda: _run(sweep, file, show))
    if code is not ExitCode.FINISHED and path is not None:
        complain(f"stopped; the same command goes on from what is in {path!r}")
    return code


def _run(sweep: Sweep, file: SweepFile | None, show: Callable[[Row], None]) -> None:
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


def _line_of(row: Row, width: int) -> str:
    """A row of a sweep for people."""
    openings = f"{row.winning} of {row.openings}" + (f", {row.unknown}?" if row.unknown else "")
    worth = row.value if row.value is not None else "" if row.nimber is None else row.nimber
    return (
        f"{row.setup:<{width}} {row.verdict.winner:<8} {openings:<18} {worth:>6} {row.nodes:>14,} {row.seconds:>9.3f}"
    )
