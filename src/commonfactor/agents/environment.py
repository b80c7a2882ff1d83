"""The common part of all environments: how they are made, the game they play, and how it looks in them."""

import re
import sys
from collections.abc import Callable
from reprlib import repr as shortened
from typing import Any, Literal, Self, get_args

from commonfactor.agents._games import Playout
from commonfactor.agents.encoding import Encoding, Entries
from commonfactor.rules.base import AnyRules, IllegalMoveError, Seat, Seating, SetupError
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import game_called

Illegal = Literal["lose", "raise"]
"""The policy for illegal moves: lose the game, or raise ``IllegalMoveError``."""

RenderMode = Literal["ansi", "human"]
"""How a game is shown: as text that is returned, or as text that is printed after every move."""

SEATING = Seating("player_1", "player_2")


def rules_of(game: str, setup: str | None) -> AnyRules:
    """A game by its name, with the default setup unless one is given; ``NotationError`` if there is none."""
    if not isinstance(game, str):
        raise SetupError(f"a game is named by a text such as 'factor-clash', not by {shortened(game)}")
    kind = game_called(game)
    if not isinstance(setup, str | None):
        raise SetupError(f"the setup of {kind.title} is a text such as {kind.default_setup!r}, not {shortened(setup)}")
    return kind.from_setup(kind.default_setup if setup is None else setup)


def class_name(game: type[AnyRules]) -> str:
    """The name of a game in CamelCase, such as ``FactorClash``: no two games share one."""
    return re.sub(r"(?:^|-)([a-z])", lambda found: found[1].upper(), game.name)


def check_options(illegal: str, render_mode: str | None) -> None:
    """Raise ``SetupError`` unless both options have a possible value."""
    if illegal not in get_args(Illegal):
        raise SetupError(
            f"an illegal move can be answered by {' or '.join(get_args(Illegal))}, not by {shortened(illegal)}"
        )
    if render_mode is not None and render_mode not in get_args(RenderMode):
        raise SetupError(f"a game is shown as {' or '.join(get_args(RenderMode))}, not as {shortened(render_mode)}")


class CompiledGame:
    """A game that the compiled core plays, with what each player sees of it."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding, self._start = encoding, Line.start(encoding.rules)
        self._connect(encoding.playout(observes=True))
        self.restart()

    def _connect(self, core: Playout) -> None:
        """Bind what a host calls for every move: looking it up each time would take longer than the call.

        ``views`` holds, for each player, what copies the observation and what copies the mask of their actions.
        """
        self._core = core
        self.views: list[tuple[Callable[[], Entries], Callable[[], Entries]]] = [
            (seen.copy, mask.copy) for seen, mask in zip(core.observation, core.mask, strict=True)
        ]

    def restart(self) -> None:
        self._core.restart()
        self._line = self._start
        self._objection = ""

    def play(self, action: int) -> bool:
        """Make a move and say whether there is a next; raises as ``Line.play`` does, and then changes nothing."""
        try:
            return self._core.play(action)
        except IllegalMoveError:
            self.line.play(self.encoding.move(action))  # which says why
            raise

    def stop(self, objection: str = "") -> None:
        """End the game here; an objection is why the player to move has lost by an illegal move."""
        self._core.stop()
        self._objection = objection

    @property
    def actions(self) -> list[int]:
        return self._core.actions

    @property
    def is_over(self) -> bool:
        return self._core.is_over

    @property
    def to_move(self) -> Seat:
        """The seat to move, or, when the game is over, the one who lost."""
        return Seat(self._core.to_move)

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions, ascending."""
        return self._core.legal_actions()

    @property
    def line(self) -> Line:
        """The moves so far, with the position they led to."""
        for action in self.actions[len(self._line.moves) :]:
            self._line = self._line.play(self.encoding.move(action))
        return self._line

    def observation(self, seat: Seat) -> Entries:
        """The observation of a seat, in a new array."""
        return self.views[seat - 1][0]()

    def action_mask(self) -> Entries:
        """One entry per action, 1 iff it is legal, in a new array."""
        return self.views[self._core.to_move - 1][1]()

    def copy(self) -> Self:
        """An independent copy of the game."""
        twin = object.__new__(type(self))
        twin.encoding, twin._start, twin._line = self.encoding, self._start, self._line
        twin._objection = self._objection
        twin._connect(self._core.copy())
        return twin

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        is_stopped = self.is_over and self.encoding.rules.can_move(self.line.position)
        return _replayed, (self.encoding, self.actions, self._objection if is_stopped else None)

    def picture(self) -> str:
        """The game as its rule book shows it."""
        rules, moves, position = self.line
        shown = rules.board_lines(position, moves, SEATING)
        if self._objection:
            shown += ["", f"{self._objection}. {SEATING.at(position.to_move.other)} wins!"]
        else:
            lines = rules.turn_lines if rules.can_move(position) else rules.closing_lines
            shown += lines(position, moves, SEATING)
        return "\n".join(shown).strip("\n") + "\n"

    def render(self, mode: str | None) -> str | None:
        """Print the picture for ``human``, or return it for ``ansi``."""
        if mode == "human":
            sys.stdout.write(self.picture())
        return self.picture() if mode == "ansi" else None


def _replayed(encoding: Encoding, actions: list[int], objection: str | None) -> CompiledGame:
    game = CompiledGame(encoding)
    for action in actions:
        game.play(action)
    if objection is not None:
        game.stop(objection)
    return game
