"""Positions for learning and testing: what is said of them is true, and none comes twice."""

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from commonfactor.arena import labelled_positions
from commonfactor.arena.labelled_positions import Difficulty, Labelled, Search, Split, Wanted
from commonfactor.players.base import THINKING
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules, Board, Move, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import forget
from commonfactor.solver.reference import Reference

over_every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
EVERYTHING = 10**6
MIDDLING = ["clash:2-20", "divisor:24+18+12", "challenge:2-12", "duel:2-12", "frenzy:2-18"]
over_middling_setups = pytest.mark.parametrize("setup", MIDDLING)


def small(game: type[AnyRules]) -> AnyRules:
    # Where a number may lose as little as 1 at a time, small ones have many lines of play.
    numbers = "24+18" if game.mechanic == "divide" else "8+5"
    return game.from_setup(numbers if game.board is Board.NUMBERS else "2-9")


def found(rules: AnyRules, count: int, seed: int = 1, **how: Any) -> list[Labelled]:
    return [labelled for labelled in Search(Wanted(rules, count, seed, **how)) if labelled]


def facts(rules: AnyRules, count: int, seed: int = 1, **how: Any) -> list[str]:
    return [json.dumps(labelled.facts()) for labelled in found(rules, count, seed, **how)]


def essences(labelled: list[Labelled]) -> list[tuple[Any, ...]]:
    return [one.line.rules.essence(one.line.position) for one in labelled]


def all_positions(rules: AnyRules, position: Any) -> Iterator[Any]:
    """Every position with a move, as often as there are lines to it."""
    moves = rules.legal_moves(position)
    if moves:
        yield position
    for move in moves:
        yield from all_positions(rules, rules.play(position, move))


@over_every_game
def test_verdicts_and_winning_moves_are_those_of_the_definition(game: type[AnyRules]) -> None:
    rules = small(game)
    reference, control = Reference(rules), THINKING.control()
    for labelled in found(rules, 60):
        told, line = labelled.facts(), labelled.line
        after = {move: rules.play(line.position, move) for move in rules.legal_moves(line.position)}
        winning = [move for move, reached in after.items() if not reference.is_won(reached, control)]
        assert parse(told["notation"]) == line
        assert told["verdict"] == ("win" if winning else "loss")
        assert list(map(str, told["winning"])) == list(map(str, winning))
        assert list(map(str, told["legal"])) == list(map(str, after))
        assert told["chance"] == pytest.approx(len(winning) / len(after), abs=1e-6)
        assert told["only_move"] == (len(winning) == 1 and len(after) >= 3)
        assert told["to_move"] == line.position.to_move
        assert told["reason"]


def test_nimbers_and_values_are_told_where_there_are_any() -> None:
    assert all(labelled.facts()["nimber"] is not None for labelled in found(parse("frenzy:2-20:").rules, 5))
    assert all(labelled.facts()["value"] is not None for labelled in found(parse("duel:2-12:").rules, 5))
    assert all(labelled.facts()["value"] is None for labelled in found(parse("clash:2-12:").rules, 5))


@over_every_game
@pytest.mark.parametrize("most_listed", [0, 10_000])
def test_the_same_seed_gives_the_same_text_and_another_one_another(
    game: type[AnyRules], most_listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labelled_positions, "_MOST_LISTED", most_listed)
    rules = small(game)
    first = facts(rules, 6)
    assert first == facts(rules, 6)
    assert first[:2] == facts(rules, 2)
    assert first != facts(rules, 6, seed=2)


@over_every_game
def test_of_a_small_setup_all_positions_come_once(game: type[AnyRules]) -> None:
    rules = small(game)
    search = Search(Wanted(rules, EVERYTHING, 1))
    listed = essences([labelled for labelled in search if labelled])
    assert search.is_exhaustive
    assert search.found == len(listed) == len(set(listed))
    assert set(listed) == {rules.essence(position) for position in all_positions(rules, rules.initial_position)}


def trees_by_essence(rules: AnyRules) -> dict[tuple[Any, ...], set[int]]:
    """For every essence the numbers of the game trees, moves and all, that positions of it have ahead."""
    trees: dict[tuple[tuple[Move, int], ...], int] = {}
    found: dict[tuple[Any, ...], set[int]] = defaultdict(set)

    @cache
    def tree(position: Any) -> int:
        branches = tuple((move, tree(rules.play(position, move))) for move in rules.legal_moves(position))
        number = trees.setdefault(branches, len(trees))
        if branches:
            found[rules.essence(position)].add(number)
        return number

    tree(rules.initial_position)
    return found


@pytest.mark.parametrize(
    "setup",
    [
        *("clash:2-12", "clash:3-14", "clash:2-11,opening=even"),
        *("divisor:360", "divisor:36+48", "divisor:12+18+20+7"),
        *("duel:2-12", "duel:3-13", "duel:2-10,opening=even", "duel:2-10,opening=no-lone-primes"),
        *("frenzy:2-18", "frenzy:3-14,opening=even"),
    ],
)
def test_there_are_as_many_essences_as_game_trees(setup: str) -> None:
    """No essence covers two trees, and no tree has two essences: nothing leaks from one split to another."""
    found = trees_by_essence(parse(f"{setup}:").rules)
    assert all(len(trees) == 1 for trees in found.values())
    assert len(found) == len(set.union(*found.values()))


@pytest.mark.parametrize(
    ("setup", "essences", "trees"),
    [
        ("2-10", 399, 399),
        ("2-10,opening=even", 317, 317),
        ("2-10,opening=no-lone-primes", 398, 398),
        ("3-12", 594, 588),
    ],
)
def test_of_factor_challenge_few_game_trees_have_several_essences(setup: str, essences: int, trees: int) -> None:
    found = trees_by_essence(parse(f"challenge:{setup}:").rules)
    assert all(len(trees) == 1 for trees in found.values())
    assert (len(found), len(set.union(*found.values()))) == (essences, trees)


