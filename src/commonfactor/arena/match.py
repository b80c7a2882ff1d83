"""A match: one game, or several with a score, between two players, who take turns at the first seat."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field, structs

from commonfactor.arena.terms import DEFAULT_NAMES, DEFAULT_TERMS, Names, Player, Terms, check_names, check_terms
from commonfactor.rules.base import FIRST, SECOND, AnyRules, Move, Seat, Seating, SetupError
from commonfactor.rules.notation import Line

Instant = Annotated[datetime, Meta(tz=True)]


class MatchOverError(RuntimeError):
    """The action is not possible in this state of the match, such as a move after its end."""


class Ending(StrEnum):
    RULES = "rules"
    RESIGNATION = "resignation"
    FORFEIT = "forfeit"


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The winner of a game, and how it ended."""

    winner: Player
    ending: Ending = field(name="by")
    reason: str = ""
    """The code of a forfeit, such as ``illegal-move``."""
    sentence: str = ""


class Swap(Struct, frozen=True, forbid_unknown_fields=True):
    """The second player's decision whether to take over the first seat."""

    is_taken: bool = field(name="taken")
    at: Instant


@dataclass(frozen=True, slots=True)
class Game:
    """A game, finished or not, wherever it is played. Pairs belong to Player 1 and Player 2."""

    line: Line
    starter: Player = 1
    """Makes the first move; after a swap the other player has that seat."""
    has_swap: bool = False
    """Whether the second player may take over the first seat after the first move."""
    times: tuple[datetime, ...] = ()
    """When each move was made; empty if unknown."""
    result: Result | None = None
    swap: Swap | None = None
    hints: tuple[int, int] = (0, 0)
    players: tuple[str, str] = DEFAULT_NAMES
    """A person's name, or a program's as the registry or the tournament calls it."""
    number: int = 1
    """Counts from 1 in a match, from 0 in a tournament."""
    opening: int = 0
    """The number of first moves that were drawn rather than chosen."""
    attempts: tuple[int, int] = (0, 0)
    """The number of rejected answers from each player."""

    @property
    def winner(self) -> Player | None:
        return self.result.winner if self.result else None

    @property
    def forfeit(self) -> Result | None:
        """The result if it was a forfeit."""
        return self.result if self.result and self.result.ending is Ending.FORFEIT else None

    def player_at(self, seat: Seat) -> Player:
        is_starter = (seat is FIRST) != (self.swap is not None and self.swap.is_taken)
        return self.starter if is_starter else other_player(self.starter)

    def player_of(self, ply: int) -> Player:
        """The player who made a move; the first move is ply 1."""
        return self.starter if ply == 1 else self.player_at(FIRST if ply % 2 else SECOND)

    @property
    def player_to_move(self) -> Player:
        """The player whose turn it is, even if no move is left."""
        return self.player_at(self.line.position.to_move)

    @property
    def is_swap_open(self) -> bool:
        """Whether the second player has to decide about the swap, even if the first move was the last."""
        return self.has_swap and len(self.line.moves) == 1 and self.swap is None

    def undone(self) -> "Game":
        """The game without its last event: a resignation, a swap decision or a move. There must be one."""
        if self.result and self.result.ending is Ending.RESIGNATION:
            return replace(self, result=None)
        if len(self.line.moves) == 1 and self.swap:
            return replace(self, swap=None, result=None)
        return replace(self, line=self.line.undone(), times=self.times[:-1], result=None)


def _ended(game: Game) -> Game:
    """The game with its result if the rules end it and no swap is open."""
    outcome = game.line.rules.outcome(game.line.position)
    if outcome is None or game.is_swap_open:
        return game
    return replace(game, result=Result(game.player_at(outcome.winner), Ending.RULES))


