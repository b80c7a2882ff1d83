"""A match: one game, or several with a score, between two players.

Rules know seats; a match knows players. Player 1 and Player 2 stay who they are, while the
seat that moves first alternates from game to game.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct, field, structs

from commonfactor.arena.terms import (
    DEFAULT_NAMES,
    DEFAULT_TERMS,
    PLAYERS,
    Names,
    Player,
    Terms,
    check_names,
    check_terms,
)
from commonfactor.rules.base import FIRST, SECOND, AnyRules, Move, Seat, Seating, SetupError
from commonfactor.rules.notation import Line

Instant = Annotated[datetime, Meta(tz=True)]
"""When something was done; in a record, with a time zone."""


class MatchOverError(RuntimeError):
    """The game or the match has ended, so nothing more can be played in it."""


class Ending(StrEnum):
    """How a game came to its end."""

    RULES = "rules"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who won a game, and how."""

    winner: Player
    ending: Ending = field(name="by")
    reason: str = ""
    """The code of a forfeit, such as ``illegal-move``."""
    sentence: str = ""
    """What the forfeit was for, for people."""


class Swap(Struct, frozen=True, forbid_unknown_fields=True):
    """What the second player made of the right to take over the first seat."""

    is_taken: bool = field(name="taken")
    at: Instant


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played, so far or to its end, wherever that was. Pairs are those of Player 1 and Player 2."""

    line: Line
    starter: Player = 1
    """Who makes the first move; after a swap the other player has that seat."""
    has_swap: bool = False
    """Whether the second player may take over the first seat after the first move."""
    times: tuple[datetime, ...] = ()
    """When each move was made; empty where that is not known."""
    result: Result | None = None
    swap: Swap | None = None
    hints: tuple[int, int] = (0, 0)
    """How many hints each player has had."""
    players: tuple[str, str] = DEFAULT_NAMES
    """Who plays: a person by name, a program as the registry or the tournament calls it."""
    number: int = 1
    """Which game it is: of a match from 1, of a tournament from 0."""
    opening: int = 0
    """How many of the first moves were drawn, and not chosen by the players."""
    attempts: tuple[int, int] = (0, 0)
    """How many answers of each player were not accepted."""

    @property
    def winner(self) -> Player | None:
        """Who has won, if the game is over."""
        return self.result.winner if self.result else None

    @property
    def forfeit(self) -> Result | None:
        """The result, if a player has lost by forfeit."""
        return self.result if self.result and self.result.ending is Ending.FORFEIT else None

    def player_at(self, seat: Seat) -> Player:
        """The player who sits in a seat."""
        is_starter = (seat is FIRST) != (self.swap is not None and self.swap.is_taken)
        return self.starter if is_starter else other_player(self.starter)

    def player_of(self, ply: int) -> Player:
        """The player who made a move, counted from 1."""
        return self.starter if ply == 1 else self.player_at(FIRST if ply % 2 else SECOND)

    @property
    def player_to_move(self) -> Player:
        """The player whose turn it is, or who cannot move."""
        return self.player_at(self.line.position.to_move)

    @property
    def is_swap_open(self) -> bool:
        """Whether the second player is to say who takes the first seat, even if the first move was the last."""
        return self.has_swap and len(self.line.moves) == 1 and self.swap is None

    def played(self, move: Move, at: datetime) -> "Game":
        """The game one move later; the errors of ``Line.play``."""
        return _ended(replace(self, line=self.line.play(move), times=(*self.times, at)))

    def decided(self, swap: Swap) -> "Game":
        """The game once the second player has taken over the first seat, or has declined."""
        return _ended(replace(self, swap=swap))

    def undone(self) -> "Game":
        """The game without the last thing that happened, which there must be.

        That is a resignation, the decision about the swap, or else a move.
        """
        if self.result and self.result.ending is Ending.RESIGNATION:
            return replace(self, result=None)
        if len(self.line.moves) == 1 and self.swap:
            return replace(self, swap=None, result=None)
        return replace(self, line=self.line.undone(), times=self.times[:-1], result=None)

    def resigned(self) -> "Game":
        """The game given up by the player to move."""
        return replace(self, result=Result(other_player(self.player_to_move), Ending.RESIGNATION))

    def hinted(self) -> "Game":
        """The game with one more hint for the player to move."""
        first, second = self.hints
        return replace(self, hints=(first + 1, second) if self.player_to_move == 1 else (first, second + 1))


def _ended(game: Game) -> Game:
    """The game with its result, if the rules say that it is over and nobody can change seats any more."""
    outcome = game.line.rules.outcome(game.line.position)
    if outcome is None or game.is_swap_open:
        return game
    return replace(game, result=Result(game.player_at(outcome.winner), Ending.RULES))


class Match:
    """Games between two players until one has won the match."""

    def __init__(self, rules: AnyRules, names: Names, terms: Terms = DEFAULT_TERMS, *, starter: Player = 1) -> None:
        """Begin with the first game; without scoring it is the only one."""
        check_names(names)
        check_terms(terms)
        self.rules, self.names, self.terms = rules, names, terms
        self.games: list[Game] = []
        self._begin(starter)
        self._earlier_wins = (0, 0)
        if terms.scoring and self.game.result:
            raise SetupError("every game of this match would be over before its first move")

    def fork(self) -> "Match":
        """An independent match that has come as far as this one."""
        forked = copy(self)
        forked.games = list(self.games)
        return forked

    def rename(self, names: Names) -> None:
        """Call the players otherwise, in all games."""
        check_names(names)
        self.names = names
        self.games = [replace(game, players=self._players) for game in self.games]

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""
        return self.games[-1]

    @property
    def seating(self) -> Seating:
        """Who sits where in the current game; Player 1 is always listed first."""
        if self.game.player_at(FIRST) == 1:
            return Seating(self.names.first, self.names.second)
        return Seating(self.names.second, self.names.first, listed=(SECOND, FIRST))

    @property
    def score(self) -> tuple[int, int]:
        """The points of Player 1 and Player 2; a win is one point unless scoring says more."""
        points = self.terms.scoring.points_per_win if self.terms.scoring else 1
        first, second = self._wins
        return first * points, second * points

    @property
    def winner(self) -> Player | None:
        """The player who has won the match, once it is decided."""
        target = self.terms.scoring.target if self.terms.scoring else 1
        first, second = self.score
        return 1 if first >= target else 2 if second >= target else None

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return self.winner is not None

    def play(self, move: Move, at: datetime) -> None:
        """Make a move in the current game; the errors of ``Line.play``, or ``MatchOverError``."""
        self._check_running()
        if self.game.is_swap_open:
            raise MatchOverError("the second player has not said yet who takes the first seat")
        self.games[-1] = self.game.played(move, at)

    def play_all(self, moves: Iterable[Move], at: datetime) -> None:
        """Take up a line that was played elsewhere, in which nobody changed seats."""
        for move in moves:
            if self.game.is_swap_open:
                self.decide_swap(is_taken=False, at=at)
            self.play(move, at)

    def decide_swap(self, *, is_taken: bool, at: datetime) -> None:
        """Let the second player take over the first seat, or decline; ``MatchOverError`` if that is not open."""
        if not self.game.is_swap_open or self.game.result:
            raise MatchOverError("seats can be swapped after the first move only, and only once")
        self.games[-1] = self.game.decided(Swap(is_taken, at))

    def undo(self) -> None:
        """Take back the last thing that a person did in the current game, and what programs answered.

        A game that is over can be taken up again like this. ``ValueError`` if there is nothing of the kind.
        """
        game, programs = self.game.undone(), self.terms.programs
        while programs.has_person and programs.of(game.player_to_move):
            game = game.undone()
        self.games[-1] = game

    def resign(self) -> None:
        """Give the current game up for the player to move."""
        self._check_running()
        self.games[-1] = self.game.resigned()

    @property
    def hints_left(self) -> int | None:
        """How many hints the player to move may still have in the current game; None if they are free."""
        most = self.terms.most_hints
        return None if most is None else max(0, most - self.game.hints[self.game.player_to_move - 1])

    def count_hint(self) -> None:
        """Note that the player to move has had a hint; ``MatchOverError`` if there was none left."""
        self._check_running()
        if self.hints_left == 0:
            raise MatchOverError("no hint is left in this game")
        self.games[-1] = self.game.hinted()

    def restore_hints(self, hints: tuple[int, int]) -> None:
        """Take over how many hints a record says the players have had in the current game."""
        self.games[-1] = replace(self.game, hints=hints)

    def begin_next_game(self) -> None:
        """Begin another game, started by the player who did not start the last one."""
        if self.is_over:
            raise MatchOverError("the match is decided")
        if self.game.result is None:
            raise MatchOverError("the game before is not finished")
        self._earlier_wins = self._wins
        self._begin(other_player(self.game.starter))

    def _begin(self, starter: Player) -> None:
        """Begin a game, which may be over already: a prime in Divisor Duel."""
        line, number = Line.start(self.rules), len(self.games) + 1
        self.games.append(_ended(Game(line, starter, self.terms.has_swap, players=self._players, number=number)))

    @property
    def _players(self) -> tuple[str, str]:
        first, second = (self.terms.programs.of(player) or self.names[player - 1] for player in PLAYERS)
        return first, second

    def rematch(self, seed: int) -> "Match":
        """Another match on the same terms, started by the player who did not start the last game."""
        terms, starter = structs.replace(self.terms, seed=seed), other_player(self.game.starter)
        return Match(self.rules, self.names, terms, starter=starter)

    @property
    def _wins(self) -> tuple[int, int]:
        # Only the current game can change, so a long match need not be counted anew at every move.
        first, second = self._earlier_wins
        return first + (self.game.winner == 1), second + (self.game.winner == 2)

    def _check_running(self) -> None:
        if self.game.result is not None:
            raise MatchOverError("the game is over")


def other_player(player: Player) -> Player:
    """The one across."""
    return 2 if player == 1 else 1
