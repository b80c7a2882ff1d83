"""The games for OpenSpiel. Importing this module registers them, such as ``python_factor_clash``.

A game has its default setup unless one is given: ``python_factor_clash(setup="2-30",opening=even)``,
``python_divisor_duel(setup="60+48")``. The setup is quoted because OpenSpiel would take a bare 60 for a number and a
comma for the next parameter. Tensors are the observations of ``encoding.py``.
"""

from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from commonfactor.agents.encoding import Encoding
from commonfactor.agents.environment import CompiledGame, class_name
from commonfactor.rules.base import AnyRules, Seat
from commonfactor.rules.registry import all_games

Parameters = dict[str, Any]


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its setup; each game has a subclass of its own."""

    kind: ClassVar[type[AnyRules]]

    def __init__(self, parameters: Parameters | None = None) -> None:
        self.rules = self.kind.from_setup(_setup_in(self.kind, parameters or {}))
        self.encoding = Encoding(self.rules)
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.longest_game,
        )
        super().__init__(_type_of(self.kind), facts, _parameters_of(self.rules))

    def new_initial_state(self) -> "OpenSpielState":
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Parameters | None = None) -> Any:
        if params:
            raise ValueError(f"an observation has no parameters, hence not {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.game = CompiledGame(game.encoding)

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.game.is_over else self.game.to_move - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_actions

    def _apply_action(self, action: int) -> None:
        self.game.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.game.encoding.move(action))

    def is_terminal(self) -> bool:
        return self.game.is_over

    def returns(self) -> list[float]:
        if not self.game.is_over:
            return [0.0, 0.0]
        loser = self.game.to_move - 1
        return [-1.0 if player == loser else 1.0 for player in (0, 1)]

    def __str__(self) -> str:
        return self.game.picture().rstrip()


class Observer:
    """The observation of a player, as a tensor and as text."""

    def __init__(self, encoding: Encoding) -> None:
        self.tensor = np.zeros(encoding.observation_length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = state.game.observation(Seat(player + 1))

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The game as text, which is the same for both players."""
        return str(state)


def _type_of(kind: type[AnyRules]) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{kind.name.replace('-', '_')}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        # An observation does not tell in which order the numbers of a collection were taken.
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(kind),
    )


def _defaults(kind: type[AnyRules]) -> Parameters:
    unchosen = {name: values[0] if values else "" for name, values in kind.options().items()}
    return unchosen | _parameters_of(kind.from_setup(kind.default_setup))


def _parameters_of(rules: AnyRules) -> Parameters:
    """The setup as parameters that OpenSpiel can read back from the text of a game."""
    setup, *options = rules.setup.split(",")
    always = {name: values[0] for name, values in rules.options().items() if name == "opening"}
    return {"setup": f'"{setup}"'} | always | dict(option.split("=") for option in options)


def _setup_in(kind: type[AnyRules], parameters: Parameters) -> str:
    """The setup that parameters choose; options may also be part of the text of the setup."""
    given, defaults = {"setup": kind.default_setup} | parameters, _defaults(kind)
    setup = given.pop("setup").strip('"')
    return ",".join([setup, *(f"{name}={value}" for name, value in given.items() if value != defaults[name])])


# OpenSpiel releases what is registered after Python has ended, which a class survives and a function does not.
# A game is pickled by the name of its class, so each class is an attribute of this module.
for _kind in all_games():
    _name = f"Spiel{class_name(_kind)}"
    globals()[_name] = type(_name, (OpenSpielGame,), {"kind": _kind, "__module__": __name__})
    pyspiel.register_game(_type_of(_kind), globals()[_name])
