"""Schedules, and games that are the same wherever and whenever they are played."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import count, permutations
from random import Random
from time import monotonic
from typing import Any

import pytest

from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.terms import PLAYERS as SEATED
from commonfactor.arena.tournament import (
    Pairing,
    Tournament,
    played_for_a_while,
    played_game,
    played_games,
    rules_called,
    schedule,
)
from commonfactor.players.base import Choice, Forfeit, Player
from commonfactor.players.registry import player_called
from commonfactor.rules.base import FIRST, NotationError, SetupError
from commonfactor.rules.notation import Line, parse
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import analyse

PLAYERS = ("random", "lookahead:2", "slips:0.2", "perfect")
GAMES = ("factor-clash:2-20", "divisor-duel:60+48", "factor-challenge:2-16", "factor-duel:2-20", "factor-frenzy:2-30")
TOURNAMENT = Tournament(players=PLAYERS, games=GAMES, rounds=2, seed=5)


@pytest.fixture(scope="module")
def pairings() -> list[Pairing]:
    return schedule(TOURNAMENT).pairings


@pytest.fixture(scope="module")
def games(pairings: list[Pairing]) -> list[Game]:
    return [played_game(pairing, player_called) for pairing in pairings]


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


def test_everybody_meets_everybody_equally_often_in_both_seats(pairings: list[Pairing]) -> None:
    assert len(pairings) == TOURNAMENT.length == 120
    assert [pairing.number for pairing in pairings] == list(range(120))
    met = Counter((pairing.first, pairing.second, pairing.game) for pairing in pairings)
    assert met == {(*pair, game): 2 for pair in permutations(PLAYERS, 2) for game in GAMES}


def test_every_opening_is_played_again_with_seats_swapped(pairings: list[Pairing]) -> None:
    for one, other in zip(pairings[::2], pairings[1::2], strict=True):
        assert (one.first, one.second, one.opening) == (other.second, other.first, other.opening)


def test_each_player_has_each_side_equally_often(pairings: list[Pairing]) -> None:
    for player in PLAYERS:
        sides = Counter(
            (pairing.game, (pairing.first if pairing.favoured is FIRST else pairing.second) == player)
            for pairing in pairings
            if player in (pairing.first, pairing.second)
        )
        assert set(sides.values()) == {6}
        assert len(sides) == 2 * len(GAMES)


def test_who_moves_next_is_won_as_often_as_lost(pairings: list[Pairing]) -> None:
    wins = [pairing.favoured is parse(pairing.opening).position.to_move for pairing in pairings]
    assert wins.count(True) == wins.count(False)


def test_a_schedule_follows_from_the_header_alone(pairings: list[Pairing]) -> None:
    analyse(rules_called("frenzy:2-30"), rules_called("frenzy:2-30").initial_position)
    assert schedule(TOURNAMENT).pairings == pairings
    assert len({pairing.seed for pairing in pairings}) == 120
    other = schedule(Tournament(players=PLAYERS, games=GAMES, rounds=2, seed=6)).pairings
    assert [pairing.opening for pairing in other] != [pairing.opening for pairing in pairings]


def test_missing_openings_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = Tournament(
        players=("random", "greedy"), games=("divisor-duel:60", "factor-duel:2-12"), rounds=2, seed=1
    )
    notes = schedule(tournament).notes
    assert notes == ["divisor-duel:60: no lost opening was found; who moves next has the better side."]
    monkeypatch.setattr("commonfactor.arena.openings.UNHURRIED", Budget(nodes=1))
    notes = schedule(Tournament(players=("random", "greedy"), games=("factor-frenzy:2-50",), rounds=1, seed=1)).notes
    assert notes == ["factor-frenzy:2-50: who wins the openings was not found out; a seat counts as half a win."]


def test_games_go_on_from_their_openings_to_the_end(pairings: list[Pairing], games: list[Game]) -> None:
    for pairing, game in zip(pairings, games, strict=True):
        line, opening = game.line, parse(pairing.opening)
        assert line.moves[: game.opening] == opening.moves
        assert game.players == (pairing.first, pairing.second)
        assert not line.rules.can_move(line.position)
        assert game.result == Result(SEATED[line.position.to_move.other - 1], Ending.RULES)


def test_games_are_the_same_in_any_order_and_after_anything(pairings: list[Pairing], games: list[Game]) -> None:
    shuffled = Random(1).sample(pairings, len(pairings))
    for pairing in shuffled[:60]:
        rules = parse(pairing.opening).rules
        analyse(rules, rules.initial_position)  # fills the tables
        assert played_game(pairing, player_called) == games[pairing.number]


def test_games_that_go_beyond_the_budget_are_the_same_after_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """With full tables the exact answer would be within the budget; from empty ones it never is."""
    monkeypatch.setattr("commonfactor.arena.tournament.UNHURRIED", Budget(seconds=60, nodes=300))
    tournament = Tournament(
        players=("perfect", "slips:0.2"), games=("factor-frenzy:2-50", "factor-duel:2-30"), rounds=2, seed=1
    )
    pairings = schedule(tournament).pairings
    alone = [played_game(pairing, player_called) for pairing in pairings]
    for pairing in reversed(pairings):
        rules = parse(pairing.opening).rules
        analyse(rules, rules.initial_position)
        assert played_game(pairing, player_called) == alone[pairing.number]
    monkeypatch.undo()
    assert [played_game(pairing, player_called) for pairing in pairings] != alone


def test_several_threads_of_one_process_do_not_disturb_one_another(
    pairings: list[Pairing], games: list[Game], threads: Executor
) -> None:
    found = [game for some in played_games(pairings, player_called, threads, 3, monotonic) for game in some]
    assert sorted(found, key=lambda game: game.number) == games


def test_an_answer_brings_what_a_while_allows(pairings: list[Pairing], games: list[Game]) -> None:
    assert played_for_a_while(pairings[:5], player_called, lambda: 0.0) == games[:5]
    ticks = count(step=0.2)
    assert played_for_a_while(pairings[:5], player_called, lambda: next(ticks)) == games[:3]
    hours = count(step=3600)
    assert played_for_a_while(pairings[:5], player_called, lambda: next(hours)) == games[:1]


def test_what_was_left_over_is_played_later(pairings: list[Pairing], games: list[Game], threads: Executor) -> None:
    hours = count(step=3600)
    answers = list(played_games(pairings[:40], player_called, threads, 2, lambda: next(hours)))
    assert [len(answer) for answer in answers] == [1] * 40
    assert sorted((answer[0] for answer in answers), key=lambda game: game.number) == games[:40]


def test_few_games_are_shared_out_among_all_who_can_play(pairings: list[Pairing], threads: Executor) -> None:
    answers = list(played_games(pairings[:9], player_called, threads, 4, lambda: 0.0))
    assert sorted(len(answer) for answer in answers) == [1, 1, 1, 1, 1, 1, 1, 2]
    assert {game.number for answer in answers for game in answer} == set(range(9))


def test_a_forfeit_is_kept_with_its_reason(pairings: list[Pairing]) -> None:
    class Quitter(Player):
        name, description = "quitter", "gives up"

        def choice(self, line: Line, random: Random, control: Control) -> Choice:
            raise Forfeit("no-answer", "it has given up", attempts=2)

    game = played_game(pairings[0], lambda _: Quitter())
    line = parse(pairings[0].opening)
    loser = line.position.to_move
    assert str(game.line) == pairings[0].opening
    assert game.forfeit == Result(SEATED[loser.other - 1], Ending.FORFEIT, "no-answer", "it has given up")
    assert (game.attempts[loser - 1], game.attempts[loser.other - 1]) == (2, 0)


def test_a_game_without_a_setup_is_that_of_the_rule_book() -> None:
    assert rules_called("frenzy") == rules_called("factor-frenzy:2-50")
    assert rules_called("clash:2-30,opening=even").setup == "2-30,opening=even"
    for text in ("chess", "frenzy:x", "frenzy:2-50:"):
        with pytest.raises(NotationError):
            rules_called(text)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"players": ("random",)}, "2 to 32 players, not 1"),
        ({"players": tuple(map(str, range(33)))}, "2 to 32 players, not 33"),
        ({"players": ("random", "greedy", "random")}, "'random' is there 2 times"),
        ({"games": ("divisor-duel:60", "divisor-duel:60")}, "'divisor-duel:60' is there 2 times"),
        ({"games": ("frenzy:2-50",)}, "'frenzy:2-50' is called factor-frenzy:2-50 here"),
        ({"games": ("factor-frenzy",)}, "is called factor-frenzy:2-50 here"),
        ({"rounds": 0}, "at least 1 round"),
        ({"rounds": 10_000}, "at most 100,000 games, not 600,000"),
        ({"seed": -1}, "a seed goes from 0"),
        ({"seconds": 0.0}, "more than 0 seconds"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused(changes: dict[str, Any], complaint: str) -> None:
    asked: dict[str, Any] = {"players": PLAYERS, "games": GAMES, "rounds": 2, "seed": 5}
    with pytest.raises(SetupError, match=complaint):
        schedule(Tournament(**(asked | changes)))
