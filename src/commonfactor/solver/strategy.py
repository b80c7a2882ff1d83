"""The winner's moves, wherever the loser may lead."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from commonfactor.rules.base import AnyRules, Move, Position
from commonfactor.solver._core import OutOfBudget
from commonfactor.solver.proofs.replies import LineProof, Reply, led_to

MOST_REPLIES = 3_000
MOST_CHOICES = 40
"""A table of replies that would be longer, or from a position with more moves, is left out."""

IsWon = Callable[[Any], bool]
"""Whether the player to move in a position wins."""


def line_proof(rules: AnyRules, position: Any, is_won: IsWon, move: Move | None, *, with_replies: bool) -> LineProof:
    """The proof of a verdict by search alone, of a win iff there is a move that wins."""
    line = tuple(map(str, _forced_line(rules, position, is_won, move)))
    replies = all_replies(rules, position, is_won, move) if with_replies else None
    return LineProof(move is not None, line[0] if move else None, line, replies)


def replies_left(rules: AnyRules, position: Any, move: Move) -> int:
    """How many moves a move leaves the opponent."""
    return rules.mobility(rules.play(position, move))


def winning_move(rules: AnyRules, position: Any, is_won: IsWon) -> Move:
    """Of the winning moves the one that leaves the fewest replies; the first of several."""
    for move in sorted(rules.legal_moves(position), key=partial(replies_left, rules, position)):
        if not is_won(rules.play(position, move)):
            return move
    raise ValueError("a lost position has no winning move")


def _forced_line(rules: AnyRules, position: Any, is_won: IsWon, move: Move | None) -> Iterator[Move]:
    """A line to the end, or as far as the budget goes: the loser leaves the winner as little choice as possible."""
    is_winners_turn = move is not None
    while moves := rules.legal_moves(position):
        if not is_winners_turn:
            move = min(moves, key=partial(replies_left, rules, position))
        elif move is None:
            try:
                move = winning_move(rules, position, is_won)
            except OutOfBudget:
                return
        yield move
        position, move, is_winners_turn = rules.play(position, move), None, not is_winners_turn


def all_replies(rules: AnyRules, position: Any, is_won: IsWon, move: Move | None) -> tuple[Reply, ...] | None:
    """The winner's answers wherever the loser may lead, a winning move first; None if there are too many to find."""
    if len(rules.legal_moves(position)) > MOST_CHOICES:
        return None
    replies = [] if move is None else [Reply("", str(move))]
    waiting = deque(led_to(rules, position, "", move))
    seen: set[Position] = set()
    while waiting:
        after, reached = waiting.popleft()
        if reached in seen:
            continue
        if len(replies) == MOST_REPLIES:
            return None
        seen.add(reached)
        try:
            answer = winning_move(rules, reached, is_won)
        except OutOfBudget:
            return None
        replies.append(Reply(after, str(answer)))
        waiting += led_to(rules, reached, after, answer)
    return tuple(replies)
