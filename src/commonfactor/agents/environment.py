"""What the environments of all hosts share: how they are made, and how a game looks in them."""

import re
import sys
from reprlib import repr as shortened
from typing import Literal, get_args

from commonfactor.agents.compiled_game import CompiledGame
from commonfactor.rules.base import AnyRules, Seating, SetupError
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import game_called

Illegal = Literal["lose", "raise"]
"""What an illegal move does: who makes it loses the game, or gets an ``IllegalMoveError``."""

RenderMode = Literal["ansi", "human"]
"""How a game is shown: as text that is returned, or as text that is printed after every move."""

SEATING = Seating("player_1", "player_2")


def rules_of(game: str, setup: str | None) -> AnyRules:
    """The game with a name and a setup, that of the rule book if none is given; ``NotationError`` if there is none."""
    if not isinstance(game, str):
        raise SetupError(f"a game is named by a text such as 'factor-clash', not by {shortened(game)}")
    kind = game_called(game)
    if not isinstance(setup, str | None):
        raise SetupError(f"the setup of {kind.title} is a text such as {kind.default_setup!r}, not {shortened(setup)}")
    return kind.from_setup(kind.default_setup if setup is None else setup)


def class_name(game: type[AnyRules]) -> str:
    """The name of a game as classes are named, such as ``FactorClash``: no two games have the same."""
    return re.sub(r"(?:^|-)([a-z])", lambda found: found[1].upper(), game.name)


def check_options(illegal: str, render_mode: str | None) -> None:
    """Raise ``SetupError`` unless there is such a policy, and such a way to show a game."""
    if illegal not in get_args(Illegal):
        raise SetupError(
            f"an illegal move can be answered by {' or '.join(get_args(Illegal))}, not by {shortened(illegal)}"
        )
    if render_mode is not None and render_mode not in get_args(RenderMode):
        raise SetupError(f"a game is shown as {' or '.join(get_args(RenderMode))}, not as {shortened(render_mode)}")


def shown(game: CompiledGame, objection: str, render_mode: str | None) -> str | None:
    """The picture of a game if it is shown as text; a person sees it printed."""
    if render_mode == "human":
        sys.stdout.write(picture(game.line, objection))
    return picture(game.line, objection) if render_mode == "ansi" else None


def picture(line: Line, objection: str = "") -> str:
    """The game as its rule book shows it: the board, and whose turn it is or who has won.

    An objection is what whoever was to move has lost the game by.
    """
    rules, moves, position = line
    shown = rules.board_lines(position, moves, SEATING)
    if objection:
        shown += ["", f"{objection}. {SEATING.at(position.to_move.other)} wins!"]
    else:
        lines = rules.turn_lines if rules.can_move(position) else rules.closing_lines
        shown += lines(position, moves, SEATING)
    return "\n".join(shown).strip("\n") + "\n"
