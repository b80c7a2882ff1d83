"""The games as environments of PettingZoo, in which two agents move in turn; observations are those of ``encoding.py``.

``env`` checks the order of calls, as PettingZoo's own games do; ``raw_env`` does not.
"""

import sys
from collections.abc import Iterator
from itertools import repeat
from operator import attrgetter
from typing import Any, get_args

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from commonfactor.agents.encoding import VERSION, Encoding, Entries
from commonfactor.agents.environment import SEATING, CompiledGame, Illegal, RenderMode, check_options, rules_of
from commonfactor.rules.base import IllegalMoveError

Seen = tuple[dict[str, Entries] | None, int, bool, bool, dict[str, Any]]
"""The answer of ``last``: observation, reward, termination, truncation, info."""

_FIRST, _SECOND, _ = SEATING
_OTHERS = {_FIRST: _SECOND, _SECOND: _FIRST}
_PLACES = {_FIRST: 0, _SECOND: 1}


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # the name that PettingZoo's own games have for it
    """A game with a setup; an illegal move loses it, unless ``illegal`` is ``raise``."""

    def __init__(
        self,
        game: str = "factor-clash",
        setup: str | None = None,
        illegal: Illegal = "lose",
        render_mode: RenderMode | None = None,
    ) -> None:
        """Raise ``NotationError`` or ``SetupError`` if there is no such game, setup or option."""
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
        self.encoding = Encoding(self.rules)
        self._game = CompiledGame(self.encoding)
        self.possible_agents = [_FIRST, _SECOND]
        self.action_spaces = {agent: Discrete(self.encoding.action_count) for agent in _OTHERS}
        self.observation_spaces = {agent: self._observation_space() for agent in _OTHERS}

    def _observation_space(self) -> Dict:
        entries = Box(0, self.encoding.highest_entry, (self.encoding.observation_length,), np.int8)
        return Dict({"observation": entries, "action_mask": Box(0, 1, (self.encoding.action_count,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The seed has no effect: the games have no chances."""
        self._game.restart()
        self.agents = [_FIRST, _SECOND]
        self.rewards = {_FIRST: 0, _SECOND: 0}
        self._cumulative_rewards = {_FIRST: 0, _SECOND: 0}
        self.terminations = {_FIRST: False, _SECOND: False}
        self.truncations = {_FIRST: False, _SECOND: False}
        self.infos: dict[str, dict[str, Any]] = {_FIRST: {}, _SECOND: {}}
        self.agent_selection = _FIRST

    def observe(self, agent: str) -> dict[str, Entries]:
        seen, mask = self._game.views[_PLACES[agent]]
        return {"observation": seen(), "action_mask": mask()}

    def last(self, observe: bool = True) -> Seen:  # noqa: FBT001, FBT002  # as PettingZoo has it
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = sys.maxsize) -> Iterator[str]:
        """Yield the agent whose turn it is, until both are done with the game."""
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
        other = _OTHERS[agent]
        try:
            # For None, the core raises the right error.
            if not self._game.play(action):  # type: ignore[arg-type]
                self._end(agent, other)
        except IllegalMoveError as error:
            if self.illegal == "raise":
                raise
            self._forfeit(agent, str(error))
        self.agent_selection = other
        if self.render_mode == "human":
            self.render()

    def _end(self, winner: str, loser: str) -> None:
        self.rewards = {winner: 1, loser: -1}
        self._cumulative_rewards = {winner: 1, loser: -1}
        self.terminations = {_FIRST: True, _SECOND: True}

    def _forfeit(self, agent: str, objection: str) -> None:
        """End the game by an illegal move of an agent."""
        for extra in self.infos.values():
            extra.update(offender=agent, objection=objection)
        self._game.stop(objection)
        self._end(_OTHERS[agent], agent)

    def _leave(self, agent: str, action: int | None) -> None:
        """Remove an agent after the end of the game."""
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

    def render(self) -> str | None:
        return self._game.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open; PettingZoo asks for it beside ``render``."""

    def __getstate__(self) -> dict[str, Any]:
        """The whole state, with a copy of the game, so that a copied environment plays on alone."""
        return {**self.__dict__, "_game": self._game.copy()}


class _OrderKeeping(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper with properties for what it would look up by name at every call.

    Before the first reset these attributes do not exist; then PettingZoo's lookup takes over and says what is missing.
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
    """A game that checks the order of calls."""
    return _OrderKeeping(raw_env(game, setup, illegal, render_mode))
