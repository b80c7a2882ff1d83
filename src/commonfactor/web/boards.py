"""Positions for whoever draws them: every number with what it is, what may be done with it, and why.

The page knows no rule of any game; all that it shows is told here, in the words of the rules.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import FIRST, SECOND, Board, Change, Move
from commonfactor.rules.facts import line_facts
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.rules.numbers import NumberRules
from commonfactor.rules.pool import Departure, PoolRules
from commonfactor.rules.words import counted, factorised, listed
from commonfactor.web.caps import move_in

MOST_EXPLAINED = 200
"""Of how many numbers, or moves where numbers change, each is explained; in larger games one asks for one of them."""


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
    board = _BOARDS[rules.board](rules, line)
    cells = board.get("cells", ())
    barred = {str(cell["number"]): cell["text"] for cell in cells if cell["status"] != "free" and cell["text"]}
    return line_facts(line) | told | {"objections": barred, "board": board}


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


def _pool_board(rules: PoolRules, line: Line) -> dict[str, Any]:
    return {"kind": Board.POOL, "low": rules.low, "high": rules.high, "cells": list(_cells(rules, line))}


def _cells(rules: PoolRules, line: Line) -> Iterator[dict[str, Any]]:
    departed = departures(rules, line.moves)
    is_explained = rules.pool.bit_count() <= MOST_EXPLAINED
    allowed = rules.allowed(line.position)
    for number in numbers_in(rules.pool):
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


def _numbers_board(rules: NumberRules, line: Line) -> dict[str, Any]:
    trail = list(_trail(rules, line))
    numbers = trail[-1]["numbers"]
    is_explained = rules.mobility(line.position) <= MOST_EXPLAINED
    return {
        "kind": Board.NUMBERS,
        "numbers": [
            {
                "number": number,
                "factors": prime_factors(number),
                "divisors": [
                    _divisor(rules, line, number, divisor, is_explained=is_explained)
                    for divisor in rules.divisors(number)
                ],
            }
            for number in numbers
        ],
        "trail": trail,
    }


def _divisor(rules: NumberRules, line: Line, number: int, divisor: int, *, is_explained: bool) -> dict[str, Any]:
    move: Move = divisor if rules.has_one_number else Change(number, divisor)
    left = rules.changed(number, divisor)
    replies = rules.mobility(rules.play(line.position, move)) if is_explained else None
    return {
        "divisor": divisor,
        "move": move_as_json(move),
        "leaves": left,
        "text": rules.permission(line.position, move) if is_explained else None,
        "replies": replies,
        "preview": None if replies is None else f"Leaves {factorised(left)}. {_prospect(replies)}",
    }


def _trail(rules: NumberRules, line: Line) -> Iterator[dict[str, Any]]:
    """The numbers before the first move and after each."""
    start, *later = rules.trail(line.moves)
    yield {"ply": 0, "numbers": start, "move": None, "seat": None}
    for ply, (move, numbers) in enumerate(zip(line.moves, later, strict=True), start=1):
        yield {"ply": ply, "numbers": numbers, "move": move_as_json(move), "seat": FIRST if ply % 2 else SECOND}


_BOARDS: dict[Board, Callable[[Any, Line], dict[str, Any]]] = {
    Board.POOL: _pool_board,
    Board.NUMBERS: _numbers_board,
}
