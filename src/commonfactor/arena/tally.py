"""What the judged games of a player add up to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from commonfactor.arena.estimates import Estimate, share, slip_rate
from commonfactor.arena.judging import JudgedGame, JudgedMove
from commonfactor.arena.match import Ending
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.solver.analysis import Verdict


@dataclass
class Tally:
    """The games of one player, and how it chose in them. Every number that is no count follows from the counts."""

    games: int = 0
    """Those that came to an end."""
    unfinished: int = 0
    wins: int = 0
    wins_of_known_seats: int = 0
    known_seats: int = 0
    """The games that came to an end of which it is known who had a won game when the players began to choose."""
    won_seats: int = 0
    """Those among them in which that was this player."""
    moves: int = 0
    unknown: int = 0
    """Moves in positions of which not all verdicts are known that it would take."""
    mattered: int = 0
    kept: int = 0
    chances: float = 0.0
    """What moves at random would have kept, on average."""
    kept_by_loss: Counter[float] = field(default_factory=Counter)
    """The moves that kept a win, by how likely a slip would have lost it."""
    attempts: int = 0
    forfeits: Counter[str] = field(default_factory=Counter)
    """By the code of their reason."""
    resigned: int = 0
    resigned_won: int = 0
    resigned_unknown: int = 0

    def add(self, found: JudgedGame, player: Player) -> None:
        """Count a game from the side of one of its players."""
        self.attempts += found.game.attempts[player - 1]
        self._add_result(found, player)
        for move in found.moves:
            if move.player == player:
                self._add_move(move)

    def _add_result(self, found: JudgedGame, player: Player) -> None:
        result, favoured = found.game.result, found.leaders[0]
        if result is None:
            self.unfinished += 1
            return
        has_won = result.winner == player
        self.games += 1
        self.wins += has_won
        if favoured is not None:
            self.known_seats += 1
            self.won_seats += favoured == player
            self.wins_of_known_seats += has_won
        if not has_won and result.ending is Ending.FORFEIT:
            self.forfeits[result.reason] += 1
        if not has_won and result.ending is Ending.RESIGNATION:
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
        """The moves that gave a win away."""
        return self.mattered - self.kept

    @property
    def wins_above_seats(self) -> int:
        """Wins beyond the games that were won to begin with, among those of which that is known."""
        return self.wins_of_known_seats - self.won_seats

    @property
    def kept_share(self) -> Estimate | None:
        """The share of moves that kept the win where it mattered; None if it never did."""
        return share(self.kept, self.mattered)

    @property
    def chance(self) -> float | None:
        """What share moves at random would have kept in the same positions."""
        return self.chances / self.mattered if self.mattered else None

    @property
    def skill(self) -> float | None:
        """How far above chance the player was: 0 as random moves are, 1 without a blunder, below 0 if worse."""
        return (self.kept - self.chances) / (self.mattered - self.chances) if self.mattered else None

    @property
    def slip_rate(self) -> Estimate | None:
        """How likely the player made some other move than a winning one that it meant."""
        return slip_rate(self.blunders, self.kept_by_loss)


class Row(NamedTuple):
    """What a player did in one game, or in all if there is no game named."""

    player: str
    game: str | None
    tally: Tally


def rows(found: Iterable[JudgedGame]) -> list[Row]:
    """A row for each player and game, after them one for all games of the player; players by name."""
    tallies: dict[tuple[str, str | None], Tally] = {}
    for judged in found:
        for player, name in zip(PLAYERS, judged.game.players, strict=True):
            for game in (judged.game.line.rules.name, None):
                tallies.setdefault((name, game), Tally()).add(judged, player)
    ordered = sorted(tallies, key=lambda key: (key[0], key[1] is None, key[1]))
    return [Row(player, game, tallies[player, game]) for player, game in ordered]
