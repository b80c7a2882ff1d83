"""The events of a game on the server.

A game is the list of its events, numbered from 1 without gaps. Nothing else is stored of it, and
a client that has the first ones needs only the others.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct, to_builtins

from commonfactor.arena.terms import Player, Programs, Scoring, Terms
from commonfactor.web.answer_types import AnyClaim


class Opponent(StrEnum):
    """Against whom a game is played by who created it."""

    COMPUTER = "computer"
    FRIEND = "friend"
    ONE_DEVICE = "one-device"


class Happening(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """A happening in a game, and who caused it."""

    player: Player


class Created(Happening, frozen=True, tag="created"):
    """A game was agreed on."""

    game: str
    setup: str
    opponent: Opponent
    names: tuple[str, str]
    programs: tuple[str | None, str | None]
    seed: int
    moves: tuple[str, ...] = ()
    """The line that it starts from."""
    target: int | None = None
    has_swap: bool = False

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        scoring = None if self.target is None else Scoring(points_per_win=1, target=self.target)
        return Terms(scoring, self.has_swap, None, Programs(*self.programs), self.seed)


class Joined(Happening, frozen=True, tag="joined"):
    """The other seat was claimed."""

    name: str


class Moved(Happening, frozen=True, tag="move"):
    """A move was made."""

    ply: int
    move: int | str
    remark: str = ""
    """What a program said with it of the move that it answers."""
    claims: tuple[AnyClaim, ...] = ()
    """The same as data."""


class Swapped(Happening, frozen=True, tag="swap"):
    """The second player has said who takes the first seat."""

    is_taken: bool


class TakenBack(Happening, frozen=True, tag="takeback"):
    """Moves were taken back, so that a player can move again."""


class Offered(Happening, frozen=True, tag="offer"):
    """A player has asked the other one for something."""

    what: str


class Declined(Happening, frozen=True, tag="declined"):
    """An offer was declined, or withdrawn."""


class Resigned(Happening, frozen=True, tag="resigned"):
    """The player to move has given up."""


class Hinted(Happening, frozen=True, tag="hint"):
    """A player was helped."""

    step: int
    text: str
    moves: tuple[int | str, ...] = ()
    """Those that the hint names, if it names any."""
    claims: tuple[AnyClaim, ...] = ()
    """The same as data; none in events from before there were claims."""
    short: str | None = None
    """What is said first of it; none in events from before that was."""
    is_counted: bool = True
    """Whether it is a hint of its own; further steps of one are not, but were when older events happened."""


class NextBegun(Happening, frozen=True, tag="next"):
    """The next game of a match has begun."""


class Rematched(Happening, frozen=True, tag="rematch"):
    """Another match has begun, started by the other player."""

    seed: int


AnyHappening = (
    Created | Joined | Moved | Swapped | TakenBack | Offered | Declined | Resigned | Hinted | NextBegun | Rematched
)


class Event(Struct, frozen=True):
    """A happening with its number, its time, and the id by which a client asked for it."""

    number: int
    at: datetime
    what: AnyHappening
    request: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The event as clients see it."""
        told: dict[str, Any] = to_builtins(self.what)
        # The seed would tell in advance what the computer plays.
        told.pop("seed", None)
        return {"number": self.number, **told, "at": self.at}
