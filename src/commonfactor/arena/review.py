"""Review: who was winning at every ply of a game, and where a win was given away.

All of it is exact or unknown. What a move is called follows from the verdict of the position
that it was made in and the verdict of the move; nothing is weighed or estimated.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple

from commonfactor.arena.match import Ending, Game, other_player
from commonfactor.arena.terms import Player
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import DEFAULT_BUDGET, Verdict
from commonfactor.solver.claims import Refutation, refutation_of
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.base import Claim
from commonfactor.solver.reasons import MoveReason, reason_to_win
from commonfactor.solver.resistance import easiest
from commonfactor.solver.sentences import refutation_sentence


class Label(StrEnum):
    """What a move was."""

    BEST = "best"
    ONLY_MOVE = "only move"
    MISSED_WIN = "missed win"
    MISTAKE = "mistake"
    LOST_ANYWAY = "lost anyway"
    UNKNOWN = "unknown"

    @property
    def gave_the_win_away(self) -> bool:
        """Whether a won position was lost by the move."""
        return self in (Label.MISTAKE, Label.MISSED_WIN)


class ReviewedMove(NamedTuple):
    """A move that was made, and what it was."""

    ply: int
    player: Player
    move: Move
    verdict: Verdict
    """Of the position that it was made in, for the player who made it."""
    label: Label
    mattered: bool
    """Whether the position was won, and not every move would have kept that."""
    refutation: Refutation | None = None
    """What the opponent could do to the move, if it gave the win away and the budget sufficed to find that out."""
    better: Move | None = None
    """A move that wins, if this one gave the win away and the budget sufficed to find one."""
    reason: MoveReason | None = None
    """Why the better move wins, spoken to the player who could have made it."""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the review claims of a move that gave the win away: what beats it, and why the better move wins."""
        refutation = () if self.refutation is None else (self.refutation,)
        return (*refutation, *(self.reason.claims if self.reason else ()))


class Review(NamedTuple):
    """What there is to say about a game, finished or not."""

    game: Game
    moves: tuple[ReviewedMove, ...]
    final_verdict: Verdict
    """Of the position that the game has come to, for the player to move."""

    def accuracy(self, *players: Player) -> float | None:
        """The share of moves that kept the win among those where that mattered; None if none did.

        All moves count, unless players are named.
        """
        kept, mattered = self.kept_of_mattered(*players)
        return kept / mattered if mattered else None

    def kept_of_mattered(self, *players: Player) -> tuple[int, int]:
        """How many moves kept the win, and how many there were where that mattered."""
        counted = [move for move in self.moves if move.mattered and (not players or move.player in players)]
        return sum(not move.label.gave_the_win_away for move in counted), len(counted)

    @property
    def leaders(self) -> tuple[Player | None, ...]:
        """Who was winning before every move and at the end; None where that is unknown."""
        standings = [(move.player, move.verdict) for move in self.moves]
        standings.append((self.game.player_to_move, self.final_verdict))
        return tuple(
            None if verdict is Verdict.UNKNOWN else player if verdict is Verdict.WIN else other_player(player)
            for player, verdict in standings
        )

    def refutation_of(self, move: ReviewedMove) -> str | None:
        """What the opponent could do to a move that gave the win away, in a sentence to the player who made it."""
        if move.refutation is None:
            return None
        position = next(islice(_positions(self.game.line), move.ply - 1, None))
        return refutation_sentence(self.game.line.rules, position, move.refutation)

    def last_win_given_away(self, *players: Player) -> ReviewedMove | None:
        """The last move by which one of these players, or anybody if none is named, gave a win away."""
        return next(
            (
                move
                for move in reversed(self.moves)
                if move.label.gave_the_win_away and (not players or move.player in players)
            ),
            None,
        )

    @property
    def decisive_mistake(self) -> ReviewedMove | None:
        """The move by which the loser let the last chance go; none if that was to give up a won game."""
        result = self.game.result
        if result is None or (result.ending is Ending.RESIGNATION and self.final_verdict is Verdict.WIN):
            return None
        return self.last_win_given_away(other_player(result.winner))


