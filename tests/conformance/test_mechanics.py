"""Every mechanic with every relation: rules, a plain second implementation, compiled stepping and solver agree."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from rules.test_relations import DEFINITIONS

from commonfactor.agents.encoding import Encoding
from commonfactor.agents.playout import playout
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.relations import RELATIONS
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import analyse, theory_of
from commonfactor.solver.proofs.base import Status
from commonfactor.solver.reference import Reference

Related = Callable[[int, int], bool]


class KeepingAway(KeepAway, FactorDuel):
    """The mechanic without a game of its own yet, in the words of the one that is like it."""

    name = "keeping-away"


GAMES: list[type[PoolRules]] = [FactorClash, FactorChallenge, FactorDuel, KeepingAway, FactorFrenzy]
SETUPS = [
    pytest.param(game, relation, id=f"{game.mechanic}-{relation}") for game, relation in product(GAMES, RELATIONS)
]


class Picked(NamedTuple):
    """A game as plainly as possible: the numbers left, and what was picked, in turn."""

    left: frozenset[int]
    picks: tuple[int, ...] = ()

    def legal(self, mechanic: str, are_related: Related) -> list[int]:
        own, theirs = self.picks[len(self.picks) % 2 :: 2], self.picks[1 - len(self.picks) % 2 :: 2]
        is_legal = {
            "follow": lambda number: all(are_related(number, last) for last in self.picks[-1:]),
            "walk": lambda number: all(are_related(number, last) for last in own[-1:]),
            "keep-apart": lambda number: not any(are_related(number, held) for held in own),
            "keep-away": lambda number: not any(are_related(number, held) for held in theirs),
            "sweep": lambda _: True,
        }[mechanic]
        return sorted(filter(is_legal, self.left))

    def after(self, number: int, mechanic: str, are_related: Related) -> "Picked":
        gone = {other for other in self.left if mechanic == "sweep" and are_related(number, other)}
        return Picked(self.left - gone - {number}, (*self.picks, number))


def random_lines(rules: PoolRules, random: Random, count: int) -> Iterator[Line]:
    for _ in range(count):
        line = Line.start(rules)
        while moves := rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
        yield line


@pytest.mark.unfollowed
@pytest.mark.parametrize(("game", "relation"), SETUPS)
def test_rules_and_compiled_stepping_go_as_the_definition_says(game: type[PoolRules], relation: str) -> None:
    are_related, random = DEFINITIONS[relation], Random(f"{game.name} {relation}")
    for low, high, *without in ((2, 12), (2, 30, 3, 12, 30), (5, 80), (RELATIONS[relation].least, 25, 7)):
        rules = game(low, high, relation=relation, without=without)
        encoding, fresh = Encoding(rules), playout(rules)
        for line in random_lines(rules, random, 5):
            plain = Picked(frozenset(range(low, high + 1)) - {*without})
            position, stepping = rules.initial_position, fresh.copy()
            for move in (*line.moves, None):
                legal = plain.legal(rules.mechanic, are_related)
                assert list(rules.legal_moves(position)) == legal
                assert [encoding.move(action) for action in stepping.legal_actions()] == legal
                if isinstance(move, int):
                    plain, position = plain.after(move, rules.mechanic, are_related), rules.play(position, move)
                    stepping.play(encoding.action(move))


@pytest.mark.parametrize(("game", "relation"), SETUPS)
def test_every_theory_agrees_with_plain_search_and_its_proofs_check(game: type[PoolRules], relation: str) -> None:
    random = Random(f"{game.name} {relation}")
    for low, high, *without in ((RELATIONS[relation].least, 8), (3, 11), (2, 13, 4, 6, 11)):
        rules = game(low, high, relation=relation, without=without)
        truth, control = Reference(rules), Budget().control()
        for line in random_lines(rules, random, 2):
            position = rules.initial_position
            for move in line.moves:
                analysis = analyse(rules, position)
                told = {move: verdict == "win" for move, verdict in analysis.moves.items()}
                assert told == {
                    move: not truth.is_won(rules.play(position, move), control) for move in rules.legal_moves(position)
                }
                assert analysis.proof is not None
                assert analysis.proof.check(rules, position).status is Status.COMPLETE
                position = rules.play(position, move)


def test_all_mechanics_but_one_have_a_theory() -> None:
    assert [game.mechanic for game in GAMES if isinstance(theory_of(game()), Reference)] == ["keep-away"]


@pytest.mark.parametrize(
    ("game", "relation", "moves", "number", "required", "reason"),
    [
        (FactorClash, "divides", [6], 7, "Pick a number that divides or is a multiple of 6.",
         "7 neither divides nor is a multiple of 6"),
        (FactorClash, "divides", [6], 12, "Pick a number that divides or is a multiple of 6.", "12 is a multiple of 6"),
        (FactorChallenge, "sum-is-prime", [4, 6], 7, "Pick a number that adds up to a prime with your last number 4.",
         "7 and your last number 4 add up to 11, which is a prime"),
        (FactorDuel, "shares-a-digit", [12, 6], 20,
         "Pick a number that shares no digit with any of your numbers, 12.", "20 and your 12 share the digit 2"),
        (KeepingAway, "common-factor", [6], 9,
         "Pick a number that shares no factor with any of your opponent's numbers, 6.",
         "9 = 3·3 and your opponent's 6 = 2·3 share the factor 3"),
        (KeepingAway, "common-factor", [6], 7,
         "Pick a number that shares no factor with any of your opponent's numbers, 6.",
         "7 shares no factor with any of your opponent's numbers [6]"),
        (FactorFrenzy, "common-factor", [6], 9, "Pick any number. All numbers that share a factor with it go with it.",
         "9 was removed at move 1, as it shares a factor with 6"),
        (FactorFrenzy, "sum-is-square", [6], 7,
         "Pick any number. All numbers that add up to a square with it go with it.",
         "7 is in the pool, and takes 2, 7, 9, 18 out of it"),
    ],
)  # fmt: skip
def test_sentences_speak_of_the_relation_at_hand(  # noqa: PLR0913, PLR0917  # one sentence each
    game: type[PoolRules], relation: str, moves: list[int], number: int, required: str, reason: str
) -> None:
    line = Line.start(game(2, 20, relation=relation))
    for move in moves:
        line = line.play(move)
    assert line.rules.requirement(line.position) == required
    objection = line.rules.objection(line.position, number, line.moves)
    assert (objection or line.rules.permission(line.position, number)) == reason
