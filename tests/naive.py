"""An independent, deliberately naive second implementation of all games.

The tests compare the real rules with this one. It shares no code with the package and avoids every shortcut, so that
each line can be checked against the rules by eye and the two are unlikely to share a mistake. It trusts its callers: a
setup is taken to be well formed and a move to be legal.

Run as a script it prints the frozen counts again:

    python tests/naive.py > tests/data/perft.json
"""

import json
import sys
from math import gcd
from typing import NamedTuple

Move = int | tuple[int, int]

DEEPEST = 4
"""The number of moves up to which lines of play are counted for the frozen file."""

POOLS = (
    *("2-20", "2-21,opening=even", "2-20,opening=no-lone-primes", "5-30"),
    *("7-7", "2-4", "50-75", "60-70,opening=no-lone-primes"),
)
"""The setups counted for every pool game."""

FROZEN = {
    "factor-clash": (*POOLS, "2-70"),
    "factor-challenge": POOLS,
    "factor-duel": POOLS,
    "factor-frenzy": ("2-50", *POOLS, "30-70"),
    "divisor-duel": ("60", "7", "64", "5040", "720720", "60+48+30", "36+36", "12+12+12", "30+7+2"),
    "juniper-green": ("1-100", "1-20", "1-20,opening=any", "2-30,opening=any", "5-30,opening=no-lone-primes"),
    "divisor-game": ("60", "59", "64", "60,one=no", "60+48+30", "12+12+12", "30+7+2", "36+36,one=no"),
}
"""The setups whose counts are frozen, by game, the default setup first."""


class Position(NamedTuple):
    """A position, described by everything that happened so far.

    In a pool game the numbers are those still in the pool and the picks are those of both players in order. In
    divisor-duel and divisor-game the numbers are those being changed, in ascending order, and there are no picks.
    """

    game: str
    opening: str
    numbers: tuple[int, ...]
    picks: tuple[int, ...]


def start(game: str, setup: str) -> Position:
    """The position before the first move, for a setup such as 2-20, 2-21,opening=even or 60+48+30."""
    pool, _, option = setup.partition(",")
    if game in {"divisor-duel", "divisor-game"}:
        return Position(game, option or "any", tuple(sorted(int(number) for number in pool.split("+"))), ())
    low, _, high = pool.partition("-")
    opening = option.removeprefix("opening=") or ("even" if game == "juniper-green" else "any")
    return Position(game, opening, tuple(range(int(low), int(high) + 1)), ())


def moves(position: Position) -> list[Move]:
    """The legal moves in ascending order; a player who has none loses."""
    if position.game == "divisor-duel":
        return divisions(position.numbers, 2)
    if position.game == "divisor-game":
        return divisions(position.numbers, 2 if position.opening == "one=no" else 1)
    return [number for number in position.numbers if opens(position, number) and follows(position, number)]


def divisions(numbers: tuple[int, ...], least: int) -> list[Move]:
    """The smaller divisors of a lone number, or else the pairs of a number and one of its smaller divisors."""
    if len(numbers) == 1:
        return list(smaller_divisors(numbers[0], least))
    return [(number, divisor) for number in sorted(set(numbers)) for divisor in smaller_divisors(number, least)]


def smaller_divisors(number: int, least: int) -> list[int]:
    """The divisors of a number from some number on, without the number itself."""
    return [divisor for divisor in range(least, number) if number % divisor == 0]


def opens(position: Position, number: int) -> bool:
    """Whether the opening option allows this pick; it restricts nothing but the first pick of the game."""
    if position.picks or position.opening == "any":
        return True
    if position.opening == "even":
        return number % 2 == 0
    if position.opening == "no-lone-primes":
        return any(gcd(number, other) > 1 for other in position.numbers if other != number)
    raise ValueError(f"unknown opening: {position.opening}")


def follows(position: Position, number: int) -> bool:
    """Whether the rule of the game allows this pick after the picks made so far."""
    # Player 1 made the picks at 0, 2, 4 and so on; Player 1 is to move when the number of picks is even.
    own = position.picks[0::2] if len(position.picks) % 2 == 0 else position.picks[1::2]
    if position.game == "factor-clash":
        return not position.picks or gcd(number, position.picks[-1]) > 1
    if position.game == "juniper-green":
        return all(number % last == 0 or last % number == 0 for last in position.picks[-1:])
    if position.game == "factor-challenge":
        return not own or gcd(number, own[-1]) > 1
    if position.game == "factor-duel":
        return all(gcd(number, earlier) == 1 for earlier in own)
    if position.game == "factor-frenzy":
        return True
    raise ValueError(f"unknown game: {position.game}")


def after(position: Position, move: Move) -> Position:
    """The position that a legal move leads to."""
    if position.game in {"divisor-duel", "divisor-game"}:
        number, divisor = move if isinstance(move, tuple) else (position.numbers[0], move)
        numbers = list(position.numbers)
        numbers.remove(number)
        numbers.append(number // divisor if position.game == "divisor-duel" else number - divisor)
        return position._replace(numbers=tuple(sorted(numbers)))
    if isinstance(move, tuple):
        raise TypeError(f"not a pick from a pool: {move}")
    left = tuple(number for number in position.numbers if stays(position.game, number, move))
    return position._replace(numbers=left, picks=(*position.picks, move))


def stays(game: str, number: int, pick: int) -> bool:
    """Whether a number stays in the pool when another, or the number itself, is picked."""
    if game == "factor-frenzy":
        return number % pick != 0 and pick % number != 0
    return number != pick


def perft(position: Position, depth: int) -> int:
    """The number of lines of play of exactly this many moves; a game that ends earlier counts for nothing."""
    if depth == 0:
        return 1
    return sum(perft(after(position, move), depth - 1) for move in moves(position))


def frozen() -> str:
    """The counts for every frozen setup as JSON text, one setup to a line."""
    lines = []
    for game, setups in FROZEN.items():
        for setup in setups:
            counts = [perft(start(game, setup), depth) for depth in range(1, DEEPEST + 1)]
            lines.append(f"  {json.dumps(f'{game}:{setup}')}: {json.dumps(counts)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(frozen())
