"""Positions as the page draws them: every number with its state, the moves on it, and why.

The page knows no rules; everything that it shows is told here, in the words of the rules.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import FIRST, SECOND, Board, Change, Move, Seat
from commonfactor.rules.notation import Line, line_facts, move_as_json, objection_or_permission
from commonfactor.rules.numbers import NumberRules
from commonfactor.rules.pool import Departure, PoolRules
from commonfactor.rules.words import counted, factorised, listed
from commonfactor.solver.claims import ground_of
from commonfactor.web.answer_types import Answer, AnyClaim, AnyMove, Count, LineTold, Number
from commonfactor.web.game_limits import move_in

MOST_EXPLAINED = 200
"""The most numbers (or moves, where numbers change) that are all explained; beyond it, one asks about each."""

Factors = Annotated[tuple[Number, ...], Meta(description="The prime factors, each as often as it divides.")]


class Bond(Answer, frozen=True):
    """A bond between a number and another one that it is related to."""

    number: Annotated[Number, Meta(description="It limits the pick, or did when this one was picked.")]
    tie: Annotated[str, Meta(description="What to write on a line between them, such as the shared factor.")]


class Cell(Answer, frozen=True):
    """A number of a pool."""

    number: Number
    factors: Factors
    status: Literal["free", "barred", "gone"]
    move: Number
    taken_by: Seat | None
    ply: Number | None
    text: str | None
    removes: tuple[Number, ...] | None
    replies: Count | None
    preview: str | None
    bond: Bond | None
    shared: Annotated[tuple[Number, ...], Meta(description="The primes that relate it to what limits the pick.")]


class Target(Answer, frozen=True):
    """The numbers that limit the next pick."""

    words: Annotated[str, Meta(description="What to write before them, or alone where there are none.")]
    their_words: Annotated[str, Meta(description="The same, as told about the mover to others.")]
    numbers: tuple[Number, ...]


class PoolBoard(Answer, frozen=True, tag_field="kind", tag="pool"):
    """A pool that numbers are picked from."""

    low: Number
    high: Number
    target: Target
    cells: list[Cell]


class Divisor(Answer, frozen=True):
    """A divisor of a number that may be chosen."""

    divisor: Number
    move: AnyMove
    leaves: Number
    text: str | None
    replies: Count | None
    preview: str | None


class Divided(Answer, frozen=True):
    """A number that changes, with its divisors."""

    number: Number
    factors: Factors
    command: Annotated[str, Meta(description="What to do with it, to go before a divisor.")]
    divisors: list[Divisor]


class Step(Answer, frozen=True):
    """The numbers before the first move, or after a move."""

    ply: Count
    numbers: tuple[Number, ...]
    move: AnyMove | None
    seat: Seat | None


class NumbersBoard(Answer, frozen=True, tag_field="kind", tag="numbers"):
    """Numbers that change."""

    sign: Annotated[str, Meta(description="What a move does to a number, such as ÷.")]
    numbers: list[Divided]
    trail: list[Step]


class Why(Answer, frozen=True):
    """Whether a move is allowed, and why or why not."""

    move: str
    allowed: bool
    text: str
    claims: list[AnyClaim]


class Position(LineTold, frozen=True):
    """A position, and what may be done in it."""

    title: str
    requirement: Annotated[str, Meta(description="What is required of who moves, or why the game is over.")]
    objections: Annotated[dict[str, str], Meta(description="Why a number is not allowed.")]
    board: PoolBoard | NumbersBoard
    why: Why | UnsetType = UNSET


# Players and watchers are told the same position at the same moment.
@lru_cache(maxsize=256)
def encoded_position(line: Line) -> msgspec.Raw:
    """All there is to show about a position, as JSON."""
    return msgspec.Raw(msgspec.json.encode(position_told(line)))


@lru_cache(maxsize=64)
def departures(rules: PoolRules, moves: tuple[Move, ...]) -> dict[int, Departure]:
    """How and when each number left the pool."""
    return rules.departures(moves)


@lru_cache(maxsize=64)
def bonds(rules: PoolRules, moves: tuple[Move, ...]) -> dict[Move, Bond | None]:
    """The bond of every picked number at the time."""
    position, found = rules.initial_position, dict[Move, Bond | None]()
    for move in moves:
        found[move] = _bond(rules, position.targets, move)
        position = rules.play(position, move)
    return found


def position_told(line: Line) -> Position:
    """All there is to show about a position."""
    rules: Any = line.rules
    board = _pool_board(rules, line) if rules.board is Board.POOL else _numbers_board(rules, line)
    cells = board.cells if isinstance(board, PoolBoard) else ()
    objections = {str(cell.number): cell.text for cell in cells if cell.status != "free" and cell.text}
    title, requirement = rules.title, rules.requirement(line.position)
    return Position(**line_facts(line), title=title, requirement=requirement, objections=objections, board=board)


def reason_about(line: Line, text: str) -> Why:
    """Whether a move is allowed, and why or why not."""
    move = move_in(line.rules, text)
    told, is_allowed = objection_or_permission(line, move)
    return Why(str(move), is_allowed, told, [ground_of(line.rules, line.position, move).as_json()])


def _pool_board(rules: PoolRules, line: Line) -> PoolBoard:
    position = line.position
    targets = position.targets if rules.can_move(position) else ()
    target = Target(rules.heading(position), rules.heading(position, whose="their"), targets)
    return PoolBoard(rules.low, rules.high, target, list(_cells(rules, line)))


def _bond(rules: PoolRules, targets: tuple[int, ...], number: Any) -> Bond | None:
    """The bond of a number with the first target that it is related to."""
    target = next((each for each in targets if rules.related_to(each) >> number & 1), None)
    return None if target is None else Bond(target, rules.relation.tie(number, target))


def _shared(rules: PoolRules, targets: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The primes that relate a number to any target."""
    return tuple(sorted({prime for each in targets for prime in rules.relation.shared_primes(number, each)}))


