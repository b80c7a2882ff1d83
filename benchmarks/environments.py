"""Random games through Python: our environments against those of PettingZoo, our rules and core against OpenSpiel.

All take turns in short rounds, so that other load slows all of them alike. The same few lines play PettingZoo's
tic-tac-toe and our games: they call ``last`` and draw a legal action from its mask. OpenSpiel's tic-tac-toe, our rules
and our core list the legal moves and play one of them.
"""

import sys
import warnings
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, NamedTuple

import pyspiel

from commonfactor.agents import pettingzoo_env
from commonfactor.agents.playout import playout
from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games

with warnings.catch_warnings():
    # PettingZoo prefers games made through its registry.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.classic import tictactoe_v3

_ROUNDS = 40
_MOVES_A_ROUND = 500
_PEER = "tic-tac-toe"

Round = Callable[[], int]
"""Plays games with about the same number of moves for every contestant, and returns that number."""


class Speed(NamedTuple):
    """Moves, and the seconds of processor time they took."""

    moves: int = 0
    seconds: float = 0.0

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds


def environment_round(env: Any) -> Round:
    """Random games in an environment of PettingZoo."""
    random = Random(1).random

    def play() -> int:
        moves = 0
        while moves < _MOVES_A_ROUND:
            env.reset()
            for _ in env.agent_iter():
                seen, _, is_over, is_cut_short, _ = env.last()
                if is_over or is_cut_short:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(legal[int(random() * len(legal))])
                moves += 1
        return moves

    return play


def rules_round(rules: AnyRules) -> Round:
    """Random games by our rules."""
    rng = Random(1)

    def play() -> int:
        moves = 0
        while moves < _MOVES_A_ROUND:
            position = rules.initial_position
            while legal := rules.legal_moves(position):
                position = rules.play(position, rng.choice(legal))
                moves += 1
        return moves

    return play


def playout_round(rules: AnyRules) -> Round:
    """Random games in the compiled core."""
    game, rng = playout(rules), Random(1)

    def play() -> int:
        moves = 0
        while moves < _MOVES_A_ROUND:
            game.restart()
            while legal := game.legal_actions():
                game.play(rng.choice(legal))
                moves += 1
        return moves

    return play


def spiel_round() -> Round:
    """Random games of OpenSpiel's tic-tac-toe."""
    game, rng = pyspiel.load_game("tic_tac_toe"), Random(1)

    def play() -> int:
        moves = 0
        while moves < _MOVES_A_ROUND:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def speeds(rounds: dict[str, Round]) -> dict[str, Speed]:
    """The speed of each, measured in turn."""
    totals = dict.fromkeys(rounds, Speed())
    for play in rounds.values():
        play()
    for _ in range(_ROUNDS):
        for name, play in rounds.items():
            begin = process_time()
            moves = play()
            total = totals[name]
            totals[name] = Speed(total.moves + moves, total.seconds + process_time() - begin)
    return totals


def print_table(title: str, rounds: dict[str, Round], at_least: float) -> None:
    """Print the moves a second of each, and the ratio to the peer's."""
    found = speeds(rounds)
    peer = found[_PEER].moves_a_second
    print(f"{title} (at least {at_least:g} times its tic-tac-toe)")
    for name, speed in found.items():
        ratio = speed.moves_a_second / peer
        print(f"  {name}: {speed.moves_a_second:,.0f} moves a second, {ratio:.1f} times")


def main() -> None:
    """Print the tables for every game at its default setup."""
    print(f"Python {sys.version.split()[0]}")
    for title, peer, ours in (
        ("PettingZoo, wrapped", tictactoe_v3.env, pettingzoo_env.env),
        ("PettingZoo, raw", tictactoe_v3.raw_env, pettingzoo_env.raw_env),
    ):
        rounds = {game.name: environment_round(ours(game.name)) for game in all_games()}
        print_table(title, {_PEER: environment_round(peer()), **rounds}, at_least=3)
    for title, round_of in (("OpenSpiel, our rules in Python", rules_round), ("OpenSpiel, our core", playout_round)):
        rounds = {game.name: round_of(game.from_setup(game.default_setup)) for game in all_games()}
        print_table(title, {_PEER: spiel_round(), **rounds}, at_least=1)


if __name__ == "__main__":
    main()
