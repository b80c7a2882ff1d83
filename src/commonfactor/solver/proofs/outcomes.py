"""Who wins a small position, by trying everything."""

from collections.abc import Iterable
from typing import Any

from commonfactor.rules.base import AnyRules, Move
from commonfactor.solver.proofs.base import TooManyError, demand, is_confirmed

MOST_MOVES = 20_000
DEEPEST_SEARCH = 200
"""A checker that would have to try more moves, or more of them in a row, takes verdicts on trust."""


class Outcomes:
    """Who wins, by trying everything, up to a number of moves; ``TooManyError`` beyond."""

    def __init__(self, rules: AnyRules, won: Iterable[Any] = ()) -> None:
        """Take it that the player to move wins in some positions."""
        self._rules, self._moves_tried = rules, 0
        self._is_won: dict[Any, bool] = dict.fromkeys(won, True)

    def is_lost(self, position: Any) -> bool:
        return not self._found(position, 0)

    def winning(self, position: Any, moves: Iterable[Move] | None = None) -> list[Move]:
        """Those of some moves that win, or of all."""
        among = self._rules.legal_moves(position) if moves is None else moves
        return [move for move in among if self.is_lost(self._rules.play(position, move))]

    def confirm_lost(self, position: Any, flaw: str) -> bool:
        """Whether the player to move loses, as far as that can be said in the time; the flaw if they win."""
        return is_confirmed(lambda: demand(self.is_lost(position), flaw))

    def _found(self, position: Any, depth: int) -> bool:
        if position not in self._is_won:
            self._moves_tried += self._rules.mobility(position)
            if self._moves_tried > MOST_MOVES or depth > DEEPEST_SEARCH:
                raise TooManyError
            self._is_won[position] = not all(
                self._found(self._rules.play(position, move), depth + 1) for move in self._rules.legal_moves(position)
            )
        return self._is_won[position]
