"""The rules for somebody new: five short lines about a game as it is set up, and positions to try them on."""

from collections.abc import Iterator, Sequence
from typing import Any

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, Board, Move
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import Limited, PoolRules
from commonfactor.rules.words import first_few, listed, sentence

_LOST = "If you cannot move, you lose."
_SMALL_NUMBERS, _FEW = 12, 8
"""Among how many numbers an example is looked for, and how many are named."""
_LARGE = 100
"""With more first moves than this a game would take too long to be played to its end."""
_LONGEST, _LONGEST_OF_LARGE = 150, 40
"""How many moves an example has at most."""
_COMPARED, _CALM = 12, 2
"""How many moves are compared for each, and how many of them leave the end far off."""


def five_lines(rules: AnyRules) -> list[str]:
    """Five lines that let a child play this setup."""
    return list(_pool_lines(rules) if isinstance(rules, PoolRules) else _number_lines(rules))


def _pool_lines(rules: PoolRules) -> Iterator[str]:
    without = f", without {_all_of(rules.without)}" if rules.without else ""
    yield f"The numbers are {rules.low} to {rules.high}{without}. Take turns to pick one."
    yield rules.demand()
    yield from _pool_example(rules)
    if first := rules.opening_lines(rules.initial_position):
        yield first[0]
    elif rules.limited is Limited.NOBODY:
        yield "A number that is gone is gone for both of you."
    else:
        yield f"{sentence(rules.free_words)[:-1]} is free: pick any."
    yield _LOST


def _pool_example(rules: PoolRules) -> Iterator[str]:
    """A small number, and what it takes with it or how it is related to the one nearest to it."""
    numbers = numbers_in(rules.pool)[:_SMALL_NUMBERS]
    for number in sorted(numbers, key=lambda each: abs(each - numbers[len(numbers) // 2])):
        # That 1 goes into a number tells nobody anything.
        if relatives := [each for each in numbers_in(rules.related_to(number)) if each > 1]:
            nearest = min(relatives, key=lambda each: abs(each - number))
            gone = numbers_in(rules.related_to(number))
            takes = f"{number} takes {_all_of(gone) if len(gone) <= _FEW else first_few(gone, _FEW)} with it"
            return (yield f"For example, {takes if rules.sweeps else rules.relation.comparison(number, nearest)}.")


def _number_lines(rules: Any) -> Iterator[str]:
    start = rules.initial_position
    smaller = "it" if rules.has_one_number else "one of them"
    yield f"You start with {_all_of(rules.numbers)}. Take turns to make {smaller} smaller."
    yield rules.requirement(start)
    if moves := rules.legal_moves(start):
        yield f"For example, {rules.permission(start, moves[len(moves) // 2])}."
    yield "Then your opponent goes on with what is left."
    yield _LOST


def _all_of(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{listed(others)} and {last}" if others else last


def positions_to_try(rules: AnyRules) -> list[Line]:
    """The start of a game, a position in which something is not allowed, and one with a move that ends the game."""
    line = Line.start(rules)
    lines = [line]
    longest = _LONGEST if rules.mobility(line.position) <= _LARGE else _LONGEST_OF_LARGE
    while rules.can_move(line.position) and len(lines) <= longest:
        line = line.play(_example_move(rules, line.position, is_calm=len(lines) <= _CALM))
        lines.append(line)
    before_the_end = lines[:-1] or lines
    limited = next((each for each in before_the_end if _is_limited(rules, each)), before_the_end[-1])
    return list(dict.fromkeys([lines[0], limited, before_the_end[-1]]))


def _is_limited(rules: Any, line: Line) -> bool:
    """Whether somebody who looks at the position could think of something that is not allowed."""
    if rules.board is Board.POOL:
        return bool(line.moves and rules.allowed(line.position) != line.position.available)
    return bool(line.moves)


def _example_move(rules: AnyRules, position: Any, *, is_calm: bool) -> Move:
    """A move of those that leave few replies; at the beginning of a game one that leaves some."""
    moves = rules.legal_moves(position)
    compared = moves[:: max(1, len(moves) // _COMPARED)]
    replies = sorted(compared, key=lambda move: rules.mobility(rules.play(position, move)))
    return replies[len(replies) // 2 if is_calm else 0]
