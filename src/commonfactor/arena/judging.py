"""The worth of every move of a game, exact or unknown. Reviews, audits and other measures build on it.

A move *gave a win away* if its position was won and the move loses. A position *mattered* if it was won and some move
loses; with an unknown verdict it never counts, whichever move was made, so that no share depends on the moves chosen.
With the swap, a winning first move is taken over: it keeps nothing, and whoever decides is winning.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from commonfactor.arena.match import Ending, Game, other_player
from commonfactor.arena.terms import Player
from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim
from commonfactor.solver.reasons import MoveReason


class Label(StrEnum):
    BEST = "best"
    ONLY_MOVE = "only move"
    MISSED_WIN = "missed win"
    MISTAKE = "mistake"
    LOST_ANYWAY = "lost anyway"
    UNKNOWN = "unknown"


class JudgedMove(NamedTuple):
    """A chosen move and its alternatives."""

    ply: int
    player: Player
    move: Move
    verdict: Verdict
    """Of the position, for the player who moved."""
    move_verdict: Verdict
    winning: tuple[Move, ...]
    """The known winning moves, ascending."""
    legal: int
    is_settled: bool
    """Whether every winning move is known."""
    was_given: bool = False
    """Whether the move just before gave a win away."""
    beaten: tuple[Claim, ...] = ()
    """The refutation. Only reviews have this and the fields below, for moves that gave a win away."""
    better: Move | None = None
    reason: MoveReason | None = None

    @property
    def gave_win_away(self) -> bool:
        return self.verdict is Verdict.WIN and self.move_verdict is Verdict.LOSS

    @property
    def mattered(self) -> bool:
        """Whether the position was won and some move would have lost it."""
        return self.is_settled and 0 < len(self.winning) < self.legal

    @property
    def chance(self) -> float:
        """The probability that a random move wins, in a settled position."""
        return len(self.winning) / self.legal

    @property
    def loss_by_slip(self) -> float:
        """The probability that a random move other than an intended winning one gives the win away."""
        return (self.legal - len(self.winning)) / (self.legal - 1)

    @property
    def label(self) -> Label:
        if self.verdict is Verdict.LOSS:
            return Label.LOST_ANYWAY
        if self.gave_win_away:
            return Label.MISSED_WIN if self.was_given else Label.MISTAKE
        if Verdict.UNKNOWN in (self.verdict, self.move_verdict):
            return Label.UNKNOWN
        if len(self.winning) > 1:
            return Label.BEST
        return Label.ONLY_MOVE if self.is_settled else Label.UNKNOWN

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of a review: what refutes the move, and why the better one wins."""
        return (*self.beaten, *(self.reason.claims if self.reason else ()))


class JudgedGame(NamedTuple):
    """A game, finished or not, with its players' moves judged."""

    game: Game
    moves: tuple[JudgedMove, ...]
    final_verdict: Verdict
    """Of the last position, for the player to move."""
    final_winning: tuple[Move, ...] = ()
    """The known winning moves there."""

    @property
    def leaders(self) -> tuple[Player | None, ...]:
        """The winning player before every chosen move and at the end; None where unknown."""
        standings = [(move.player, move.verdict) for move in self.moves]
        standings.append((self.game.player_to_move, self.final_verdict))
        return tuple(
            None if verdict is Verdict.UNKNOWN else player if verdict is Verdict.WIN else other_player(player)
            for player, verdict in standings
        )

    def accuracy(self, *players: Player) -> float | None:
        """The share of moves that kept the win where it mattered, by these players or by all; None if it never did."""
        kept, mattered = self.kept_of_mattered(*players)
        return kept / mattered if mattered else None

    def kept_of_mattered(self, *players: Player) -> tuple[int, int]:
        """How many moves kept the win where it mattered, and how often it mattered; by these players or by all."""
        counted = [move for move in self.moves if move.mattered and (not players or move.player in players)]
        return sum(not move.gave_win_away for move in counted), len(counted)

    def last_win_given_away(self, *players: Player) -> JudgedMove | None:
        """The last move that gave a win away, by these players or by all."""
        blunders = (move for move in reversed(self.moves) if move.gave_win_away)
        return next((move for move in blunders if not players or move.player in players), None)

    @property
    def decisive_mistake(self) -> JudgedMove | None:
        """The loser's last move that gave a win away; None if a won game was given up instead."""
        result = self.game.result
        if result is None or (result.ending is not Ending.RULES and self.final_verdict is Verdict.WIN):
            return None
        return self.last_win_given_away(other_player(result.winner))

    def notation_before(self, move: JudgedMove) -> str:
        line = self.game.line
        return str(Line(line.rules, line.moves[: move.ply - 1], None))


def judged(game: Game, control: Callable[[], Control]) -> JudgedGame:
    """Judge every chosen move of a game; ``control`` makes the control for each position in turn."""
    # Late positions are easy, so a shared control settles the most if it begins with them.
    rules, last_first = game.line.rules, reversed(list(chosen_in(game)))
    final = analyse(rules, game.line.position, control=control())
    moves = [_judged_move(game, ply, analyse(rules, position, control=control())) for ply, position in last_first][::-1]
    for place, before in enumerate(moves[:-1]):
        moves[place + 1] = moves[place + 1]._replace(was_given=before.gave_win_away)
    verdict = final.verdict
    if game.has_swap and len(game.line.moves) < 2 and not game.swap:
        verdict = Verdict.WIN if game.is_swap_open else Verdict.LOSS
    return JudgedGame(game, tuple(moves), verdict, final.moves_with(Verdict.WIN))


def chosen_in(game: Game) -> Iterator[tuple[int, Any]]:
    """The ply of every chosen move, counted from 1, with the position before it."""
    rules, position = game.line.rules, game.line.rules.initial_position
    for ply, move in enumerate(game.line.moves, start=1):
        if ply > game.opening:
            yield ply, position
        position = rules.play(position, move)


def _judged_move(game: Game, ply: int, analysis: Analysis) -> JudgedMove:
    move, can_swap = game.line.moves[ply - 1], game.has_swap and ply == 1
    verdict = Verdict.LOSS if can_swap else analysis.verdict
    return JudgedMove(
        ply=ply,
        player=game.player_of(ply),
        move=move,
        verdict=verdict,
        move_verdict=Verdict.LOSS if verdict is Verdict.LOSS else analysis.moves[move],
        winning=() if can_swap else analysis.moves_with(Verdict.WIN),
        legal=len(analysis.moves),
        is_settled=can_swap or is_settled(analysis),
    )


def is_settled(analysis: Analysis) -> bool:
    """Whether every winning move is known; a lost position has none."""
    return analysis.verdict is Verdict.LOSS or Verdict.UNKNOWN not in analysis.moves.values()
