"""Every mechanic with every relation on small pools: each position and each move, by five ways that share little."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from conformance.test_mechanics import SETUPS, Picked
from rules.test_relations import DEFINITIONS

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding
from commonfactor.rules.base import SetupError
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.relations import RELATIONS
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse, forget
from commonfactor.solver.proofs.base import Status
from commonfactor.solver.reference import Reference

LOWEST = (1, 2, 3, 5, 7)
MOST_POSITIONS = 13_000
MOST_NUMBERS = 60
FEWEST_SETUPS = 16
FEWEST_POSITIONS = 40_000
UNLIMITED = Budget(seconds=3600)


class Reached(NamedTuple):
    """A position as the rules, the plain implementation and the compiled core have it."""

    position: Any
    plain: Picked
    game: Playout


def all_reached(rules: PoolRules, encoding: Encoding) -> list[Reached] | None:
    """Every position once, by some line that leads to it; None if there are too many."""
    are_related = DEFINITIONS[rules.relation.name]
    found = [Reached(rules.initial_position, Picked(frozenset(range(rules.low, rules.high + 1))), encoding.playout())]
    seen = {rules.initial_position}
    for position, plain, game in found:
        for move in rules.legal_moves(position):
            after = rules.play(position, move)
            if after in seen:
                continue
            if len(seen) == MOST_POSITIONS:
                return None
            seen.add(after)
            stepped = game.copy()
            stepped.play(encoding.action(move))
            found.append(Reached(after, plain.after(move, rules.mechanic, are_related), stepped))
    return found


def small_setups(game: type[PoolRules], relation: str) -> Iterator[tuple[PoolRules, Encoding, list[Reached]]]:
    """Pools from several numbers on, each as long as there are not too many positions."""
    for low in LOWEST:
        for high in range(low, low + MOST_NUMBERS):
            try:
                rules = game(low, high, opening="any", relation=relation)
            except SetupError:
                break  # this relation has no pools from there
            encoding = Encoding(rules)
            if (found := all_reached(rules, encoding)) is None:
                break
            yield rules, encoding, found


@pytest.mark.parametrize(("game", "relation"), SETUPS)
def test_all_ways_agree_on_every_position(game: type[PoolRules], relation: str) -> None:
    are_related, control = DEFINITIONS[relation], UNLIMITED.control()
    tried = positions = 0
    for rules, encoding, found in small_setups(game, relation):
        truth = Reference(rules)
        tried, positions = tried + 1, positions + len(found)
        for position, plain, stepped in found:
            legal = plain.legal(rules.mechanic, are_related)
            assert list(rules.legal_moves(position)) == legal
            assert [encoding.move(action) for action in stepped.legal_actions()] == legal
            analysis = analyse(rules, position, UNLIMITED)
            assert analysis.moves == {
                move: Verdict.LOSS if truth.is_won(rules.play(position, move), control) else Verdict.WIN
                for move in legal
            }, (rules, position)
            assert analysis.verdict is (Verdict.WIN if truth.is_won(position, control) else Verdict.LOSS)
            proof = analysis.proof
            assert proof is not None
            assert proof.wins is (analysis.verdict is Verdict.WIN)
            assert proof.check(rules, position).status is not Status.FALSE
        forget()
    assert tried >= FEWEST_SETUPS
    assert positions >= FEWEST_POSITIONS, positions
    assert set(RELATIONS) == set(DEFINITIONS)
