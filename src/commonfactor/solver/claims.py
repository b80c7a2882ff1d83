"""The claims that any game may need: which moves win, what beats the others, and what may be played at all.

Those that belong to a kind of proof stand beside it, in ``proofs/``.
"""

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from commonfactor.rules.base import AnyRules, Because, Board, InvalidMoveError, Move
from commonfactor.rules.notation import move_as_json
from commonfactor.solver.proofs.checking import (
    MOST_MOVES,
    Claim,
    FlawError,
    MoveName,
    Number,
    Outcomes,
    TooManyError,
    demand,
    legal_move,
    position_after,
)

MOST_NAMED = 200
"""More numbers than these are not listed."""

MoveNames = tuple[MoveName, ...]


class Refutation(Claim, frozen=True, kw_only=True, tag="refutation"):
    """A move loses, because the opponent then wins by a reply."""

    move: MoveName
    reply: MoveName
    ends: bool
    """Whether there is no move after the reply."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        position = position_after(rules, position, (self.move, self.reply))
        demand(rules.can_move(position) is not self.ends, "the reply ends the game, or does not, other than is said")
        demand(Outcomes(rules).is_lost(position), f"{self.reply} does not win after {self.move}")


class Wins(Claim, frozen=True, kw_only=True, tag="wins"):
    """A move wins."""

    move: MoveName

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(Outcomes(rules).winning(position, _named(rules, position, self.move)), f"{self.move} does not win")


class CanWin(Claim, frozen=True, kw_only=True, tag="can-win"):
    """The player to move wins with best play."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(not Outcomes(rules).is_lost(position), "the player to move loses")


class Lost(Claim, frozen=True, kw_only=True, tag="lost"):
    """Every move loses."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(Outcomes(rules).is_lost(position), "the player to move wins")


class NothingLeft(Claim, frozen=True, kw_only=True, tag="nothing-left"):
    """The player to move has no move."""

    numbers: tuple[Number, ...] | None
    """The numbers that are there, none of which may be chosen; None if there are very many."""
    limits: tuple[Number, ...]
    """The numbers that a pick would have to go with."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(not rules.can_move(position), "there is a move left")
        left = nothing_left(rules, position)
        demand((self.numbers, self.limits) == (left.numbers, left.limits), "these are not the numbers that are left")


class WinningMoves(Claim, frozen=True, kw_only=True, tag="winning-moves"):
    """So many of all moves win."""

    winning: Number
    moves: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(rules.mobility(position) == self.moves, f"there are {rules.mobility(position)} moves")
        winning = len(Outcomes(rules).winning(position))
        demand(winning == self.winning, f"{winning} moves win")


class Resistance(Claim, frozen=True, kw_only=True, tag="resistance"):
    """After a move so many replies win; where every move loses, the fewer the better."""

    move: MoveName
    winning_replies: Number
    replies: Number

    def verify(self, rules: AnyRules, position: Any) -> None:
        replies = WinningMoves(winning=self.winning_replies, moves=self.replies)
        replies.verify(rules, position_after(rules, position, (self.move,)))


class LosingMoves(Claim, frozen=True, kw_only=True, tag="losing-moves"):
    """These moves lose."""

    moves: MoveNames

    def verify(self, rules: AnyRules, position: Any) -> None:
        winning = Outcomes(rules).winning(position, _named(rules, position, *self.moves))
        demand(not winning, f"these of them win: {winning}")


class Compare(Claim, frozen=True, kw_only=True, tag="compare"):
    """Of these moves so many win, or at least so many."""

    moves: MoveNames
    winning: Number
    exactly: bool

    def verify(self, rules: AnyRules, position: Any) -> None:
        winning = len(Outcomes(rules).winning(position, _named(rules, position, *self.moves)))
        demand(winning == self.winning if self.exactly else winning >= self.winning, f"{winning} of them win")


class Hardest(Claim, frozen=True, kw_only=True, tag="hardest"):
    """Of the first so many moves, or of all, no other than these leaves fewer replies that win."""

    moves: MoveNames
    looked_at: Number | None
    """Of how many moves in ascending order that is known; None if of all."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        named, legal = _named(rules, position, *self.moves), rules.legal_moves(position)
        demand(named and (self.looked_at is None or self.looked_at < len(legal)), "it is not said of which moves")
        legal, outcomes = legal[: self.looked_at], Outcomes(rules)
        winning = {move: len(outcomes.winning(rules.play(position, move))) for move in legal}
        demand(set(named) <= set(winning), "it is not about these moves")
        most = max(winning[move] for move in named)
        demand(all(count >= most for move, count in winning.items() if move not in named), "another leaves fewer")


class Leaves(Claim, frozen=True, kw_only=True, tag="leaves"):
    """A move that wins leaves so many replies, and perhaps every move does."""

    replies: Number
    every: bool

    def verify(self, rules: AnyRules, position: Any) -> None:
        if rules.mobility(position) > MOST_MOVES:
            raise TooManyError
        legal = rules.legal_moves(position)
        leaving = [move for move in legal if rules.mobility(rules.play(position, move)) == self.replies]
        demand(not self.every or len(leaving) == len(legal), "some moves leave another number of replies")
        demand(Outcomes(rules).winning(position, leaving), f"no move that leaves {self.replies} replies wins")


class OnlyMove(Claim, frozen=True, kw_only=True, tag="only-move"):
    """There is only one move."""

    move: MoveName | None
    """None where it is not to be given away."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand(rules.mobility(position) == 1, f"there are {rules.mobility(position)} moves")
        if self.move is not None:
            _named(rules, position, self.move)


