"""Claims in words, spoken to the player to move."""

from typing import Any

from commonfactor.rules.base import AnyRules
from commonfactor.solver.claims import Refutation, Resistance
from commonfactor.solver.proofs.base import position_after


def refutation_sentence(rules: AnyRules, position: Any, claim: Refutation, opponent: str = "your opponent") -> str:
    """What the opponent does to a losing move, for a child: ``2 loses, because now your opponent takes 7.``."""
    told = f"{claim.move} loses, because now {opponent} {rules.imperative.lower()}s {claim.reply}"
    if not claim.ends:
        return f"{told}."
    ending = rules.requirement(position_after(rules, position, (claim.move, claim.reply)))
    return f"{told}, and {ending[:1].lower()}{ending[1:]}"


def resistance_clause(claim: Resistance) -> str:
    """How many replies win after a move, to go after its name."""
    winning = "1 winning reply" if claim.winning_replies == 1 else f"{claim.winning_replies} winning replies"
    return f"leaves your opponent {winning} of {claim.replies}"
