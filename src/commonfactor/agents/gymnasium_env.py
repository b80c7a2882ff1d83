"""The games as environments of Gymnasium: one agent against an opponent that is part of the environment.

Importing this module registers them: ``gymnasium.make("commonfactor/FactorClash-v1", opponent="club")``. Observations
are those of ``encoding.py``; the extra dictionary has the ``action_mask``.
"""

from collections.abc import Callable
from operator import index
from random import Random
from reprlib import repr as shortened
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from commonfactor.agents.encoding import VERSION, Encoding, Entries
from commonfactor.agents.engine_player import EnginePlayer
from commonfactor.agents.entrants import player_from
from commonfactor.agents.environment import CompiledGame, Illegal, RenderMode, check_options, class_name, rules_of
from commonfactor.arena.referee import chances
from commonfactor.players.base import THINKING, Forfeit, Player
from commonfactor.rules.base import FIRST, SECOND, IllegalMoveError, Seat, SetupError
from commonfactor.rules.registry import all_games

SeatChoice = Literal["first", "second", "random"]
"""The seat of the agent; ``random`` draws it for every game."""

Opponent = str | Player | type[Player] | Callable[[Any, Any, Random], Any]
"""A text as in a tournament, a player, a class of players, or a function (rules, position, random) -> move."""

_SEATS = {"first": FIRST, "second": SECOND}
_MOST_CHANCES = 1 << 62


class GameEnv(gymnasium.Env[Entries, np.int64]):
    """A game with a setup against an opponent. An illegal move loses the game, unless ``illegal`` is ``raise``."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium asks for it on the class
        "render_modes": list(get_args(RenderMode)),
        "render_fps": 1,
        "encoding_version": VERSION,
    }

    def __init__(  # noqa: PLR0913  # these are the arguments of ``gymnasium.make``
        self,
        game: str,
        setup: str | None = None,
        *,
        opponent: Opponent = "perfect",
        seat: SeatChoice = "first",
        illegal: Illegal = "lose",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Raise ``NotationError`` or ``SetupError`` if there is no such game, setup, opponent or option."""
        check_options(illegal, render_mode)
        if seat not in get_args(SeatChoice):
            raise SetupError(f"the seat of the agent is {', '.join(get_args(SeatChoice))}, not {shortened(seat)}")
        self.rules = rules_of(game, setup)
        self.opponent = player_from(opponent)
        self.encoding = Encoding(self.rules)
        self.seat_choice, self.illegal, self.render_mode = seat, illegal, render_mode
        self.action_space = Discrete(self.encoding.action_count)
        self.observation_space = Box(0, self.encoding.highest_entry, (self.encoding.observation_length,), np.int8)
        self.game = CompiledGame(self.encoding)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Entries, dict[str, Any]]:
        """Begin a new game. If an opponent in the first seat wins with its first move, the next step says so."""
        super().reset(seed=seed)
        self.seat = _SEATS.get(self.seat_choice) or Seat(int(self.np_random.integers(1, 3)))
        self._has_reported_end = False
        self._chances = int(self.np_random.integers(_MOST_CHANCES))
        self.game.restart()
        extra = self._reply() if self.seat is SECOND else {}
        return self._observed(extra)

    def step(self, action: np.int64 | int) -> tuple[Entries, int, bool, bool, dict[str, Any]]:
        """Make a move and the opponent's reply; after the end of the game, warn that only a reset begins another."""
        if self._has_reported_end:
            gymnasium.logger.warn("the game is over and this step brings nothing: call reset() to begin another")
        extra = {} if self.game.is_over else self._move(index(action))
        reward = 0
        if self.game.is_over and not self._has_reported_end:
            reward = 1 if self.winner is self.seat else -1
            self._has_reported_end = True
        observation, extra = self._observed(extra)
        return observation, reward, self._has_reported_end, False, extra

    @property
    def winner(self) -> Seat | None:
        return self.game.to_move.other if self.game.is_over else None

    def _move(self, action: int) -> dict[str, Any]:
        """Make the agent's move and the opponent's reply, and return entries for the extra dictionary."""
        try:
            self.game.play(action)
        except IllegalMoveError as error:
            if self.illegal == "raise":
                raise
            self.game.stop(str(error))
            return {"objection": str(error)}
        return {} if self.game.is_over else self._reply()

    def _reply(self) -> dict[str, Any]:
        """Make the opponent's move; ``RuntimeError`` if it crashed, since nobody should learn from such a win."""
        line = self.game.line
        try:
            choice = self.opponent.choice(line, chances(self._chances, line), THINKING.control())
            self.game.play(self.encoding.action(choice.move))
        except Forfeit as forfeit:
            self.game.stop(str(forfeit))
            if forfeit.reason == "crashed":
                self._has_reported_end = True
                raise RuntimeError(str(forfeit)) from forfeit.__cause__
            return {"forfeit": str(forfeit)}
        return {}

    def _observed(self, extra: dict[str, Any]) -> tuple[Entries, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self.game.observation(self.seat), {"action_mask": self.game.action_mask(), **extra}

    def render(self) -> str | None:
        return self.game.render(self.render_mode)

    def close(self) -> None:
        """End an engine that was started for this environment; a player that was passed in may have other games."""
        if isinstance(self.opponent, EnginePlayer):
            self.opponent.close()


for _game in all_games():
    gymnasium.register(
        f"commonfactor/{class_name(_game)}-v{VERSION}",
        f"{__name__}:{GameEnv.__name__}",
        kwargs={"game": _game.name},
    )
