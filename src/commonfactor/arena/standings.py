"""The standings of a tournament: ratings, wins and what the seats were worth, who beat whom, and in which games."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from commonfactor.arena.intervals import Interval, Pair, rating_intervals, ratings
from commonfactor.arena.match import Game, other_player
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.arena.tournament import Pairing, Schedule, Tournament
from commonfactor.rules.base import FIRST, SECOND, Seat


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
    attempts: int = 0

    @property
    def worth(self) -> float:
        """The wins that the seats were worth: half a win where the winner with best play is unknown."""
        return self.better + (self.games - self.known) / 2

    @property
    def above(self) -> float:
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


class Standing(NamedTuple):
    player: str
    rating: float
    interval: Interval
    total: Score
    by_game: Mapping[str, Score]


class Standings(NamedTuple):
    tournament: Tournament
    players: list[Standing]
    """The best first."""
    wins: Mapping[tuple[str, str], int]
    """How often the first player of each pair has beaten the second."""
    notes: list[str]


def standings(tournament: Tournament, schedule: Schedule, games: Mapping[int, Game]) -> Standings:
    """The standings after all games of a tournament, which are given by number."""
    totals: dict[str, Score] = defaultdict(Score)
    by_game: dict[str, dict[str, Score]] = {player: defaultdict(Score) for player in tournament.players}
    wins: Counter[tuple[str, str]] = Counter()
    for pairing in schedule.pairings:
        game, seated = games[pairing.number], (pairing.first, pairing.second)
        for name, player in zip(seated, PLAYERS, strict=True):
            totals[name].count(game, player, pairing.favoured)
            by_game[name][pairing.game].count(game, player, pairing.favoured)
        wins[seated if game.winner == FIRST else seated[::-1]] += 1
    rated = ratings([[wins[one, other] for other in tournament.players] for one in tournament.players])
    spread = rating_intervals(_units(tournament, schedule.pairings, games), len(tournament.players), tournament.seed)
    rows = [
        Standing(player, rating, interval, totals[player], by_game[player])
        for player, rating, interval in zip(tournament.players, rated, spread, strict=True)
    ]
    ranked = sorted(rows, key=lambda row: (-round(row.rating, 6), row.player))
    return Standings(tournament, ranked, wins, schedule.notes)


def _units(tournament: Tournament, pairings: list[Pairing], games: Mapping[int, Game]) -> dict[Pair, list[int]]:
    """For each pair, how many of the two games from each opening the first player won; openings in one order."""
    place = {player: number for number, player in enumerate(tournament.players)}
    units: dict[Pair, list[int]] = {pair: [] for pair in combinations(range(len(place)), 2)}
    # Consecutive games differ in the seats only.
    for one, other in zip(pairings[::2], pairings[1::2], strict=True):
        won = (games[one.number].winner == FIRST) + (games[other.number].winner == SECOND)
        units[place[one.first], place[one.second]].append(won)
    return units
