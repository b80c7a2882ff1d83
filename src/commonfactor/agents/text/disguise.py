"""The names under which a game and its numbers appear in a text.

A disguise leaves the tree of a game as it is and takes the familiar words away, so that what a
reader knows about numbers or about the game can be told from what it works out.
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
    """Nothing: the game is told in the words of its own rules."""
    RENAMED = "renamed"
    """The title and the words that give the game away; numbers stay numbers."""
    TOKENS = "tokens"
    """The numbers as well: coined words stand for them, and the rules list what follows from the arithmetic."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise NotationError(f"there is no disguise {quoted(str(value))}; possible are {', '.join(cls)}")


# Words of this shape can be spoken, and are no numerals of any language that the tests know; with a z at the
# end, dokuz would be among them, which is Turkish for nine.
_CONSONANTS, _VOWELS, _ENDINGS = "dfgklmnprsvz", "aiou", "vb"
_COINED = tuple(map("".join, product(_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _ENDINGS)))

# A longer list of numbers than this is told in ranges.
_LONGEST_LIST = 200


def coined_words(rules: AnyRules, seed: int, count: int) -> list[str]:
    """Distinct words that mean nothing, the same for the same game, setup and seed."""
    random = Random(f"{seed}:{rules.name}:{rules.setup}").random  # noqa: S311  # names are no secret
    # Of all that a generator offers, only this is promised to stay as it is from one Python to the next.
    return sorted(_COINED, key=lambda _: random())[:count]


class Names:
    """What numbers are called: here, every number by its digits."""

    noun = "number"
    """What a name is."""
    placeholder = "N"
    """What stands for a name where the form of an answer is shown."""

    def of(self, number: int) -> str:
        """The name of a number."""
        return str(number)

    def arranged(self, numbers: Iterable[int]) -> list[int]:
        """Numbers in an order that tells nothing which their names do not."""
        return sorted(numbers)

    def listed(self, moves: Iterable[Move]) -> str:
        """Numbers or moves in a row, in the order given."""
        return ", ".join(map(self.of_move, moves)) or "none"

    def set_listed(self, bits: int) -> str:
        """All numbers of a set in a row."""
        return ranges(bits) if bits.bit_count() > _LONGEST_LIST else self.listed(numbers_in(bits))

    def of_move(self, move: Move) -> str:
        """A move as it is written in texts and answers."""
        return "/".join(map(self.of, move if isinstance(move, tuple) else (move,)))

    def of_moves(self, moves: Sequence[Move]) -> list[str]:
        """Moves as they are written, in an order that tells nothing which their names do not."""
        return [self.of_move(move) for move in moves]

    def move_in(self, rules: AnyRules, text: str) -> Move:
        """The move that a text names; ``InvalidMoveError`` if it names none."""
        return rules.parse_move("/".join(self._numeral(name.strip()) for name in text.split("/", 1)))

    def _numeral(self, name: str) -> str:
        """The digits of the number with a name; ``InvalidMoveError`` if there is none."""
        return name


class Tokens(Names):
    """Every number is called by a coined word, and no two by the same."""

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
