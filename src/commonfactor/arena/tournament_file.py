"""Files of tournaments: a header, then every game as it is finished, one JSON object per line."""

from pathlib import Path
from typing import ClassVar, NamedTuple

import msgspec

from commonfactor.arena.line_file import LineFile, LineFileError, is_cut_off
from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.record import RecordError, file_errors, line_errors
from commonfactor.arena.terms import Player
from commonfactor.arena.tournament import Pairing, Tournament, check_tournament, rules_called, sharing_rules
from commonfactor.rules.base import NotationError
from commonfactor.rules.notation import parse

VERSION = 1
LARGEST_FILE = 1 << 30

_STAMP = b'{"format":"commonfactor tournament"'
_GAME = b'{"number":'


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as a line of the file; pairs belong to the first and the second seat."""

    number: int
    players: tuple[str, str]
    notation: str
    opening: int
    winner: Player
    by: Ending
    reason: str = ""
    attempts: tuple[int, int] = (0, 0)
    sentence: str = ""


class TournamentFile(LineFile[Tournament | Game]):
    """The file that a tournament is written to."""

    written_by: ClassVar[str] = "a tournament"
    largest: ClassVar[int] = LARGEST_FILE

    def __init__(self, path: str, tournament: Tournament, pairings: list[Pairing]) -> None:
        self._tournament, self._pairings = tournament, pairings
        self.known: dict[int, Game] = {}
        """The games that the file had when it was opened, by number."""
        super().__init__(path)
        if not self.items:
            self.add(tournament)

    def _beginning(self, place: int) -> bytes:
        return _GAME if place > 1 else msgspec.json.encode(self._tournament)

    def _written(self, item: Tournament | Game) -> bytes:
        return line_of(item) if isinstance(item, Game) else super()._written(item)

    def _parsed(self, line: bytes, place: int) -> Tournament | Game:
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

    def _own_game(self, game: Game) -> Game:
        belongs = game.number < len(self._pairings) and _is_of(game, self._pairings[game.number])
        _add(game, self.known, belongs=belongs)
        return game


def _is_of(game: Game, pairing: Pairing) -> bool:
    opening, moves = parse(pairing.opening), game.line.moves[: game.opening]
    scheduled = ((pairing.first, pairing.second), opening.rules, opening.moves)
    return (game.players, game.line.rules, moves) == scheduled


def _add(game: Game, known: dict[int, Game], *, belongs: bool) -> None:
    """Add a game to the known ones; ``RecordError`` unless it belongs there and is new."""
    if not belongs:
        raise RecordError(f"is damaged: game {game.number} is not that of its header")
    if known.setdefault(game.number, game) is not game:
        raise RecordError(f"is damaged: game {game.number} is there twice")


class Found(NamedTuple):
    """The content of a tournament's file; the tournament may be unfinished."""

    tournament: Tournament
    games: list[Game]

    @property
    def missing(self) -> int:
        return self.tournament.length - len(self.games)


def read_tournament(path: str) -> Found:
    """The content of a tournament's file; ``RecordError`` if it is damaged or another kind of file."""
    with file_errors(f"{path} cannot be read"), Path(path).open("rb") as file:
        whole = file.read(LARGEST_FILE + 1)
    if len(whole) > LARGEST_FILE:
        raise RecordError(f"{path} is longer than the file of a tournament can be, {LARGEST_FILE:,} bytes")
    header, *lines = whole.removesuffix(b"\n").split(b"\n")
    try:
        tournament = header_in(header)
        if lines and not whole.endswith(b"\n") and is_cut_off(lines[-1], _GAME):
            lines.pop()
        known, kinds = dict[int, Game](), set(map(rules_called, tournament.games))
        for game in [game_in(line, place) for place, line in enumerate(lines, start=2)]:
            are_players = len({*game.players} & {*tournament.players}) == len(game.players)
            # Openings are not checked, since drawing them takes long.
            is_scheduled = game.number < tournament.length and are_players and game.line.rules in kinds
            _add(game, known, belongs=is_scheduled)
    except RecordError as error:
        raise RecordError(f"{path} {error}") from None
    return Found(tournament, list(known.values()))


def header_in(line: bytes) -> Tournament:
    """The header in the first line of a file."""
    if not line.startswith(_STAMP):
        raise RecordError("is not a tournament of Common Factor")
    with line_errors(1):
        tournament = msgspec.json.decode(line, type=Tournament)
    if tournament.version != VERSION:
        raise RecordError(f"has version {tournament.version} of tournaments, and version {VERSION} can be read")
    with line_errors(1):
        check_tournament(tournament)
    return tournament


def game_in(line: bytes, place: int) -> Game:
    """The game in a line of a file, replayed; ``RecordError`` unless it could have been played."""
    with line_errors(place):
        told = msgspec.json.decode(line, type=_Line)
        result = Result(told.winner, told.by, told.reason, told.sentence)
        game = Game(
            sharing_rules(parse(told.notation)),
            result=result,
            players=told.players,
            number=told.number,
            opening=told.opening,
            attempts=told.attempts,
        )
        _check(game, result)
    return game


def _check(game: Game, result: Result) -> None:
    """Raise ``NotationError`` unless the moves fit the result."""
    if min(game.number, game.opening, *game.attempts) < 0 or game.opening > len(game.line.moves):
        raise NotationError("its numbers make no sense")
    rules, position = game.line.rules, game.line.position
    ending = Ending.FORFEIT if rules.can_move(position) else Ending.RULES
    if result.ending is not ending or bool(result.reason) != (ending is Ending.FORFEIT):
        raise NotationError("its moves and its result do not belong together")
    # A player who cannot move, or forfeits instead of moving, has lost.
    if result.winner != position.to_move.other:
        raise NotationError("its moves and its winner do not belong together")


def line_of(game: Game) -> bytes:
    """A game, which must be over, as a line of the file."""
    if (result := game.result) is None:
        raise ValueError("a game that is not over has no line")
    start = (game.number, game.players, str(game.line), game.opening)
    return msgspec.json.encode(
        _Line(*start, result.winner, result.ending, result.reason, game.attempts, result.sentence)
    )
