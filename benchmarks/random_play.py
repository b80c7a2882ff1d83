"""Random play through the Python API: legal moves, a choice among them, the move itself."""

import sys
from random import Random
from time import perf_counter

from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games

_SECONDS = 2.0
_ADDITIONS = 2_000_000


def additions_per_second() -> float:
    """The yardstick: a plain loop of integer additions."""
    begin, total = perf_counter(), 0
    for number in range(_ADDITIONS):
        total += number
    return _ADDITIONS / (perf_counter() - begin)


def moves_per_second(rules: AnyRules, rng: Random) -> float:
    """How many moves of random games are made in a second."""
    begin, moves = perf_counter(), 0
    while (spent := perf_counter() - begin) < _SECONDS:
        for _ in range(100):
            position = rules.initial_position
            while legal := rules.legal_moves(position):
                position = rules.play(position, rng.choice(legal))
                moves += 1
    return moves / spent


def main() -> None:
    """Print the figures for every game at its default setup."""
    yardstick = additions_per_second()
    print(f"Python {sys.version.split()[0]}; additions in a plain loop: {yardstick:,.0f} a second")
    for game in all_games():
        rules = game.from_setup(game.default_setup)
        speed = moves_per_second(rules, Random(1))
        print(f"{rules.name}:{rules.setup}: {speed:,.0f} moves a second, one per {yardstick / speed:.0f} additions")


if __name__ == "__main__":
    main()
