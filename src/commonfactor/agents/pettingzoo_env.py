"""The games as environments of PettingZoo, in which two agents move in turn.

``env`` makes what programs use: it also watches over the order of calls, as PettingZoo's own games do. ``raw_env`` is
the game alone. What agents observe is described in ``encoding.py``. A game is a batch of one in the compiled core: an
agent would wait longer for the rules in Python than for all the rest.
"""

import sys
from collections.abc import Iterator
from itertools import repeat
from operator import attrgetter, index
from typing import Any, get_args

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from commonfactor.agents.batch import BatchEnvironment
from commonfactor.agents.encoding import VERSION, Entries
from commonfactor.agents.environment import (
    SEATING,
    Illegal,
    RenderMode,
    check_options,
    forfeit_words,
    picture,
    rules_of,
)
from commonfactor.rules.base import IllegalMoveError
from commonfactor.rules.notation import Line

Seen = tuple[dict[str, Entries] | None, int, bool, bool, dict[str, Any]]
"""What ``last`` tells: an observation, a reward, whether the game is over, whether it was cut short, and the rest."""

_FIRST, _SECOND, _ = SEATING
_SEATS = {_FIRST: 1, _SECOND: 2}
_OTHERS = {_FIRST: _SECOND, _SECOND: _FIRST}


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # the name that PettingZoo's own games have for it
    """A game with a setup; an illegal move loses it, unless ``illegal`` is ``raise``."""

    def __init__(
        self,
        game: str = "factor-clash",
        setup: str | None = None,
        illegal: Illegal = "lose",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Set up a game; ``NotationError`` or ``SetupError`` if there is no such game, setup or option."""
        super().__init__()
        check_options(illegal, render_mode)
        self.rules = rules_of(game, setup)
        self.illegal, self.render_mode = illegal, render_mode
        self.metadata = {
            "name": f"{self.rules.name.replace('-', '_')}_v{VERSION}",
            "render_modes": list(get_args(RenderMode)),
            "is_parallelizable": False,
            "encoding_version": VERSION,
        }
        self._connect(BatchEnvironment(self.rules, games=1, autoreset=False))
        self.possible_agents = list(_SEATS)
        self.action_spaces = {agent: Discrete(self.encoding.action_count) for agent in _SEATS}
        self.observation_spaces = {agent: self._observation_space() for agent in _SEATS}
        self._actions: list[int] = []

    def _connect(self, batch: BatchEnvironment) -> None:
        """Keep at hand what each move needs of a batch: looking it up would take longer than using it."""
        self.encoding, self._count = batch.encoding, batch.encoding.action_count
        self._mask = batch.mask[0].view(np.int8)
        self._copied_mask = self._mask.copy
        self._across = self.encoding.across
        self._copied_observation, self._from_across = batch.observation[0].copy, batch.observation[0].take
        self._done, self._forfeited = batch.done, batch.forfeited
        # The checks of the batch take longer than a move, which is checked here.
        self._restart, self._play = batch.core.reset, batch.core.step
        self._action = np.zeros(1, np.int32)

    def _observation_space(self) -> Dict:
        return Dict(
            {
                "observation": Box(0, self.encoding.highest_entry, (self.encoding.observation_length,), np.int8),
                "action_mask": Box(0, 1, (self.encoding.action_count,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; there are no chances for a seed to decide."""
        self._restart()
        self.agents = [_FIRST, _SECOND]
        self.rewards = {_FIRST: 0, _SECOND: 0}
        self._cumulative_rewards = {_FIRST: 0, _SECOND: 0}
        self.terminations = {_FIRST: False, _SECOND: False}
        self.truncations = {_FIRST: False, _SECOND: False}
        self.infos: dict[str, dict[str, Any]] = {_FIRST: {}, _SECOND: {}}
        self.agent_selection = _FIRST
        self._to_move = _FIRST
        self._actions = []
        self._ending: str | None = None

    def observe(self, agent: str) -> dict[str, Entries]:
        if agent == self._to_move:
            observation = self._copied_observation()
        else:
            observation = self._from_across(self._across)
            observation[-1] = 0
        mask = self._copied_mask() if agent == self.agent_selection else np.zeros(self._count, np.int8)
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> Seen:  # noqa: FBT001, FBT002  # as PettingZoo has it
        agent, seen = self.agent_selection, None
        if observe:
            # Whoever is to move asks most, and is answered without a detour.
            if agent == self._to_move:
                seen = {"observation": self._copied_observation(), "action_mask": self._copied_mask()}
            else:
                seen = self.observe(agent)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = sys.maxsize) -> Iterator[str]:
        """Yield whose turn it is, until both are done with the game."""
        # A generator takes half the time of PettingZoo's iterator.
        for _ in repeat(None, min(max_iter, sys.maxsize)):
            if not self.agents:
                return
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        other, chosen = _OTHERS[agent], index(action)  # type: ignore[arg-type]  # of None, index says what it is
        is_legal = 0 <= chosen < self._count and self._mask[chosen]
        if not is_legal:
            self._refuse(agent, chosen)
        self._action[0] = chosen
        self._play(self._action)
        self._actions.append(chosen)
        self.agent_selection = other
        if is_legal:
            self._to_move = other
        if self._done[0]:
            winner, loser = (agent, other) if is_legal else (other, agent)
            self.rewards = {winner: 1, loser: -1}
            self._cumulative_rewards = {winner: 1, loser: -1}
            self.terminations = {_FIRST: True, _SECOND: True}
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: int) -> None:
        try:
            self._line().play(self.encoding.move(action))
        except IllegalMoveError as error:
            if self.illegal == "raise":
                raise
            self._ending = forfeit_words(_OTHERS[agent], str(error))
            for extra in self.infos.values():
                extra.update(offender=agent, objection=str(error))

    def _leave(self, agent: str, action: int | None) -> None:
        """Let go of an agent when the game is over."""
        # PettingZoo's own method allows for agents that play on, and takes three times as long.
        if action is not None:
            raise ValueError(f"the game is over: the only action is None, not {action}")
        if len(self.agents) == 1:
            self.agents = []
            self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos = {}, {}, {}, {}, {}
            return
        other = _OTHERS[agent]
        self.agents = [other]
        self.rewards, self._cumulative_rewards = {other: 0}, {other: self._cumulative_rewards[other]}
        self.terminations = {other: self.terminations[other]}
        self.truncations = {other: self.truncations[other]}
        self.infos = {other: self.infos[other]}
        self.agent_selection = other

    def _line(self) -> Line:
        """The game so far, without the illegal move that may have ended it."""
        line = Line.start(self.rules)
        for action in self._actions[: -1 if self._forfeited[0] else None]:
            line = line.play(self.encoding.move(action))
        return line

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        line = self._line()
        text = picture(self.rules, line.position, line.moves, self._ending)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def close(self) -> None:
        """Nothing is held open; PettingZoo asks for it beside ``render``."""

    def __reduce__(self) -> tuple[Any, ...]:
        gone = len(_SEATS) - len(getattr(self, "agents", _SEATS))
        options = self.rules.name, self.rules.setup, self.illegal, self.render_mode
        return _replayed, (options, [*self._actions, *[None] * gone])


