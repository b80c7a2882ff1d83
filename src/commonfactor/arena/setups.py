"""Setups side by side: how hard the win is to find in each, and which one to recommend."""

from collections.abc import Iterable
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from commonfactor.arena.referee import played
from commonfactor.arithmetic.factorisation import proper_divisors
from commonfactor.players.base import THINKING
from commonfactor.players.registry import player_called
from commonfactor.rules.base import AnyRules
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.sweep import solve

_SMALLEST_POOL = 8
_SMALLEST_NUMBER = 4
_MOST_NUMBERS = 3
_HIGHEST_UNLESS_TOLD = 60
_OPENINGS_PER_WINNING_ONE = 5
_SEEDS = range(1, 9)


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

    @property
    def winner(self) -> str:
        """Who wins with best play."""
        return {Verdict.WIN: "first", Verdict.LOSS: "second"}.get(self.verdict, "unknown")

    @property
    def is_fair(self) -> bool:
        """Whether at most one opening in five wins."""
        return self.winning is not None and self.winning * _OPENINGS_PER_WINNING_ONE <= self.openings


def default_highest(game: type[AnyRules]) -> int:
    """How far setups are compared unless told otherwise: half as far again as the rule book goes, but not past 60."""
    highest_of_rule_book = int(game.default_setup.rpartition("-")[2])
    return min(3 * highest_of_rule_book // 2, _HIGHEST_UNLESS_TOLD)


def lowest_highest(game: type[AnyRules]) -> int:
    """How far setups must be compared for there to be one."""
    return _SMALLEST_POOL if issubclass(game, PoolRules) else _SMALLEST_NUMBER


def candidate_setups(game: type[AnyRules], highest: int) -> list[str]:
    """The setups to compare, small ones first.

    In a pool game, these are the pools 2 to n with every opening. In Divisor Duel, they are one,
    two or three of the composite numbers that have more divisors than any smaller number.
    """
    if issubclass(game, PoolRules):
        sizes = range(_SMALLEST_POOL, highest + 1)
        return [game(2, size, opening).setup for size in sizes for opening in Opening]
    numbers = _rich_in_divisors(highest)
    counts = range(1, _MOST_NUMBERS + 1)
    return ["+".join(map(str, chosen)) for count in counts for chosen in combinations(numbers, count)]


def _rich_in_divisors(highest: int) -> list[int]:
    """The numbers that have more divisors than any smaller one, without 2, which is prime."""
    numbers, record = [], 0
    for number in range(_SMALLEST_NUMBER, highest + 1):
        if (count := len(proper_divisors(number))) > record:
            numbers.append(number)
            record = count
    return numbers


def outlook(game: type[AnyRules], setup: str, *, only_fair: bool = False) -> Outlook:
    """What players may expect of a setup; always the same, since the games it plays have fixed seeds.

    If only fair setups are of interest, it plays no games in others, which saves time.
    """
    row = solve(game.name, THINKING, setup)
    found = Outlook(
        game=row.game,
        setup=row.setup,
        verdict=row.verdict,
        openings=row.openings,
        winning=None if row.unknown else row.winning,
        plies=None,
    )
    if found.winning is None or (only_fair and not found.is_fair):
        return found
    return replace(found, plies=_mean_plies(game.from_setup(setup)))


def _mean_plies(rules: AnyRules) -> float:
    perfect = player_called("perfect")
    return sum(len(played(rules, perfect, perfect, seed).moves) for seed in _SEEDS) / len(_SEEDS)


def fairest(outlooks: Iterable[Outlook]) -> Outlook | None:
    """The setup in which the win is hardest to find, or None if it is easy in all of them.

    At most one opening in five wins there; if none does, the second player wins, who needs an
    answer to every opening. Of such setups it is the one in which games between perfect players
    have most moves: every move is a chance to go wrong, and a trick that wins at once makes a short
    game. Of equals it is the one with fewer winning openings, then the one that comes first.

    To leave out what the second player wins would leave nothing but tricks in Factor Clash: if the
    first player wins there by few openings, these are primes that end the game at once.
    """
    fair = [found for found in outlooks if found.is_fair]
    return min(fair, key=lambda found: (-(found.plies or 0), found.winning), default=None)
