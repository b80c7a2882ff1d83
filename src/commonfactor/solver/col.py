"""Keep apart: Col on the graph of the relation.

A position is, for each player, the numbers that player may still take. Its value is a number,
or a number and star: how many moves a player is ahead.
"""

from fractions import Fraction

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Seat
from commonfactor.rules.mechanics.keep_apart import KeepApart
from commonfactor.rules.pool import PoolPosition
from commonfactor.solver._core import Col, Control
from commonfactor.solver.analysis import Analysis, Findings
from commonfactor.solver.number_graphs import graph_of
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.proofs.lead import LeadProof, Share, separate
from commonfactor.solver.search import PoolSearch
from commonfactor.solver.strategy import all_replies
from commonfactor.solver.values import Value


class KeepApartTheory(PoolSearch):
    """Verdicts and values by groups."""

    _core: Col

    def __init__(self, rules: KeepApart) -> None:
        super().__init__(rules, Col.on_cliques(*graph_of(rules.relation, rules.low, rules.high)))

    def _core_wins(self, position: PoolPosition, control: Control) -> bool:
        own, theirs = self._sides(position, position.to_move)
        return self._core.left_wins(self._vertices(own), self._vertices(theirs), control)

    def _evaluate(self, position: PoolPosition, findings: Findings, control: Control) -> None:
        if not self._has_restricted_pick(position):
            findings.value = self._value(*self._sides(position, position.to_move), control)

    def _proof_by_theory(self, analysis: Analysis, control: Control, *, with_replies: bool) -> Proof | None:
        if analysis.is_win_without_move:
            return None
        position, move = analysis.position, self._winning_move(analysis)
        is_won = self._is_won_within(control)
        replies = all_replies(self._rules, position, is_won, move) if with_replies else None
        shares = self._shares(position, position.to_move, control)
        if move is None:
            return LeadProof(wins=False, move=None, shares=shares, shares_after=(), replies=replies)
        after = self._shares(self._rules.play(position, move), position.to_move, control)
        return LeadProof(wins=True, move=str(move), shares=shares, shares_after=after, replies=replies)

    def _shares(self, position: PoolPosition, seat: Seat, control: Control) -> tuple[Share, ...]:
        """The groups of a position, seen from a seat."""
        return tuple(
            Share(numbers_in(own), numbers_in(theirs), str(self._value(own, theirs, control)))
            for own, theirs in separate(*self._sides(position, seat), self._rules.related_to)
        )

    def _value(self, own: int, theirs: int, control: Control) -> Value:
        numerator, denominator, star = self._core.value(self._vertices(own), self._vertices(theirs), control)
        return Value(Fraction(numerator, denominator), star)

    def _sides(self, position: PoolPosition, seat: Seat) -> tuple[int, int]:
        """What a seat may still take, and what the other may."""
        return self._rules.takeable_by(position, seat), self._rules.takeable_by(position, seat.other)
