"""How large a game may be on a server, checked before anything is allocated for it."""

import re
from collections.abc import Callable
from typing import TypeVar

from commonfactor.rules.base import AnyRules, Board, InvalidMoveError, Move, NotationError, SetupError
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import game_named
from commonfactor.rules.words import sentence
from commonfactor.web.refusals import Code, RefusalError, blaming

HIGHEST_IN_POOL = 2_000
HIGHEST_TO_DIVIDE = 10**12
MOST_FIRST_MOVES = 500
"""So that describing any position takes the server a few milliseconds."""
LONGEST_GAME = 2_000
"""So that all moves of a game, and much that happens beside them, are among the events that are kept."""
LONGEST_NOTATION = 16_000
LONGEST_MATCH = 100

_NUMERALS = re.compile(r"[0-9]+")
_MOST_DIGITS = 19

_Answer = TypeVar("_Answer")


def line_in(notation: str) -> Line:
    """The line of play that foreign text names, if this server takes it."""
    if len(notation) > LONGEST_NOTATION:
        raise RefusalError(
            Code.BAD_NOTATION, f"A position is written with at most {LONGEST_NOTATION:,} characters here."
        )
    name, _, rest = notation.partition(":")
    setup, _, _ = rest.partition(":")
    if rest:
        _translated(Code.BAD_NOTATION, lambda: _checked_rules(name, setup))
    return _translated(Code.BAD_NOTATION, lambda: parse(notation))


def rules_in(name: str, setup: str) -> AnyRules:
    """The game that foreign text sets up, if it may be played on this server."""
    with blaming("game"):
        _translated(Code.BAD_SETUP, lambda: game_named(name))
    with blaming("setup"):
        return _translated(Code.BAD_SETUP, lambda: _checked_rules(name, setup))


def move_in(rules: AnyRules, move: int | str) -> Move:
    """The move that foreign text or a foreign number names."""
    try:
        return rules.parse_move(str(move))
    except InvalidMoveError as error:
        raise RefusalError(Code.BAD_MOVE, sentence(str(error))) from None


def highest_for(game: type[AnyRules]) -> int:
    """The largest number that a setup of a game may have here."""
    return min(game.highest, HIGHEST_IN_POOL if game.board is Board.POOL else HIGHEST_TO_DIVIDE)


def _checked_rules(name: str, setup: str) -> AnyRules:
    game = game_named(name)
    highest = highest_for(game)
    for numeral in _NUMERALS.findall(setup):
        if len(numeral) > _MOST_DIGITS or int(numeral) > highest:
            raise SetupError(f"{game.title} is played with numbers up to {highest:,} on this server")
    rules = game.from_setup(setup)
    if rules.mobility(rules.initial_position) > MOST_FIRST_MOVES:
        raise SetupError(f"a game has at most {MOST_FIRST_MOVES} possible first moves on this server")
    if rules.longest_game > LONGEST_GAME:
        raise SetupError(
            f"a game has at most {LONGEST_GAME:,} moves on this server, and this one may have {rules.longest_game:,}"
        )
    return rules


def _translated(code: Code, ask: Callable[[], _Answer]) -> _Answer:
    try:
        return ask()
    except NotationError as error:
        raise RefusalError(code, sentence(str(error))) from None
