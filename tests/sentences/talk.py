"""A text that is heard sentence by sentence, and the register of what sentences there are."""

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from commonfactor.rules.base import Move
from sentences.facts import Facts, Numbers, left

MOVE = r"\d+(?:/\d+)?"
NUMBERS = r"\d+(?:, \d+)*"
PARTS = r"\d+(?:\+\d+)*"
COUNT = rf"\d+(?: = {PARTS})?"
"""Parts of forms that several sentences have."""

Check = Callable[..., None]
Forms = list[tuple[re.Pattern[str], Check]]
FORMS: Forms = []
"""The forms of sentences, with what checks them."""


def says(form: str, forms: Forms = FORMS) -> Callable[[Check], Check]:
    """Mark what checks the sentences of a form; named groups are passed on."""

    def mark(check: Check) -> Check:
        forms.append((re.compile(form), check))
        return check

    return mark


class Talk:
    """A text to the player to move, as far as it was heard: what it is about by now, and what it has listed."""

    forms: ClassVar[Forms] = FORMS

    def __init__(self, facts: Facts, position: Any, advised: str | None = None) -> None:
        """Begin with a position and, for a hint, with the move that the last step will name."""
        self.facts, self.rules = facts, facts.rules
        self.position, self.listener = position, position.to_move
        self.advised = None if advised is None else self.legal(advised)
        # What earlier sentences of the text have told, and later ones refer to.
        self.pairs: list[tuple[int, int]] = []
        self.aside: Numbers = frozenset()
        self.odd_groups = 0
        self.listed: list[tuple[Numbers, int]] = []
        self.planned: Move | None = None

    def hear(self, text: str) -> None:
        """Object unless every sentence of a text is of one known form, and true."""
        for sentence in re.split(r"(?<=\.) ", text):
            self.hear_sentence(sentence)

    def hear_sentence(self, sentence: str) -> None:
        """Object unless a sentence is of one known form, and true."""
        found = [(check, match) for form, check in self.forms if (match := form.fullmatch(sentence))]
        assert len(found) == 1, f"{len(found)} forms fit: {sentence}"
        check, match = found[0]
        check(self, **match.groupdict())

    @property
    def numbers(self) -> Numbers:
        return left(self.position)

    @property
    def moves(self) -> Sequence[Move]:
        return self.rules.legal_moves(self.position)

    def legal(self, move: str) -> Move:
        """The legal move that a text names."""
        named = {str(move): move for move in self.moves}
        assert move in named, f"{move} is not legal"
        return named[move]

    def wins(self, move: str) -> bool:
        return self.facts.verdicts(self.position)[self.legal(move)]

    def advised_move(self) -> Any:
        """The move that a hint is about, which must win."""
        assert self.advised is not None
        assert self.wins(str(self.advised))
        return self.advised

    def play(self, move: Move) -> None:
        self.position = self.rules.play(self.position, move)

    def opponent_wins_with(self, move: str) -> None:
        assert self.position.to_move is not self.listener
        assert self.wins(move)

    def opponent_is_lost(self) -> None:
        assert self.position.to_move is not self.listener
        assert not self.facts.is_won(self.position)

    def opponent_cannot_move(self) -> None:
        self.opponent_is_lost()
        assert not self.moves


def counted(text: str) -> int:
    """A count, if the parts that it is said to have are different powers of two and make it up."""
    number, _, parts = text.partition(" = ")
    assert left_over(parts or number) == int(number)
    assert bool(parts) is (int(number).bit_count() > 1)
    return int(number)


def left_over(text: str) -> int:
    """What parts of counts come to; each is a power of two, and none stands there twice."""
    parts = [0] if text == "nothing" else [int(part) for part in text.split("+")]
    assert parts == sorted(set(parts), reverse=True)
    assert all(part.bit_count() == 1 for part in parts if parts != [0])
    return sum(parts)


def numbers_in_words(text: str) -> Numbers:
    numbers = [int(number) for number in text.split(", ")]
    assert len(set(numbers)) == len(numbers)
    return frozenset(numbers)
