"""Theories that search: they ask about the position, then about every move."""

from abc import abstractmethod
from contextlib import suppress
from functools import partial

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Analysis, Findings, PositionT, Theory, Verdict
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.strategy import IsWon, line_proof, replies_left


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
        is_won, move = self._is_won_within(control), self._winning_move(analysis)
        return line_proof(self._rules, analysis.position, is_won, move, with_replies=with_replies)

    def _is_won_within(self, control: Control) -> IsWon:
        return partial(self.is_won, control=control)

    def _winning_move(self, analysis: Analysis) -> Move | None:
        """Of the moves known to win the one that leaves the fewest replies; the first of several."""
        winning = analysis.moves_with(Verdict.WIN)
        return min(winning, key=partial(replies_left, self._rules, analysis.position), default=None)
