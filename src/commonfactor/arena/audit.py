"""Audits: the games of records and tournaments, judged by several processes."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from commonfactor.arena.judging import JudgedGame, judged
from commonfactor.arena.match import Game
from commonfactor.arena.record import RecordError, RecordFile, file_errors
from commonfactor.arena.tournament_file import read_tournament
from commonfactor.rules.base import NotationError
from commonfactor.solver.analysis import Budget
from commonfactor.solver.workers import mapped, workers

_LONGEST_FIRST_LINE = 1 << 20
_TOURNAMENT = "commonfactor tournament"

# A worker gets several games at once to save messages, but not so many that the others idle at the end.
_FEWEST_SHARES = 8
_MOST_AT_ONCE = 16


class AuditError(NotationError):
    """An audit cannot be finished."""


class _Stamp(msgspec.Struct):
    format: str


def audited_file(path: str) -> tuple[list[Game], int]:
    """The games in a record or a tournament's file, and how many of the tournament are still to be played."""
    if _format_of(path) != _TOURNAMENT:
        return RecordFile(path).load().games, 0
    found = read_tournament(path)
    # The order of games in the file depends on interruptions.
    return sorted(found.games, key=lambda game: game.number), found.missing


def _format_of(path: str) -> str:
    with file_errors(f"{path} cannot be read"), Path(path).open("rb") as file:
        first_line = file.readline(_LONGEST_FIRST_LINE)
    try:
        return msgspec.json.decode(first_line, type=_Stamp).format
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RecordError(f"{path} is neither a record nor a tournament of Common Factor") from None


def distinct_files(paths: Iterable[str]) -> list[str]:
    """The paths in their order without further names of the same file."""
    files: dict[str, str] = {}
    for path in paths:
        files.setdefault(os.path.realpath(path), path)
    return list(files.values())


@contextmanager
def audited(games: Sequence[Game], budget: Budget, jobs: int) -> Iterator[Iterator[JudgedGame]]:
    """The games in their order, judged by workers. The budget is for each position; workers share its memory."""
    share = budget._replace(bytes=budget.bytes // jobs)
    with workers(jobs) as pool:
        try:
            at_once = min(len(games) // (jobs * _FEWEST_SHARES) + 1, _MOST_AT_ONCE)
            yield mapped(pool, partial(judged, control=share.control), games, at_once)
        except BrokenProcessPool:
            raise AuditError("a process of the audit was ended from outside") from None
