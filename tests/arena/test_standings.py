"""What a tournament says."""

from random import Random

import pytest

from commonfactor.arena.intervals import ratings
from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.standings import Standings, standings
from commonfactor.arena.terms import Player
from commonfactor.arena.tournament import Pairing, Schedule, Tournament, played_game, schedule
from commonfactor.players.registry import player_called
from commonfactor.rules.base import FIRST, SECOND, Seat
from commonfactor.rules.notation import parse

TOURNAMENT = Tournament(
    players=("random", "greedy", "perfect"), games=("factor-duel:2-16", "factor-frenzy:2-20"), rounds=4, seed=2
)


@pytest.fixture(scope="module")
def drawn() -> Schedule:
    return schedule(TOURNAMENT)


@pytest.fixture(scope="module")
def games(drawn: Schedule) -> dict[int, Game]:
    return {pairing.number: played_game(pairing, player_called) for pairing in drawn.pairings}


@pytest.fixture(scope="module")
def found(drawn: Schedule, games: dict[int, Game]) -> Standings:
    return standings(TOURNAMENT, drawn, games)


def told(number: int, players: tuple[str, str], winner: Player, reason: str = "") -> Game:
    result = Result(winner, Ending.FORFEIT if reason else Ending.RULES, reason)
    return Game(parse("divisor-duel:60:"), result=result, players=players, number=number, attempts=(2, 0))


def table_of(games: list[Game], favoured: list[Seat | None]) -> Standings:
    """The standings of two players in games that were made up."""
    tournament = Tournament(players=("a", "b"), games=("x:1",), rounds=len(games) // 2, seed=1)
    pairings = [
        Pairing(game.number, *game.players, "x:1:", 0, favour) for game, favour in zip(games, favoured, strict=True)
    ]
    return standings(tournament, Schedule(pairings, []), {game.number: game for game in games})


def test_wins_are_counted_beside_what_the_seats_were_worth() -> None:
    games = [told(0, ("a", "b"), 1), told(1, ("b", "a"), 2), told(2, ("a", "b"), 1), told(3, ("b", "a"), 1)]
    best, worst = table_of(games, [FIRST, FIRST, None, None]).players
    assert (best.player, worst.player) == ("a", "b")
    total = best.total
    assert (total.games, total.wins, total.worth, total.above) == (4, 3, 2, 1)
    assert (total.better, total.kept, total.worse, total.turned) == (1, 1, 1, 1)
    assert (worst.total.wins, worst.total.above, worst.total.kept, worst.total.turned) == (1, -1, 0, 0)
    assert total.attempts == 4


def test_forfeits_are_counted_for_who_forfeited() -> None:
    games = [told(0, ("a", "b"), 2, "crashed"), told(1, ("b", "a"), 1, "illegal-move")]
    best, worst = table_of(games, [FIRST, SECOND]).players
    assert (best.player, best.total.forfeits) == ("b", {})
    assert worst.total.forfeits == {"crashed": 1, "illegal-move": 1}


def test_everything_adds_up(found: Standings, games: dict[int, Game]) -> None:
    assert sum(row.total.wins for row in found.players) == len(games) == TOURNAMENT.length == 48
    assert sum(found.wins.values()) == 48
    for row in found.players:
        scores = [row.by_game[game] for game in TOURNAMENT.games]
        assert row.total.wins == sum(score.wins for score in scores)
        assert row.total.wins == sum(found.wins[row.player, other] for other in TOURNAMENT.players)
        assert row.total.wins == row.total.kept + row.total.turned
        assert row.total.worth == row.total.games / 2 == 16
    assert sum(row.total.above for row in found.players) == 0


def test_the_perfect_player_keeps_whatever_is_won(found: Standings) -> None:
    best = found.players[0]
    assert best.player == "perfect"
    assert best.total.kept == best.total.better == 16
    assert best.interval.low < best.rating < best.interval.high


def test_the_ratings_are_those_of_the_wins(found: Standings) -> None:
    order = [row.player for row in found.players]
    fitted = ratings([[found.wins[one, other] for other in order] for one in order])
    assert [row.rating for row in found.players] == pytest.approx(fitted, abs=1e-6)
    assert fitted == sorted(fitted, reverse=True)


def test_the_order_in_which_games_became_known_does_not_matter(
    found: Standings, drawn: Schedule, games: dict[int, Game]
) -> None:
    shuffled = dict(Random(1).sample(list(games.items()), len(games)))
    assert list(shuffled) != list(games)
    assert standings(TOURNAMENT, drawn, shuffled) == found
