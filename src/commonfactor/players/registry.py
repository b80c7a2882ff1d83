"""The registered players, and the levels that people choose from."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from commonfactor.players.base import Player
from commonfactor.players.exact import Fallible, Perfect, Slips, Tutor
from commonfactor.players.heuristic import DEEPEST, Greedy, Lookahead, RandomPlayer
from commonfactor.rules.base import NotationError
from commonfactor.rules.numerals import quoted


class Kind(NamedTuple):
    """A kind of player, such as ``lookahead:D`` with the parameter D."""

    notation: str
    description: str
    made_from: Callable[[str], Player]
    """Makes a player from the parameter, which is "" if there is none."""


class Level(NamedTuple):
    """A strength to choose an opponent by."""

    number: int
    name: str
    player: Player

    @property
    def description(self) -> str:
        return self.player.description


def _lookahead(depth: str) -> Lookahead:
    expected = f"lookahead:D looks 1 to {DEEPEST} moves ahead, such as lookahead:3"
    return Lookahead(int(_checked(depth, f"[1-{DEEPEST}]", expected)))


def _slips(probability: str) -> Slips:
    expected = "slips:P has a probability from 0 to 1 with at most three decimals, such as slips:0.2"
    return Slips(float(_checked(probability, r"0(\.[0-9]{1,3})?|1(\.0{1,3})?", expected)))


def _checked(parameter: str, pattern: str, expected: str) -> str:
    # ``float`` would also accept signs, spaces, exponents, infinity and the digits of every script.
    if not re.fullmatch(pattern, parameter):
        raise NotationError(f"{expected}, not {quoted(parameter)}")
    return parameter


PLAYERS = (
    Kind("random", RandomPlayer.description, lambda _: RandomPlayer()),
    Kind("greedy", "wins at once if it can, avoids losing at once, else leaves the fewest replies", lambda _: Greedy()),
    Kind("lookahead:D", f"looks D moves ahead, 1 to {DEEPEST}; beyond, counts moves", _lookahead),
    Kind("slips:P", "plays perfectly, but with probability P some other move", _slips),
    Kind("perfect", "wins what can be won, and else is as hard to beat as can be", lambda _: Perfect()),
    Kind("tutor", Tutor.description, lambda _: Tutor()),
)

# Each wins about two of three games or more against the one below it: see ``benchmarks/strength.py --adjacent``.
LEVELS = (
    Level(1, "newcomer", Fallible("newcomer", Fraction(1, 3000), depth=1, misses_wins_at_once=True)),
    Level(2, "casual", Fallible("casual", Fraction(1, 15), depth=2)),
    Level(3, "club", Fallible("club", Fraction(1, 3), depth=3)),
    Level(4, "expert", Fallible("expert", Fraction(2, 3))),
    Level(5, "perfect", Perfect()),
)


def player_called(text: str) -> Player:
    """The player for a text: a level by number or name, or a kind of player; ``NotationError`` lists them all."""
    words = " ".join(text.lower().split())
    for level in LEVELS:
        if words in (level.name, str(level.number), f"level {level.number}"):
            return level.player
    name, colon, parameter = words.partition(":")
    for kind in PLAYERS:
        if (name, colon) == kind.notation.partition(":")[:2]:
            return kind.made_from(parameter)
    levels, players = ", ".join(level.name for level in LEVELS), ", ".join(kind.notation for kind in PLAYERS)
    raise NotationError(
        f"there is no player {quoted(text)}; there are the levels 1 to {len(LEVELS)} ({levels}) and {players}"
    )


def level_of(program: str | None) -> int | None:
    """The level that a program plays at; None for a person, or a program that is not a level."""
    if program is None:
        return None
    return next((level.number for level in LEVELS if level.player == player_called(program)), None)