class Match:
    """Games between two players until one has won the match."""

    def __init__(self, rules: AnyRules, names: Names, terms: Terms = DEFAULT_TERMS, *, starter: Player = 1) -> None:
        """Begin the first game, which without scoring is the only one."""
        check_names(names)
        check_terms(terms)
        self.rules, self.names, self.terms = rules, names, terms
        self.games: list[Game] = []
        self._begin(starter)
        self._earlier_wins = (0, 0)
        if terms.scoring and self.game.result:
            raise SetupError("every game of this match would be over before its first move")

    def fork(self) -> "Match":
        forked = copy(self)
        forked.games = list(self.games)
        return forked

    def rename(self, names: Names) -> None:
        check_names(names)
        self.names = names
        self.games = [replace(game, players=self._players) for game in self.games]

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def seating(self) -> Seating:
        """The seats of the players in the current game; Player 1 is always listed first."""
        if self.game.player_at(FIRST) == 1:
            return Seating(self.names.first, self.names.second)
        return Seating(self.names.second, self.names.first, listed=(SECOND, FIRST))

    @property
    def score(self) -> tuple[int, int]:
        """The points of Player 1 and Player 2; without scoring, a win is one point."""
        points = self.terms.scoring.points_per_win if self.terms.scoring else 1
        first, second = self._wins
        return first * points, second * points

    @property
    def winner(self) -> Player | None:
        target = self.terms.scoring.target if self.terms.scoring else 1
        first, second = self.score
        return 1 if first >= target else 2 if second >= target else None

    @property
    def is_over(self) -> bool:
        return self.winner is not None

    def play(self, move: Move, at: datetime) -> None:
        """Make a move in the current game. Raises ``MatchOverError`` or what ``Line.play`` raises."""
        self._check_running()
        if self.game.is_swap_open:
            raise MatchOverError("the second player has not said yet who takes the first seat")
        self._change(line=self.game.line.play(move), times=(*self.game.times, at))

    def play_all(self, moves: Iterable[Move], at: datetime) -> None:
        """Play a line from elsewhere, declining the swap."""
        for move in moves:
            if self.game.is_swap_open:
                self.decide_swap(is_taken=False, at=at)
            self.play(move, at)

    def decide_swap(self, *, is_taken: bool, at: datetime) -> None:
        """Settle the swap for the second player; ``MatchOverError`` if it is not open."""
        if not self.game.is_swap_open or self.game.result:
            raise MatchOverError("seats can be swapped after the first move only, and only once")
        self._change(swap=Swap(is_taken, at))

    def undo(self) -> None:
        """Take back a person's last action and the programs' answers; ``ValueError`` if there is none."""
        game, programs = self.game.undone(), self.terms.programs
        while programs.has_person and programs.of(game.player_to_move):
            game = game.undone()
        self.games[-1] = game

    def resign(self) -> None:
        self._check_running()
        self._change(result=Result(other_player(self.game.player_to_move), Ending.RESIGNATION))

    @property
    def hints_left(self) -> int | None:
        """The hints that the player to move has left in the current game; None if unlimited."""
        most = self.terms.most_hints
        return None if most is None else max(0, most - self.game.hints[self.game.player_to_move - 1])

    def count_hint(self) -> None:
        """Charge the player to move for a hint; ``MatchOverError`` if none is left."""
        self._check_running()
        if self.hints_left == 0:
            raise MatchOverError("no hint is left in this game")
        first, second = self.game.hints
        self.restore_hints((first + 1, second) if self.game.player_to_move == 1 else (first, second + 1))

    def restore_hints(self, hints: tuple[int, int]) -> None:
        """Set the current game's hint counts, as a record has them."""
        self._change(hints=hints)

    def _change(self, **changes: Any) -> None:
        """Change the current game, which may end it."""
        self.games[-1] = _ended(replace(self.game, **changes))

    def begin_next_game(self) -> None:
        """Begin another game; the other player starts it."""
        if self.is_over:
            raise MatchOverError("the match is decided")
        if self.game.result is None:
            raise MatchOverError("the game before is not finished")
        self._earlier_wins = self._wins
        self._begin(other_player(self.game.starter))

    def _begin(self, starter: Player) -> None:
        # A game may be over before its first move: a prime in Divisor Duel.
        line, number = Line.start(self.rules), len(self.games) + 1
        self.games.append(_ended(Game(line, starter, self.terms.has_swap, players=self._players, number=number)))

    @property
    def _players(self) -> tuple[str, str]:
        programs, names = self.terms.programs, self.names
        return programs.first or names.first, programs.second or names.second

    def rematch(self, seed: int) -> "Match":
        """A new match on the same terms; whoever did not start the last game starts it."""
        terms, starter = structs.replace(self.terms, seed=seed), other_player(self.game.starter)
        return Match(self.rules, self.names, terms, starter=starter)

    @property
    def _wins(self) -> tuple[int, int]:
        # Only the current game can change, so earlier games of a long match are not recounted at every move.
        first, second = self._earlier_wins
        return first + (self.game.winner == 1), second + (self.game.winner == 2)

    def _check_running(self) -> None:
        if self.game.result is not None:
            raise MatchOverError("the game is over")


def other_player(player: Player) -> Player:
    return 2 if player == 1 else 1
