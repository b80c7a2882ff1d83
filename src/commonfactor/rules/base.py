"""The contract of a game, tested over every game in ``tests/conformance``.

Two seats play in turn, and the last one able to move wins. A ``Rules`` object is one game with its setup; a position is
an immutable value; the methods are functions of the two.

1. A position is over exactly when it has no legal move, and who moved last has won.
2. Legal moves are distinct and ascending.
3. ``play`` accepts exactly the legal moves and never changes its argument.
4. Every line of play ends.
5. Positions and moves survive formatting and parsing unchanged.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from commonfactor.rules.numerals import quoted


class InvalidMoveError(ValueError):
    """The text or value is not a move of this game in any position."""


class IllegalMoveError(ValueError):
    """The move is not allowed in this position; the message says why."""


class NotationError(ValueError):
    """The text names no game, setup or line of play; the message says what is wrong."""


class SetupError(NotationError):
    """The game cannot be set up like this."""


class Seat(IntEnum):
    """The players, by who moves first."""

    FIRST = 1
    SECOND = 2

    @property
    def other(self) -> "Seat":
        return SECOND if self is FIRST else FIRST


# Looking a member up on an enumeration costs more than the rest of ``other``.
FIRST, SECOND = Seat.FIRST, Seat.SECOND


class Board(StrEnum):
    """The kind of board: a pool of numbers to pick from, or numbers that change."""

    POOL = "pool"
    NUMBERS = "numbers"


class Change(NamedTuple):
    """A move where there are several numbers: which one to change, and by which of its divisors."""

    number: int
    divisor: int

    def __str__(self) -> str:
        return f"{self.number}/{self.divisor}"


Move = int | Change


class Seating(NamedTuple):
    """The names of the players, and the order in which to list the seats."""

    first: str
    second: str
    listed: tuple[Seat, Seat] = (FIRST, SECOND)

    def at(self, seat: Seat) -> str:
        return self.first if seat is FIRST else self.second


class Because(StrEnum):
    """The kind of reason why a move is allowed or not."""

    GONE = "gone"
    OPENING = "opening"
    FREE = "free"
    RELATED = "related"
    UNRELATED = "unrelated"
    DIVISOR = "divisor"
    NO_DIVISOR = "no divisor"
    OTHER = "other"


class Ground(NamedTuple):
    """Why a move is allowed or not, as data."""

    allows: bool
    because: Because
    numbers: tuple[int, ...] = ()
    """The numbers that decide: related to the move or not, or those that are there to be changed."""


class Outcome(NamedTuple):
    """How a game ended by its rules."""

    winner: Seat


class Position(Protocol):
    """The part of a position that does not depend on its game."""

    @property
    def to_move(self) -> Seat:
        """The seat to move, or, when the game is over, the one who cannot."""


PositionT = TypeVar("PositionT", bound=Position)


_WORDS = {
    *("name", "short_name", "title", "summary", "default_setup", "recommended_setup", "setup_question", "story"),
    *("default_relation", "default_opening", "highest", "highest_words", "chances_per_first_move", "imperative"),
    *("accent", "emblem", "candidate_setups", "verb", "sign", "command", "least_words", "result_words"),
    *("free_words", "target_words", "how_to_play", "rules_text", "welcome_lines", "opening_lines", "board_lines"),
    *("turn_lines", "prompt", "move_lines", "closing_lines", "pool_words", "choice_words", "requirement"),
    *("permission", "arithmetic", "deed"),
}
"""Words and defaults, which a game may change; everything else is a rule of its mechanic."""

_PLACES: dict[str, str] = {}
"""The class that defines each mechanic, since theories and proofs know a mechanic by its name."""


class Rules(ABC, Generic[PositionT]):
    """One game with its setup. Two rules are equal iff game and setup are."""

    mechanic: ClassVar[str] = ""
    """The kind of game; games of one kind differ in their relation, their setups and their words."""
    facts: ClassVar[set[str]] = set()
    """Names of what decides all rules of a mechanic on this kind of board; none if something else decides, too."""
    board: ClassVar[Board]
    imperative: ClassVar[str]
    """The verb that tells a player to make a move, such as ``Take``."""
    chances_per_first_move: ClassVar[float] = 0.1
    """How often a winner can go wrong in a game between perfect players, divided by the number of first moves.

    Measured by ``python benchmarks/strength.py --chances`` at the recommended setup, wins at once left out.
    """
    name: ClassVar[str]
    short_name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    default_setup: ClassVar[str]
    """The setup of the rule book."""
    recommended_setup: ClassVar[str]
    """The setup in which the win is hardest to find, as ``commonfactor setups --fair`` computes it."""
    setup_question: ClassVar[str]
    accent: ClassVar[str] = "#44506a"
    """The colour that a picture of the game has, dark enough to write in on white."""
    emblem: ClassVar[str] = "M12 5a7 7 0 1 0 .01 0M12 12h.01"
    """The sign of the game: an SVG path to stroke in a square of 24 by 24."""
    highest: ClassVar[int]
    """The largest number that any setup may have."""

    setup: str
    """The canonical SETUP text of the notation."""
    largest: int
    initial_position: PositionT

    def __init_subclass__(cls) -> None:
        """Refuse a game that changes a rule of its mechanic, whose theory and proofs would be wrong about it."""
        super().__init_subclass__()
        place = f"{cls.__module__}.{cls.__qualname__}"
        if "mechanic" in vars(cls) and (known := _PLACES.setdefault(cls.mechanic, place)) != place:
            raise TypeError(f"{cls.__name__} needs a mechanic name of its own: {cls.mechanic} is {known}")
        if cls.mechanic and (changed := cls._changed("mechanic", _WORDS)):
            raise TypeError(
                f"{cls.__name__} changes {changed} of the mechanic {cls.mechanic}: a game has words and defaults of "
                "its own, and another rule is a mechanic of its own, made from PoolRules or NumberRules"
            )

    @classmethod
    def _changed(cls, mark: str, free: set[str]) -> str:
        """Attributes other than in the nearest class that defines the mark, listed, apart from those free to differ."""
        origin = next(base for base in cls.__mro__ if mark in vars(base))
        known = {name for base in origin.__mro__ for name in (*vars(base), *getattr(base, "__annotations__", ()))}
        added = {name for base in {*cls.__mro__} - {*origin.__mro__} for name in vars(base)} & known - free
        changed = [name for name in added if _attribute(cls, name) != _attribute(origin, name)]
        return ", ".join(sorted(name for name in changed if not name.startswith(("__", "_abc"))))

    def check_facts(self) -> None:
        """``SetupError`` unless all rules follow from the facts of the mechanic, by which the compiled core plays."""
        if changed := self._changed("facts", _WORDS | self.facts) if self.facts else "all of them":
            raise SetupError(
                "programs play games whose rules follow from the facts of their mechanic, and "
                f"{self.title} has rules of its own: {changed}"
            )

    @classmethod
    @abstractmethod
    def from_setup(cls, setup: str) -> Self:
        """The game set up as a SETUP text says; ``SetupError`` if it cannot be."""

    @classmethod
    @abstractmethod
    def options(cls) -> dict[str, tuple[str, ...]]:
        """The options of a setup by name, each with its values, the default first; none for one that has many."""

    @classmethod
    def chosen_options(cls, texts: Iterable[str]) -> dict[str, str]:
        """The values of options, written ``name=value``, by name; ``SetupError`` if they make no sense."""
        chosen: dict[str, str] = {}
        known = cls.options()
        for text in texts:
            name, _, value = text.partition("=")
            if text.isdecimal():
                meant = quoted(f"7,{text}")
                raise SetupError(f"several numbers are joined by + as in 7+11, not by commas as in {meant}")
            if name not in known:
                possible = (
                    f"possible are {', '.join(f'{name}=...' for name in known)}" if known else "this game has none"
                )
                raise SetupError(f"there is no option {quoted(text)}; {possible}")
            values = ", ".join(sorted(known[name])) or "numbers such as 7+11"
            if not value:
                raise SetupError(f"the option {name} needs a value; possible are {values}")
            if name in chosen:
                raise SetupError(f"the option {name} is given twice")
            if known[name] and value not in known[name]:
                raise SetupError(f"there is no {name} {quoted(value)}; possible are {values}")
            chosen[name] = value
        return chosen

    @classmethod
    def has_setup(cls, setup: str) -> bool:
        """Whether the game can be set up as a SETUP text says."""
        try:
            return bool(cls.from_setup(setup))
        except SetupError:
            return False

    @abstractmethod
    def setup_to(self, last: int) -> str:
        """The SETUP text of the same game with another last number, or with this number alone."""

    @abstractmethod
    def candidate_setups(self, highest: int) -> list[str]:
        """Setups like this one with numbers up to ``highest`` that are worth comparing, small ones first."""

    @property
    @abstractmethod
    def longest_game(self) -> int:
        """A bound on the number of moves in a game."""

    @abstractmethod
    def possible_moves(self, most: int) -> tuple[Move, ...] | None:
        """All moves that can occur in a game, ascending; None if there are more than ``most``."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The move that ``text`` names, as ``str(move)`` writes it; ``InvalidMoveError`` if it names none."""

    @abstractmethod
    def legal_moves(self, position: PositionT) -> tuple[Move, ...]:
        """All moves allowed in ``position``, ascending."""

    @abstractmethod
    def can_move(self, position: PositionT) -> bool:
        """Whether there is a legal move, without listing them."""

    @abstractmethod
    def mobility(self, position: PositionT) -> int:
        """How many legal moves there are, without listing them."""

    @abstractmethod
    def play(self, position: PositionT, move: Move) -> PositionT:
        """The position after a legal move; ``InvalidMoveError`` or ``IllegalMoveError`` otherwise."""

    @abstractmethod
    def essence(self, position: PositionT) -> tuple[Any, ...]:
        """A key of the game ahead: equal for two positions only if the player to move has the same game in both.

        Seats do not matter, nor how the position arose, nor numbers that nobody can take any more. The same game ahead
        may still have several keys.
        """

    def form(self, position: PositionT) -> tuple[Any, ...]:
        """A key of the game ahead whatever its numbers are called.

        Equal for two positions of one mechanic only if renaming numbers gives the same game ahead; may differ even so.
        """
        return self.essence(position)

    @abstractmethod
    def removals(self, position: PositionT, move: Move) -> tuple[int, ...]:
        """The numbers that a legal move takes out of play, ascending."""

    @abstractmethod
    def objection(self, position: PositionT, move: Move, moves: Sequence[Move] = ()) -> str | None:
        """Why a move is not allowed here, with the arithmetic, or None if it is; it may name one of earlier moves."""

    @abstractmethod
    def permission(self, position: PositionT, move: Move) -> str:
        """Why a legal move is allowed, with the arithmetic."""

    @abstractmethod
    def ground(self, position: PositionT, move: Move) -> Ground:
        """Why a move is allowed here or not, as data."""

    @abstractmethod
    def requirement(self, position: PositionT, whose: str = "your") -> str:
        """The task of the player to move, or what is missing for a move; ``whose`` is ``Ann's`` if others are told."""

    @abstractmethod
    def deed(self, position: PositionT, move: Move) -> str:
        """A legal move in ``position`` as a deed, to go after a name: ``took 7``."""

    def outcome(self, position: PositionT) -> Outcome | None:
        """How the game ended, or None while there is a legal move."""
        return None if self.can_move(position) else Outcome(winner=position.to_move.other)

    @classmethod
    def how_to_play(cls) -> list[str]:
        """The rules for a human, by paragraphs: the docstring of the game's module up to what is known."""
        text = sys.modules[cls.__module__].__doc__ or f"{cls.title}\n\nPython was told to leave the rules out (-OO)."
        rules, _, _ = text.partition("\n\nWhat is known\n")
        return [" ".join(paragraph.split()) for paragraph in rules.split("\n\n")]

    def rules_text(self) -> list[str]:
        """The rules for a human, by paragraphs, for this setup."""
        return self.how_to_play()

    # The words of a game, in the order in which a game tells them; "" is an empty line.

    def welcome_lines(self) -> list[str]:
        """The lines before the first board."""
        return [f"Welcome to {self.title}!", *self.variation_lines(), ""]

    def variation_lines(self) -> list[str]:
        """Lines in place of the summary; none if the summary holds for this setup."""
        return []

    @abstractmethod
    def board_lines(self, position: PositionT, moves: Sequence[Move], seating: Seating) -> list[str]:
        """The lines between two turns: the pool, and who has picked what."""

    def turn_lines(self, position: PositionT, moves: Sequence[Move], seating: Seating) -> list[str]:
        """The lines that open a turn, up to the prompt."""
        return ["", f"{seating.at(position.to_move)}, it's your turn.", self.requirement(position)]

    @abstractmethod
    def prompt(self, position: PositionT) -> str:
        """The words that ask for a move."""

    def move_lines(self, position: PositionT, move: Move, seating: Seating, you: str = "You") -> list[str]:
        """The lines after a move in ``position``, before the new board; ``you`` is whoever moved."""
        return [f"{you} {self.deed(position, move)}.", ""]

    def closing_lines(self, position: PositionT, moves: Sequence[Move], seating: Seating) -> list[str]:
        loser = position.to_move
        ending = f"{seating.at(loser)} loses, and {seating.at(loser.other)} wins!"
        return [*self.turn_lines(position, moves, seating), ending]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.setup == other.setup

    def __hash__(self) -> int:
        return hash((self.name, self.setup))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_setup({self.setup!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_setup, (self.setup,)


def _attribute(owner: type, name: str) -> object:
    return next((vars(base)[name] for base in owner.__mro__ if name in vars(base)), None)


AnyRules = Rules[Any]
