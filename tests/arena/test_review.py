"""Reviews: every label agrees with the analysis of its position, and nothing is guessed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from samples import samples

from commonfactor.arena.judging import JudgedGame, JudgedMove, Label
from commonfactor.arena.match import Game, Match
from commonfactor.arena.referee import played
from commonfactor.arena.review import explained, refutation_told, review
from commonfactor.arena.terms import DEFAULT_NAMES, Player, Terms
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, Board, Move
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import Line, move_as_json, parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import DEFAULT_BUDGET, Budget, Verdict
from commonfactor.solver.claims import Refutation
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.reference import Reference

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
over_every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


def game_of(line: Line, *, has_swap: bool = False) -> Game:
    match = Match(line.rules, DEFAULT_NAMES, Terms(has_swap=has_swap))
    match.play_all(line.moves, NOON)
    return match.game


def reviewed(notation: str, budget: Budget = DEFAULT_BUDGET) -> JudgedGame:
    return review(game_of(parse(notation)), budget.control())


def labels(notation: str) -> list[str]:
    return [move.label for move in reviewed(notation).moves]


def random_line(rules: AnyRules, random: Random) -> Line:
    line = Line.start(rules)
    while moves := rules.legal_moves(line.position):
        line = line.play(random.choice(moves))
    return line


def wins(rules: AnyRules, position: object, reference: Reference | None) -> list[Move]:
    """The winning moves of a position, by the definition or by the analysis."""
    if reference is None:
        return list(analyse(rules, position).moves_with(Verdict.WIN))
    control = DEFAULT_BUDGET.control()
    return [move for move in rules.legal_moves(position) if not reference.is_won(rules.play(position, move), control)]


def labels_by_definition(line: Line, reference: Reference | None) -> Iterator[str]:
    """What the moves of a line are, in the words of the documentation and without the code under test."""
    position, gift = line.rules.initial_position, False
    for move in line.moves:
        winning = wins(line.rules, position, reference)
        if not winning:
            label = "lost anyway"
        elif move in winning:
            label = "only move" if winning == [move] else "best"
        else:
            label = "missed win" if gift else "mistake"
        yield label
        gift = label in ("missed win", "mistake")
        position = line.rules.play(position, move)


def small_setup(game: type[AnyRules]) -> str:
    return "24+18" if game.board is Board.NUMBERS else "2-11"


@pytest.mark.unfollowed
@over_every_game
def test_labels_agree_with_the_analysis_of_every_position_in_random_games(game: type[AnyRules]) -> None:
    random = Random(f"review {game.name}")
    setups = [game.default_setup, game.recommended_setup, small_setup(game), small_setup(game)]
    references = {small_setup(game): Reference(game.from_setup(small_setup(game)))}
    for number in range(samples(1000)):
        setup = setups[number % len(setups)]
        line = random_line(game.from_setup(setup), random)
        found = review(game_of(line), DEFAULT_BUDGET.control())
        assert [move.label for move in found.moves] == list(labels_by_definition(line, references.get(setup)))
        assert [move.move for move in found.moves] == list(line.moves)
        for move in found.moves:
            assert move.gave_win_away == (move.label in (Label.MISTAKE, Label.MISSED_WIN))
        assert found.game.result
        assert found.leaders[-1] == found.game.result.winner


def assert_refuted(found: JudgedGame, position: Any, move: JudgedMove) -> None:
    """Object unless the first claim about a move that gave a win away is a winning reply, which the sentence names."""
    rules = found.game.line.rules
    refutation = move.claims[0]
    assert isinstance(refutation, Refutation)
    assert refutation.move == move_as_json(move.move)
    assert any(refutation.reply == move_as_json(reply) for reply in wins(rules, rules.play(position, move.move), None))
    told = f"{move.move} loses, because now your opponent {rules.imperative.lower()}s {refutation.reply}"
    assert str(refutation_told(found, move)).startswith(told)


def assert_explained(line: Line) -> int:
    """How many moves gave a win away, each of which must be refuted and have a better move with its reason."""
    found = explained(review(game_of(line), DEFAULT_BUDGET.control()), DEFAULT_BUDGET.control())
    position, given_away = line.rules.initial_position, 0
    for move in found.moves:
        if move.better is not None:
            assert move.better in wins(line.rules, position, None)
            assert move.reason
            assert move.reason.text.startswith(f"{move.better} wins: ")
            assert_refuted(found, position, move)
            given_away += 1
        else:
            assert (move.gave_win_away, move.reason, move.beaten, move.claims) == (False, None, (), ())
        position = line.rules.play(position, move.move)
    return given_away


@over_every_game
def test_the_better_move_wins_and_has_a_reason(game: type[AnyRules]) -> None:
    random, checked = Random(f"better {game.name}"), 0
    while checked < 40:
        checked += assert_explained(random_line(game.from_setup(game.recommended_setup), random))


@pytest.mark.unfollowed
@over_every_game
@pytest.mark.parametrize("opponent", ["random", "greedy", "slips:0.5"])
def test_the_accuracy_of_perfect_is_complete(game: type[AnyRules], opponent: str) -> None:
    perfect, other, mattered = player_called("perfect"), player_called(opponent), 0
    for seed in range(samples(30)):
        rules = game.from_setup(game.recommended_setup if seed % 2 else game.default_setup)
        lines: dict[Player, Line] = {1: played(rules, perfect, other, seed), 2: played(rules, other, perfect, seed)}
        for player, line in lines.items():
            found = review(game_of(line), DEFAULT_BUDGET.control())
            kept, of = found.kept_of_mattered(player)
            assert kept == of
            assert found.accuracy(player) in (1.0, None)
            mattered += of
    assert mattered > 0


def test_each_label_by_example() -> None:
    assert labels("divisor:60:6,2") == ["mistake", "best"]
    assert labels("divisor:60:12") == ["best"]
    assert labels("divisor:4:2") == ["only move"]
    assert labels("divisor:210:2,5,3") == ["mistake", "missed win", "best"]
    assert labels("clash:2-20:14,7") == ["mistake", "best"]
    assert labels("clash:2-20:15,5,10") == ["best", "lost anyway", "best"]


def test_only_moves_that_could_have_lost_count() -> None:
    found = reviewed("divisor:60:6,2")
    assert [move.mattered for move in found.moves] == [True, False], "from 10 every move leaves a prime"
    assert found.accuracy() == 0
    assert found.accuracy(1) == 0
    assert found.accuracy(2) is None
    assert reviewed("divisor:4:2").accuracy() is None
    assert reviewed("divisor:60:").accuracy() is None


def test_leaders_are_players_and_end_with_the_winner() -> None:
    assert reviewed("divisor:60:6,2").leaders == (1, 2, 2)
    assert reviewed("divisor:60:").leaders == (1,)


def test_the_decisive_mistake_is_the_losers_last() -> None:
    found = reviewed("divisor:210:2,5,3")
    assert found.game.result
    assert found.game.result.winner == 1
    assert found.decisive_mistake is found.moves[1]
    assert found.last_win_given_away(1) is found.moves[0]
    assert found.last_win_given_away() is found.moves[1]
    assert reviewed("divisor:60:6").decisive_mistake is None, "nobody has lost yet"
    assert reviewed("clash:2-20:17").decisive_mistake is None, "the loser never had a chance"


def test_who_gives_up_a_won_game_has_decided_it_by_that_and_by_no_move() -> None:
    match = Match(DivisorDuel(210), DEFAULT_NAMES)
    match.play_all([2, 5], NOON)
    match.resign()
    found = review(match.game, DEFAULT_BUDGET.control())
    assert found.last_win_given_away(1) is found.moves[0]
    assert found.decisive_mistake is None


def test_what_the_budget_does_not_reach_is_unknown() -> None:
    forget()
    found = reviewed("frenzy:2-200:97,2,3", Budget(nodes=50))
    assert {move.label for move in found.moves} == {Label.UNKNOWN}
    assert set(found.leaders) == {None}
    assert found.accuracy() is None
    assert found.final_verdict is Verdict.UNKNOWN


def test_without_the_verdict_of_every_move_a_lone_win_is_not_called_the_only_one() -> None:
    seen = set()
    for nodes in range(0, 3000, 20):
        forget()
        for move in reviewed("challenge:2-16:4,9,6,3", Budget(nodes=nodes)).moves:
            seen.add(move.label)
            truth = list(labels_by_definition(parse("challenge:2-16:4,9,6,3"), None))[move.ply - 1]
            assert move.label in (truth, "unknown")
    assert Label.UNKNOWN in seen
    assert len(seen) > 1


def test_after_a_swap_moves_belong_to_whoever_had_the_seat() -> None:
    match = Match(parse("clash:2-20:").rules, DEFAULT_NAMES, Terms(has_swap=True))
    match.play(14, NOON)
    match.decide_swap(is_taken=True, at=NOON)
    match.play(2, NOON)
    found = review(match.game, DEFAULT_BUDGET.control())
    assert [move.player for move in found.moves] == [1, 1]
    assert [move.label for move in found.moves] == ["lost anyway", "best"]


@pytest.mark.parametrize("opening", [11, 14, 15])
def test_a_first_move_that_can_be_taken_over_never_wins(opening: int) -> None:
    match = Match(parse("clash:2-20:").rules, DEFAULT_NAMES, Terms(has_swap=True))
    match.play(opening, NOON)
    found = review(match.game, DEFAULT_BUDGET.control())
    assert (found.moves[0].label, found.moves[0].mattered, found.leaders[0]) == ("lost anyway", False, 2)
