"""Every mechanic with every relation on small setups: each position and each move, by five ways that share little.

With ``-rP`` pytest shows how much was compared.
"""

import sys
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any, NamedTuple

import naive
import pytest
from conformance.test_mechanics import GAMES, KINDS, NUMBER_GAMES

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.rules.relations import RELATIONS
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.proofs.checking import Status
from commonfactor.solver.reference import Reference

LOWEST = (1, 2, 3, 5, 7)
MOST_NUMBERS = 60
MOST_POSITIONS = 13_000
MOST_OF_A_VARIANT = 1_000
"""How many positions pools may have with a restricted opening, or without some of their numbers."""

HIGHEST = {"divide": (400, 30, 12), "subtract": (120, 14, 7)}
"""How large numbers may be, one by one and two or three together; subtracting makes many positions."""

FEWEST_SETUPS = 60
FEWEST_POSITIONS = 40_000
FEWEST_OF_NUMBERS = (400, 10_000)
"""Setups and positions."""

MOST_TO_CHECK = 6_000
"""Setups with so many positions are within the bounds of every checker, and every proof has to be complete."""

MOST_PARTIAL = 0.001
"""The part of all proofs that may leave something to trust, in setups with more positions than that."""

UNLIMITED = Budget(seconds=3600)


class Reached(NamedTuple):
    """A position as the rules, the plain implementation and the compiled core have it."""

    position: Any
    plain: naive.Position
    game: Playout


def all_reached(rules: AnyRules, encoding: Encoding, most: int) -> list[Reached] | None:
    """Every position once, by some line that leads to it; None if there are too many."""
    start = rules.initial_position
    found, seen = [Reached(start, naive.start(rules.name, rules.setup), encoding.playout())], {start}
    for position, plain, game in found:
        for move in rules.legal_moves(position):
            after = rules.play(position, move)
            if after in seen:
                continue
            if len(seen) == most:
                return None
            seen.add(after)
            stepped = game.copy()
            stepped.play(encoding.action(move))
            found.append(Reached(after, naive.after(plain, move), stepped))
    return found


def pools(relation: str) -> Iterator[tuple[Iterable[str], int]]:
    """Rows of growing pools, with how many positions they may have."""
    for low in LOWEST:
        lasts, random = range(low, low + MOST_NUMBERS), Random(low)
        yield [f"{low}-{last},opening=any,relation={relation}" for last in lasts], MOST_POSITIONS
        for opening in ("even", "no-lone-primes"):
            yield [f"{low}-{last},opening={opening},relation={relation}" for last in lasts], MOST_OF_A_VARIANT
        absent = [random.sample(range(low, last + 1), (last - low) // 4) for last in lasts]
        yield (
            [
                f"{low}-{last},without={'+'.join(map(str, without))},relation={relation}"
                for last, without in zip(lasts, absent, strict=True)
                if without
            ],
            MOST_OF_A_VARIANT,
        )


def numbers(game: type[AnyRules]) -> Iterator[str]:
    """One number, or two or three together, with every option."""
    options = [f",{name}={value}" for name, values in game.options().items() for value in values]
    for several, highest in enumerate(HIGHEST[game.mechanic], start=1):
        for chosen in combinations_with_replacement(range(2, highest + 1), several):
            yield from ("+".join(map(str, chosen)) + option for option in options or [""])


def small_setups(game: type[AnyRules], relation: str) -> Iterator[tuple[AnyRules, Encoding, list[Reached]]]:
    """Setups that can be played, of each row as many as do not have too many positions."""
    for row, most in pools(relation) if relation else [(numbers(game), MOST_POSITIONS)]:
        for setup in row:
            try:
                encoding = Encoding(game.from_setup(setup))
            except SetupError:
                continue  # there is no such pool, or no first move in it
            if (found := all_reached(encoding.rules, encoding, most)) is None:
                break
            yield encoding.rules, encoding, found


@pytest.mark.parametrize(("game", "relation"), KINDS)
def test_all_ways_agree_on_every_position(game: type[AnyRules], relation: str) -> None:
    control = UNLIMITED.control()
    setups = positions = partial = 0
    for rules, encoding, found in small_setups(game, relation):
        truth = Reference(rules)
        setups, positions = setups + 1, positions + len(found)
        for position, plain, stepped in found:
            legal = naive.moves(plain)
            assert list(rules.legal_moves(position)) == legal
            assert [encoding.move(action) for action in stepped.legal_actions()] == legal
            analysis = analyse(rules, position, UNLIMITED)
            assert analysis.moves == {
                move: Verdict.LOSS if truth.is_won(rules.play(position, move), control) else Verdict.WIN
                for move in rules.legal_moves(position)
            }, (rules, position)
            assert analysis.verdict is (Verdict.WIN if truth.is_won(position, control) else Verdict.LOSS)
            proof = analysis.proof
            assert proof is not None
            assert proof.wins is (analysis.verdict is Verdict.WIN)
            check = proof.check(rules, position)
            if check.status is not Status.COMPLETE:
                assert check.status is Status.PARTIAL, check
                assert len(found) > MOST_TO_CHECK, (rules, position, check)
                partial += 1
        forget()
    sys.stdout.write(f"{setups} setups, {positions} positions, {partial} partial proofs\n")
    fewest = (FEWEST_SETUPS, FEWEST_POSITIONS) if relation else FEWEST_OF_NUMBERS
    assert (setups >= fewest[0], positions >= fewest[1]) == (True, True), (setups, positions)
    assert partial <= MOST_PARTIAL * positions, partial


def test_there_are_enough_kinds_for_all_mechanics_and_relations() -> None:
    assert len(KINDS) == len(GAMES) * len(RELATIONS) + len(NUMBER_GAMES)
    assert set(naive.RELATIONS) == set(RELATIONS)
    assert len({game.mechanic for game in GAMES} | {game.mechanic for game in NUMBER_GAMES}) == 7
