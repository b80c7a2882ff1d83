"""A match: one game, or several with a score, between two players.

Rules know seats; a match knows players. Player 1 and Player 2 stay who they are, while the
seat that moves first alternates from game to game.
"""

import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple

from commonfactor.rules.base import FIRST, SECOND, AnyRules, Move, Seat, Seating, SetupError
from commonfactor.rules.notation import Line
from commonfactor.rules.numerals import quoted

Player = Literal[1, 2]

LONGEST_NAME = 24
MOST_POINTS = 1_000_000

# Printable, yet nothing is seen: the empty Braille pattern and the Hangul fillers.
_BLANKS = frozenset("\u2800\u3164\u115f\u1160\uffa0")


class MatchOverError(RuntimeError):
    """The game or the match has ended, so nothing more can be played in it."""


class Ending(StrEnum):
    """How a game came to its end."""

    RULES = "rules"
    RESIGNATION = "resignation"


class Names(NamedTuple):
    """What Player 1 and Player 2 are called."""

    first: str
    second: str


DEFAULT_NAMES = Names("Player 1", "Player 2")


class Result(NamedTuple):
    """Who won a game, and how."""

    winner: Player
    ending: Ending


class Scoring(NamedTuple):
    """What a won game counts, and how many points win the match."""

    points_per_win: int
    target: int


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a match: its line, when each move was made, and the result once there is one."""

    line: Line
    starter: Player
    times: tuple[datetime, ...] = ()
    result: Result | None = None

    @classmethod
    def start(cls, rules: AnyRules, starter: Player) -> "Game":
        """A game before its first move, which may be over already: a prime in Divisor Duel."""
        return _judged(cls(Line.start(rules), starter))

    def player_at(self, seat: Seat) -> Player:
        """The player who sits in a seat."""
        return self.starter if seat is FIRST else other_player(self.starter)

    @property
    def player_to_move(self) -> Player:
        """The player whose turn it is, or who cannot move."""
        return self.player_at(self.line.position.to_move)

    def played(self, move: Move, at: datetime) -> "Game":
        """The game one move later; the errors of ``Line.play``."""
        return _judged(replace(self, line=self.line.play(move), times=(*self.times, at)))

    def undone(self) -> "Game":
        """The game without its last move, which there must be."""
        return replace(self, line=self.line.undone(), times=self.times[:-1], result=None)

    def resigned(self) -> "Game":
        """The game given up by the player to move."""
        return replace(self, result=Result(other_player(self.player_to_move), Ending.RESIGNATION))


def _judged(game: Game) -> Game:
    """The game with its result, if the rules say that it is over."""
    outcome = game.line.rules.outcome(game.line.position)
    if outcome is None:
        return game
    return replace(game, result=Result(game.player_at(outcome.winner), Ending.RULES))


class Match:
    """Games between two players until one has won the match."""

    def __init__(self, rules: AnyRules, names: Names, *, scoring: Scoring | None = None, starter: Player = 1) -> None:
        """Begin with the first game; without scoring it is the only one."""
        check_names(names)
        _check_scoring(scoring)
        self.rules, self.names, self.scoring = rules, names, scoring
        self.games = [Game.start(rules, starter)]
        self._earlier_wins = (0, 0)
        if scoring and self.game.result:
            raise SetupError("every game of this match would be over before its first move")

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.games[-1]

    @property
    def seating(self) -> Seating:
        """Who sits where in the current game; Player 1 is always listed first."""
        if self.game.starter == 1:
            return Seating(self.names.first, self.names.second)
        return Seating(self.names.second, self.names.first, listed=(SECOND, FIRST))

    @property
    def score(self) -> tuple[int, int]:
        """The points of Player 1 and Player 2; a win is one point unless scoring says more."""
        points = self.scoring.points_per_win if self.scoring else 1
        first, second = self._wins
        return first * points, second * points

    @property
    def winner(self) -> Player | None:
        """The player who has won the match, once it is decided."""
        target = self.scoring.target if self.scoring else 1
        first, second = self.score
        return 1 if first >= target else 2 if second >= target else None

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return self.winner is not None

    def play(self, move: Move, at: datetime) -> None:
        """Make a move in the current game; the errors of ``Line.play``, or ``MatchOverError``."""
        self._check_running()
        self.games[-1] = self.game.played(move, at)

    def undo(self) -> None:
        """Take back the last move of the current game; ``ValueError`` if there is none."""
        self._check_running()
        self.games[-1] = self.game.undone()

    def resign(self) -> None:
        """Give the current game up for the player to move."""
        self._check_running()
        self.games[-1] = self.game.resigned()

    def begin_next_game(self) -> None:
        """Begin another game, started by the player who did not start the last one."""
        if self.is_over:
            raise MatchOverError("the match is decided")
        if self.game.result is None:
            raise MatchOverError("the game before is not finished")
        self._earlier_wins = self._wins
        self.games.append(Game.start(self.rules, other_player(self.game.starter)))

    @property
    def _wins(self) -> tuple[int, int]:
        # Only the current game can change, so a long match need not be counted anew at every move.
        first, second = self._earlier_wins
        winner = self.game.result.winner if self.game.result else None
        return first + (winner == 1), second + (winner == 2)

    def _check_running(self) -> None:
        if self.game.result is not None:
            raise MatchOverError("the game is over")


def other_player(player: Player) -> Player:
    """The one across."""
    return 2 if player == 1 else 1


def check_name(name: str) -> None:
    """Raise ``SetupError`` unless a name is short and printable, so that it is harmless in every view."""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise SetupError(f"a name has 1 to {LONGEST_NAME} characters, not {len(name)}")
    # Control, bidi and zero-width characters and line separators are not printable.
    if not name.isprintable() or name != name.strip() or _BLANKS.intersection(name):
        raise SetupError(f"a name has visible characters only and no space at its ends, unlike {quoted(name)}")
    if name.startswith("-"):
        raise SetupError(f"a name does not begin with a dash, unlike {quoted(name)}")


def check_names(names: Names) -> None:
    """Raise ``SetupError`` unless both names are good and they differ."""
    for name in names:
        check_name(name)
    if _as_heard(names.first) == _as_heard(names.second):
        raise SetupError(f"the players need two different names, not {quoted(names.first)} twice")


def _as_heard(name: str) -> str:
    """A name without what cannot be told apart: the case of letters, and how accents are encoded."""
    return unicodedata.normalize("NFC", name).casefold()


def _check_scoring(scoring: Scoring | None) -> None:
    for number in scoring or ():
        if not 1 <= number <= MOST_POINTS:
            raise SetupError(f"points and targets go from 1 to {MOST_POINTS:,}, not {number:,}")
