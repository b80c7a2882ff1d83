"""Records: a match as a text of JSON lines, and the files that hold it.

The first line says what the record is of, each further line is one game. Reading replays
every move through the match, so a record that loads is a match that could have been played.
Nothing in a record is ever executed. The format is documented in docs/records.md.
"""

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

# Writing a record takes milliseconds; whoever holds the lock for two seconds has stopped.
_LOCK_ATTEMPTS = 200
_SECONDS_BETWEEN_ATTEMPTS = 0.01

_Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_HINTS)]


class RecordError(NotationError):
    """The text or file is no record that can be read or written here; the message says why."""


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
    """The record of a match."""
    name, setup = match.rules.name, match.rules.setup
    header = {"format": "commonfactor record", "version": VERSION, "game": name, "setup": setup, "names": match.names}
    header |= msgspec.to_builtins(match.terms)
    return msgspec.json.Encoder().encode_lines([header, *map(_game_line, match.games)])


def _game_line(game: Game) -> _Game:
    moves = [_Move(move_as_json(move), at) for move, at in zip(game.line.moves, game.times, strict=True)]
    return _Game(game.starter, moves, game.result, game.swap, game.hints)


def match_in(record: bytes) -> Match:
    """The match that a record tells; ``RecordError`` if it is foreign, newer or damaged."""
    check_stamp(record)
    header_line, *game_lines = record.rstrip(b"\n").split(b"\n")
    with damage_told(1):
        header = msgspec.json.decode(header_line, type=_Header)
    games = []
    for number, line in enumerate(game_lines, start=2):
        with damage_told(number):
            games.append(msgspec.json.decode(line, type=_Game))
    for number, line in enumerate([header_line, *game_lines], start=1):
        _check_fields(line, header.version, number)
    if not games:
        raise RecordError("is damaged: no game follows its first line")
    with damage_told(1):
        rules = game_named(header.game).from_setup(header.setup)
        match = Match(rules, header.names, _terms_in(header), starter=games[0].starter)
    for number, game in enumerate(games, start=2):
        with damage_told(number):
            if number > 2:
                match.begin_next_game()
            _replay_game(match, game)
    return match


@contextmanager
def damage_told(line: int) -> Iterator[None]:
    """Tell what is wrong with a line, in its form or its content, as ``RecordError``."""
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
    """Raise ``RecordError`` unless the first line says that this is a record which can be read here.

    So what is foreign is known at once, however long the rest.
    """
    line, _, _ = record.partition(b"\n")
    try:
        stamp = msgspec.json.decode(line, type=_Stamp)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise RecordError("is not a record of Common Factor") from None
    if stamp.version > VERSION:
        raise RecordError(f"is of a newer kind: it has record version {stamp.version}, and up to {VERSION} can be read")


def _check_fields(line: bytes, version: int, number: int) -> None:
    """Object unless the fields that came with version 2 are there from then on, and not before.

    What only games elsewhere have, such as the reason of a forfeit, is not there at all.
    """
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
    """A file that holds the record of one match and is replaced as a whole at every change."""

    def __init__(self, path: str) -> None:
        """Name the file; nothing is read or written yet."""
        self.path = Path(path)
        self._known: bytes | None = None

    def create(self, match: Match) -> None:
        """Write a record where no file is yet, so that nothing of anybody's is lost."""
        with self._locked_folder():
            if os.path.lexists(self.path):
                raise RecordError(f"{self.path} exists already and is left as it is; choose another name")
            self._write(match)

    def update(self, match: Match) -> None:
        """Write the record anew: whoever reads the file sees the old record or the new one."""
        with self._locked_folder():
            # A second session on the same record, or anybody else, may have written in between.
            if self._known is not None and self.path.exists() and self._read() != self._known:
                raise RecordError(f"{self.path} was changed by another program and is left as it is")
            self._write(match)

    def load(self) -> Match:
        """The match that the file tells; the file stays as it is."""
        with failures_told(f"{self.path} cannot be read"):
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
        """Whether what was last written or read here is this match as it now stands."""
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
        """Keep other sessions out between looking and writing; all failures are told as ``RecordError``."""
        with failures_told(f"{self.path} cannot be written"), ExitStack() as at_end:
            if HAS_LOCKS:  # a system without them cannot open a folder either
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
def failures_told(failure: str) -> Iterator[None]:
    """Tell a failure as ``RecordError``, with what the system says; a name with a NUL in it is a ``ValueError``."""
    try:
        yield
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise RecordError(f"{failure}: {getattr(error, 'strerror', None) or error}") from None


def _replace_file(path: Path, content: bytes) -> None:
    # The name is new and no link, so that nothing that stands beside the record can be hit. It is known before the
    # file is there, so that whatever interrupts the writing leaves no file behind.
    temporary = path.with_name(f".{path.name[:100]}.{os.urandom(8).hex()}.new")
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    try:
        # Until it has the permissions of the old file, nobody else can open the new one.
        with open(temporary, "xb", opener=partial(os.open, mode=0o666 if mode is None else 0o600)) as file:
            if mode is not None and hasattr(os, "fchmod"):  # not on Windows
                os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
