"""Audit: how players chose, move by move, against what the solver knows.

A move is judged by the verdicts of all moves that its position had. It mattered if the position was won for who
moved and not every move would have kept that; there, a move keeps the best verdict or is a blunder. Where a verdict
that this takes is unknown, the position is left out whichever move was made, so that what is left out does not
depend on how well it was played.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial, reduce
from typing import NamedTuple

from commonfactor.arena.audited_games import AuditedGame
from commonfactor.arena.openings import Opening
from commonfactor.rules.base import Move, NotationError, Seat
from commonfactor.rules.notation import Line, parse
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.workers import mapped, workers

_MOST_BETTER_MOVES = 5

# A worker gets several games at once, which saves time between them, but not so many that others wait at the end.
_FEWEST_SHARES = 8
_MOST_AT_ONCE = 16


class AuditError(NotationError):
    """An audit cannot be made to its end; the message says why."""


class JudgedMove(NamedTuple):
    """A move that a player chose, and what there was to choose from."""

    ply: int
    side: Seat
    move: Move
    verdict: Verdict
    """Of the position, for who moved."""
    move_verdict: Verdict
    winning: int
    legal: int
    is_settled: bool
    """Whether all verdicts are known that it takes to say whether the move mattered."""
    better: tuple[Move, ...] = ()
    """If it gave a win away, the first moves that would have kept it."""

    @property
    def mattered(self) -> bool:
        """Whether the position was won, and not every move would have kept that."""
        return self.is_settled and 0 < self.winning < self.legal

    @property
    def is_blunder(self) -> bool:
        """Whether it gave a win away."""
        return self.mattered and self.move_verdict is not Verdict.WIN

    @property
    def chance(self) -> float:
        """How likely a random move is one that wins, in a settled position."""
        return self.winning / self.legal

    @property
    def loss_by_slip(self) -> float:
        """How likely a random move, other than a winning one that was meant, gives the win away where it mattered."""
        return (self.legal - self.winning) / (self.legal - 1)


class JudgedGame(NamedTuple):
    """A game with the moves that its players chose."""

    game: AuditedGame
    moves: tuple[JudgedMove, ...]
    favoured: Seat | None
    """The side that had a won game when the players began to choose; None if that is unknown."""
    final_verdict: Verdict
    """Of the position that the game came to, for the player to move."""

    def notation_before(self, move: JudgedMove) -> str:
        """The line of play that a move was chosen in."""
        start, _, moves = self.game.notation.rpartition(":")
        return f"{start}:{','.join(moves.split(',')[: move.ply - 1])}"


@contextmanager
def audited(games: Sequence[AuditedGame], budget: Budget, jobs: int) -> Iterator[Iterator[JudgedGame]]:
    """The games in their order, judged by workers that share the memory of the budget."""
    share = budget._replace(bytes=budget.bytes // jobs)
    with workers(jobs) as pool:
        try:
            at_once = min(len(games) // (jobs * _FEWEST_SHARES) + 1, _MOST_AT_ONCE)
            yield mapped(pool, partial(judged, share), games, at_once)
        except BrokenProcessPool:
            raise AuditError("a process of the audit was ended from outside") from None


def judged(budget: Budget, game: AuditedGame) -> JudgedGame:
    """Judge every move that was chosen in a game, with a budget for each position."""
    line = parse(game.notation)
    rules, start = line.rules, reduce(Line.play, line.moves[: game.opening], Line.start(line.rules))
    position, analysis = start.position, analyse(rules, start.position, budget)
    favoured = game.mover(1).other if game.has_swap else Opening(start, analysis.verdict).favoured
    chosen = []
    for ply, move in enumerate(line.moves[game.opening :], start=game.opening + 1):
        chosen.append(_judged_move(game, ply, move, analysis))
        position = rules.play(position, move)
        analysis = analyse(rules, position, budget)
    final = Verdict.WIN if game.is_swap_open else analysis.verdict
    return JudgedGame(game, tuple(chosen), favoured, final)


def _judged_move(game: AuditedGame, ply: int, move: Move, analysis: Analysis) -> JudgedMove:
    side, legal = game.mover(ply), len(analysis.moves)
    if game.has_swap and ply == 1:
        # Whatever wins is taken over, so there is nothing to keep.
        return JudgedMove(ply, side, move, Verdict.LOSS, Verdict.LOSS, 0, legal, is_settled=True)
    winning = analysis.moves_with(Verdict.WIN)
    found = JudgedMove(
        ply=ply,
        side=side,
        move=move,
        verdict=analysis.verdict,
        move_verdict=Verdict.LOSS if analysis.verdict is Verdict.LOSS else analysis.moves[move],
        winning=len(winning),
        legal=legal,
        is_settled=is_settled(analysis),
    )
    return found._replace(better=winning[:_MOST_BETTER_MOVES]) if found.is_blunder else found


def is_settled(analysis: Analysis) -> bool:
    """Whether it is known which moves win: if the position is lost, none does."""
    return analysis.verdict is Verdict.LOSS or Verdict.UNKNOWN not in analysis.moves.values()
