"""What a text says about the rules of a game, in the game's own words."""

from collections.abc import Sequence
from typing import Any

from commonfactor.agents.text.disguise import Names
from commonfactor.rules.base import Board, InvalidMoveError, Move
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.words import listed, sentence


def bounds(rules: PoolRules) -> str:
    """The pool at the start."""
    missing = f", without {listed(rules.without)}" if rules.without else ""
    return f"the numbers from {rules.low} to {rules.high}, both included{missing}"


class Telling:
    """The words for one game with its setup: here, those of its rules."""

    _rules: Any
    move_form: str
    """What stands for a move where the form of an answer is shown, such as ``N``."""
    move_meaning: str
    """What is to be put in its place."""

    def __init__(self, rules: Any, names: Names) -> None:
        self._rules, self.names = rules, names
        self.title: str = rules.title
        if rules.board is Board.POOL:
            self.move_form = names.placeholder
            self.move_meaning = f"{names.placeholder} is the {names.noun} that you pick"
        elif rules.has_one_number:
            self.move_form, self.move_meaning = "D", "D is the divisor"
        else:
            self.move_form, self.move_meaning = "N/D", f"N is the number to {rules.verb} and D the divisor"

    def rules_paragraphs(self) -> list[str]:
        """The rules and the setup, so that whoever has never heard of the game can play it."""
        rules = self._rules
        if rules.board is Board.POOL:
            setup = f"In this game the pool holds {bounds(rules)}."
        else:
            setup = f"In this game the players start from {self.names.listed(rules.initial_position.numbers)}."
        _, *paragraphs = rules.rules_text()
        return [*paragraphs, setup]

    def requirement(self, position: Any) -> str:
        """What the player to move has to do, or what is missing for a move."""
        return str(self._rules.requirement(position))

    def objection(self, position: Any, move: Move, moves: Sequence[Move]) -> str:
        """Why a move of this game is not allowed in a position, as a sentence."""
        return f"{move} is not allowed here: {self._rules.objection(position, move, moves)}."

    def misreading(self, text: str, error: InvalidMoveError) -> str:
        """Why a text is no move of this game, as a sentence."""
        return sentence(str(error))
