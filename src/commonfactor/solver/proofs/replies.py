"""An answer to everything: the line that is forced, and all replies where they are few."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from commonfactor.rules.base import AnyRules, Move, Position
from commonfactor.solver._core import OutOfBudget
from commonfactor.solver.proofs.base import FlawError, Proof, demand, legal_move

MOST_REPLIES = 3_000
MOST_CHOICES = 40
"""A table of replies that would be longer, or from a position with more moves, is left out."""

IsWon = Callable[[Any], bool]
"""Whether the player to move in a position wins."""


class Reply(Struct, frozen=True, array_like=True):
    """What the winner plays after some moves, both as the notation writes them."""

    after: str
    answer: str


class LineProof(Proof, frozen=True, tag="line"):
    """A line in which the winner goes on winning, and the answer to every other one."""

    line: tuple[str, ...]
    replies: tuple[Reply, ...] | None
    """None where there are too many to list."""

    def text(self) -> str:
        line = ", ".join(self.line)
        if self.replies is None:
            ending = "That nothing else helps was found by trying everything."
        else:
            ending = f"For everything else the table has an answer ({len(self.replies)} in all)."
        if not self.wins:
            return f"Whatever you play loses. For example: {line}. {ending}" if line else "There is no move left."
        return f"Play {self.move}. For example: {line}. {ending}"

    def _verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        self._verify_line(rules, position)
        if self.replies is None:
            return [f"that the player to move {'wins' if self.wins else 'loses'}, as found by search"]
        verify_replies(rules, position, self.replies, wins=self.wins)
        return []

    def _verify_line(self, rules: AnyRules, position: Any) -> None:
        if self.wins:
            demand(self.line[:1] == (self.move,), "the line begins with another move")
        end = _position_after(rules, position, ",".join(self.line))
        if not rules.can_move(end):
            demand(len(self.line) % 2 == self.wins, "the line ends with the loser's move")
        elif self.replies is not None:
            raise FlawError("the line stops before the game does")


def line_proof(rules: AnyRules, position: Any, is_won: IsWon, move: Move | None) -> LineProof:
    """The proof by search alone of a position's verdict, which is a win iff there is a move that wins."""
    line = tuple(map(str, _forced_line(rules, position, is_won, move)))
    return LineProof(move is not None, line[0] if move else None, line, all_replies(rules, position, is_won, move))


def winning_move(rules: AnyRules, position: Any, is_won: IsWon) -> Move:
    """Of the winning moves the one that leaves the fewest replies; the first of several."""

    def replies_left(move: Move) -> int:
        return len(rules.legal_moves(rules.play(position, move)))

    for move in sorted(rules.legal_moves(position), key=replies_left):
        if not is_won(rules.play(position, move)):
            return move
    raise ValueError("a lost position has no winning move")


def _forced_line(rules: AnyRules, position: Any, is_won: IsWon, move: Move | None) -> Iterator[Move]:
    """A line to the end: the winner wins, the loser leaves the winner as little choice as possible.

    It breaks off where the budget does.
    """
    is_winners_turn = move is not None
    while moves := rules.legal_moves(position):
        if not is_winners_turn:
            move = min(moves, key=lambda move: len(rules.legal_moves(rules.play(position, move))))
        elif move is None:
            try:
                move = winning_move(rules, position, is_won)
            except OutOfBudget:
                return
        yield move
        position, move, is_winners_turn = rules.play(position, move), None, not is_winners_turn


def all_replies(rules: AnyRules, position: Any, is_won: IsWon, move: Move | None) -> tuple[Reply, ...] | None:
    """What the winner answers wherever the loser may lead; None if that is too much to list or to find out.

    A position is won iff there is a move that wins, which is then the first answer.
    """
    if len(rules.legal_moves(position)) > MOST_CHOICES:
        return None
    replies = [] if move is None else [Reply("", str(move))]
    waiting = deque(_led_to(rules, position, "") if move is None else _led_to_by(rules, position, "", move))
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
        waiting += _led_to_by(rules, reached, after, answer)
    return tuple(replies)


def _led_to_by(rules: AnyRules, position: Any, after: str, answer: Move) -> Iterator[tuple[str, Any]]:
    """What the loser can lead to once the winner has answered."""
    return _led_to(rules, rules.play(position, answer), f"{after},{answer}".lstrip(","))


def _led_to(rules: AnyRules, position: Any, after: str) -> Iterator[tuple[str, Any]]:
    for move in rules.legal_moves(position):
        yield f"{after},{move}".lstrip(","), rules.play(position, move)


def verify_replies(rules: AnyRules, position: Any, replies: Sequence[Reply], *, wins: bool) -> None:
    """Object to a table of replies unless it has an answer to everything, and the winner moves last."""
    answers = {_position_after(rules, position, reply.after): reply.answer for reply in replies}
    to_answer = [("", position)] if wins else list(_led_to(rules, position, ""))
    answered = set()
    while to_answer:
        after, reached = to_answer.pop()
        if reached in answered:
            continue
        answered.add(reached)
        demand(reached in answers, f"there is no answer after {after or 'nothing'}")
        answer = legal_move(rules, reached, answers[reached])
        to_answer += _led_to_by(rules, reached, after, answer)


def _position_after(rules: AnyRules, position: Any, moves: str) -> Any:
    for move in moves.split(",") if moves else ():
        position = rules.play(position, legal_move(rules, position, move))
    return position
