"""An answer to everything: the line that is forced, and all replies where they are few."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.proofs.base import NO_MOVE_FOR_OPPONENT, Proof, demand, last_move_of_opponent, legal_move

_BY_SEARCH = "That nothing else helps was found by trying everything."


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
        if self.wins and len(self.line) == 1 and self.replies is not None:
            return f"Play {self.move}, and your opponent has no move."
        if self.replies is None:
            ending = _BY_SEARCH
        else:
            ending = f"The proof lists an answer to everything else, {len(self.replies)} in all."
        if not self.wins:
            return f"Whatever you play loses. For example: {line}. {ending}" if line else "There is no move left."
        return f"Play {self.move}. For example: {line}. {ending}"

    def text_for_opponent(self, rules: AnyRules, position: Any) -> str:
        if not self.line:
            return NO_MOVE_FOR_OPPONENT
        # A line breaks off where the budget did.
        is_over = not rules.can_move(_position_after(rules, position, self.line))
        if self.wins and is_over and len(self.line) == 1:
            return last_move_of_opponent(self.move)
        ending = f"and then {'you have' if self.wins else 'your opponent has'} no move" if is_over else "and so on"
        advice = f"Your opponent plays {self.move}" if self.wins else "Whatever your opponent plays loses"
        return f"{advice}. For example: {first_few(self.line, MOST_LISTED)}, {ending}. {_BY_SEARCH}"

    def clue(self, rules: AnyRules, position: Any) -> str:
        replies_left = {move: rules.mobility(rules.play(position, move)) for move in rules.legal_moves(position)}
        left = replies_left[rules.parse_move(str(self.move))]
        if left == 0:
            return "Think about a move that leaves your opponent no reply."
        replies = f"{left} repl{'y' if left == 1 else 'ies'}"
        if set(replies_left.values()) == {left}:
            return f"Every move leaves your opponent {replies}, so look further ahead."
        return f"Think about the moves that leave your opponent {replies}."

    def _verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        move = legal_move(rules, position, self.move) if self.wins else None
        self._verify_line(rules, position)
        if self.replies is None:
            return [f"that the player to move {'wins' if self.wins else 'loses'}, as found by search"]
        verify_replies(rules, position, self.replies, move)
        return []

    def _verify_line(self, rules: AnyRules, position: Any) -> None:
        if self.wins:
            demand(self.line[:1] == (self.move,), "the line begins with another move")
        end = _position_after(rules, position, self.line)
        if not rules.can_move(end):
            demand(len(self.line) % 2 == self.wins, "the line ends with the loser's move")
        else:
            demand(self.replies is None, "the line stops before the game does")


def led_to_by(rules: AnyRules, position: Any, after: str, answer: Move) -> Iterator[tuple[str, Any]]:
    """What the loser can lead to once the winner has answered."""
    return led_to(rules, rules.play(position, answer), f"{after},{answer}".lstrip(","))


def led_to(rules: AnyRules, position: Any, after: str) -> Iterator[tuple[str, Any]]:
    """What a player can lead to, with the moves that do."""
    for move in rules.legal_moves(position):
        yield f"{after},{move}".lstrip(","), rules.play(position, move)


def verify_replies(rules: AnyRules, position: Any, replies: Sequence[Reply], move: Move | None) -> None:
    """Object to a table of replies unless it has an answer to everything, and the winner moves last.

    For a win the first answer must be the move that is claimed to win; for a loss there is none.
    """
    answers = {
        _position_after(rules, position, reply.after.split(",") if reply.after else ()): reply.answer
        for reply in replies
    }
    if move is not None:
        demand(answers.get(position) == str(move), "the table begins with another move")
    answered: set[Any] = set()
    # Positions come one by one, since a false proof may be about a position with a million moves.
    to_answer = [led_to(rules, position, "") if move is None else led_to_by(rules, position, "", move)]
    while to_answer:
        after, reached = next(to_answer[-1], ("", None))
        if reached is None:
            to_answer.pop()
        elif reached not in answered:
            answered.add(reached)
            demand(reached in answers, f"there is no answer after {after}")
            answer = legal_move(rules, reached, answers[reached])
            to_answer.append(led_to_by(rules, reached, after, answer))


def _position_after(rules: AnyRules, position: Any, moves: Sequence[str]) -> Any:
    for move in moves:
        position = rules.play(position, legal_move(rules, position, move))
    return position
