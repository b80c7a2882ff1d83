"""The solvers that ``solver_peers.py`` compares.

Each function prepares one question about a position and returns a function that asks it, so that only the question is
timed. Each gets new rules. The answer is the winning moves or, if the solver gives only a verdict, whether there are
any; None is no answer.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import gcd
from typing import Any

import networkx as nx
import pyspiel
from easyAI import TranspositionTable, TwoPlayerGame, solve_with_depth_first_search
from open_spiel.python.algorithms.minimax import alpha_beta_search

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, Move, Position
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.pool import PoolPosition, PoolRules
from commonfactor.solver.analysis import DEFAULT_BUDGET, Verdict
from commonfactor.solver.oracle import analyse, forget, theory_of
from commonfactor.solver.reference import Reference

Answer = set[Move] | bool | None
Question = Callable[[], Answer]

_DEEPER_THAN_ANY_GAME = 1000


def core(rules: AnyRules, position: Position) -> Question:
    """The solver of this project, including the time to make its graph and tables."""
    forget()
    return lambda: set(analyse(rules, position).moves_with(Verdict.WIN))


def core_with_graph(rules: AnyRules, position: Position) -> Question:
    """The same with the graph of the pool prepared, as for the peer that is given a graph."""
    forget()
    theory_of(rules)
    return lambda: set(analyse(rules, position).moves_with(Verdict.WIN))


def reference(rules: AnyRules, position: Position) -> Question:
    """The plain search that this project tests its solver against."""

    def ask() -> Answer:
        findings = Reference(rules).investigate(position, DEFAULT_BUDGET.control())
        return {move for move, verdict in findings.moves.items() if verdict is Verdict.WIN}

    return ask


def memoised(rules: AnyRules, position: Position) -> Question:
    """The obvious solution: a recursive function with a cache of all positions."""

    @cache
    def wins(position: Position) -> bool:
        return any(not wins(rules.play(position, move)) for move in rules.legal_moves(position))

    return lambda: {move for move in rules.legal_moves(position) if not wins(rules.play(position, move))}


def matchings(rules: FactorClash, position: PoolPosition) -> Question:
    """The theorem of Factor Clash with the matchings of networkx, on a prepared graph.

    A move wins iff some maximum matching of the numbers left misses it. The first matching shows that for the moves
    it misses. For any other move, networkx has to match the graph without it, and see whether the matching is smaller.
    """
    graph, moves = _common_factors(position), rules.legal_moves(position)

    def ask() -> Answer:
        largest = _matching(graph)
        covered = {number for pair in largest for number in pair}

        def can_be_missed(move: int) -> bool:
            return move not in covered or len(_matching(graph.subgraph(graph.nodes - {move}))) == len(largest)

        return {move for move in moves if can_be_missed(move)}

    return ask


def one_matching(_: FactorClash, position: PoolPosition) -> Question:
    """A single maximum matching of the numbers left: a lower bound on the time of networkx."""
    graph = _common_factors(position)

    def ask() -> None:
        _matching(graph)

    return ask


def _common_factors(position: PoolPosition) -> Any:
    """The numbers left as a graph of networkx that joins those with a common factor."""
    graph, left = nx.Graph(), numbers_in(position.available)
    graph.add_nodes_from(left)
    graph.add_edges_from(pair for pair in combinations(left, 2) if gcd(*pair) > 1)
    return graph


def _matching(graph: Any) -> Any:
    return nx.max_weight_matching(graph, maxcardinality=True)


def easy_ai(rules: AnyRules, position: Position) -> Question:
    """The depth-first solver of easyAI with a transposition table, asked about one move after another."""
    game, table = EasyGame(rules, position), TranspositionTable()

    def opponent_loses(move: Move) -> bool:
        game.make_move(move)
        value = solve_with_depth_first_search(game, win_score=1, maxdepth=_DEEPER_THAN_ANY_GAME, tt=table)
        game.unmake_move(move)
        return bool(value == -1)

    return lambda: {move for move in rules.legal_moves(position) if opponent_loses(move)}


class EasyGame(TwoPlayerGame):  # type: ignore[misc]
    """A game in easyAI's interface; moves can be undone, so easyAI need not copy it."""

    def __init__(self, rules: AnyRules, position: Position) -> None:
        self.current_player = 1
        self._rules = rules
        self._positions = [position]

    def possible_moves(self) -> tuple[Move, ...]:
        return self._rules.legal_moves(self._positions[-1])

    def make_move(self, move: Move) -> None:
        self._positions.append(self._rules.play(self._positions[-1], move))

    def unmake_move(self, move: Move) -> None:
        self._positions.pop()

    def is_over(self) -> bool:
        return not self._rules.can_move(self._positions[-1])

    def scoring(self) -> int:
        return -1  # called only after the end, when the player to move has lost

    def ttentry(self) -> Position:
        return self._positions[-1]


def open_spiel(rules: PoolRules, position: Position) -> Question:
    """Alpha-beta search of OpenSpiel; it has no table, and is asked only whether the player to move wins."""
    game = SpielGame(rules, position)
    return lambda: bool(alpha_beta_search(game, maximum_depth=_DEEPER_THAN_ANY_GAME)[0] > 0)


_SPIEL_TYPE = pyspiel.GameType(
    short_name="python_common_factor",
    long_name="A pool game of Common Factor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game in OpenSpiel's interface, from some position."""

    def __init__(self, rules: PoolRules, position: Position) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.high + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.high,
        )
        super().__init__(_SPIEL_TYPE, info, {})
        self.start = Situation(rules, position)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)


class Situation:
    """A position with its moves; immutable, so OpenSpiel's deep copies can share it."""

    def __init__(self, rules: AnyRules, position: Any) -> None:
        self.rules, self.position = rules, position
        self.moves = rules.legal_moves(position)

    def __deepcopy__(self, memo: object) -> "Situation":
        return self


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position in OpenSpiel's interface."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._at = game.start

    def current_player(self) -> int:
        return self._at.position.to_move - 1 if self._at.moves else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[Move]:
        return list(self._at.moves)

    def _apply_action(self, action: int) -> None:
        self._at = Situation(self._at.rules, self._at.rules.play(self._at.position, action))

    def is_terminal(self) -> bool:
        return not self._at.moves

    def returns(self) -> list[float]:
        loser = self._at.position.to_move - 1
        return [-1.0 if player == loser else 1.0 for player in (0, 1)]
