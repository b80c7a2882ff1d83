"""What a text says about the rules of a game, in the game's own words."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from commonfactor.agents.text.disguise import Names, Numerals
from commonfactor.rules.base import AnyRules, Board, InvalidMoveError, Move
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.words import listed, sentence


class Telling(ABC):
    """The words for one game with its setup."""

    title: str
    names: Names
    move_form: str
    """What stands for a move where the form of an answer is shown, such as ``N``."""
    move_meaning: str
    """What is to be put in its place."""

    @abstractmethod
    def rules_paragraphs(self) -> list[str]:
        """The rules and the setup, so that whoever has never heard of the game can play it."""

    @abstractmethod
    def requirement(self, position: Any) -> str:
        """What the player to move has to do, or what is missing for a move."""

    @abstractmethod
    def objection(self, position: Any, move: Move, moves: Sequence[Move]) -> str:
        """Why a move of this game is not allowed in a position, as a sentence."""

    @abstractmethod
    def misreading(self, text: str, error: InvalidMoveError) -> str:
        """Why a text is no move of this game, as a sentence."""


def pool_paragraph(held: str, openings: Sequence[str]) -> str:
    """What is in the pool, and what else is asked of the first pick."""
    return " ".join(
        [f"In this game the pool holds {held}.", *(f"There is one more rule. {opening}" for opening in openings)]
    )


def bounds(rules: PoolRules) -> str:
    """The pool at the start."""
    missing = f", without {listed(rules.without)}" if rules.without else ""
    return f"the numbers from {rules.low} to {rules.high}, both included{missing}"


class Plain(Telling):
    """The words of the rules themselves."""

    names = Numerals()

    def __init__(self, rules: Any) -> None:
        self._rules: AnyRules = rules
        self.title = rules.title
        if rules.board is Board.POOL:
            self.move_form, self.move_meaning = "N", "N is the number that you pick"
        elif rules.has_one_number:
            self.move_form, self.move_meaning = "D", "D is the divisor"
        else:
            self.move_form, self.move_meaning = "N/D", f"N is the number to {rules.verb} and D the divisor"

    def rules_paragraphs(self) -> list[str]:
        _, *paragraphs = self._rules.rules_text()
        return [*paragraphs, self._setup()]

    def _setup(self) -> str:
        rules: Any = self._rules
        if rules.board is Board.POOL:
            return pool_paragraph(bounds(rules), rules.opening_lines(rules.initial_position))
        return f"In this game the players start from {self.names.listed(rules.initial_position.numbers)}."

    def requirement(self, position: Any) -> str:
        return self._rules.requirement(position)

    def objection(self, position: Any, move: Move, moves: Sequence[Move]) -> str:
        return f"{move} is not allowed here: {self._rules.objection(position, move, moves)}."

    def misreading(self, text: str, error: InvalidMoveError) -> str:
        return sentence(str(error))
