"""The games for OpenSpiel. Importing this module registers them, such as ``python_factor_clash``.

A game is loaded with the setup of its rule book, or with another: ``python_factor_clash(setup="2-30",opening=even)``,
``python_divisor_duel(setup="60+48")``. OpenSpiel would take a bare 60 for a number and a comma for the next parameter,
hence the quotation marks and the parameter of its own. Tensors are the observations of ``encoding.py``.
"""

from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from commonfactor.agents.course import begun
from commonfactor.agents.encoding import Encoding
from commonfactor.agents.environment import picture
from commonfactor.arithmetic.factorisation import prime_factors
from commonfactor.rules.base import AnyRules, Seat
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.rules.registry import GAMES

Parameters = dict[str, Any]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its setup, as OpenSpiel takes it; each of the five is a class of its own."""

    kind: ClassVar[type[AnyRules]]

    def __init__(self, parameters: Parameters | None = None) -> None:
        """Set up a game; ``SetupError`` if it cannot be."""
        self.rules = self.kind.from_setup(_setup_in(_defaults(self.kind) | (parameters or {})))
        self.encoding = Encoding(self.rules)
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(self.rules),
        )
        super().__init__(_type_of(self.kind), facts, _parameters_of(self.rules))

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Parameters | None = None) -> Any:
        """What OpenSpiel's observations are made by."""
        if params:
            raise ValueError(f"an observation has no parameters, hence not {params}")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game being played, as OpenSpiel takes it."""

    def __init__(self, game: SpielGame) -> None:
        """Begin a game."""
        super().__init__(game)
        self.course = begun(game.encoding)

    def current_player(self) -> int:
        if not self.course.legal_actions:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.course.position.to_move) - 1

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.course.legal_actions)

    def _apply_action(self, action: int) -> None:
        self.course.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.course.encoding.move(action))

    def is_terminal(self) -> bool:
        return not self.course.legal_actions

    def returns(self) -> list[float]:
        if self.course.legal_actions:
            return [0.0, 0.0]
        loser = self.course.position.to_move - 1
        return [-1.0 if player == loser else 1.0 for player in (0, 1)]

    def __str__(self) -> str:
        return picture(self.course.encoding.rules, self.course.position, self.course.moves).rstrip()


class Observer:
    """What a player observes of a game, as OpenSpiel asks for it."""

    def __init__(self, encoding: Encoding) -> None:
        """Make room for the observation."""
        self.tensor = np.zeros(encoding.observation_length, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what a player sees."""
        self.tensor[:] = state.course.observation(Seat(player + 1))

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, in words; both see the same."""
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
    return _parameters_of(kind.from_setup(kind.default_setup))


def _parameters_of(rules: AnyRules) -> Parameters:
    """The setup in the form that OpenSpiel reads back from the text of a game."""
    setup, _, _ = rules.setup.partition(",")
    parameters = {"setup": f'"{setup}"'}
    if isinstance(rules, PoolRules):
        parameters["opening"] = str(rules.opening)
    return parameters


def _setup_in(parameters: Parameters) -> str:
    setup, opening = parameters["setup"].strip('"'), parameters.get("opening", Opening.ANY)
    return setup if opening == Opening.ANY else f"{setup},opening={opening}"


def _longest(rules: AnyRules) -> int:
    """How many moves a game can have at the most, or a few more."""
    if isinstance(rules, PoolRules):
        return rules.pool.bit_count()
    return sum(len(prime_factors(number)) - 1 for number in rules.initial_position.numbers)


# OpenSpiel lets go of what is registered after Python has ended: a class outlives that, a function does not.
# A game is pickled by the name of its class, hence each is an attribute of this module.
for _kind in GAMES:
    _name = f"Spiel{_kind.__name__}"
    globals()[_name] = type(_name, (SpielGame,), {"kind": _kind, "__module__": __name__})
    pyspiel.register_game(_type_of(_kind), globals()[_name])
