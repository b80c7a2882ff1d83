"""What a program says to whoever it plays with, about the move that it answers."""

from collections.abc import Sequence
from typing import Any

from commonfactor.arena.match import Game
from commonfactor.players.base import Choice, Player
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.claims import GaveAway, Lost, NotFound
from commonfactor.solver.english import People, told
from commonfactor.solver.proofs.checking import Claim

_FORGIVEN = "But {} lets that go."


def is_worth_a_word(game: Game) -> bool:
    """Whether the last move was chosen, and is not one that could still have been taken over."""
    return len(game.line.moves) > max(game.opening, int(game.has_swap))


def remark_facts(player: Player, line: Line, choice: Choice, control: Control) -> dict[str, Any]:
    """What a program says of the move before its own, in words and as claims; nothing if it has nothing to say."""
    before = line.undone()
    claims = player.judgement(before, line.moves[-1], control)
    if any(isinstance(claim, NotFound) for claim in claims):
        claims = ()
    words = _words(claims, before, f"the {player.name}", choice.note) if claims else ""
    return {"remark": words, "claims": [claim.as_json() for claim in claims]}


def _words(claims: Sequence[Claim], before: Line, name: str, gift: str) -> str:
    """The claims in words; a mistake that is given back is not held against anybody."""
    if not gift:
        return told(claims, before.rules, before.position, People("you", name), is_full=False)
    reply = [claim for claim in claims if not isinstance(claim, GaveAway | Lost)]
    beaten = told(reply, before.rules, before.position, People("you", name), is_full=False)
    return f"{beaten} {_FORGIVEN.format(name)} {gift}"
