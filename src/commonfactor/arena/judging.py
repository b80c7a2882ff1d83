"""What every move of a game was worth: the one judgement that reviews, audits and other measures are made of.

All of it is exact or unknown, and follows from the verdicts of positions and moves; nothing is weighed or estimated.

A move *gave a win away* if its position was won and the move loses. Nothing else need be known for that. A position
*mattered* if it was won and not every move would have kept that. Where any of its verdicts is unknown, the position is
left out whichever move was made, so that no share of moves depends on how well they were chosen.

A first move that may be taken over keeps nothing, since whatever wins is taken over. While that is to be decided, it is
won for whoever decides. Moves that were drawn were chosen by nobody, and are not judged.
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
    """What a move was."""

    BEST = "best"
    ONLY_MOVE = "only move"
    MISSED_WIN = "missed win"
    MISTAKE = "mistake"
    LOST_ANYWAY = "lost anyway"
    UNKNOWN = "unknown"


class JudgedMove(NamedTuple):
    """A move that a player chose, and what there was to choose from."""

    ply: int
    player: Player
    move: Move
    verdict: Verdict
    """Of the position, for who moved."""
    move_verdict: Verdict
    winning: tuple[Move, ...]
    """The moves that are known to win, ascending."""
    legal: int
    """How many moves there were."""
    is_settled: bool
    """Whether it is known of every move whether it wins."""
    was_given: bool = False
    """Whether the move just before gave a win away."""
    beaten: tuple[Claim, ...] = ()
    """What beats the move. This and what follows is there in reviews, if the move gave a win away."""
    better: Move | None = None
    reason: MoveReason | None = None
    """Why the better move wins, spoken to the player who could have made it."""

    @property
    def gave_win_away(self) -> bool:
        """Whether a won position was lost by the move."""
        return self.verdict is Verdict.WIN and self.move_verdict is Verdict.LOSS

    @property
    def mattered(self) -> bool:
        """Whether the position was won, and not every move would have kept that."""
        return self.is_settled and 0 < len(self.winning) < self.legal

    @property
    def chance(self) -> float:
        """How likely a random move is one that wins, in a settled position."""
        return len(self.winning) / self.legal

    @property
    def loss_by_slip(self) -> float:
        """How likely a random move, other than a winning one that was meant, gives the win away where it mattered."""
        return (self.legal - len(self.winning)) / (self.legal - 1)

    @property
    def label(self) -> Label:
        """What the move is called."""
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
        """What a review claims of a move that gave a win away: what beats it, and why the better move wins."""
        return (*self.beaten, *(self.reason.claims if self.reason else ()))


class JudgedGame(NamedTuple):
    """A game, finished or not, with the moves that its players chose."""

    game: Game
    moves: tuple[JudgedMove, ...]
    final_verdict: Verdict
    """Of the position that the game has come to, for the player to move."""
    final_winning: tuple[Move, ...] = ()
    """The moves that are known to win there."""

    @property
    def leaders(self) -> tuple[Player | None, ...]:
        """Who was winning before every chosen move and at the end; None where that is unknown."""
        standings = [(move.player, move.verdict) for move in self.moves]
        standings.append((self.game.player_to_move, self.final_verdict))
        return tuple(
            None if verdict is Verdict.UNKNOWN else player if verdict is Verdict.WIN else other_player(player)
            for player, verdict in standings
        )

    def accuracy(self, *players: Player) -> float | None:
        """The share of moves that kept the win among those where that mattered; None if none did.

        All moves count, unless players are named.
        """
        kept, mattered = self.kept_of_mattered(*players)
        return kept / mattered if mattered else None

    def kept_of_mattered(self, *players: Player) -> tuple[int, int]:
        """How many moves kept the win, and how many there were where that mattered."""
        counted = [move for move in self.moves if move.mattered and (not players or move.player in players)]
        return sum(not move.gave_win_away for move in counted), len(counted)

    def last_win_given_away(self, *players: Player) -> JudgedMove | None:
        """The last move by which one of these players, or anybody if none is named, gave a win away."""
        blunders = (move for move in reversed(self.moves) if move.gave_win_away)
        return next((move for move in blunders if not players or move.player in players), None)

    @property
    def decisive_mistake(self) -> JudgedMove | None:
        """The move by which the loser let the last chance go; none if that was to give up a won game."""
        result = self.game.result
        if result is None or (result.ending is not Ending.RULES and self.final_verdict is Verdict.WIN):
            return None
        return self.last_win_given_away(other_player(result.winner))

    def replies_to(self, move: JudgedMove) -> tuple[Move, ...]:
        """The moves that are known to win just after a move."""
        following = move.ply - self.game.opening
        return self.moves[following].winning if following < len(self.moves) else self.final_winning

    def notation_before(self, move: JudgedMove) -> str:
        """The line of play that a move was chosen in."""
        line = self.game.line
        return str(Line(line.rules, line.moves[: move.ply - 1], None))


def judged(game: Game, control: Callable[[], Control]) -> JudgedGame:
    """Judge every move that was chosen in a game; ``control`` gives what may be spent on the next position.

    It begins at the end, where positions are easy, so that what is spent decides as much as it can.
    """
    rules, moves = game.line.rules, list[JudgedMove]()
    final = analyse(rules, game.line.position, control=control())
    for ply, position in reversed(list(chosen_in(game))):
        move = judged_move(analyse(rules, position, control=control()), game.line.moves[ply - 1])
        if game.has_swap and ply == 1:
            move = move._replace(verdict=Verdict.LOSS, move_verdict=Verdict.LOSS, winning=(), is_settled=True)
        moves.append(move._replace(ply=ply, player=game.player_of(ply)))
    moves.reverse()
    for place, before in enumerate(moves[:-1]):
        moves[place + 1] = moves[place + 1]._replace(was_given=before.gave_win_away)
    verdict = final.verdict
    if game.has_swap and len(game.line.moves) < 2 and not game.swap:
        verdict = Verdict.WIN if game.is_swap_open else Verdict.LOSS
    return JudgedGame(game, tuple(moves), verdict, final.moves_with(Verdict.WIN))


def chosen_in(game: Game) -> Iterator[tuple[int, Any]]:
    """Every move of a game that was chosen, by its number from 1, with the position that it was chosen in."""
    rules, position = game.line.rules, game.line.rules.initial_position
    for ply, move in enumerate(game.line.moves, start=1):
        if ply > game.opening:
            yield ply, position
        position = rules.play(position, move)


def judged_move(analysis: Analysis, move: Move) -> JudgedMove:
    """Judge one legal move of a position, as the first of Player 1 unless that is told elsewhere."""
    is_lost = analysis.verdict is Verdict.LOSS
    return JudgedMove(
        ply=1,
        player=1,
        move=move,
        verdict=analysis.verdict,
        move_verdict=Verdict.LOSS if is_lost else analysis.moves[move],
        winning=analysis.moves_with(Verdict.WIN),
        legal=len(analysis.moves),
        is_settled=is_settled(analysis),
    )


def is_settled(analysis: Analysis) -> bool:
    """Whether it is known which moves win: if the position is lost, none does."""
    return analysis.verdict is Verdict.LOSS or Verdict.UNKNOWN not in analysis.moves.values()