class Advice(Claim, frozen=True, kw_only=True, tag="advice"):
    """No other move does better: this one wins, or every move loses."""

    move: MoveName | None
    """None where every move loses, and the one that is hardest to answer is to be found."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        named = () if self.move is None else _named(rules, position, self.move)
        outcomes = Outcomes(rules)
        demand(outcomes.winning(position, named) or outcomes.is_lost(position), "another move wins")


class Kept(Claim, frozen=True, kw_only=True, tag="kept"):
    """A move keeps the win, and perhaps no other does."""

    move: MoveName
    only: bool

    def verify(self, rules: AnyRules, position: Any) -> None:
        moves = _named(rules, position, self.move)
        outcomes = Outcomes(rules)
        demand(outcomes.winning(position, moves), f"{self.move} does not win")
        if self.only:
            demand(rules.mobility(position) > 1 and outcomes.winning(position) == moves, "no other move loses")


class GaveAway(Claim, frozen=True, kw_only=True, tag="gave-away"):
    """A move loses where another one wins."""

    move: MoveName

    def verify(self, rules: AnyRules, position: Any) -> None:
        outcomes = Outcomes(rules)
        demand(not outcomes.winning(position, _named(rules, position, self.move)), f"{self.move} wins")
        demand(not outcomes.is_lost(position), "every move loses")


class NotFound(Claim, frozen=True, kw_only=True, tag="not-found"):
    """The budget did not suffice to answer a question."""

    question: Literal["who wins", "which move wins", "which move is hardest", "does it win", "why"]
    move: MoveName | None = None
    """The move that the question is about, if it is about one."""

    def verify(self, rules: AnyRules, position: Any) -> None:
        demand((self.move is not None) is (self.question == "does it win"), "it is not said of which move")
        if self.move is not None:
            _named(rules, position, self.move)


class Allowed(Claim, frozen=True, kw_only=True, tag="allowed"):
    """A move is allowed; the numbers are those that it is related to or not, or the one to be changed."""

    move: MoveName
    because: Because
    numbers: tuple[Number, ...]

    def verify(self, rules: AnyRules, position: Any) -> None:
        _verify_ground(rules, position, self)


class NotAllowed(Claim, frozen=True, kw_only=True, tag="not-allowed"):
    """A move is not allowed; the numbers are those that stand against it."""

    move: MoveName
    because: Because
    numbers: tuple[Number, ...]

    def verify(self, rules: AnyRules, position: Any) -> None:
        _verify_ground(rules, position, self)


ClaimT = TypeVar("ClaimT", bound=Claim)


def following(move: Move, claims: Iterable[ClaimT]) -> tuple[ClaimT, ...]:
    """Claims about the position after a move, as claims about the position before it."""
    return tuple(replace(claim, after=(move_as_json(move), *claim.after)) for claim in claims)


def refutation_of(rules: AnyRules, position: Any, move: Move, reply: Move) -> Refutation:
    """The claim that a reply is what beats a move."""
    after = rules.play(rules.play(position, move), reply)
    return Refutation(move=move_as_json(move), reply=move_as_json(reply), ends=not rules.can_move(after))


def beaten_by(rules: AnyRules, position: Any, move: Move, reply: Move) -> tuple[Refutation | NothingLeft, ...]:
    """The refutation of a move, and why nothing can be played after that, if nothing can."""
    refutation = refutation_of(rules, position, move, reply)
    if not refutation.ends:
        return (refutation,)
    end = nothing_left(rules, rules.play(rules.play(position, move), reply))
    return refutation, *following(move, following(reply, [end]))


def leaving(rules: AnyRules, position: Any, move: Move) -> Leaves:
    """The claim about how many replies a winning move leaves, which does not name the move."""
    replies = rules.mobility(rules.play(position, move))
    others = rules.legal_moves(position) if replies else ()
    every = all(rules.mobility(rules.play(position, other)) == replies for other in others)
    return Leaves(replies=replies, every=bool(replies) and every)


def nothing_left(rules: Any, position: Any) -> NothingLeft:
    """The claim about a position that is over."""
    if rules.board is not Board.POOL:
        return NothingLeft(numbers=position.numbers, limits=())
    numbers = None if position.available.bit_count() > MOST_NAMED else rules.available_numbers(position)
    return NothingLeft(numbers=numbers, limits=position.targets)


def ground_of(rules: AnyRules, position: Any, move: Move) -> Allowed | NotAllowed:
    """The claim that a move of the game is allowed or not."""
    allows, because, numbers = rules.ground(position, move)
    return (Allowed if allows else NotAllowed)(move=move_as_json(move), because=because, numbers=numbers)


def _verify_ground(rules: AnyRules, position: Any, claim: Allowed | NotAllowed) -> None:
    try:
        move = rules.parse_move(str(claim.move))
        ground = ground_of(rules, position, move)
    except InvalidMoveError as error:
        raise FlawError(str(error)) from None
    demand(replace(claim, after=(), move=move_as_json(move)) == ground, "the rules say otherwise")


def _named(rules: AnyRules, position: Any, *names: MoveName) -> list[Move]:
    """The legal moves that a claim names, each once."""
    moves = [legal_move(rules, position, str(name)) for name in names]
    demand(len(set(moves)) == len(moves), "a move is named twice")
    return moves
