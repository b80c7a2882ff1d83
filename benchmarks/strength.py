"""How often each level beats the others, in every game at its recommended setup, seats swapped."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import combinations, pairwise
from os import cpu_count
from typing import Any, NamedTuple

from commonfactor.arena.intervals import share
from commonfactor.arena.referee import continued
from commonfactor.players.registry import LEVELS, player_called
from commonfactor.rules.base import FIRST, SECOND, AnyRules
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import all_games, game_named
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import analyse

_GAMES = 200
_GAMES_PER_TASK = 20


class Task(NamedTuple):
    """Some games between two players."""

    weaker: str
    stronger: str
    game: str
    seeds: range


@dataclass(frozen=True)
class Rate:
    """The games won out of some."""

    won: int
    games: int

    def __add__(self, other: "Rate") -> "Rate":
        return Rate(self.won + other.won, self.games + other.games)

    def __str__(self) -> str:
        estimate = share(self.won, self.games)
        return "-" if estimate is None else "{:.1f} ({:.1f} to {:.1f})".format(*(100 * end for end in estimate))


def rate(task: Task) -> Rate:
    """The wins of the stronger player, who moves first with every even seed."""
    game = game_named(task.game)
    rules = game.from_setup(game.recommended_setup)
    weaker, stronger = player_called(task.weaker), player_called(task.stronger)
    won = 0
    for seed in task.seeds:
        seats, own = ((stronger, weaker), FIRST) if seed % 2 == 0 else ((weaker, stronger), SECOND)
        outcome = rules.outcome(continued(Line.start(rules), *seats, seed).position)
        won += outcome is not None and outcome.winner is own
    return Rate(won, len(task.seeds))


def tasks(pairs: Sequence[tuple[str, str]], games: int) -> Iterator[Task]:
    """All games of all pairs, in portions small enough to keep every core busy to the end."""
    for weaker, stronger in pairs:
        for game in all_games():
            for begin in range(0, games, _GAMES_PER_TASK):
                yield Task(weaker, stronger, game.name, range(begin, min(begin + _GAMES_PER_TASK, games)))


def rates(pairs: Sequence[tuple[str, str]], games: int) -> dict[tuple[str, str, str], Rate]:
    """The rate of every pair in every game, on all cores, with progress on standard error."""
    found = {(*pair, game.name): Rate(0, 0) for pair in pairs for game in all_games()}
    waiting = list(tasks(pairs, games))
    with ProcessPoolExecutor(cpu_count()) as workers:
        running = {workers.submit(rate, task): task for task in waiting}
        for done, future in enumerate(as_completed(running), start=1):
            task = running[future]
            key = task.weaker, task.stronger, task.game
            found[key] += future.result()
            print(f"\r{done} of {len(waiting)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def print_table(pairs: Sequence[tuple[str, str]], found: dict[tuple[str, str, str], Rate]) -> None:
    """A row for every pair: the stronger player's wins in per cent with intervals, overall and for each game."""
    print("| Stronger | Weaker | All games |", " | ".join(game.short_name for game in all_games()), "|")
    print("|---" * (3 + len(all_games())) + "|")
    for weaker, stronger in pairs:
        each = [found[weaker, stronger, game.name] for game in all_games()]
        print("|", stronger, "|", weaker, "|", sum(each, Rate(0, 0)), "|", " | ".join(map(str, each)), "|")


def chances_per_first_move(game: type[AnyRules], games: int) -> float:
    """How often the winner of a game between perfect players has to find the win, per legal first move."""
    rules, perfect, chances = game.from_setup(game.recommended_setup), player_called("perfect"), 0
    for seed in range(games):
        position = rules.initial_position
        for move in continued(Line.start(rules), perfect, perfect, seed).moves:
            chances += _is_chance(rules, position)
            position = rules.play(position, move)
    return chances / games / rules.mobility(rules.initial_position)


def _is_chance(rules: AnyRules, position: Any) -> bool:
    """Whether there are winning and losing moves, and none of them wins at once."""
    analysis = analyse(rules, position)
    winning = analysis.moves_with(Verdict.WIN)
    return 0 < len(winning) < len(analysis.moves) and all(
        rules.can_move(rules.play(position, move)) for move in winning
    )


def main() -> None:
    """Print how often the stronger of every two levels wins, or the chances that set the rates of mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=_GAMES, help="for every pair, in every game (default: %(default)s)"
    )
    parser.add_argument("--adjacent", action="store_true", help="only each player against the next stronger one")
    parser.add_argument(
        "--chances", action="store_true", help="measure how often a win has to be found, for the rules of a game"
    )
    parser.add_argument("players", nargs="*", help="from weak to strong; default: the levels")
    arguments = parser.parse_args()
    if arguments.chances:
        for game in all_games():
            print(f"{game.name}: {chances_per_first_move(game, arguments.games):.3f}")
        return
    names = arguments.players or [level.name for level in LEVELS]
    pairs = list(pairwise(names) if arguments.adjacent else combinations(names, 2))
    for game in all_games():
        print(f"{game.name}:{game.recommended_setup}")
    print_table(pairs, rates(pairs, arguments.games))


if __name__ == "__main__":
    main()
