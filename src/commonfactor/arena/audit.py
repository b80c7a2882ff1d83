"""Audits: the games of records and tournaments, judged by several processes and added up for each player."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from commonfactor.arena.intervals import Estimate, share, slip_rate
from commonfactor.arena.judging import JudgedGame, JudgedMove, judged
from commonfactor.arena.match import Ending, Game
from commonfactor.arena.record import RecordError, RecordFile, file_errors
from commonfactor.arena.standings import Score
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.arena.tournament_file import read_tournament
from commonfactor.rules.base import NotationError
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.worker_processes import mapped, workers

_LONGEST_FIRST_LINE = 1 << 20

# A worker gets several games at once to save messages, but not so many that the others idle at the end.
_FEWEST_SHARES = 8
_MOST_AT_ONCE = 16


class AuditError(NotationError):
    """An audit cannot be finished."""


class _Stamp(msgspec.Struct):
    format: str


def audited_file(path: str) -> tuple[list[Game], int]:
    """The games in a record or a tournament's file, and how many of the tournament are still to be played."""
    if _format_of(path) != "commonfactor tournament":
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
    budget_of_worker = budget._replace(bytes=budget.bytes // jobs)
    with workers(jobs) as pool:
        try:
            at_once = min(len(games) // (jobs * _FEWEST_SHARES) + 1, _MOST_AT_ONCE)
            yield mapped(pool, partial(judged, control=budget_of_worker.control), games, at_once)
        except BrokenProcessPool:
            raise AuditError("a process of the audit was ended from outside") from None


@dataclass
class Tally:
    """Counts over one player's games and moves, and the measures that follow from them."""

    score: Score = field(default_factory=Score)
    """Of the finished games; the side that won with best play is that of the first chosen move."""
    unfinished: int = 0
    resigned: int = 0
    resigned_won: int = 0
    resigned_unknown: int = 0
    moves: int = 0
    unknown: int = 0
    """Moves in positions whose winning moves are not all known."""
    mattered: int = 0
    kept: int = 0
    chances: float = 0.0
    """The wins that random moves would have kept, on average."""
    kept_by_loss: Counter[float] = field(default_factory=Counter)
    """The moves that kept a win, by the probability that a slip would have lost it."""

    def add(self, found: JudgedGame, player: Player) -> None:
        """Add a game from one player's point of view."""
        for move in found.moves:
            if move.player == player:
                self._add_move(move)
        result = found.game.result
        if result is None:
            self.unfinished += 1
            return
        self.score.count(found.game, player, found.leaders[0])
        if result.winner != player and result.ending is Ending.RESIGNATION:
            self.resigned += 1
            self.resigned_won += found.final_verdict is Verdict.WIN
            self.resigned_unknown += found.final_verdict is Verdict.UNKNOWN

    def _add_move(self, move: JudgedMove) -> None:
        self.moves += 1
        self.unknown += not move.is_settled
        if not move.mattered:
            return
        self.mattered += 1
        self.chances += move.chance
        if not move.gave_win_away:
            self.kept += 1
            self.kept_by_loss[move.loss_by_slip] += 1

    @property
    def blunders(self) -> int:
        return self.mattered - self.kept

    @property
    def kept_share(self) -> Estimate | None:
        return share(self.kept, self.mattered)

    @property
    def chance(self) -> float | None:
        """The share that random moves would have kept in the same positions."""
        return self.chances / self.mattered if self.mattered else None

    @property
    def skill(self) -> float | None:
        """The share kept, scaled so that random moves have 0 and play without a blunder has 1."""
        return (self.kept - self.chances) / (self.mattered - self.chances) if self.mattered else None

    @property
    def slip_rate(self) -> Estimate | None:
        """The probability of a random move in place of an intended winning one."""
        return slip_rate(self.blunders, self.kept_by_loss)


class Row(NamedTuple):
    """A player's tally in one game, or in all games if none is named."""

    player: str
    game: str | None
    tally: Tally


def rows(found: Iterable[JudgedGame]) -> list[Row]:
    """Players by name: a row for each of their games, then one for all of them."""
    tallies: dict[tuple[str, str | None], Tally] = {}
    for each in found:
        for player, name in zip(PLAYERS, each.game.players, strict=True):
            for game in (each.game.line.rules.name, None):
                tallies.setdefault((name, game), Tally()).add(each, player)
    ordered = sorted(tallies, key=lambda key: (key[0], key[1] is None, key[1]))
    return [Row(player, game, tallies[player, game]) for player, game in ordered]
