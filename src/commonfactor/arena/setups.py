"""Setups side by side: how hard the win is to find in each, and which one to recommend."""

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

_HIGHEST_UNLESS_TOLD = 60
_SEEDS = range(1, 17)


class Outlook(Struct, frozen=True):
    """What players may expect of a game with one setup."""

    game: str
    setup: str
    verdict: Verdict
    """For the player who moves first."""
    openings: int
    winning: int | None
    """How many of the openings win, or None if what a program may spend on a move does not suffice to tell."""
    plies: float | None
    """How many moves a game between two perfect players has, on average; None if that was not found out."""
    luck: float | None
    """How likely it is, on average over these games, that random moves of the winner would all have kept the win."""


def default_highest(rules: AnyRules) -> int:
    """How far setups are compared unless told otherwise: half as far again as this one goes, but not past 60."""
    return min(3 * rules.largest // 2, _HIGHEST_UNLESS_TOLD)


def outlook(game: type[AnyRules], setup: str) -> Outlook:
    """What players may expect of a setup; always the same, since the games it plays have fixed seeds."""
    row = solve(game.name, THINKING, setup)
    if row.unknown:
        return Outlook(row.game, row.setup, row.verdict, row.openings, winning=None, plies=None, luck=None)
    games = [_strong_game(game.from_setup(setup), seed) for seed in _SEEDS]
    plies, luck = map(fmean, zip(*games, strict=True))
    return Outlook(row.game, row.setup, row.verdict, row.openings, row.winning, plies, luck)


def _strong_game(rules: AnyRules, seed: int) -> tuple[int, float]:
    """How many moves a game between two perfect players has, and how lucky a random winner would have to be."""
    exact = Slips(probability=0.0)  # unlike the perfect player, it does not prefer a win at once
    found = judged(refereed(Line.start(rules), exact, exact, seed), THINKING.control)
    return len(found.moves), prod(move.chance for move in found.moves if move.winning)


def fairest(outlooks: Iterable[Outlook]) -> Outlook | None:
    """The setup in which the win is hardest to find, or None if nothing is known of any.

    There it takes the most luck to keep the win without knowing how, for each move that a game between
    perfect players has: few moves win, and there are many of them to make. How many openings win says
    less: where these are few, they may be a trick that ends the game at once. Of equals it is the
    one that comes first.
    """
    known = [(found.luck / found.plies, found) for found in outlooks if found.luck is not None and found.plies]
    return min(known, key=lambda ranked: ranked[0], default=(0.0, None))[1]
