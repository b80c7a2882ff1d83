"""What can be wrong with an answer, and how moves are written in one."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

LONGEST_ANSWER = 200_000
"""Characters; a longer answer is refused unread."""


class Parsing(StrEnum):
    """How an answer is read."""

    STRICT = "strict"
    TOLERANT = "tolerant"


class Reason(StrEnum):
    """Why an answer was not accepted."""

    EMPTY = "empty"
    TOO_LONG = "too-long"
    NO_MOVE = "no-move"
    SEVERAL_MOVES = "several-moves"
    NOT_A_MOVE = "not-a-move"
    ILLEGAL_MOVE = "illegal-move"
    UNREADABLE = "unreadable"
    CRASHED = "crashed"


class Refusal(Exception):  # noqa: N818  # it asks for another answer and is no error
    """An answer is not accepted; the message is a sentence for who gave it."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(reason, sentence)
        self.reason, self.sentence = reason, sentence

    def __str__(self) -> str:
        return self.sentence


class Grammar(NamedTuple):
    """How moves are written in a game."""

    form: str
    """What stands for a move in the form of an answer, such as ``N``."""
    spelled: Callable[[str], str | None]
    """The name that a word spells, or None if it is none."""
    has_pairs: bool = False
    """Whether a move is two names, such as ``48/2``."""
