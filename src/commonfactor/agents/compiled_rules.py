"""What the compiled core needs to know of a game, read off its rules.

These are sets and lists: which numbers leave the pool with which, which may follow which and whom that binds, or, in
Divisor Duel, what every division leads to. The core knows nothing else of the games.
"""

import numpy as np
import numpy.typing as npt

from commonfactor.agents._games import Descending, Taking
from commonfactor.agents.encoding import DivisorEncoding, Encoding, PoolEncoding
from commonfactor.rules.base import FIRST, SetupError
from commonfactor.rules.divisor_duel import DivisorPosition
from commonfactor.rules.pool import Limited, PoolRules


def compiled(encoding: Encoding) -> Taking | Descending:
    """The rules of a game with its setup as sets and lists; ``SetupError`` for a game that the core cannot play."""
    match encoding:
        case DivisorEncoding():
            return _descending(encoding)
        case PoolEncoding():
            return _taking(encoding.rules)
    raise SetupError(f"{encoding.rules.title} cannot be played by the compiled core")


def _taking(rules: PoolRules) -> Taking:
    numbers = range(rules.low, rules.high + 1)

    def row(number_set: int) -> npt.NDArray[np.uint8]:
        packed = (number_set >> rules.low).to_bytes(-(-len(numbers) // 8), "little")
        return np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little", count=len(numbers))

    return Taking(
        row(rules.allowed(rules.initial_position)),
        np.stack([row(rules.swept_by(number)) for number in numbers]),
        np.stack([row(rules.followers(number)) for number in numbers]),
        binds_opponent=rules.limited is Limited.OPPONENT,
        binds_for_good=rules.limits_for_good,
    )


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
