"""The definition of truth: plain memoised search over any rules.

A position is won iff some move leads to a lost one. Nothing here knows any theory, so that everything else is tested
against it, and a game without a theory is solved by it.
"""

from typing import Any

from commonfactor.rules.base import AnyRules, Position
from commonfactor.solver._core import Control, OutOfBudget
from commonfactor.solver.search import SearchTheory

# Roughly, for a position of a middling pool and its entry in a Python dictionary.
_BYTES_PER_POSITION = 400


class Reference(SearchTheory[Any]):
    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules)
        self._is_won: dict[Position, bool] = {}

    @property
    def table_bytes(self) -> int:
        return len(self._is_won) * _BYTES_PER_POSITION

    def is_won(self, position: Position, control: Control) -> bool:
        if self.table_bytes > control.most_bytes:
            self._is_won.clear()
        # The path from the position in question to the one at hand is a list, since a game may
        # be longer than Python's own stack is deep.
        known = self._is_won
        path = [] if position in known else [(position, self._successors(position))]
        while path:
            control.count_node()
            current, pending = path[-1]
            while pending and known.get(pending[-1]):
                pending.pop()
            if pending and pending[-1] not in known:
                path.append((pending[-1], self._successors(pending[-1])))
                continue
            if self.table_bytes >= control.most_bytes:
                raise OutOfBudget
            known[current] = bool(pending)  # what is still pending is lost for the opponent
            path.pop()
        return known[position]

    def _successors(self, position: Position) -> list[Position]:
        rules = self._rules
        return [rules.play(position, move) for move in reversed(rules.legal_moves(position))]
