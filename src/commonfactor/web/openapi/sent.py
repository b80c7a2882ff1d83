"""Schemas that follow from the types in which the server itself has the values: bodies, events and proofs."""

from typing import Any

import msgspec

from commonfactor.solver.proofs.groups import GroupsProof
from commonfactor.solver.proofs.halves import HalvesProof
from commonfactor.solver.proofs.heaps import HeapsProof
from commonfactor.solver.proofs.lead import LeadProof
from commonfactor.solver.proofs.pairing import PairingProof
from commonfactor.solver.proofs.paths import PathsProof
from commonfactor.solver.proofs.replies import LineProof
from commonfactor.web.api.bodies import Command, Consent, Joining, Move, NewGame, RecordText, SwapAnswer
from commonfactor.web.events import AnyHappening
from commonfactor.web.openapi.forms import NUMBER, Schema, ref

# What clients are not told of an event.
_UNTOLD = {"seed"}

_PROOFS = (GroupsProof, HalvesProof, HeapsProof, LeadProof, LineProof, PairingProof, PathsProof)


def _components(*types: Any) -> dict[str, Schema]:
    _, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return components


def _event_schemas() -> dict[str, Schema]:
    """A happening with its number and its time, for each kind."""
    kinds = _components(AnyHappening)
    opponent = kinds.pop("Opponent")
    told = {name: _told(kind) for name, kind in kinds.items()}
    return {"Opponent": opponent, **told, "Event": {"anyOf": [ref(name) for name in told]}}


def _told(kind: Schema) -> Schema:
    properties = {name: schema for name, schema in kind["properties"].items() if name not in _UNTOLD}
    at = {"type": "string", "format": "date-time"}
    return kind | {
        "properties": {"number": NUMBER, **properties, "at": at},
        "required": ["number", *(name for name in kind["required"] if name not in _UNTOLD), "at"],
        "additionalProperties": False,
    }


BODY_SCHEMAS = _components(NewGame, Joining, Command, Move, SwapAnswer, Consent, RecordText)
EVENT_SCHEMAS = _event_schemas()
PROOF_SCHEMAS = _components(*_PROOFS) | {"Proof": {"anyOf": [ref(proof.__name__) for proof in _PROOFS]}}
