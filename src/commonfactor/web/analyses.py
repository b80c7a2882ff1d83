"""Analyses, reviews and records as clients see them, and the drawing of a position with its reason."""

from itertools import chain, takewhile, zip_longest
from typing import Annotated, Any

from msgspec import Meta

from commonfactor.arena.judging import Label
from commonfactor.arena.review import Decider
from commonfactor.arena.terms import Player
from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Board
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.english import READER, lead
from commonfactor.solver.proofs.checking import Proof
from commonfactor.solver.proofs.groups import GroupsProof
from commonfactor.solver.proofs.lead import LeadProof
from commonfactor.solver.proofs.pairing import PairingProof
from commonfactor.solver.proofs.paths import PathsProof
from commonfactor.solver.proofs.replies import LineProof
from commonfactor.web.answer_types import Answer, AnyClaim, AnyMove, AnyProof, Count, GameName, LineTold, Number

MOST_DRAWN_NUMBERS = 60
"""A picture of more numbers would be too crowded."""


class DrawnGroup(Answer, frozen=True):
    """Numbers that a reason takes together, and what they are worth."""

    numbers: tuple[Number, ...]
    worth: str


class Drawing(Answer, frozen=True):
    """The facts for a picture of a position and its reason."""

    numbers: tuple[Number, ...]
    edges: list[tuple[Number, Number]]
    joins: str
    pairs: list[tuple[Number, Number]]
    groups: list[DrawnGroup]
    line: tuple[str, ...]
    move: str | None


class Analysis(LineTold, frozen=True):
    """The verdict of a position and of its moves, and why."""

    verdict: Annotated[Verdict, Meta(description="For the player to move.")]
    winning: tuple[AnyMove, ...]
    losing: tuple[AnyMove, ...]
    unknown: tuple[AnyMove, ...]
    nimber: Count | None
    value: str | None
    reason: str | None
    short: Annotated[str | None, Meta(description="The first sentence of the reason, for a child.")]
    claims: Annotated[list[AnyClaim], Meta(description="The reason as data; of a loss, first what beats the best try.")]
    proof: AnyProof | None
    nodes: Count
    seconds: Annotated[float, Meta(ge=0)]
    proof_is_cut: bool
    drawing: Drawing | None


class ReviewedMove(Answer, frozen=True):
    """A move, and what it did to who was winning."""

    ply: Number
    player: Player
    move: AnyMove
    label: Label
    refutation: Annotated[str | None, Meta(description="What beats the move, if it gave a win away.")]
    better: AnyMove | None
    reason: str | None
    short: Annotated[str | None, Meta(description="The first sentence of the reason, for a child.")]
    claims: list[AnyClaim]
    verdict: Verdict


class SwapTold(Answer, frozen=True):
    """The player who could take over the first seat, and whether that happened, if it has come to that."""

    player: Player
    is_taken: bool | None


class Decision(Answer, frozen=True):
    """The event that decided a game, and whose doing or luck that was."""

    kind: Decider
    player: Player


class Review(Answer, frozen=True):
    """The player who was winning at every move."""

    game: GameName
    setup: str
    notation: str
    winner: Player | None
    accuracy: Annotated[float, Meta(ge=0, le=1)] | None
    moves: list[ReviewedMove]
    leaders: Annotated[list[Player | None], Meta(min_length=1)]
    decisive: Number | None
    decision: Decision | None
    kept: tuple[tuple[Count, Count], tuple[Count, Count]]
    names: tuple[str, str]
    levels: Annotated[tuple[Number | None, Number | None], Meta(description="Those of the computer; none of people.")]
    programs: Annotated[tuple[str | None, str | None], Meta(description="The programs that played; none of people.")]
    swap: SwapTold | None


class GameTold(Answer, frozen=True):
    """A game of a record."""

    notation: str
    winner: Player | None
    starter: Player


class Record(Answer, frozen=True):
    """The games that a record tells."""

    names: tuple[str, str]
    games: Annotated[list[GameTold], Meta(min_length=1)]


def drawing_of(rules: Any, position: Any, proof: Proof | None) -> Drawing | None:
    """The drawing of a position with its proof, if there is one; None for a game without a graph, or too large."""
    if rules.board is not Board.POOL or position.available.bit_count() > MOST_DRAWN_NUMBERS:
        return None
    vertices = rules.in_sight(position)
    edges = [
        (number, other)
        for number in numbers_in(vertices)
        # List each edge once, at its smaller end.
        for other in numbers_in(rules.related_to(number) & vertices & -(2 << number))
    ]
    pairs: list[tuple[int, int]] = []
    groups: list[DrawnGroup] = []
    moves: tuple[str, ...] = ()
    match proof:
        case PairingProof():
            pairs = sorted((min(pair), max(pair)) for pair in proof.pairs)
        case GroupsProof():
            groups = [DrawnGroup(tuple(sorted(group.numbers)), str(group.nimber)) for group in proof.groups]
        case LeadProof():
            worths = [(tuple(sorted({*share.own, *share.theirs})), share.worth) for share in proof.shares]
            groups = [DrawnGroup(numbers, lead(worth, *READER)) for numbers, worth in worths]
        case LineProof():
            moves = proof.line
        case PathsProof():
            # The players walk apart, so their walks in turn are a game, which ends when one cannot go on.
            in_turn = chain.from_iterable(zip_longest(proof.own, proof.theirs))
            moves = tuple(str(number) for number in takewhile(lambda number: number is not None, in_turn))
    move = proof.move if proof else None
    return Drawing(tuple(numbers_in(vertices)), edges, rules.relation.plural, pairs, groups, moves, move)
