"""Theories that search, and the lines and tables of replies that prove what a search found."""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from commonfactor.rules.base import AnyRules, Move, Position, PositionT
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Analysis, Findings, Theory, Verdict
from commonfactor.solver.proofs.checking import Proof
from commonfactor.solver.proofs.replies import LineProof, Reply, led_to

MOST_REPLIES = 3_000
MOST_CHOICES = 40
"""A table of replies that would be longer, or from a position with more moves, is left out."""

IsWon = Callable[[Any], bool]
"""Whether the player to move in a position wins."""


class SearchTheory(Theory[PositionT]):
    """A theory that can tell of any position whether it is won."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules

    @abstractmethod
    def is_won(self, position: PositionT, control: Control) -> bool:
        """Whether the player to move wins; ``OutOfBudget`` if that cannot be found out."""

    def investigate(self, position: PositionT, control: Control) -> Findings:
        rules = self._rules
        findings = Findings(dict.fromkeys(rules.legal_moves(position), Verdict.UNKNOWN))
        with suppress(OutOfBudget):
            # The search of the whole knows best which move to try first; the moves, asked
            # about one by one, find most of their answers in the table then.
            findings.verdict = Verdict.WIN if self.is_won(position, control) else Verdict.LOSS
            for move in findings.moves:
                opponent_wins = self.is_won(rules.play(position, move), control)
                findings.moves[move] = Verdict.LOSS if opponent_wins else Verdict.WIN
            self._evaluate(position, findings, control)
            findings.is_complete = True
        return findings

    def _evaluate(self, position: PositionT, findings: Findings, control: Control) -> None:
        """Add what else the theory can tell, as far as the budget goes."""

    def proof(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        if analysis.is_win_without_move:
            return None
        position, move, is_won = analysis.position, self._winning_move(analysis), partial(self.is_won, control=control)
        line = tuple(map(str, _forced_line(self._rules, position, is_won, move)))
        replies = all_replies(self._rules, position, is_won, move) if with_replies else None
        return LineProof(move is not None, line[0] if move else None, line, replies)

    def _winning_move(self, analysis: Analysis) -> Move | None:
        """Of the moves known to win the one that leaves the fewest replies; the first of several."""
        winning = analysis.moves_with(Verdict.WIN)
        return min(winning, key=partial(replies_left, self._rules, analysis.position), default=None)


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
