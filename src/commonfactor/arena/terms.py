"""The terms that two players agree on before a match: names, score, swap, hints, and who is a program."""

import unicodedata
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import astuple

from commonfactor.rules.base import SetupError
from commonfactor.rules.numerals import quoted

Player = Literal[1, 2]
PLAYERS: tuple[Player, Player] = (1, 2)

LONGEST_NAME = 24
MOST_POINTS = 1_000_000
MOST_HINTS = 1_000_000
HIGHEST_SEED = 10**18

# Printable but invisible: the empty Braille pattern and the Hangul fillers.
_BLANKS = frozenset("\u2800\u3164\u115f\u1160\uffa0")


class Names(NamedTuple):
    first: str
    second: str


DEFAULT_NAMES = Names("Player 1", "Player 2")


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """The points for a won game, and the points that win the match."""

    points_per_win: int
    target: int


class Programs(NamedTuple):
    """The programs playing for Player 1 and Player 2, by their names in the registry; None is a person."""

    first: str | None
    second: str | None

    def of(self, player: Player) -> str | None:
        return self[player - 1]

    @property
    def people(self) -> tuple[Player, ...]:
        return tuple(player for player in PLAYERS if self.of(player) is None)

    @property
    def has_person(self) -> bool:
        return None in self


TWO_PEOPLE = Programs(None, None)


class Terms(Struct, frozen=True):
    """Everything agreed besides the rules of the game. The header of a record has these fields."""

    scoring: Scoring | None = None
    """None for a single game."""
    has_swap: bool = field(name="swap", default=False)
    """Whether the second player may take over the first seat after the first move."""
    most_hints: int | None = field(name="hints", default=None)
    """How many hints each player may have in a game; None if unlimited."""
    programs: Programs = TWO_PEOPLE
    seed: int = 0


DEFAULT_TERMS = Terms()


def check_name(name: str) -> None:
    """Raise ``SetupError`` unless a name is short and printable, hence harmless in every view."""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise SetupError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    # Control, bidi and zero-width characters and line separators are not printable.
    if not name.isprintable() or name != name.strip() or _BLANKS.intersection(name):
        raise SetupError(f"a name has visible characters only and no space at its ends, unlike {quoted(name)}")
    if name.startswith("-"):
        raise SetupError(f"a name does not begin with a dash, unlike {quoted(name)}")


def check_names(names: Names) -> None:
    """Raise ``SetupError`` unless both names are valid and tell the players apart."""
    for name in names:
        check_name(name)
    # Nobody hears the case of letters, or how accents are encoded.
    if len({unicodedata.normalize("NFC", name).casefold() for name in names}) == 1:
        raise SetupError(f"the players need two different names, not {quoted(names.first)} twice")


def check_terms(terms: Terms) -> None:
    """Raise ``SetupError`` unless all numbers are in range and programs have valid names."""
    for number in astuple(terms.scoring) if terms.scoring else ():
        if not 1 <= number <= MOST_POINTS:
            raise SetupError(f"points and targets go from 1 to {MOST_POINTS:,}, not {number:,}")
    if terms.most_hints is not None and not 0 <= terms.most_hints <= MOST_HINTS:
        raise SetupError(f"the hints of a game go from 0 to {MOST_HINTS:,}, not {terms.most_hints:,}")
    if not 0 <= terms.seed <= HIGHEST_SEED:
        raise SetupError(f"a seed goes from 0 to {HIGHEST_SEED:,}, not {terms.seed:,}")
    for program in terms.programs:
        if program is not None:
            check_name(program)