def review(game: Game, control: Control) -> Review:
    """Judge every move of a game, as far as the budget reaches.

    It begins at the end, where positions are easy, so that the budget is spent on what it can decide.
    """
    rules, position = game.line.rules, game.line.position
    final = analyse(rules, position, DEFAULT_BUDGET, control)
    winning = final.moves_with(Verdict.WIN)
    answer = easiest(rules, position, winning) if winning else None
    standings: list[_Standing] = []
    for position, move in reversed(list(zip(_positions(game.line), game.line.moves, strict=True))):
        standings.append(_Standing.of(rules, position, move, answer, control))
        answer = standings[-1].better
    return Review(game, tuple(_labelled(game, standings[::-1])), final.verdict)


def explained(reviewed: Review, control: Control) -> Review:
    """The review with the reason for every better move that it names."""
    line = reviewed.game.line
    moves = [
        move if move.better is None else move._replace(reason=reason_to_win(line.rules, position, move.better, control))
        for position, move in zip(_positions(line), reviewed.moves, strict=True)
    ]
    return reviewed._replace(moves=tuple(moves))


def _positions(line: Line) -> Iterator[Any]:
    """The position before every move of a line."""
    position = line.rules.initial_position
    for move in line.moves:
        yield position
        position = line.rules.play(position, move)


class _Standing(NamedTuple):
    """What a move had to keep, and whether it did."""

    verdict: Verdict
    played: Verdict
    winning: int
    """How many moves are known to win."""
    could_lose: bool
    """Whether some move is known to lose."""
    is_settled: bool
    """Whether nothing is unknown about any move."""
    better: Move | None
    refutation: Refutation | None
    """Of the move, if it loses."""

    @classmethod
    def of(cls, rules: AnyRules, position: Any, move: Move, answer: Move | None, control: Control) -> "_Standing":
        """The standing that a move was made in; ``answer`` is the opponent's winning reply, if there is one."""
        analysis = analyse(rules, position, DEFAULT_BUDGET, control)
        winning, verdicts = analysis.moves_with(Verdict.WIN), set(analysis.moves.values())
        return cls(
            verdict=analysis.verdict,
            played=analysis.moves[move],
            winning=len(winning),
            could_lose=Verdict.LOSS in verdicts,
            is_settled=Verdict.UNKNOWN not in verdicts,
            better=easiest(rules, position, winning) if winning else None,
            refutation=None if answer is None else refutation_of(rules, position, move, answer),
        )

    def taken_over(self) -> "_Standing":
        """The standing before a first move that the opponent may take over, and with it the better seat."""
        return self._replace(verdict=Verdict.LOSS)


def _labelled(game: Game, standings: Sequence[_Standing]) -> Iterator[ReviewedMove]:
    if standings and game.has_swap:
        standings = [standings[0].taken_over(), *standings[1:]]
    before: ReviewedMove | None = None
    for ply, (move, standing) in enumerate(zip(game.line.moves, standings, strict=True), start=1):
        player = game.player_of(ply)
        was_given = before is not None and before.label.gave_the_win_away and before.player != player
        label = _label(standing, was_given=was_given)
        mattered = standing.verdict is Verdict.WIN and standing.could_lose and label is not Label.UNKNOWN
        before = ReviewedMove(ply, player, move, standing.verdict, label, mattered)
        if label.gave_the_win_away:
            before = before._replace(refutation=standing.refutation, better=standing.better)
        yield before


def _label(standing: _Standing, *, was_given: bool) -> Label:
    """What a move is called; ``was_given`` if the opponent's mistake just before had made the position a won one."""
    if standing.verdict is Verdict.LOSS:
        return Label.LOST_ANYWAY
    if standing.verdict is Verdict.UNKNOWN or standing.played is Verdict.UNKNOWN:
        return Label.UNKNOWN
    if standing.played is Verdict.LOSS:
        return Label.MISSED_WIN if was_given else Label.MISTAKE
    if standing.winning > 1:
        return Label.BEST
    return Label.ONLY_MOVE if standing.is_settled else Label.UNKNOWN
