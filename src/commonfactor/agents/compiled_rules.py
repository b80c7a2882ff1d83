"""What the compiled core needs to know of a game, read off its rules.

These are sets and lists: which numbers leave the pool with which, which may follow which and whom that binds, or, in
Divisor Duel, what every division leads to. The core knows nothing else of the games.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from commonfactor.agents._games import Descending, Taking
from commonfactor.agents.encoding import DivisorEncoding, Encoding, PoolEncoding
from commonfactor.rules.base import FIRST, SetupError
from commonfactor.rules.divisor_duel import DivisorPosition
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.pool import PoolRules


def compiled(encoding: Encoding) -> Taking | Descending:
    """The rules of a game with its setup as sets and lists; ``SetupError`` for a game that the core cannot play."""
    match encoding:
        case DivisorEncoding():
            return _descending(encoding)
        case PoolEncoding():
            return _taking(encoding.rules)
    raise SetupError(f"{encoding.rules.title} cannot be played by the compiled core")


class _Binding(NamedTuple):
    """Which numbers may follow one, and whom that binds: who took it or the opponent, at the next move or for good."""

    followers: Callable[[int], int]
    binds_opponent: bool
    binds_for_good: bool


def _taking(rules: PoolRules[Any]) -> Taking:
    numbers = range(rules.low, rules.high + 1)
    followers, binds_opponent, binds_for_good = _binding(rules)

    def row(number_set: int) -> npt.NDArray[np.uint8]:
        packed = (number_set >> rules.low).to_bytes(-(-len(numbers) // 8), "little")
        return np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little", count=len(numbers))

    def swept(number: int) -> int:
        return sum(1 << removed for removed in rules.removals(rules.initial_position, number))

    return Taking(
        row(rules.allowed(rules.initial_position)),
        np.stack([row(swept(number)) for number in numbers]),
        np.stack([row(followers(number)) for number in numbers]),
        binds_opponent=binds_opponent,
        binds_for_good=binds_for_good,
    )


def _binding(rules: PoolRules[Any]) -> _Binding:
    """What may follow a number, as far as it is still there; openings apart."""
    match rules:
        case FactorClash():
            return _Binding(rules.sharing_with, binds_opponent=True, binds_for_good=False)
        case FactorChallenge():
            return _Binding(rules.sharing_with, binds_opponent=False, binds_for_good=False)
        case FactorDuel():
            return _Binding(
                lambda number: rules.pool & ~rules.sharing_with(number), binds_opponent=False, binds_for_good=True
            )
        case FactorFrenzy():
            return _Binding(lambda _: rules.pool, binds_opponent=False, binds_for_good=False)
    raise SetupError(f"{rules.title} cannot be played by the compiled core")


def _descending(encoding: DivisorEncoding) -> Descending:
    rules = encoding.rules
    nodes = {value: node for node, value in enumerate(encoding.values)}
    arcs = []
    for value, node in nodes.items():
        alone = DivisorPosition((value,), FIRST)
        for move in rules.legal_moves(alone):
            (left,) = rules.play(alone, move).numbers
            arcs.append((node, encoding.action(move), nodes[left]))
    moves = map(encoding.move, range(encoding.action_count))
    marks = [nodes[move if isinstance(move, int) else move.divisor] - 1 for move in moves]
    origins, actions, targets = np.array(arcs, np.int32).T.copy()
    return Descending(
        np.array([nodes[number] for number in rules.numbers], np.int32),
        origins,
        actions,
        targets,
        np.array(marks, np.int32),
        node_count=len(nodes),
        mark_count=len(nodes) - 1,
    )
