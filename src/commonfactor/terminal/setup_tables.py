"""The commands setups and solve: who wins setup after setup, a row each."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import ClassVar

import msgspec

from commonfactor.arena.line_file import LineFile, LineFileError
from commonfactor.arena.setups import Outlook, default_highest, fairest, outlook
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.solver.setup_sweep import Row, Sweep
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of
from commonfactor.terminal.progress import with_progress

# There are three rows for every size, and some take over a second where the pool is large.
_HIGHEST = 200
_MOST_SOLVED = 100_000


def tell_setups(rules: AnyRules, highest: int | None, *, only_fair: bool, as_json: bool) -> ExitCode:
    """Compare setups like one up to a number, ``default_highest`` if none is given; or name the fairest alone."""
    if highest is None:
        highest = default_highest(rules)
    lowest = next((last for last in range(_HIGHEST + 1) if rules.candidate_setups(last)), None)
    if lowest is None:
        raise SetupError(
            f"no setup of {rules.title} like {rules.setup} goes up to {_HIGHEST} or less and is worth comparing"
        )
    if not lowest <= highest <= _HIGHEST:
        raise SetupError(
            f"setups of {rules.title} are compared up to a number from {lowest} to {_HIGHEST}, not {highest:,}"
        )
    setups = rules.candidate_setups(highest)
    return exit_code_of(lambda: _compare(type(rules), setups, only_fair=only_fair, as_json=as_json))


def _compare(game: type[AnyRules], setups: list[str], *, only_fair: bool, as_json: bool) -> None:
    outlooks = with_progress(setups, partial(outlook, game))
    if only_fair:
        best = fairest(outlooks)
        if best is None:
            raise SetupError(f"of none of these setups of {game.title} was it found out how hard it is to win")
        setups, outlooks = [best.setup], iter([best])
    width, shown = max(28, *map(len, setups)), list[Outlook]()
    if not as_json:
        print(f"{_row('setup', 'winner', 'openings that win', width)} {'moves':>5} {'by luck':>10}")
    for found in outlooks:
        print(_as_json(game, found) if as_json else _line(game, found, width), flush=True)
        shown.append(found)
    if not as_json and (best := fairest(shown)):
        finding = "" if only_fair else f"The win is hardest to find in {best.setup}. "
        print(f"{finding}To play it: commonfactor play {best.game}:{best.setup}:")


def _row(setup: str, winner: str, openings: str, width: int) -> str:
    """The columns that both tables begin with."""
    return f"{setup:<{width}} {winner:<8} {openings:<18}"


def _line(game: type[AnyRules], found: Outlook, width: int) -> str:
    winning = "?" if found.winning is None else found.winning
    plies = "?" if found.plies is None else f"{found.plies:.1f}"
    luck = "?" if found.luck is None else f"{100 * found.luck:{'.0f' if found.luck > 0.1 else '.2g'}} %"
    row = _row(found.setup, found.verdict.winner, f"{winning} of {found.openings}", width)
    return f"{row} {plies:>5} {luck:>10} {_mark(game, found)}".rstrip()


def _mark(game: type[AnyRules], found: Outlook) -> str:
    marked = ((game.default_setup, "- book"), (game.recommended_setup, "* fair"))
    return {game.from_setup(setup).setup: mark for setup, mark in marked}.get(found.setup, "")


def _as_json(game: type[AnyRules], found: Outlook) -> str:
    return json.dumps(msgspec.to_builtins(found) | {"recommended": _mark(game, found) == "* fair"})


class SweepFile(LineFile[Row]):
    """The rows of a sweep, each on disk as soon as it is known."""

    written_by: ClassVar[str] = "a sweep"

    def __init__(self, path: str, game: str) -> None:
        """Open a file, new or from an earlier sweep of the same game, and lock it."""
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
    """Solve one setup after another; rows that are in the file are not solved again."""
    if sweep.lowest > sweep.highest:
        raise SetupError(f"there is nothing from {sweep.lowest} to {sweep.highest}")
    if sweep.highest - sweep.lowest >= _MOST_SOLVED:
        raise SetupError(f"a sweep has at most {_MOST_SOLVED:,} rows, not {sweep.highest - sweep.lowest + 1:,}")
    # Both ends must be possible before anything is shown or written.
    for last in (sweep.lowest, sweep.highest):
        sweep.rules.from_setup(sweep.rules.setup_to(last))
    file = None if path is None else SweepFile(path, sweep.rules.name)
    width = max(10, len(sweep.rules.setup_to(sweep.highest)))
    if not as_json:
        print(f"{_row('setup', 'winner', 'openings that win', width)} {'worth':>6} {'nodes':>14} {'seconds':>9}")

    def show(row: Row) -> None:
        print(msgspec.json.encode(row).decode() if as_json else _line_of(row, width), flush=True)

    code = exit_code_of(lambda: _run(sweep, file, show))
    if code is not ExitCode.FINISHED and path is not None:
        complain(f"stopped; the same command goes on from what is in {path!r}")
    return code


def _run(sweep: Sweep, file: SweepFile | None, show: Callable[[Row], None]) -> None:
    wanted, known = sweep.setups, file.known if file else {}
    missing = [setup for setup in wanted if setup not in known]

    def row_of(setup: str) -> Row:
        if setup in known:
            return known[setup]
        row = next(solved)
        if file:
            file.add(row)
        return row

    solving: AbstractContextManager[Iterator[Row]] = sweep.solved(missing) if missing else nullcontext(iter(()))
    with solving as solved:
        for row in with_progress(wanted, row_of):
            show(row)


def _line_of(row: Row, width: int) -> str:
    openings = f"{row.winning} of {row.openings}" + (f", {row.unknown}?" if row.unknown else "")
    worth = row.value if row.value is not None else "" if row.nimber is None else row.nimber
    start = _row(row.setup, row.verdict.winner, openings, width)
    return f"{start} {worth:>6} {row.nodes:>14,} {row.seconds:>9.3f}"
