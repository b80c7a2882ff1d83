"""Records: a match as JSON lines, and the files that hold it. The format is documented in docs/records.md."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from time import sleep
from typing import Annotated, Literal

import msgspec

from commonfactor.arena.locks import HAS_LOCKS, has_locked
from commonfactor.arena.match import Ending, Game, Instant, Match, MatchOverError, Result, Swap
from commonfactor.arena.terms import MOST_HINTS, Names, Player, Terms
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, IllegalMoveError, InvalidMoveError, Move, NotationError
from commonfactor.rules.notation import move_as_json
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import game_named

VERSION = 2
LARGEST_RECORD = 1 << 20

# Writing a record takes milliseconds; a program that holds the lock for two seconds has hung.
_LOCK_ATTEMPTS = 200
_SECONDS_BETWEEN_ATTEMPTS = 0.01

_Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_HINTS)]


class RecordError(NotationError):
    """The text or file is not a record that can be read or written here."""


class _Stamp(msgspec.Struct):
    format: Literal["commonfactor record"]
    version: Annotated[int, msgspec.Meta(ge=1)]


class _Header(Terms, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    version: int
    game: str
    setup: str
    names: Names


class _Move(msgspec.Struct, forbid_unknown_fields=True):
    move: int | str
    at: Instant


class _Game(msgspec.Struct, forbid_unknown_fields=True):
    starter: Player
    moves: list[_Move]
    result: Result | None
    swap: Swap | None = None
    hints: tuple[_Count, _Count] = (0, 0)


def record_of(match: Match) -> bytes:
    name, setup = match.rules.name, match.rules.setup
    header = {"format": "commonfactor record", "version": VERSION, "game": name, "setup": setup, "names": match.names}
    header |= msgspec.to_builtins(match.terms)
    return msgspec.json.Encoder().encode_lines([header, *map(_game_line, match.games)])


def _game_line(game: Game) -> _Game:
    moves = [_Move(move_as_json(move), at) for move, at in zip(game.line.moves, game.times, strict=True)]
    return _Game(game.starter, moves, game.result, game.swap, game.hints)


def match_in(record: bytes) -> Match:
    """The match in a record, replayed move by move; ``RecordError`` if it is foreign, newer or damaged."""
    check_stamp(record)
    header_line, *game_lines = record.rstrip(b"\n").split(b"\n")
    with line_errors(1):
        header = msgspec.json.decode(header_line, type=_Header)
    games = []
    for number, line in enumerate(game_lines, start=2):
        with line_errors(number):
            games.append(msgspec.json.decode(line, type=_Game))
    for number, line in enumerate([header_line, *game_lines], start=1):
        _check_fields(line, header.version, number)
    if not games:
        raise RecordError("is damaged: no game follows its first line")
    with line_errors(1):
        rules = game_named(header.game).from_setup(header.setup)
        match = Match(rules, header.names, _terms_in(header), starter=games[0].starter)
    for number, game in enumerate(games, start=2):
        with line_errors(number):
            if number > 2:
                match.begin_next_game()
            _replay_game(match, game)
    return match


@contextmanager
def line_errors(line: int) -> Iterator[None]:
    """Turn errors about a line, in form or content, into ``RecordError``."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, RecursionError, MatchOverError) as error:
        raise RecordError(f"is damaged: line {line}: {error}") from None


def _terms_in(header: _Header) -> Terms:
    for program in header.programs:
        if program is not None and player_called(program).name != program:
            raise RecordError(f"the program {quoted(program)} is called {quoted(player_called(program).name)}")
    return Terms(*(getattr(header, name) for name in Terms.__struct_fields__))


def check_stamp(record: bytes) -> None:
    """Raise ``RecordError`` unless the first line marks a record of a known version, however long the rest."""
    line, _, _ = record.partition(b"\n")
    try:
        stamp = msgspec.json.decode(line, type=_Stamp)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RecordError("is not a record of Common Factor") from None
    if stamp.version > VERSION:
        raise RecordError(f"is of a newer kind: it has record version {stamp.version}, and up to {VERSION} can be read")


def _check_fields(line: bytes, version: int, number: int) -> None:
    """Raise ``RecordError`` unless a line has the fields of its version, and no reason of a forfeit."""
    told = msgspec.json.decode(line)
    newer = {"hints", "swap"} | ({"programs", "seed"} if number == 1 else set())
    if number == 1 and "scoring" not in told:
        raise RecordError("is damaged: line 1: Object missing required field `scoring`")
    if number > 1 and (told["result"] or {}).keys() - {"winner", "by"}:
        raise RecordError(f"is damaged: line {number}: a result has the fields winner and by, and no others")
    there = newer & told.keys()
    if there != (newer if version > 1 else set()):
        raise RecordError(
            f"is damaged: line {number}: version {version} has {'all' if version > 1 else 'none'} of "
            f"the fields {', '.join(sorted(newer))}"
        )


