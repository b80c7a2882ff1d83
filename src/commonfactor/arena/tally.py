"""Counts over a player's games: wins, what the seats were worth, and how well the moves were chosen."""

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
    """One player's results in some games."""

    games: int = 0
    wins: int = 0
    better: int = 0
    """Games that this player's side wins with best play."""
    kept: int = 0
    """Wins among those."""
    worse: int = 0
    """Games that this player's side loses with best play."""
    turned: int = 0
    """Wins among those."""
    forfeits: Counter[str] = field(default_factory=Counter)
    """Forfeited games, by reason."""
    attempts: int = 0
    """Rejected answers."""

    @property
    def worth(self) -> float:
        """The wins that the seats were worth: half a win where the winner with best play is unknown."""
        return self.better + (self.games - self.known) / 2

    @property
    def above(self) -> float:
        """The wins beyond what the seats were worth."""
        return self.wins - self.worth

    @property
    def known(self) -> int:
        """The games whose winner with best play is known."""
        return self.better + self.worse

    @property
    def above_known(self) -> int:
        """The wins beyond what the seats were worth, among the games where that is known."""
        return self.kept + self.turned - self.better

    def count(self, game: Game, player: Player, favoured: Player | Seat | None) -> None:
        """Add a finished game, with its winner by best play."""
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
        """The moves that gave a win away."""
        return self.mattered - self.kept

    @property
    def kept_share(self) -> Estimate | None:
        """The share of moves that kept the win where it mattered."""
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
    for judged in found:
        for player, name in zip(PLAYERS, judged.game.players, strict=True):
            for game in (judged.game.line.rules.name, None):
                tallies.setdefault((name, game), Tally()).add(judged, player)
    ordered = sorted(tallies, key=lambda key: (key[0], key[1] is None, key[1]))
    return [Row(player, game, tallies[player, game]) for player, game in ordered]
