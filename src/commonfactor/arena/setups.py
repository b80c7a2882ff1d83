"""A comparison of setups: how hard the win is to find in each, and the one to recommend."""

from collections.abc import Iterable
from math import prod
from statistics import fmean

from msgspec import Struct

from commonfactor.arena.judging import judged
from commonfactor.arena.referee import refereed
from commonfactor.players.base import THINKING
from commonfactor.players.exact import Slips
from commonfactor.rules.base import AnyRules
from commonfactor.rules.notation import Line
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.setup_sweep import solve

_SEEDS = range(1, 17)


class Outlook(Struct, frozen=True):
    game: str
    setup: str
    verdict: Verdict
    """For the player who moves first."""
    openings: int
    winning: int | None
    """The number of openings that win; this and what follows is None if the budget of a move does not suffice."""
    plies: float | None
    """The mean length of a game between two perfect players."""
    luck: float | None
    """The mean probability, over these games, that random moves of the winner would all have kept the win."""


def default_highest(rules: AnyRules) -> int:
    """The default upper end of a comparison: half as far again as this setup goes, at most 60."""
    return min(3 * rules.largest // 2, 60)


def outlook(game: type[AnyRules], setup: str) -> Outlook:
    """The outlook of a setup; always the same, since its games have fixed seeds."""
    row = solve(game.name, THINKING, setup)
    if row.unknown:
        return Outlook(row.game, row.setup, row.verdict, row.openings, winning=None, plies=None, luck=None)
    games = [_strong_game(game.from_setup(setup), seed) for seed in _SEEDS]
    plies, luck = map(fmean, zip(*games, strict=True))
    return Outlook(row.game, row.setup, row.verdict, row.openings, row.winning, plies, luck)


def _strong_game(rules: AnyRules, seed: int) -> tuple[int, float]:
    """The length of a game between two perfect players, and the probability that random moves keep its win."""
    exact = Slips(probability=0.0)  # unlike ``Perfect``, it does not prefer a win at once
    found = judged(refereed(Line.start(rules), exact, exact, seed), THINKING.control)
    return len(found.moves), prod(move.chance for move in found.moves if move.winning)


def fairest(outlooks: Iterable[Outlook]) -> Outlook | None:
    """The setup in which the win is hardest to find, the first of equals; None if nothing is known of any.

    There, keeping the win takes the most luck per move of a game between perfect players: few moves win, and many have
    to be made. The share of winning openings says less: a few may be a trick that ends the game at once.
    """
    known = [(found.luck / found.plies, found) for found in outlooks if found.luck is not None and found.plies]
    return min(known, key=lambda ranked: ranked[0], default=(0.0, None))[1]
