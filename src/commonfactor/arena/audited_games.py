"""Games that were played elsewhere and stored, in records or tournament files, ready to be judged."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from commonfactor.arena.match import Match
from commonfactor.arena.record import RecordError, RecordFile, failures_told
from commonfactor.arena.tournament import StoredGame
from commonfactor.arena.tournament_file import read_tournament
from commonfactor.rules.base import FIRST, SECOND, Seat
from commonfactor.rules.notation import parse

_LONGEST_FIRST_LINE = 1 << 20
_TOURNAMENT = "commonfactor tournament"


class AuditedGame(NamedTuple):
    """One game as it was played, with what an audit asks about it. A side is the one who sits in a seat at the end."""

    file: str
    number: int
    """Which game of the file it is: counted from 1 in a record, its number in a tournament."""
    notation: str
    players: tuple[str, str]
    """Who sits in the first and the second seat at the end; the same name twice if a program played itself."""
    winner: Seat | None
    """None if the game was not played to its end."""
    ending: Literal["rules", "resignation", "forfeit", "unfinished"]
    reason: str = ""
    """The code of a forfeit."""
    opening: int = 0
    """How many of the first moves were drawn, and not chosen by the players."""
    attempts: tuple[int, int] = (0, 0)
    """How many answers of each side were not accepted."""
    has_swap: bool = False
    """Whether the second player might take over the first seat after the first move."""
    is_swapped: bool = False
    """Whether that has happened."""
    is_swap_open: bool = False
    """Whether that was still to be decided when the game broke off."""

    def mover(self, ply: int) -> Seat:
        """The side that made a move, counted from 1."""
        has_changed = ply == 1 and self.is_swapped
        return FIRST if (ply % 2 == 1) != has_changed else SECOND


class _Stamp(msgspec.Struct):
    format: str


class AuditedFile(NamedTuple):
    """The games of a file, and how many of a tournament are still to be played."""

    games: list[AuditedGame]
    missing: int = 0


def audited_file(path: str) -> AuditedFile:
    """The games in a record or in the file of a tournament; a ``NotationError`` names the file and what is wrong."""
    if _format_of(path) != _TOURNAMENT:
        return AuditedFile(list(_games_of(RecordFile(path).load(), path)))
    found = read_tournament(path)
    # A tournament that was interrupted stores its games in another order, and is the same tournament.
    in_order = sorted(found.games, key=lambda game: game.number)
    return AuditedFile([_stored(game, path) for game in in_order], found.missing)


def distinct_files(paths: Iterable[str]) -> list[str]:
    """The paths in their order, each file once, by whatever name it was given again."""
    files: dict[str, str] = {}
    for path in paths:
        files.setdefault(os.path.realpath(path), path)
    return list(files.values())


def _format_of(path: str) -> str:
    with failures_told(f"{path} cannot be read"), Path(path).open("rb") as file:
        first_line = file.readline(_LONGEST_FIRST_LINE)
    try:
        return msgspec.json.decode(first_line, type=_Stamp).format
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RecordError(f"{path} is neither a record nor a tournament of Common Factor") from None


def _games_of(match: Match, path: str) -> Iterator[AuditedGame]:
    for number, game in enumerate(match.games, start=1):
        seated = [game.player_at(seat) for seat in Seat]
        first, second = (match.terms.programs.of(player) or match.names[player - 1] for player in seated)
        yield AuditedGame(
            file=path,
            number=number,
            notation=str(game.line),
            players=(first, second),
            winner=Seat(seated.index(game.result.winner) + 1) if game.result else None,
            ending=game.result.ending.value if game.result else "unfinished",
            has_swap=game.has_swap,
            is_swapped=game.swap is not None and game.swap.is_taken,
            is_swap_open=game.is_swap_open,
        )


def _stored(game: StoredGame, path: str) -> AuditedGame:
    return AuditedGame(
        file=path,
        number=game.number,
        notation=str(parse(game.notation)),
        players=game.players,
        winner=Seat(game.winner),
        ending=game.by,
        reason=game.reason,
        opening=game.opening,
        attempts=game.attempts,
    )
