"""How large a game may be on a server; checked on foreign text before anything is allocated."""

import re

from commonfactor.rules.base import AnyRules, Board, InvalidMoveError, Move, NotationError, SetupError
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import game_named
from commonfactor.web.refusals import Code, RefusalError, blaming, refusing

HIGHEST_IN_POOL = 2_000
HIGHEST_TO_DIVIDE = 10**12
MOST_FIRST_MOVES = 500
"""Keeps the description of any position within a few milliseconds."""
LONGEST_GAME = 2_000
"""Leaves room for other events beside all moves of a game; see ``table.MOST_EVENTS``."""
LONGEST_NOTATION = 16_000
LONGEST_MATCH = 100

_NUMERALS = re.compile(r"[0-9]+")
_MOST_DIGITS = 19
_OBJECTIONS = (NotationError, InvalidMoveError)


def line_in(notation: str) -> Line:
    """The line of play in foreign text, if it is within the limits."""
    if len(notation) > LONGEST_NOTATION:
        raise RefusalError(
            Code.BAD_NOTATION, f"A position is written with at most {LONGEST_NOTATION:,} characters here."
        )
    name, _, rest = notation.partition(":")
    with refusing(Code.BAD_NOTATION, *_OBJECTIONS):
        if rest:
            _checked_rules(name, rest.partition(":")[0])
        return parse(notation)


def rules_in(name: str, setup: str) -> AnyRules:
    """The game and setup in foreign text, if they are within the limits."""
    with blaming("game"), refusing(Code.BAD_SETUP, *_OBJECTIONS):
        game_named(name)
    with blaming("setup"), refusing(Code.BAD_SETUP, *_OBJECTIONS):
        return _checked_rules(name, setup)


def move_in(rules: AnyRules, move: int | str) -> Move:
    """The move in foreign text or a foreign number."""
    with refusing(Code.BAD_MOVE, *_OBJECTIONS):
        return rules.parse_move(str(move))


def highest_for(game: type[AnyRules]) -> int:
    """The largest number in a setup of a game."""
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
