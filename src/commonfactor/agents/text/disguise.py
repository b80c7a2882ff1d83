"""The names of a game and its numbers in texts.

A disguise keeps the tree of a game but not its familiar words, which separates what a reader knows about numbers or
about the game from what it works out.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import product
from random import Random
from typing import NoReturn

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, InvalidMoveError, Move, NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.words import ranges


class Disguise(StrEnum):
    """How much of a game is hidden from its reader."""

    PLAIN = "plain"
    """Nothing: the game is in the words of its own rules."""
    RENAMED = "renamed"
    """The title and the words that give the game away; numbers stay numbers."""
    TOKENS = "tokens"
    """The numbers too: coined words stand for them, and the rules list what follows from the arithmetic."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise NotationError(f"there is no disguise {quoted(str(value))}; possible are {', '.join(cls)}")


# Words of this shape can be spoken, and are numerals in no language that the tests know: a z at the end would give
# dokuz, Turkish for nine.
_CONSONANTS, _VOWELS, _ENDINGS = "dfgklmnprsvz", "aiou", "vb"
_COINED = tuple(map("".join, product(_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _ENDINGS)))

_LONGEST_LIST = 200  # of numbers; more are written in ranges


def coined_words(rules: AnyRules, seed: int, count: int) -> list[str]:
    """Distinct meaningless words, the same for the same game, setup and seed."""
    random = Random(f"{seed}:{rules.name}:{rules.setup}").random  # noqa: S311  # names are no secret
    # Python promises to keep only the results of ``random()`` from one version to the next.
    return sorted(_COINED, key=lambda _: random())[:count]


class Names:
    """The names of numbers: here, their digits."""

    noun = "number"
    placeholder = "N"
    """Stands for a name in the form of an answer."""

    def of(self, number: int) -> str:
        return str(number)

    def arranged(self, numbers: Iterable[int]) -> list[int]:
        """Numbers in an order that reveals no more than their names do."""
        return sorted(numbers)

    def listed(self, moves: Iterable[Move]) -> str:
        return ", ".join(map(self.of_move, moves)) or "none"

    def set_listed(self, bits: int) -> str:
        return ranges(bits) if bits.bit_count() > _LONGEST_LIST else self.listed(numbers_in(bits))

    def of_move(self, move: Move) -> str:
        return "/".join(map(self.of, move if isinstance(move, tuple) else (move,)))

    def of_moves(self, moves: Sequence[Move]) -> list[str]:
        """Names of moves, in an order that reveals no more than the names do."""
        return [self.of_move(move) for move in moves]

    def move_in(self, rules: AnyRules, text: str) -> Move:
        """The move with this name; ``InvalidMoveError`` if there is none."""
        return rules.parse_move("/".join(self._numeral(name.strip()) for name in text.split("/", 1)))

    def _numeral(self, name: str) -> str:
        """The digits of the number with a name; ``InvalidMoveError`` if there is none."""
        return name


class Tokens(Names):
    """A coined word for every number, no two the same."""

    noun = "word"
    placeholder = "WORD"

    def __init__(self, numbers: Iterable[int], words: Iterable[str]) -> None:
        self._words = dict(zip(numbers, words, strict=True))
        self._numbers = {word: number for number, word in self._words.items()}

    def of(self, number: int) -> str:
        return self._words[number]

    def arranged(self, numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=self.of)

    def set_listed(self, bits: int) -> str:
        return self.listed(self.arranged(numbers_in(bits)))

    def of_moves(self, moves: Sequence[Move]) -> list[str]:
        return sorted(super().of_moves(moves))

    def _numeral(self, name: str) -> str:
        if name.lower() not in self._numbers:
            raise InvalidMoveError(f"{quoted(name)} is not a word of this game")
        return str(self._numbers[name.lower()])
