"""Proofs and claims read back from their JSON forms."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from commonfactor.solver import claims
from commonfactor.solver.proofs.checking import Claim, Proof
from commonfactor.solver.proofs.groups import Cancel, ChangeGroup, GroupsProof
from commonfactor.solver.proofs.lead import Ahead, LeadProof
from commonfactor.solver.proofs.nim import ChangeNumber, HalvesProof, HeapsProof, Prime, Steps
from commonfactor.solver.proofs.pairing import Barrier, PairingProof, Pairs, Spare
from commonfactor.solver.proofs.paths import Apart, PathsProof, Walks
from commonfactor.solver.proofs.replies import ForcedLine, LineProof

PROOFS = (GroupsProof, HalvesProof, HeapsProof, LeadProof, LineProof, PairingProof, PathsProof)
CLAIMS = (
    *(Ahead, Apart, Barrier, Cancel, ChangeGroup, ChangeNumber, ForcedLine, Pairs, Prime, Spare, Steps, Walks),
    *(claims.Advice, claims.Allowed, claims.CanWin, claims.Compare, claims.GaveAway, claims.Hardest, claims.Kept),
    *(claims.Leaves, claims.LosingMoves, claims.Lost, claims.NotAllowed, claims.NotFound, claims.NothingLeft),
    *(claims.OnlyMove, claims.Refutation, claims.Resistance, claims.WinningMoves, claims.Wins),
)


def proof_from_json(form: Any) -> Proof:
    """The proof that ``as_json`` writes like this; ``ValueError`` if there is none."""
    proof: Proof = _converted(form, PROOFS, "proof")
    return proof


def claim_from_json(form: Any) -> Claim:
    """The claim that ``as_json`` writes like this; ``ValueError`` if there is none."""
    claim: Claim = _converted(form, CLAIMS, "claim")
    return claim


def _converted(form: Any, kinds: tuple[type, ...], noun: str) -> Any:
    try:
        return msgspec.convert(form, reduce(or_, kinds))
    except msgspec.ValidationError as error:
        raise ValueError(f"this is not a {noun}: {error}") from None
