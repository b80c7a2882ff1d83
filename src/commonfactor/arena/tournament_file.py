"""Files of tournaments: a header, and every game as soon as it is known, one JSON object per line.

A file that is read was written by somebody: every game in it is replayed, so what loads could
have been played.
"""

from pathlib import Path
from typing import ClassVar, NamedTuple

import msgspec

from commonfactor.arena.line_file import LineFile, LineFileError, is_cut_off
from commonfactor.arena.record import RecordError, damage_told, failures_told
from commonfactor.arena.tournament import Pairing, StoredGame, Tournament, check_tournament, rules_called
from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import parse

VERSION = 1
LARGEST_FILE = 1 << 30

_STAMP = b'{"format":"commonfactor tournament"'
_GAME = b'{"number":'


class TournamentFile(LineFile[Tournament | StoredGame]):
    """The games of one tournament on disk."""

    written_by: ClassVar[str] = "a tournament"
    largest: ClassVar[int] = LARGEST_FILE

    def __init__(self, path: str, tournament: Tournament, pairings: list[Pairing]) -> None:
        """Open a file, new or of the same tournament, for this program alone."""
        self._tournament, self._pairings = tournament, pairings
        self.known: dict[int, StoredGame] = {}
        """The games that are there already, by their numbers."""
        super().__init__(path)
        if not self.items:
            self.add(tournament)

    def _beginning(self, place: int) -> bytes:
        return _GAME if place > 1 else msgspec.json.encode(self._tournament)

    def _parsed(self, line: bytes, place: int) -> Tournament | StoredGame:
        try:
            if place == 1:
                return self._own_header(header_in(line))
            return self._own_game(game_in(line, place))
        except NotationError as error:
            raise LineFileError(f"{self.path!r} {error}; it is left as it is") from None

    def _own_header(self, found: Tournament) -> Tournament:
        for name in msgspec.structs.asdict(found):
            theirs, ours = getattr(found, name), getattr(self._tournament, name)
            if theirs == ours:
                continue
            if name == "sources":
                changed = sorted(text for text in theirs | ours if theirs.get(text) != ours.get(text))
                raise RecordError(f"has games of another version of {', '.join(changed)}; name another file with --out")
            raise RecordError(f"has another tournament, with other {name}")
        return found

    def _own_game(self, game: StoredGame) -> StoredGame:
        pairing = self._pairings[game.number] if game.number < len(self._pairings) else None
        if pairing is None or not _is_of(game, pairing):
            raise RecordError(f"is damaged: game {game.number} is not that of its header")
        _add_new(game, self.known)
        return game


def _is_of(game: StoredGame, pairing: Pairing) -> bool:
    """Whether a game is the one that was to be played."""
    opening, moves = parse(pairing.opening), parse(game.notation).moves
    return (
        game.players == (pairing.first, pairing.second)
        and game.notation.startswith(f"{pairing.game}:")
        and game.opening == len(opening.moves)
        and moves[: game.opening] == opening.moves
    )


class Found(NamedTuple):
    """What is in the file of a tournament, which may still be going on."""

    tournament: Tournament
    games: list[StoredGame]

    @property
    def missing(self) -> int:
        """How many games are still to be played."""
        return self.tournament.length - len(self.games)


def read_tournament(path: str) -> Found:
    """What the file of a tournament has; ``RecordError`` if it is none."""
    with failures_told(f"{path} cannot be read"), Path(path).open("rb") as file:
        whole = file.read(LARGEST_FILE + 1)
    if len(whole) > LARGEST_FILE:
        raise RecordError(f"{path} is longer than the file of a tournament can be, {LARGEST_FILE:,} bytes")
    header, *lines = whole.removesuffix(b"\n").split(b"\n")
    try:
        tournament = header_in(header)
        if lines and not whole.endswith(b"\n") and is_cut_off(lines[-1], _GAME):
            lines.pop()
        games = [game_in(line, place) for place, line in enumerate(lines, start=2)]
        _check_belonging(tournament, games)
    except RecordError as error:
        raise RecordError(f"{path} {error}") from None
    return Found(tournament, games)


def _check_belonging(tournament: Tournament, games: list[StoredGame]) -> None:
    """Raise ``RecordError`` unless each game is one of a tournament, and there once; its opening is not looked at."""
    known, kinds = dict[int, StoredGame](), {rules_called(game) for game in tournament.games}
    for game in games:
        is_of_header = (
            game.number < tournament.length
            and len({*game.players} & {*tournament.players}) == len(game.players)
            and rules_called(game.notation.rpartition(":")[0]) in kinds
        )
        if not is_of_header:
            raise RecordError(f"is damaged: game {game.number} is not that of its header")
        _add_new(game, known)


def _add_new(game: StoredGame, known: dict[int, StoredGame]) -> None:
    if known.setdefault(game.number, game) is not game:
        raise RecordError(f"is damaged: game {game.number} is there twice")


def header_in(line: bytes) -> Tournament:
    """The header that the first line of a file is; ``RecordError`` if it is none."""
    if not line.startswith(_STAMP):
        raise RecordError("is not a tournament of Common Factor")
    with damage_told(1):
        tournament = msgspec.json.decode(line, type=Tournament)
    if tournament.version != VERSION:
        raise RecordError(f"has version {tournament.version} of tournaments, and version {VERSION} can be read")
    with damage_told(1):
        check_tournament(tournament)
    return tournament


def game_in(line: bytes, place: int) -> StoredGame:
    """The game that a line of a file tells; ``RecordError`` unless it could have been played."""
    with damage_told(place):
        game = msgspec.json.decode(line, type=StoredGame)
        _check(game)
    return game


def _check(game: StoredGame) -> None:
    """Raise ``NotationError`` unless the moves, the winner and the reason belong together."""
    line = parse(game.notation)
    if min(game.number, game.opening, *game.attempts) < 0 or game.opening > len(line.moves):
        raise NotationError("its numbers make no sense")
    if line.rules.can_move(line.position) != (game.by == "forfeit") or bool(game.reason) != (game.by == "forfeit"):
        raise NotationError("its moves and its result do not belong together")
    # Who cannot move has lost; who forfeits does it in place of a move.
    if game.winner != line.position.to_move.other:
        raise NotationError("its moves and its winner do not belong together")
