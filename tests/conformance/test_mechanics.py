"""Every mechanic with every relation: rules, a plain second implementation, compiled stepping and solver agree."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import naive
import pytest

from commonfactor.agents.encoding import Encoding
from commonfactor.agents.playout import playout
from commonfactor.rules.base import AnyRules
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.divisor_game import DivisorGame
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.notation import Line
from commonfactor.rules.numbers import NumberRules
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.relations import RELATIONS
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import analyse, theory_of
from commonfactor.solver.proofs.checking import Status
from commonfactor.solver.reference import Reference


class KeepingAway(KeepAway, FactorDuel):
    """The mechanic without a game of its own yet, in the words of the one that is like it."""

    name = "keeping-away"


GAMES: list[type[PoolRules]] = [FactorClash, FactorChallenge, FactorDuel, KeepingAway, FactorFrenzy]
NUMBER_GAMES: list[type[NumberRules]] = [DivisorDuel, DivisorGame]
SETUPS = [
    pytest.param(game, relation, id=f"{game.mechanic}-{relation}") for game, relation in product(GAMES, RELATIONS)
]
KINDS = [*SETUPS, *(pytest.param(game, "", id=game.mechanic) for game in NUMBER_GAMES)]
"""Every mechanic, with every relation where it has one."""


def variants(game: type[AnyRules], relation: str, pools: Iterable[str], numbers: Iterable[str]) -> Iterator[AnyRules]:
    """A game with a relation on each of some pools, or else with each of some numbers and all its options."""
    if relation:
        least = RELATIONS[relation].least
        yield from (game.from_setup(f"{pool.format(least=least)},relation={relation}") for pool in pools)
    else:
        options = [f",{name}={value}" for name, values in game.options().items() for value in values]
        yield from (game.from_setup(setup + option) for setup in numbers for option in options or [""])


def random_lines(rules: AnyRules, random: Random, count: int) -> Iterator[Line]:
    for _ in range(count):
        line = Line.start(rules)
        while moves := rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
        yield line


@pytest.mark.unfollowed
@pytest.mark.parametrize(("game", "relation"), KINDS)
def test_rules_and_compiled_stepping_go_as_the_definition_says(game: type[AnyRules], relation: str) -> None:
    random = Random(f"{game.name} {relation}")
    pools = ["2-12", "2-30,without=3+12+30,opening=even", "5-80", "{least}-25,without=7,opening=no-lone-primes"]
    for rules in variants(game, relation, pools, ["4", "97", "720", "36+48+60", "12+12"]):
        if not rules.can_move(rules.initial_position):
            continue  # environments have nothing to choose from
        encoding, fresh = Encoding(rules), playout(rules)
        for line in random_lines(rules, random, 5):
            plain = naive.start(game.name, rules.setup)
            position, stepping = rules.initial_position, fresh.copy()
            for move in (*line.moves, None):
                legal = naive.moves(plain)
                assert list(rules.legal_moves(position)) == legal
                assert [encoding.move(action) for action in stepping.legal_actions()] == legal
                if move is not None:
                    plain, position = naive.after(plain, move), rules.play(position, move)
                    stepping.play(encoding.action(move))


@pytest.mark.parametrize(("game", "relation"), KINDS)
def test_every_theory_agrees_with_plain_search_and_its_proofs_check(game: type[AnyRules], relation: str) -> None:
    random = Random(f"{game.name} {relation}")
    pools = ["{least}-8", "3-11,opening=even", "2-13,without=4+6+11", "2-10,opening=no-lone-primes"]
    for rules in variants(game, relation, pools, ["7", "24", "12+18", "4+6+8"]):
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
         "7 takes 2, 7, 9, 18 away"),
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
