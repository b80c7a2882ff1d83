"""An independent, deliberately naive second implementation of all games.

The tests compare the real rules with this one. It shares no code with the package and avoids every shortcut, so that
each line can be checked against the rules by eye and the two are unlikely to share a mistake. It trusts its callers: a
setup is taken to be well formed and a move to be legal.

Run as a script it prints the frozen counts again:

    python tests/naive.py > tests/data/perft.json
"""

import json
import sys
from collections.abc import Callable
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


GAMES = {
    "factor-clash": ("follow", "common-factor", "any"),
    "factor-challenge": ("walk", "common-factor", "any"),
    "factor-duel": ("keep-apart", "common-factor", "any"),
    "keeping-away": ("keep-away", "common-factor", "any"),
    "factor-frenzy": ("sweep", "divides", "any"),
    "juniper-green": ("follow", "divides", "even"),
    "divisor-duel": ("divide", "", ""),
    "divisor-game": ("subtract", "", ""),
}
"""What is played in each game, with the relation and the opening of its rules where it has them."""

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "common-factor": lambda a, b: gcd(a, b) > 1,
    "divides": lambda a, b: a % b == 0 or b % a == 0,
    "sum-is-prime": lambda a, b: a + b > 1 and all((a + b) % divisor for divisor in range(2, a + b)),
    "sum-is-square": lambda a, b: any(root * root == a + b for root in range(a + b + 1)),
    "shares-a-digit": lambda a, b: any(digit in str(b) for digit in str(a)),
}
"""When two different numbers are related, as plainly as possible."""


class Position(NamedTuple):
    """A position, described by everything that happened so far.

    Where numbers are picked, the numbers are those still in the pool and the picks are those of both players in order.
    In the games of divisors the numbers are those being changed, in ascending order, and there are no picks.
    """

    mechanic: str
    relation: str
    opening: str
    least: int
    numbers: tuple[int, ...]
    picks: tuple[int, ...]


def start(game: str, setup: str) -> Position:
    """The position before the first move, for a setup such as 2-20, 2-21,opening=even,without=7+11 or 60+48,one=no."""
    mechanic, relation, opening = GAMES[game]
    pool, *texts = setup.split(",")
    options = dict(text.split("=") for text in texts)
    if mechanic in {"divide", "subtract"}:
        numbers = sorted(int(number) for number in pool.split("+"))
        least = 1 if mechanic == "subtract" and options.get("one") != "no" else 2
    else:
        low, high = pool.split("-")
        absent = options.get("without", "").split("+")
        numbers = [number for number in range(int(low), int(high) + 1) if str(number) not in absent]
        least = 0
    relation, opening = options.get("relation", relation), options.get("opening", opening)
    return Position(mechanic, relation, opening, least, tuple(numbers), ())


def moves(position: Position) -> list[Move]:
    """The legal moves in ascending order; a player who has none loses."""
    if position.least:
        return divisions(position.numbers, position.least)
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
    first, second = position.picks[0::2], position.picks[1::2]
    own, theirs = (first, second) if len(position.picks) % 2 == 0 else (second, first)
    related = RELATIONS[position.relation]
    if position.mechanic == "follow":
        return all(related(number, last) for last in position.picks[-1:])
    if position.mechanic == "walk":
        return all(related(number, last) for last in own[-1:])
    if position.mechanic == "keep-apart":
        return not any(related(number, earlier) for earlier in own)
    if position.mechanic == "keep-away":
        return not any(related(number, earlier) for earlier in theirs)
    if position.mechanic == "sweep":
        return True
    raise ValueError(f"unknown mechanic: {position.mechanic}")


def after(position: Position, move: Move) -> Position:
    """The position that a legal move leads to."""
    if position.least:
        number, divisor = move if isinstance(move, tuple) else (position.numbers[0], move)
        numbers = list(position.numbers)
        numbers.remove(number)
        numbers.append(number // divisor if position.mechanic == "divide" else number - divisor)
        return position._replace(numbers=tuple(sorted(numbers)))
    if isinstance(move, tuple):
        raise TypeError(f"not a pick from a pool: {move}")
    left = tuple(number for number in position.numbers if stays(position, number, move))
    return position._replace(numbers=left, picks=(*position.picks, move))


def stays(position: Position, number: int, pick: int) -> bool:
    """Whether a number stays in the pool when another, or the number itself, is picked."""
    if position.mechanic == "sweep":
        return number != pick and not RELATIONS[position.relation](number, pick)
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
