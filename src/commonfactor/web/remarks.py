"""Comments of a program on the move that it answers."""

from typing import Any

from commonfactor.arena.match import Game
from commonfactor.players.base import Choice, Player
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.claims import NotFound
from commonfactor.solver.english.players import remark_sentences


def is_worth_a_word(game: Game) -> bool:
    """Whether the last move was chosen, and cannot be taken over any more."""
    return len(game.line.moves) > max(game.opening, int(game.has_swap))


def remark_facts(player: Player, line: Line, choice: Choice, control: Control) -> dict[str, Any]:
    """A program's comment on the move before its own, in words and as claims; empty if it makes none."""
    before = line.undone()
    claims = player.judgement(before, line.moves[-1], control)
    if any(isinstance(claim, NotFound) for claim in claims):
        claims = ()
    words = remark_sentences(claims, before, f"the {player.name}", choice.note) if claims else ""
    return {"remark": words, "claims": [claim.as_json() for claim in claims]}
