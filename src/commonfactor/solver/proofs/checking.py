"""Claims and proofs, and what a check of them finds.

A checker asks the rules what may be played and does its own arithmetic; it uses neither the theories nor the core. It
checks every claim of a proof, including those that the verdict does not depend on. A statement that would take too long
to check is named as taken on trust instead, and the proof is partial.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta, Struct, to_builtins

from commonfactor.rules.base import AnyRules, InvalidMoveError, Move
from commonfactor.rules.words import listed

Number = Annotated[int, Meta(ge=0, le=10**18)]
"""No number of any game is larger."""

MOST_MOVES = 20_000
DEEPEST_SEARCH = 200
"""A checker that would have to try more moves, or more of them in a row, takes verdicts on trust."""

MoveName = Number | Annotated[str, Meta(max_length=50)]
"""A move as JSON has it."""


class Status(StrEnum):
    """How far a statement stands by itself."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    FALSE = "false"


class Check(NamedTuple):
    status: Status
    trusted: tuple[str, ...] = ()
    """Statements taken on trust, if the status is partial."""
    flaw: str = ""
    """The objection, if the status is false."""


class FlawError(ValueError):
    """Something that was stated is not so."""


class TooManyError(Exception):
    """A statement would take a checker too long, and is taken on trust."""


def demand(condition: object, flaw: str) -> None:
    """Raise ``FlawError`` unless a condition holds."""
    if not condition:
        raise FlawError(flaw)


def is_confirmed(verify: Callable[[], None]) -> bool:
    """Whether a check came to its end; ``FlawError`` if it found a flaw."""
    try:
        verify()
    except TooManyError:
        return False
    return True


class _Statement(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Something about a position that can be checked."""

    noun: ClassVar[str]
    mechanic: ClassVar[str | None] = None
    """The only mechanic that this kind of statement is about, if there is one."""

    @abstractmethod
    def unconfirmed(self, rules: AnyRules, position: Any) -> Sequence[str]:
        """Statements that remain to be trusted; ``FlawError`` if one is false."""

    def check(self, rules: AnyRules, position: Any) -> Check:
        """Whether the statement is true of a position."""
        try:
            suits = self.mechanic in {None, rules.mechanic}
            demand(suits, f"this kind of {self.noun} is about games of {self.mechanic}")
            trusted = tuple(self.unconfirmed(rules, position))
        except FlawError as flaw:
            return Check(Status.FALSE, flaw=str(flaw))
        return Check(Status.PARTIAL if trusted else Status.COMPLETE, trusted)

    def as_json(self) -> dict[str, Any]:
        """The statement as JSON has it; ``proofs/json_form.py`` reads it back."""
        built: dict[str, Any] = to_builtins(self)
        return built


class Claim(_Statement, frozen=True, kw_only=True):
    """A statement about the position that some moves lead to: what can be checked, put into words and drawn."""

    noun: ClassVar[str] = "claim"

    after: tuple[MoveName, ...] = ()
    """The moves, from the position in question, that lead to the one that the claim is about."""

    @abstractmethod
    def verify(self, rules: AnyRules, position: Any) -> Sequence[str] | None:
        """Statements about the position after the moves that remain to be trusted; ``FlawError`` if the claim is false.

        ``TooManyError`` if nothing can be said about it in the time.
        """

    def unconfirmed(self, rules: AnyRules, position: Any) -> Sequence[str]:
        """Statements that remain to be trusted, with the moves that lead to their position."""
        try:
            found = self.verify(rules, position_after(rules, position, self.after)) or ()
        except TooManyError:
            found = [f"that {self} holds"]
        return [f"after {listed(self.after)}, {trusted}" for trusted in found] if self.after else found

    def __str__(self) -> str:
        fields = (f"{name} {told}" for name, told in self.as_json().items() if name not in {"kind", "after"})
        return f"the claim {self.as_json()['kind']} ({', '.join(fields)})"


class Proof(_Statement, frozen=True):
    """Why the player to move wins or loses."""

    noun: ClassVar[str] = "proof"

    wins: bool
    """Whether it is proven that the player to move wins, or that they lose."""
    move: str | None
    """A move that wins, as the notation writes it, if there is one."""

    @abstractmethod
    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        """The claims that the proof consists of, about the position that it is about."""

    @abstractmethod
    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        """Where the player to move should look for the move, which is not named. Only a win has clues."""

    def verified_move(self, rules: AnyRules, position: Any) -> Move | None:
        """The legal move that a win names, and a loss does not; ``FlawError`` if that is not so."""
        demand(self.wins == (self.move is not None), "a win names a move, and a loss none")
        return legal_move(rules, position, self.move) if self.wins else None

    def conclude(self, rules: AnyRules, position: Any) -> None:
        """Object unless the verdict follows from the claims."""

    def unconfirmed(self, rules: AnyRules, position: Any) -> Sequence[str]:
        self.verified_move(rules, position)
        self.conclude(rules, position)
        return [trusted for claim in self.claims(rules, position) for trusted in claim.unconfirmed(rules, position)]


def position_after(rules: AnyRules, position: Any, moves: Iterable[MoveName]) -> Any:
    """The position that moves lead to; ``FlawError`` if one of them is not legal."""
    for move in moves:
        position = rules.play(position, legal_move(rules, position, str(move)))
    return position


def legal_move(rules: AnyRules, position: Any, text: str | None) -> Move:
    """The legal move that is named; ``FlawError`` if it is none."""
    try:
        move = rules.parse_move(text or "")
    except InvalidMoveError as error:
        raise FlawError(str(error)) from None
    # Not by the list of legal moves: a pool may have a million of them, and a proof thousands of moves.
    demand(rules.objection(position, move) is None, f"{text} is not a legal move here")
    return move


def verified_set(numbers: Sequence[int], pool: int) -> int:
    """Numbers that are named as a set; ``FlawError`` if one is named twice or is not in the pool."""
    named = set(numbers)
    # The bound comes before the shift, which would make an integer of as many bits.
    is_in_pool = all(0 < number < pool.bit_length() and pool >> number & 1 for number in named)
    demand(is_in_pool and len(named) == len(numbers), "numbers are named twice, or are not there")
    return sum(1 << number for number in named)


class Outcomes:
    """Verdicts by trying everything, up to a number of moves; ``TooManyError`` beyond."""

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
