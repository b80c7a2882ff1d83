"""One judgement: reviews and audits of the same games say the same, and what they leave out does not depend on play."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from arena.records import random_match

from commonfactor.arena.audit import Tally, audited, audited_file
from commonfactor.arena.judging import JudgedGame, Label, judged
from commonfactor.arena.match import Ending, Game, Match, Result
from commonfactor.arena.record import RecordFile
from commonfactor.arena.review import Decider, decided_by, explained, review
from commonfactor.arena.terms import DEFAULT_NAMES, PLAYERS, Terms
from commonfactor.arena.tournament import Tournament, played_game, schedule
from commonfactor.arena.tournament_file import TournamentFile
from commonfactor.players.base import THINKING
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.claims import Refutation
from commonfactor.solver.oracle import forget

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
TOURNAMENT = Tournament(
    players=("random", "slips:0.5"), games=("factor-duel:2-12", "divisor-duel:36+48"), rounds=2, seed=3
)


def assert_agreement(game: Game, audit: JudgedGame) -> None:
    """Object unless a review says of a game what an audit says."""
    found = review(game, DEFAULT_BUDGET.control())
    assert found == audit
    assert audit.game == game
    for player in PLAYERS:
        tally = Tally()
        tally.add(audit, player)
        assert found.kept_of_mattered(player) == (tally.kept, tally.mattered)
        assert found.accuracy(player) == (tally.kept_share.value if tally.kept_share else None)
        labels = [move.label for move in found.moves if move.player == player]
        assert tally.blunders == labels.count(Label.MISTAKE) + labels.count(Label.MISSED_WIN)


def random_matches(game: type[AnyRules]) -> Iterator[Match]:
    """Matches at random, with swaps, resignations and games that broke off."""
    for seed in range(12):
        yield random_match(game, seed)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_reviews_and_audits_of_matches_agree(game: type[AnyRules], tmp_path: Path) -> None:
    games: list[Game] = []
    for number, match in enumerate(random_matches(game)):
        path = str(tmp_path / f"{number}.jsonl")
        RecordFile(path).create(match)
        games += audited_file(path)[0]
        assert games[-len(match.games) :] == match.games
    assert {True, False} <= {game.has_swap for game in games}
    with audited(games, THINKING, 1) as found:
        for played, audit in zip(games, found, strict=True):
            assert_agreement(played, audit)


def test_reviews_and_audits_of_tournaments_agree_and_leave_out_what_was_drawn(tmp_path: Path) -> None:
    pairings = schedule(TOURNAMENT).pairings
    games = [played_game(pairing, player_called) for pairing in pairings]
    file = TournamentFile(str(tmp_path / "games.jsonl"), TOURNAMENT, pairings)
    file.add(*games)
    file.close()
    assert audited_file(str(tmp_path / "games.jsonl"))[0] == games
    assert any(game.opening for game in games)
    for game in games:
        audit = judged(game, THINKING.control)
        assert_agreement(game, audit)
        assert [move.ply for move in audit.moves] == list(range(game.opening + 1, len(game.line.moves) + 1))
        assert len(audit.leaders) == len(audit.moves) + 1


def test_after_drawn_moves_no_mistake_was_a_gift_of_theirs() -> None:
    whole, drawn = (judged(Game(parse("divisor:210:2,5,3"), opening=opening), THINKING.control) for opening in (0, 1))
    assert [move.label for move in whole.moves] == ["mistake", "missed win", "best"]
    assert [move.label for move in drawn.moves] == ["mistake", "best"]
    told = explained(drawn, THINKING.control()).moves[0]
    assert told.better in told.winning
    refutation, *_ = told.beaten
    assert isinstance(refutation, Refutation)
    assert refutation.reply == 3


@pytest.mark.parametrize("notation", ["challenge:2-16:4,9,6,3", "frenzy:2-60:30,49,53", "duel:2-30:29,3,7"])
def test_what_the_budget_does_not_reach_is_left_out_and_nothing_known_is_lost(notation: str) -> None:
    game, seen = Game(parse(notation)), set()
    truth = judged(game, DEFAULT_BUDGET.control).moves
    for nodes in range(0, 3000, 60):
        forget()
        for move, true in zip(judged(game, Budget(nodes=nodes).control).moves, truth, strict=True):
            seen.add(move.is_settled)
            assert not move.mattered or true.mattered
            assert not move.gave_win_away or true.gave_win_away
            assert move.mattered == (move.is_settled and true.mattered)
            assert set(move.winning) <= set(true.winning)
            # Whether the win before was a gift may be unknown as well, and then it counts as none.
            assert move.label in (Label.UNKNOWN, true.label) or true.was_given > move.was_given
    assert seen == {True, False}


def swapping(first: int) -> Match:
    match = Match(parse("clash:2-20:").rules, DEFAULT_NAMES, Terms(has_swap=True))
    match.play(first, NOON)
    return match


@pytest.mark.parametrize("first", [14, 15, 17])
def test_while_the_swap_is_open_whoever_decides_is_winning(first: int) -> None:
    match = swapping(first)
    found = review(match.game, DEFAULT_BUDGET.control())
    assert (found.final_verdict, found.leaders) == (Verdict.WIN, (2, 2))
    match.resign()
    found = review(match.game, DEFAULT_BUDGET.control())
    assert found.decisive_mistake is None
    assert match.game.result
    assert decided_by(found, match.game.result) == (Decider.GIVEN_UP, 2)


def test_before_a_first_move_that_may_be_taken_over_the_other_player_is_winning() -> None:
    match = Match(DivisorDuel(60), DEFAULT_NAMES, Terms(has_swap=True))
    assert review(match.game, DEFAULT_BUDGET.control()).leaders == (2,)


def test_who_forfeits_a_won_game_has_decided_it_by_that_and_by_no_move() -> None:
    forfeited = Game(parse("divisor:210:2,5"), result=Result(2, Ending.FORFEIT, "crashed"))
    found = judged(forfeited, THINKING.control)
    assert found.last_win_given_away(1) is found.moves[0]
    assert (found.final_verdict, found.decisive_mistake) == (Verdict.WIN, None)