def test_neither_seats_nor_the_order_of_moves_nor_what_nobody_can_take_make_another_position() -> None:
    for one, another in (
        ("frenzy:2-20:7,11", "frenzy:2-20:11,7"),
        ("clash:2-20:8,4", "clash:2-20:4,8"),
        ("clash:2-13:5", "clash:2-12:5"),
        ("duel:2-9:2,3,9,4", "duel:2-9:4,3,9,2"),
        ("divisor:6+36:6/2", "divisor:6+36:6/3"),
    ):
        first, second = (line.rules.essence(line.position) for line in map(parse, (one, another)))
        assert first == second
    six, without = (line.rules.essence(line.position) for line in map(parse, ("frenzy:2-20:6", "frenzy:2-20:6,5,7")))
    assert six != without
    line = parse("duel:2-20:5,3")
    mirrored = line.position._replace(to_move=line.position.to_move.other)
    assert line.rules.essence(mirrored) == line.rules.essence(line.position)


@over_every_game
def test_no_position_of_a_large_setup_comes_twice(game: type[AnyRules], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled_positions, "_MOST_LISTED", 100)
    rules = game.from_setup({Board.NUMBERS: "36+24+20", Board.POOL: "2-26"}[game.board])
    search = Search(Wanted(rules, 25, 3))
    listed = essences([labelled for labelled in search if labelled])
    assert not search.is_exhaustive
    assert len(set(listed)) == len(listed) == 25


@over_every_game
def test_the_splits_of_a_seed_share_nothing_and_leave_nothing_out(game: type[AnyRules]) -> None:
    rules = small(game)
    parts = {split: set(essences(found(rules, EVERYTHING, split=split))) for split in Split}
    whole = essences(found(rules, EVERYTHING))
    assert sum(map(len, parts.values())) == len(whole)
    assert set.union(*parts.values()) == set(whole)
    assert [one for one in essences(found(rules, EVERYTHING)) if one in parts[Split.TEST]] == essences(
        found(rules, EVERYTHING, split=Split.TEST)
    )


@pytest.mark.unfollowed
def test_eight_of_ten_positions_are_for_training_and_one_each_for_the_rest() -> None:
    splits = [labelled.split for labelled in found(parse("clash:2-20:").rules, 2000)]
    assert splits.count(Split.TRAIN) / len(splits) == pytest.approx(0.8, abs=0.04)
    assert splits.count(Split.VALIDATION) / len(splits) == pytest.approx(0.1, abs=0.03)


def test_a_position_that_two_setups_share_is_in_the_same_split_in_both() -> None:
    smaller, larger = (
        {one.line.rules.essence(one.line.position): one.split for one in found(DivisorDuel(number), EVERYTHING)}
        for number in (360, 720)
    )
    assert smaller.items() <= larger.items()
    assert len(set(smaller.values())) > 1


@over_middling_setups
def test_an_only_move_is_one_of_three_or_more(setup: str) -> None:
    labelled = found(parse(f"{setup}:").rules, 10, difficulty=Difficulty.ONLY_MOVE)
    assert len(labelled) == 10
    assert all(len(one.winning) == 1 and len(one.analysis.moves) >= 3 and one.is_only_move for one in labelled)


@pytest.mark.unfollowed
@over_middling_setups
def test_in_a_deep_position_lookahead_gives_the_win_away_as_often_as_is_told(setup: str) -> None:
    player, random, failures, expected = player_called("lookahead:3"), Random("deep"), 0, 0.0
    for labelled in found(parse(f"{setup}:").rules, 4, difficulty=Difficulty.DEEP):
        assert labelled.lookahead_failure
        assert labelled.lookahead_failure >= 0.5
        expected += 25 * labelled.lookahead_failure
        for _ in range(25):
            choice = player.choice(labelled.line, random, THINKING.control())
            failures += choice.move not in labelled.winning
    assert expected >= 50
    assert failures == pytest.approx(expected, abs=15)


def test_where_nothing_can_be_given_away_lookahead_does_not_fail() -> None:
    for labelled in found(DivisorDuel(60), EVERYTHING):
        assert (labelled.lookahead_failure is None) == (len(labelled.winning) in (0, len(labelled.analysis.moves)))
        assert not labelled.is_deep, "a win at once is seen at once"


def test_a_setup_without_a_move_has_no_position() -> None:
    search = Search(Wanted(DivisorDuel(7), 3, 1))
    assert list(search) == []
    assert search.is_exhaustive


def test_the_search_ends_when_nothing_new_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled_positions, "_MOST_LISTED", 5)
    monkeypatch.setattr(labelled_positions, "MOST_IN_VAIN", 200)
    search = Search(Wanted(DivisorDuel(60), EVERYTHING, 1))
    outcomes = list(search)
    assert not search.is_exhaustive
    assert search.found == len(set(essences(found(DivisorDuel(60), EVERYTHING)))) == 8
    assert outcomes[-200:] == [None] * 200


def test_what_the_budget_does_not_settle_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled_positions, "_BUDGET", Budget(nodes=0))
    monkeypatch.setattr(labelled_positions, "MOST_IN_VAIN", 5)
    forget()
    line = Line.start(parse("challenge:2-60:").rules)
    assert found(line.rules, 1) == []


def test_a_pool_of_more_numbers_than_random_games_can_take_is_refused() -> None:
    with pytest.raises(SetupError, match=r"games of at most 2,000 moves, and with 2-2002 there may be more$"):
        Search(Wanted(parse("clash:2-2002:").rules, 1, 1))
    assert Search(Wanted(parse("clash:2-2001:").rules, 1, 1))
