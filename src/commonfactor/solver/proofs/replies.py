"""An answer to everything: the line that is forced, and all replies where they are few."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.words import MOST_LISTED, first_few
from commonfactor.solver.claims import leaving
from commonfactor.solver.proofs.checking import (
    DEEPEST_SEARCH,
    Claim,
    Outcomes,
    Proof,
    demand,
    legal_move,
    position_after,
)


class Reply(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The winner's move after some others, all as the notation writes them."""

    after: str
    answer: str


class ForcedLine(Claim, frozen=True, kw_only=True, tag="line"):
    """A line to the end, or to where the budget ended, in which every move of the winner wins."""

    moves: tuple[str, ...]
    wins: bool
    """Whether the player to move is the winner."""

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        move = self.moves[0] if self.wins and self.moves else None
        demand((move is not None) is self.wins, "the line of a win begins with a move")
        return LineProof(self.wins, move, self.moves, None).unconfirmed(rules, position)


class LineProof(Proof, frozen=True, tag="line"):
    """A line in which every move of the winner wins, and all answers of the winner where they are few."""

    line: tuple[str, ...]
    replies: tuple[Reply, ...] | None
    """None where there are too many to list."""

    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        return [ForcedLine(moves=self.line, wins=self.wins)] if self.line else []

    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        return [leaving(rules, position, rules.parse_move(str(self.move)))]

    def unconfirmed(self, rules: AnyRules, position: Any) -> Sequence[str]:
        move = self.verified_move(rules, position)
        answers = None if self.replies is None else verified_answers(rules, position, self.replies, move)
        outcomes = Outcomes(rules, answers or {})
        doubtful = self._doubtful_plies(rules, position, outcomes, answers or {})
        claims = []
        # The first move of a winning line decides, whatever other moves there are.
        if answers is None and (0 in doubtful if self.wins else not outcomes.confirm_lost(position, "a move wins")):
            claims.append(f"that the player to move {'wins' if self.wins else 'loses'}, as found by search")
        if doubtful:
            moves = first_few([self.line[ply] for ply in doubtful], MOST_LISTED)
            claims.append(f"that the winner's moves in the line win: {moves}")
        return claims

    def _verify_ends(self, rules: AnyRules, end: Any) -> None:
        """Object unless the line begins with the move, and goes to the end if there is a table of replies."""
        if self.wins:
            demand(self.line[:1] == (self.move,), "the line begins with another move")
        if not rules.can_move(end):
            demand(len(self.line) % 2 == self.wins, "the line ends with the loser's move")
        else:
            demand(self.line and self.replies is None, "the line stops before the game does")

    def _doubtful_plies(
        self, rules: AnyRules, position: Any, outcomes: Outcomes, answers: Mapping[Any, str]
    ) -> Sequence[int]:
        """Where in the line the winner makes a move that neither the table nor a search confirms."""
        doubtful, to_search = [], []
        for ply, move in enumerate(self.line):
            is_listed = answers.get(position) == move
            position = position_after(rules, position, [move])
            if ply % 2 == self.wins or is_listed:
                continue
            if len(self.line) - ply > DEEPEST_SEARCH:
                doubtful.append(ply)
            else:
                to_search.append((ply, position))
        self._verify_ends(rules, position)
        # From the end, where a search is shortest; what it finds out serves for the moves before.
        for ply, after in reversed(to_search):
            if not outcomes.confirm_lost(after, f"{self.line[ply]} in the line does not win"):
                doubtful.append(ply)
        return sorted(doubtful)


def led_to(rules: AnyRules, position: Any, after: str, answer: Move | None) -> Iterator[tuple[str, Any]]:
    """Positions that the loser can lead to, after the winner's answer if there is one, with their moves."""
    if answer is not None:
        position, after = rules.play(position, answer), f"{after},{answer}".lstrip(",")
    for move in rules.legal_moves(position):
        yield f"{after},{move}".lstrip(","), rules.play(position, move)


def verified_answers(rules: AnyRules, position: Any, replies: Sequence[Reply], move: Move | None) -> Mapping[Any, str]:
    """The winner's answer in every position of a table of replies.

    ``FlawError`` unless the table has one answer to everything that the loser can do, and none
    beside, and the winner moves last. For a win the first answer must be the move that is claimed
    to win; for a loss there is none.
    """
    answers: dict[Any, str] = {}
    for reply in replies:
        named = position_after(rules, position, reply.after.split(",") if reply.after else ())
        demand(named not in answers, f"there are two answers after {reply.after}")
        answers[named] = reply.answer
    if move is not None:
        demand(answers.get(position) == str(move), "the table begins with another move")
    answered = set() if move is None else {position}
    # Positions come one by one, since a false proof may be about a position with a million moves.
    to_answer = [led_to(rules, position, "", move)]
    while to_answer:
        after, reached = next(to_answer[-1], ("", None))
        if reached is None:
            to_answer.pop()
        elif reached not in answered:
            answered.add(reached)
            demand(reached in answers, f"there is no answer after {after}")
            answer = legal_move(rules, reached, answers[reached])
            to_answer.append(led_to(rules, reached, after, answer))
    demand(len(answered) == len(answers), "the table has answers to what cannot happen")
    return answers
