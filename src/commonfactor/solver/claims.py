"""The claims that any game may need: what the opponent does to a losing move, and that nothing is left to do.

Those that belong to a kind of proof stand beside it, in ``proofs/``.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from commonfactor.rules.base import AnyRules, Board, Move
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.proofs.base import Claim, MoveName, Number, demand, position_after
from commonfactor.solver.proofs.replies import Outcomes

MOST_NAMED = 200
"""More numbers than these are not listed."""


class Refutation(Claim, frozen=True, kw_only=True, tag="refutation"):
    """A move loses, because the opponent then wins by a reply."""

    move: MoveName
    reply: MoveName
    ends: bool
    """Whether there is no move after the reply."""

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        position = position_after(rules, position, (self.move, self.reply))
        demand(rules.can_move(position) is not self.ends, "the reply ends the game, or does not, other than is said")
        is_confirmed = Outcomes(rules).confirm_lost(position, f"{self.reply} does not win after {self.move}")
        return () if is_confirmed else (f"that {self.reply} wins after {self.move}",)


class Wins(Claim, frozen=True, kw_only=True, tag="wins"):
    """A move wins."""

    move: MoveName

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        is_confirmed = Outcomes(rules).confirm_lost(
            position_after(rules, position, (self.move,)), f"{self.move} does not win"
        )
        return () if is_confirmed else (f"that {self.move} wins",)


class NothingLeft(Claim, frozen=True, kw_only=True, tag="nothing-left"):
    """The player to move has no move."""

    numbers: tuple[Number, ...] | None
    """The numbers that are there, none of which may be chosen; None if there are very many."""

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        demand(not rules.can_move(position), "there is a move left")
        demand(self.numbers == _numbers_there(rules, position), "these are not the numbers that are left")
        return ()


class Resistance(Claim, frozen=True, kw_only=True, tag="resistance"):
    """After a move so many replies win; where every move loses, the fewer the better."""

    move: MoveName
    winning_replies: Number
    replies: Number

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        position = position_after(rules, position, (self.move,))
        outcomes, moves = Outcomes(rules), rules.legal_moves(position)
        demand(len(moves) == self.replies, f"there are {len(moves)} replies to {self.move}")
        winning = 0
        for move in moves:  # one by one, since a false claim may be about a position with a million moves
            if (is_lost := outcomes.is_lost(rules.play(position, move))) is None:
                return (f"that {self.winning_replies} of {self.replies} replies to {self.move} win",)
            winning += is_lost
        demand(winning == self.winning_replies, f"{winning} replies to {self.move} win")
        return ()


ClaimT = TypeVar("ClaimT", bound=Claim)


def following(move: Move, claims: Iterable[ClaimT]) -> tuple[ClaimT, ...]:
    """Claims about the position after a move, as claims about the position before it."""
    return tuple(replace(claim, after=(move_as_json(move), *claim.after)) for claim in claims)


def refutation_of(rules: AnyRules, position: Any, move: Move, reply: Move) -> Refutation:
    """The claim that a reply is what beats a move."""
    after = rules.play(rules.play(position, move), reply)
    return Refutation(move=move_as_json(move), reply=move_as_json(reply), ends=not rules.can_move(after))


def nothing_left(rules: AnyRules, position: Any) -> NothingLeft:
    """The claim about a position that is over."""
    return NothingLeft(numbers=_numbers_there(rules, position))


def _numbers_there(rules: Any, position: Any) -> tuple[int, ...] | None:
    if rules.board is not Board.POOL:
        return tuple(position.numbers)
    return None if position.available.bit_count() > MOST_NAMED else tuple(rules.available_numbers(position))