def _cells(rules: PoolRules, line: Line) -> Iterator[Cell]:
    departed = departures(rules, line.moves)
    is_explained = rules.pool.bit_count() <= MOST_EXPLAINED
    allowed, position = rules.allowed(line.position), line.position
    picked, targets = bonds(rules, line.moves), line.position.targets if is_explained else ()
    for number in numbers_in(rules.pool):
        departure, is_free = departed.get(number), bool(allowed >> number & 1)
        text = removes = replies = preview = seat = None
        if departure:
            text = departure.text
            if departure.move == number:
                seat = FIRST if departure.ply % 2 else SECOND
        elif is_explained and not is_free:
            text = rules.objection(position, number, line.moves)
        elif is_explained:
            text, removes = rules.permission(position, number), rules.removals(position, number)
            replies = rules.mobility(rules.play(position, number))
            others = [removed for removed in removes if removed != number]
            taken = f"Takes {number}{f', and {listed(others)} with it' if others else ''}."
            preview = f"{taken} {_prospect(replies)}"
        yield Cell(
            number=number,
            factors=prime_factors(number),
            status="gone" if departure else "free" if is_free else "barred",
            move=number,
            taken_by=seat,
            ply=departure.ply if departure else None,
            text=text,
            removes=removes,
            replies=replies,
            preview=preview,
            bond=picked.get(number) if departure else _bond(rules, targets, number),
            shared=() if departure else _shared(rules, targets, number),
        )


def _prospect(replies: int) -> str:
    if not replies:
        return "Your opponent then has no move."
    return f"Your opponent then has {counted(replies, 'move')}."


def _numbers_board(rules: NumberRules, line: Line) -> NumbersBoard:
    trail = list(_trail(rules, line))
    is_explained = rules.mobility(line.position) <= MOST_EXPLAINED

    def divided(number: int) -> Divided:
        divisors = [_divisor(rules, line, number, each, is_explained=is_explained) for each in rules.divisors(number)]
        return Divided(number, prime_factors(number), rules.command.format(number), divisors)

    return NumbersBoard(rules.sign, [divided(number) for number in trail[-1].numbers], trail)


def _divisor(rules: NumberRules, line: Line, number: int, divisor: int, *, is_explained: bool) -> Divisor:
    move: Move = divisor if rules.has_one_number else Change(number, divisor)
    left = rules.changed(number, divisor)
    text = replies = preview = None
    if is_explained:
        text, replies = rules.permission(line.position, move), rules.mobility(rules.play(line.position, move))
        preview = f"Leaves {factorised(left)}. {_prospect(replies)}"
    return Divisor(divisor, move_as_json(move), left, text, replies, preview)


def _trail(rules: NumberRules, line: Line) -> Iterator[Step]:
    """The numbers before the first move and after each."""
    start, *later = rules.trail(line.moves)
    yield Step(0, start, None, None)
    for ply, (move, numbers) in enumerate(zip(line.moves, later, strict=True), start=1):
        yield Step(ply, numbers, move_as_json(move), FIRST if ply % 2 else SECOND)
