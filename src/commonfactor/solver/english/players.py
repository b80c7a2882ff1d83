"""Players, and what decided their games, in English."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from commonfactor.rules.notation import Line
from commonfactor.solver.claims import GaveAway, Lost
from commonfactor.solver.english.sentences import People, told
from commonfactor.solver.proofs.checking import Claim

_NUMERALS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)

# Slips from one time in ten to one time in two are said in words.
_RAREST_SLIP, _MOST_FREQUENT_SLIP = 0.1, 0.5
_HARDLY_EVER = Fraction(1, 100)

_UNANSWERED = {"who wins": "Who wins", "which move is hardest": "Which move is hardest to answer"}

_DECISIONS = {
    "given up": "{name} gave up a won game.",
    "last chance": "Decided by move {mistake.ply}: {mistake.move} gave the win away, and was {name}'s last chance.",
    "losing seat": "Decided after the first move: {name} {took} the losing seat.",
    "winning seat": "Decided after the first move: {name} {took} the winning seat.",
    "unknown": "Whether {name} ever had a chance was not found out within the budget.",
    "always winning": "{name} was winning from start to end.",
}


def numeral(number: int) -> str:
    """A number up to fifteen as a word."""
    return _NUMERALS[number]


def moves_ahead(plies: int) -> str:
    """How far a program looks, such as ``three moves ahead``."""
    return f"{numeral(plies)} {'move' if plies == 1 else 'moves'} ahead"


def oversight(looked_at: int, moves: int) -> str:
    """A sentence about the moves that a program did not look at, if any."""
    return f"It looked at {looked_at:,} of {moves:,} moves." if looked_at < moves else ""


def shortfall(plies: int, question: str | None = None) -> str:
    """A sentence about a program that looked some moves ahead, and no further or in place of an exact answer."""
    if question is None:
        return f"It looked {moves_ahead(plies)}, since looking further would have taken too long."
    return f"{_UNANSWERED[question]} was not found out within the budget; it looked {moves_ahead(plies)} instead."


def slip_frequency(probability: float) -> str:
    """How often a program slips; the probability has at most three decimals."""
    if not _RAREST_SLIP <= probability <= _MOST_FREQUENT_SLIP:
        return f"slips in {100 * probability:g} % of its moves"
    times = round(1 / probability)
    about = "" if f"{1 / times:.3f}" == f"{probability:.3f}" else "about "
    return f"slips {about}one time in {numeral(times)}"


def faultless_frequency(share: Fraction) -> str:
    """How many of its games a program plays without a mistake."""
    if share < _HARDLY_EVER:
        return "hardly ever plays a game without a mistake"
    games = "game" if share.numerator == 1 else "games"
    return f"plays about {numeral(share.numerator)} {games} in {numeral(share.denominator)} without a mistake"


def decision_sentence(decider: str, name: str, mistake: Any, *, is_swapped: bool) -> str:
    """A sentence about a ``Decider``, the player it is about, and the last mistake if that was it."""
    return _DECISIONS[decider].format(name=name, mistake=mistake, took="took" if is_swapped else "kept")


def remark_sentences(said: Sequence[Claim], before: Line, name: str, gift: str) -> str:
    """A program's comment on a move; a ``gift`` gives a mistake back, which is then not held against you."""
    shown = [claim for claim in said if not isinstance(claim, GaveAway | Lost)] if gift else said
    text = told(shown, before.rules, before.position, People("you", name), is_full=False)
    return f"{text} But {name} lets that go. {gift}" if gift else text
