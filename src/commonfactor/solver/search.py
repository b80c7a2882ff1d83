"""What all theories that search have in common: ask about the position, then about every move."""

from abc import abstractmethod
from functools import partial

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Findings, PositionT, Theory, Verdict
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.strategy import line_proof, replies_left


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
        try:
            # The search of the whole knows best which move to try first; the moves, asked
            # about one by one, find most of their answers in the table then.
            findings.verdict = Verdict.WIN if self.is_won(position, control) else Verdict.LOSS
            for move in findings.moves:
                opponent_wins = self.is_won(rules.play(position, move), control)
                findings.moves[move] = Verdict.LOSS if opponent_wins else Verdict.WIN
            self._evaluate(position, findings, control)
            findings.is_complete = True
        except OutOfBudget:
            pass
        return findings

    def _evaluate(self, position: PositionT, findings: Findings, control: Control) -> None:
        """Add what else the theory can tell, as far as the budget goes."""

    def proof(
        self, position: PositionT, findings: Findings, control: Control, *, with_replies: bool = True
    ) -> Proof | None:
        return self._line_proof(position, findings, control, with_replies=with_replies)

    def _line_proof(
        self, position: PositionT, findings: Findings, control: Control, *, with_replies: bool
    ) -> Proof | None:
        move = self._winning_move(position, findings)
        if findings.verdict is Verdict.WIN and move is None:
            return None
        is_won = partial(self.is_won, control=control)
        return line_proof(self._rules, position, is_won, move, with_replies=with_replies)

    def _winning_move(self, position: PositionT, findings: Findings) -> Move | None:
        """Of the moves known to win the one that leaves the fewest replies; the first of several."""
        winning = [move for move, verdict in findings.moves.items() if verdict is Verdict.WIN]
        return min(winning, key=lambda move: replies_left(self._rules, position, move), default=None)