def _replay_game(match: Match, game: _Game) -> None:
    if game.starter != match.game.starter:
        raise RecordError(f"player {match.game.starter} starts this game, not player {game.starter}")
    for ply, entry in enumerate(game.moves, start=1):
        try:
            match.play(_move_in(entry, match.rules), entry.at)
        except (InvalidMoveError, IllegalMoveError, MatchOverError) as error:
            raise InvalidMoveError(f"move {ply}: {error}") from None
        if ply == 1 and game.swap:
            match.decide_swap(is_taken=game.swap.is_taken, at=game.swap.at)
    most = match.terms.most_hints
    if most is not None and max(game.hints) > most:
        raise RecordError(f"a player has had {max(game.hints)} hints, and {most} are allowed")
    if any(count for count, program in zip(game.hints, match.terms.programs, strict=True) if program):
        raise RecordError("a program has had hints, which only people have")
    match.restore_hints(game.hints)
    if game.result and game.result.ending is Ending.RESIGNATION:
        match.resign()
    if _game_line(match.game) != game:
        raise RecordError("its moves and its result do not belong together")


def _move_in(entry: _Move, rules: AnyRules) -> Move:
    move = rules.parse_move(str(entry.move))
    if move_as_json(move) != entry.move:
        raise InvalidMoveError("it is written as text, and this game's moves are numbers")
    return move


class RecordFile:
    """The file of one match's record, replaced as a whole at every change."""

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._known: bytes | None = None

    def create(self, match: Match) -> None:
        """Write a new file; ``RecordError`` if there is one already."""
        with self._locked_folder():
            if os.path.lexists(self.path):
                raise RecordError(f"{self.path} exists already and is left as it is; choose another name")
            self._write(match)

    def update(self, match: Match) -> None:
        """Replace the record atomically; ``RecordError`` if another program has changed it."""
        with self._locked_folder():
            if self._known is not None and self.path.exists() and self._read() != self._known:
                raise RecordError(f"{self.path} was changed by another program and is left as it is")
            self._write(match)

    def load(self) -> Match:
        with file_errors(f"{self.path} cannot be read"):
            record = self._read()
        if len(record) > LARGEST_RECORD:
            raise RecordError(f"{self.path} is longer than a record can be, {LARGEST_RECORD:,} bytes")
        try:
            match = match_in(record)
        except RecordError as error:
            raise RecordError(f"{self.path} {error}") from None
        self._known = record
        return match

    def holds(self, match: Match) -> bool:
        """Whether this match is unchanged since it was last read or written here."""
        return self._known == record_of(match)

    def _read(self) -> bytes:
        with self.path.open("rb") as file:
            return file.read(LARGEST_RECORD + 1)

    def _write(self, match: Match) -> None:
        record = record_of(match)
        if len(record) > LARGEST_RECORD:
            raise RecordError(f"{self.path} would be longer than a record can be, {LARGEST_RECORD:,} bytes")
        _replace_file(Path(os.path.realpath(self.path)), record)
        self._known = record

    @contextmanager
    def _locked_folder(self) -> Iterator[None]:
        """Keep other sessions out between reading and writing; failures become ``RecordError``."""
        with file_errors(f"{self.path} cannot be written"), ExitStack() as at_end:
            if HAS_LOCKS:  # systems without locks cannot open folders either
                folder = os.open(self.path.parent, os.O_RDONLY)
                at_end.callback(os.close, folder)
                self._lock(folder)
            yield

    def _lock(self, folder: int) -> None:
        for _ in range(_LOCK_ATTEMPTS):
            if has_locked(folder):
                return
            sleep(_SECONDS_BETWEEN_ATTEMPTS)
        raise RecordError(f"{self.path} cannot be written: another program keeps its folder locked")


@contextmanager
def file_errors(failure: str) -> Iterator[None]:
    """Turn failures into ``RecordError`` with the system's message; a NUL in a name is a ``ValueError``."""
    try:
        yield
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise RecordError(f"{failure}: {getattr(error, 'strerror', None) or error}") from None


def _replace_file(path: Path, content: bytes) -> None:
    # The name is unique and no link, so no other file is overwritten. It is fixed before the file exists,
    # so the file is removed whatever interrupts the writing.
    temporary = path.with_name(f".{path.name[:100]}.{os.urandom(8).hex()}.new")
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    try:
        # The new file stays private until it has the old one's permissions.
        with open(temporary, "xb", opener=partial(os.open, mode=0o666 if mode is None else 0o600)) as file:
            if mode is not None and hasattr(os, "fchmod"):  # not on Windows
                os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