def _replayed(options: tuple[str, str, Illegal, RenderMode | None], steps: list[int | None]) -> raw_env:
    """The same environment, where the same steps have brought it."""
    game, setup, illegal, render_mode = options
    replayed = raw_env(game, setup, illegal)
    replayed.reset()
    for action in steps:
        replayed.step(action)
    replayed.render_mode = render_mode
    return replayed


class _OrderKeeping(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's watch over the order of calls, without its search for every attribute by name.

    A game has these attributes from its first reset on; before, that search goes on and says what is missing.
    """

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))
    rewards = property(attrgetter("env.rewards"))
    terminations = property(attrgetter("env.terminations"))
    truncations = property(attrgetter("env.truncations"))
    infos = property(attrgetter("env.infos"))

    def last(self, observe: bool = True) -> Seen:  # noqa: FBT001, FBT002  # as PettingZoo has it
        if not self._has_reset:
            raise AttributeError("last cannot be accessed before reset")
        return self.env.last(observe)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return str(self.env)


def env(
    game: str = "factor-clash",
    setup: str | None = None,
    illegal: Illegal = "lose",
    render_mode: RenderMode | None = None,
) -> AECEnv:
    """A game that watches over the order of calls."""
    return _OrderKeeping(raw_env(game, setup, illegal, render_mode))
