"""What the players of a pool game have picked, as far as it is known."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, Move, Seat
from commonfactor.rules.factor_challenge import ChallengePosition
from commonfactor.rules.factor_clash import ClashPosition
from commonfactor.rules.factor_duel import DuelPosition
from commonfactor.rules.pool import picks


class Holdings(NamedTuple):
    """By seat, what is known of its last pick and of all that its moves took out of play."""

    lasts: dict[Seat, Sequence[Move]]
    """One move, or none before the first pick."""
    taken: dict[Seat, Sequence[Sequence[int]]]
    """The numbers that left the pool together."""


def holdings(rules: AnyRules, position: Any, moves: Sequence[Move] | None) -> Holdings:
    """Everything if the moves from the start of the game are given, and else what the position knows."""
    return _known_to(position) if moves is None else _replayed(rules, moves)


def _replayed(rules: AnyRules, moves: Sequence[Move]) -> Holdings:
    removals, position = [], rules.initial_position
    for move in moves:
        removals.append(rules.removals(position, move))
        position = rules.play(position, move)
    return Holdings(
        {seat: picks(moves, seat)[-1:] for seat in Seat},
        {seat: removals[seat - 1 :: 2] for seat in Seat},
    )


def _known_to(position: Any) -> Holdings:
    if isinstance(position, ClashPosition):
        return Holdings({position.to_move.other: _picked(position.last)}, {})
    if isinstance(position, ChallengePosition):
        return Holdings({seat: _picked(position.lasts[seat - 1]) for seat in Seat}, {})
    if isinstance(position, DuelPosition):
        return Holdings({}, {seat: [numbers_in(position.held[seat - 1])] for seat in Seat})
    return Holdings({}, {})


def _picked(last: int) -> Sequence[Move]:
    return (last,) if last else ()
