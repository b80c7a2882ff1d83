"""Proofs read back from their JSON form."""

from typing import Any

import msgspec

from commonfactor.solver.proofs.base import Proof
from commonfactor.solver.proofs.groups import GroupsProof
from commonfactor.solver.proofs.halves import HalvesProof
from commonfactor.solver.proofs.heaps import HeapsProof
from commonfactor.solver.proofs.lead import LeadProof
from commonfactor.solver.proofs.pairing import PairingProof
from commonfactor.solver.proofs.paths import PathsProof
from commonfactor.solver.proofs.replies import LineProof

_AnyProof = GroupsProof | HalvesProof | HeapsProof | LeadProof | LineProof | PairingProof | PathsProof


def proof_from_json(form: Any) -> Proof:
    """The proof that ``as_json`` writes like this; ``ValueError`` if there is none."""
    try:
        proof: Proof = msgspec.convert(form, _AnyProof)
    except msgspec.ValidationError as error:
        raise ValueError(f"this is not a proof: {error}") from None
    return proof
