"""Positions for whoever draws them: every number with what it is, what may be done with it, and why.

The page knows no rule of any game; all that it shows is told here, in the words of the rules.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from commonfactor.arithmetic.factorisation import prime_factors, proper_divisors
from commonfactor.rules.base import FIRST, SECOND, Division, Move
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.facts import line_facts
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.rules.pool import Departure, PoolRules
from commonfactor.rules.words import counted, factorised, listed
from commonfactor.web.caps import move_in

MOST_EXPLAINED = 200
"""Of how many numbers, or moves in Divisor Duel, each is explained; in larger games one asks for one of them."""


# Two players and whoever looks on are told of the same position at the same moment.
@lru_cache(maxsize=256)
def position_facts(line: Line) -> msgspec.Raw:
    """All there is to show about a position, as JSON."""
    return msgspec.Raw(msgspec.json.encode(_facts(line)))


@lru_cache(maxsize=64)
def departures(rules: PoolRules, moves: tuple[Move, ...]) -> dict[int, Departure]:
    """How and when every number left the pool that did."""
    return rules.departures(moves)


def _facts(line: Line) -> dict[str, Any]:
    rules = line.rules
    told = {"title": rules.title, "requirement": rules.requirement(line.position)}
    if isinstance(rules, PoolRules):
        cells = list(_cells(rules, line))
        barred = {str(cell["number"]): cell["text"] for cell in cells if cell["status"] != "free" and cell["text"]}
        board = {"kind": "pool", "low": rules.low, "high": rules.high, "cells": cells}
        return line_facts(line) | told | {"objections": barred, "board": board}
    assert isinstance(rules, DivisorDuel)  # noqa: S101  # the other kind of board there is
    return line_facts(line) | told | {"objections": {}, "board": _division_board(rules, line)}


def reason_about(line: Line, text: str) -> dict[str, Any]:
    """Whether a move is allowed, and why or why not."""
    move = move_in(line.rules, text)
    objection = line.rules.objection(line.position, move, line.moves)
    told = (
        f"{move} is not allowed: {objection}."
        if objection
        else f"{move} is allowed: {line.rules.permission(line.position, move)}."
    )
    return {"move": str(move), "allowed": objection is None, "text": told}


def _cells(rules: PoolRules, line: Line) -> Iterator[dict[str, Any]]:
    departed = departures(rules, line.moves)
    is_explained = rules.high - rules.low < MOST_EXPLAINED
    allowed = rules.allowed(line.position)
    for number in range(rules.low, rules.high + 1):
        departure, is_free = departed.get(number), bool(allowed >> number & 1)
        seat = None if departure is None or departure.move != number else FIRST if departure.ply % 2 else SECOND
        yield {
            "number": number,
            "factors": prime_factors(number),
            "status": "gone" if departure else "free" if is_free else "barred",
            "move": number,
            "taken_by": seat,
            "ply": departure.ply if departure else None,
            "text": departure.text if departure else None,
        } | _explanation(rules, line, number, is_free=is_free, is_told=is_explained and not departure)


_UNEXPLAINED: dict[str, Any] = {"removes": None, "replies": None, "preview": None}


def _explanation(rules: PoolRules, line: Line, number: int, *, is_free: bool, is_told: bool) -> dict[str, Any]:
    position = line.position
    if not is_told:
        return _UNEXPLAINED
    if not is_free:
        return _UNEXPLAINED | {"text": rules.objection(position, number, line.moves)}
    removes, replies = rules.removals(position, number), rules.mobility(rules.play(position, number))
    others = [removed for removed in removes if removed != number]
    taken = f"Takes {number}{f', and {listed(others)} with it' if others else ''}."
    return {
        "text": rules.permission(position, number),
        "removes": removes,
        "replies": replies,
        "preview": f"{taken} {_prospect(replies)}",
    }


def _prospect(replies: int) -> str:
    """What the opponent can do after a move."""
    if not replies:
        return "Your opponent then has no move."
    return f"Your opponent then has {counted(replies, 'move')}."


def _division_board(rules: DivisorDuel, line: Line) -> dict[str, Any]:
    trail = list(_trail(rules, line))
    numbers = trail[-1]["numbers"]
    is_explained = rules.mobility(line.position) <= MOST_EXPLAINED
    return {
        "kind": "numbers",
        "numbers": [
            {
                "number": number,
                "factors": prime_factors(number),
                "divisors": [
                    _divisor(rules, line, number, divisor, is_explained=is_explained)
                    for divisor in proper_divisors(number)
                ],
            }
            for number in numbers
        ],
        "trail": trail,
    }


def _divisor(rules: DivisorDuel, line: Line, number: int, divisor: int, *, is_explained: bool) -> dict[str, Any]:
    move: Move = divisor if rules.has_one_number else Division(number, divisor)
    quotient = number // divisor
    replies = rules.mobility(rules.play(line.position, move)) if is_explained else None
    return {
        "divisor": divisor,
        "move": move_as_json(move),
        "leaves": quotient,
        "text": rules.permission(line.position, move) if is_explained else None,
        "replies": replies,
        "preview": None if replies is None else f"Leaves {factorised(quotient)}. {_prospect(replies)}",
    }


def _trail(rules: DivisorDuel, line: Line) -> Iterator[dict[str, Any]]:
    """The numbers before the first move and after each; what is left of one stays at its place in the setup."""
    numbers = list(rules.numbers)
    yield {"ply": 0, "numbers": tuple(numbers), "move": None, "seat": None}
    for ply, move in enumerate(line.moves, start=1):
        number, divisor = move if isinstance(move, Division) else Division(numbers[0], move)
        numbers[numbers.index(number)] = number // divisor
        seat = FIRST if ply % 2 else SECOND
        yield {"ply": ply, "numbers": tuple(numbers), "move": move_as_json(move), "seat": seat}
