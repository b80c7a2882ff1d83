"""What the games of a player add up to: wins beside what the seats were worth, and how it chose."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from commonfactor.arena.intervals import Estimate, share, slip_rate
from commonfactor.arena.judging import JudgedGame, JudgedMove
from commonfactor.arena.match import Ending, Game, other_player
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.rules.base import Seat
from commonfactor.solver.analysis import Verdict


@dataclass
class Score:
    """How some games went for one player."""

    games: int = 0
    wins: int = 0
    better: int = 0
    """How many of the games were won for its side with best play."""
    kept: int = 0
    """How many of those it has won."""
    worse: int = 0
    """How many of the games were lost for its side with best play."""
    turned: int = 0
    """How many of those it has won all the same."""
    forfeits: Counter[str] = field(default_factory=Counter)
    """The games that it has forfeited, by reason."""
    attempts: int = 0
    """How many of its answers were not accepted."""

    @property
    def worth(self) -> float:
        """How many wins the seats were worth; half a win where it is not known who wins with best play."""
        return self.better + (self.games - self.better - self.worse) / 2

    @property
    def above(self) -> float:
        """The wins above what the seats were worth."""
        return self.wins - self.worth

    @property
    def known(self) -> int:
        """The games of which it is known who wins with best play."""
        return self.better + self.worse

    @property
    def above_known(self) -> int:
        """The wins above what the seats were worth, among the games of which that is known."""
        return self.kept + self.turned - self.better

    def count(self, game: Game, player: Player, favoured: Player | Seat | None) -> None:
        """Add a game that is over, with who wins it by best play."""
        has_won, is_better, is_worse = game.winner == player, favoured == player, favoured == other_player(player)
        self.games += 1
        self.wins += has_won
        self.better += is_better
        self.kept += is_better and has_won
        self.worse += is_worse
        self.turned += is_worse and has_won
        self.attempts += game.attempts[player - 1]
        if game.forfeit and not has_won:
            self.forfeits[game.forfeit.reason] += 1


@dataclass
class Tally:
    """The games of one player, and how it chose in them. Every number that is no count follows from the counts."""

    score: Score = field(default_factory=Score)
    """Of the games that came to an end, by who had a won game when the players began to choose."""
    unfinished: int = 0
    resigned: int = 0
    resigned_won: int = 0
    resigned_unknown: int = 0
    moves: int = 0
    unknown: int = 0
    """Moves in positions of which not all verdicts are known that it would take."""
    mattered: int = 0
    kept: int = 0
    chances: float = 0.0
    """What moves at random would have kept, on average."""
    kept_by_loss: Counter[float] = field(default_factory=Counter)
    """The moves that kept a win, by how likely a slip would have lost it."""

    def add(self, found: JudgedGame, player: Player) -> None:
        """Count a game from the side of one of its players."""
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
        """The moves that gave a win away."""
        return self.mattered - self.kept

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
