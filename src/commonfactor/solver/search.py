"""Theories that search: they ask about the position, then about every move."""

from abc import abstractmethod
from contextlib import suppress
from functools import partial
from typing import Protocol

from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.pool import Opening, PoolPosition, PoolRules
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.analysis import Analysis, Findings, PositionT, Theory, Verdict
from commonfactor.solver.number_graphs import vertices
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


class _Core(Protocol):
    """A search that is compiled."""

    @property
    def table_bytes(self) -> int: ...


class PoolSearch(SearchTheory[PoolPosition]):
    """A theory of a pool game whose positions the core searches, all but those with a restricted first pick."""

    _rules: PoolRules

    def __init__(self, rules: PoolRules, core: _Core) -> None:
        super().__init__(rules)
        self._core = core

    @property
    def tables(self) -> object:
        return self._core

    @property
    def table_bytes(self) -> int:
        return self._core.table_bytes

    @abstractmethod
    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        """Whether the player to move wins, with a free pick."""

    def is_won(self, position: PoolPosition, control: Control) -> bool:
        if not self._has_restricted_pick(position):
            return self._core_wins(position, control)
        rules = self._rules
        return not all(self._core_wins(rules.play(position, move), control) for move in rules.legal_moves(position))

    def proof(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        # Where the first pick is restricted, all values say is that some move wins.
        if analysis.verdict is Verdict.WIN or not self._has_restricted_pick(analysis.position):
            with suppress(OutOfBudget):
                if proof := self._proof_by_theory(analysis, control, with_replies=with_replies):
                    return proof
        return super().proof(analysis, control, with_replies=with_replies)

    @abstractmethod
    def _proof_by_theory(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        """The proof that the theory has for free picks, if it has one; ``OutOfBudget`` if it cannot be made."""

    def _has_restricted_pick(self, position: PoolPosition) -> bool:
        """Whether this is a first pick that the setup restricts, so that the theory's values do not apply."""
        rules = self._rules
        return rules.opening is not Opening.ANY and position.available == rules.pool

    def _vertices(self, numbers: int) -> bytes:
        return vertices(numbers, self._rules.low)
