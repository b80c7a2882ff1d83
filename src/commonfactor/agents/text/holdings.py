"""What the players of a pool game have picked, as far as it is known."""

from collections.abc import Sequence
from typing import NamedTuple

from commonfactor.rules.base import Move, Seat
from commonfactor.rules.pool import Limited, PoolPosition, PoolRules, picks


class Holdings(NamedTuple):
    """By seat, what is known of its last pick and of all that its moves took out of play."""

    lasts: dict[Seat, Sequence[Move]]
    """One move, or none before the first pick."""
    taken: dict[Seat, Sequence[Sequence[int]]]
    """The numbers that left the pool together."""


def holdings(rules: PoolRules, position: PoolPosition, moves: Sequence[Move] | None) -> Holdings:
    """Everything if the moves from the start of the game are given, and else what the position knows."""
    return _known_to(rules, position) if moves is None else _replayed(rules, moves)


def _replayed(rules: PoolRules, moves: Sequence[Move]) -> Holdings:
    removals, position = [], rules.initial_position
    for move in moves:
        removals.append(rules.removals(position, move))
        position = rules.play(position, move)
    return Holdings(
        {seat: picks(moves, seat)[-1:] for seat in Seat},
        {seat: removals[seat - 1 :: 2] for seat in Seat},
    )


def _known_to(rules: PoolRules, position: PoolPosition) -> Holdings:
    if rules.limited is Limited.NOBODY:
        return Holdings({}, {})
    is_own = rules.limited is Limited.MOVER
    picked: dict[Seat, tuple[int, ...]] = {seat: position.limits_of(seat if is_own else seat.other) for seat in Seat}
    if rules.limits_for_good:
        return Holdings({}, {seat: [numbers] for seat, numbers in picked.items()})
    last = picked if is_own else {position.to_move.other: position.targets}
    return Holdings({**last}, {})
