"""What a picture of a position and of its reason needs: the game's graph, and what a proof says of it."""

from itertools import chain, takewhile, zip_longest
from typing import Any

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import Board
from commonfactor.solver.english import READER, lead
from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.proofs.groups import GroupsProof
from commonfactor.solver.proofs.lead import LeadProof
from commonfactor.solver.proofs.pairing import PairingProof
from commonfactor.solver.proofs.paths import PathsProof
from commonfactor.solver.proofs.replies import LineProof
from commonfactor.web.answer_types import Drawing, DrawnGroup

MOST_NUMBERS = 60
"""Of more numbers in play nobody can take in a picture."""


def drawing_of(rules: Any, position: Any, proof: Proof | None) -> Drawing | None:
    """The drawing of a position with its proof, if there is one; None for a game without a graph, or too large."""
    if rules.board is not Board.POOL or position.available.bit_count() > MOST_NUMBERS:
        return None
    vertices = rules.in_sight(position)
    edges = [
        (number, other)
        for number in numbers_in(vertices)
        # Both ends know of an edge; its smaller one tells it.
        for other in numbers_in(rules.related_to(number) & vertices & -(2 << number))
    ]
    return Drawing(
        numbers=tuple(numbers_in(vertices)),
        edges=edges,
        joins=rules.relation.plural,
        pairs=_pairs(proof),
        groups=_groups(proof),
        line=_line(proof),
        move=proof.move if proof else None,
    )


def _pairs(proof: Proof | None) -> list[tuple[int, int]]:
    return sorted((min(pair), max(pair)) for pair in proof.pairs) if isinstance(proof, PairingProof) else []


def _groups(proof: Proof | None) -> list[DrawnGroup]:
    if isinstance(proof, GroupsProof):
        return [DrawnGroup(tuple(sorted(group.numbers)), str(group.nimber)) for group in proof.groups]
    if isinstance(proof, LeadProof):
        return [
            DrawnGroup(tuple(sorted({*share.own, *share.theirs})), lead(share.worth, *READER)) for share in proof.shares
        ]
    return []


def _line(proof: Proof | None) -> tuple[str, ...]:
    if isinstance(proof, LineProof):
        return proof.line
    if isinstance(proof, PathsProof):
        # Each walks alone, so the walks are the moves of a game, which ends when one of them cannot go on.
        in_turn = chain.from_iterable(zip_longest(proof.own, proof.theirs))
        return tuple(str(number) for number in takewhile(lambda number: number is not None, in_turn))
    return ()
