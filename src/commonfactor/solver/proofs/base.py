"""The base of all proofs, and the result of a check.

A checker asks the rules what may be played and does its own arithmetic; it uses neither the
theories nor the core. It checks every claim of the proof, including those that the verdict
does not depend on. A statement that would take too long to check is named as taken on trust instead,
and the proof is partial.
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


class Status(StrEnum):
    """How far a proof stands by itself."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    FALSE = "false"


class TooManyError(Exception):
    """A claim would take a checker too long, and is taken on trust."""


class Check(NamedTuple):
    """What a checker found."""

    status: Status
    trusted: tuple[str, ...] = ()
    """The claims taken on trust, if the proof is partial."""
    flaw: str = ""
    """What is wrong, if the proof is false."""


class FlawError(ValueError):
    """A proof says something that is not so."""


def demand(condition: object, flaw: str) -> None:
    """Object to a proof unless a condition holds."""
    if not condition:
        raise FlawError(flaw)


def checked(verify: Callable[[], Sequence[str]]) -> Check:
    """What is found by a function that returns what remains to be trusted, or raises ``FlawError``."""
    try:
        trusted = tuple(verify())
    except FlawError as flaw:
        return Check(Status.FALSE, flaw=str(flaw))
    return Check(Status.PARTIAL if trusted else Status.COMPLETE, trusted)


MoveName = Number | Annotated[str, Meta(max_length=50)]
"""A move as JSON has it."""


class Claim(Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """A statement about the position that some moves lead to: what can be checked, put into words and drawn."""

    mechanic: ClassVar[str | None] = None
    """The only mechanic that this kind of claim is about, if there is one."""

    after: tuple[MoveName, ...] = ()
    """The moves, from the position in question, that lead to the one that the claim is about."""

    @abstractmethod
    def verify(self, rules: AnyRules, position: Any) -> Sequence[str] | None:
        """What remains to be trusted of the position after the moves, if anything; ``FlawError`` if the claim is false.

        ``TooManyError`` if nothing can be said about it in the time.
        """

    def unconfirmed(self, rules: AnyRules, position: Any) -> Sequence[str]:
        """The same, in words to the player to move after the moves."""
        demand(self.mechanic in {None, rules.mechanic}, f"this kind of claim is about games of {self.mechanic}")
        try:
            found = self.verify(rules, position_after(rules, position, self.after)) or ()
        except TooManyError:
            found = [f"that {self} holds"]
        return [f"after {listed(self.after)}, {trusted}" for trusted in found] if self.after else found

    def check(self, rules: AnyRules, position: Any) -> Check:
        """Whether the claim is true of what its moves lead to from a position."""
        return checked(lambda: self.unconfirmed(rules, position))

    def __str__(self) -> str:
        fields = (f"{name} {told}" for name, told in self.as_json().items() if name not in {"kind", "after"})
        return f"the claim {self.as_json()['kind']} ({', '.join(fields)})"

    def as_json(self) -> dict[str, Any]:
        """The claim as JSON has it; ``claim_from_json`` reads it back."""
        built: dict[str, Any] = to_builtins(self)
        return built


class Proof(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """Why the player to move wins or loses."""

    mechanic: ClassVar[str | None] = None
    """The only mechanic that this kind of proof is about, if there is one."""

    wins: bool
    """What is proven: that the player to move wins, or that they lose."""
    move: str | None
    """A move that wins, as the notation writes it, if there is one."""

    @abstractmethod
    def claims(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        """What the proof consists of, said of the position that it is about."""

    @abstractmethod
    def clues(self, rules: AnyRules, position: Any) -> Sequence[Claim]:
        """Where the player to move should look for the move, which is not named. Only a win has clues."""

    def conclude(self, rules: AnyRules, position: Any) -> None:
        """Object unless the verdict follows from the claims."""

    def verify(self, rules: AnyRules, position: Any) -> Sequence[str]:
        """What remains to be trusted of the claims; ``FlawError`` if something is not so."""
        if self.wins:
            legal_move(rules, position, self.move)
        self.conclude(rules, position)
        return [trusted for claim in self.claims(rules, position) for trusted in claim.unconfirmed(rules, position)]

    def as_json(self) -> dict[str, Any]:
        """The proof as JSON has it; ``proof_from_json`` reads it back."""
        built: dict[str, Any] = to_builtins(self)
        return built

    def check(self, rules: AnyRules, position: Any) -> Check:
        """Whether the proof holds for a position."""

        def verify() -> Sequence[str]:
            demand(self.mechanic in {None, rules.mechanic}, f"this kind of proof is about games of {self.mechanic}")
            demand(self.wins == (self.move is not None), "a win names a move, and a loss none")
            return self.verify(rules, position)

        return checked(verify)


def position_after(rules: AnyRules, position: Any, moves: Iterable[MoveName]) -> Any:
    """The position that moves lead to; ``FlawError`` if one of them is not legal."""
    for move in moves:
        position = rules.play(position, legal_move(rules, position, str(move)))
    return position


def legal_move(rules: AnyRules, position: Any, text: str | None) -> Move:
    """The legal move that a proof names; ``FlawError`` if it is none."""
    try:
        move = rules.parse_move(text or "")
    except InvalidMoveError as error:
        raise FlawError(str(error)) from None
    # Not by the list of legal moves: a pool may have a million of them, and a proof thousands of moves.
    demand(rules.objection(position, move) is None, f"{text} is not a legal move here")
    return move


def verified_set(numbers: Sequence[int], pool: int) -> int:
    """The numbers that a proof names as a set; ``FlawError`` if one is named twice or is not in the pool."""
    named = set(numbers)
    # The bound comes before the shift, which would make an integer of as many bits.
    is_in_pool = all(0 < number < pool.bit_length() and pool >> number & 1 for number in named)
    demand(is_in_pool and len(named) == len(numbers), "numbers are named twice, or are not there")
    return sum(1 << number for number in named)
