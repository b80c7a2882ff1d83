"""Random play in batches of 1,024 games on one core: draw a legal action for each, and step them all.

Finished games are replaced by new ones in the same step. If Pgx can be imported, its tic-tac-toe, compiled by JAX for
the CPU, takes turns with our games: with one call for each step, like ours, and with a hundred steps in one call. Pgx
writes an observation at every step.
"""

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from math import inf
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from commonfactor.agents.batch import BatchEnvironment
from commonfactor.rules.base import AnyRules
from commonfactor.rules.registry import all_games

_GAMES = 1024
_ROUNDS = 5
_SECONDS = 0.4
_STEPS_IN_ONE_CALL = 100

Steps = Callable[[], int]
"""Makes some steps and returns how many."""


class Speed(NamedTuple):
    """Moves a second by processor time, which is independent of other programs, and by wall-clock time."""

    processor: float
    clock: float


def batch_steps(rules: AnyRules, *, observe: bool) -> Steps:
    """Random steps in our batch."""
    batch = BatchEnvironment(rules, _GAMES, observe=observe)

    def steps() -> int:
        batch.step(batch.random_actions())
        return 1

    return steps


def pgx_steps(steps_in_one_call: int) -> Steps:
    """The same in the tic-tac-toe of Pgx, compiled before it is returned."""
    jax, pgx = import_module("jax"), import_module("pgx")
    environment = pgx.make("tic_tac_toe")
    step_all = jax.vmap(import_module("pgx.experimental").auto_reset(environment.step, environment.init))

    def step(_: int, game_and_key: tuple[Any, Any]) -> tuple[Any, Any]:
        game, key = game_and_key
        key, for_actions, for_resets = jax.random.split(key, 3)
        actions = jax.random.categorical(for_actions, jax.numpy.where(game.legal_action_mask, 0.0, -inf), axis=-1)
        return step_all(game, actions, jax.random.split(for_resets, _GAMES)), key

    run = jax.jit(lambda game_and_key: jax.lax.fori_loop(0, steps_in_one_call, step, game_and_key))
    keys = jax.random.split(jax.random.PRNGKey(0), _GAMES)
    now = run((jax.jit(jax.vmap(environment.init))(keys), jax.random.PRNGKey(1)))

    def steps() -> int:
        nonlocal now
        now = jax.block_until_ready(run(now))
        return steps_in_one_call

    return steps


def speed(steps: Steps) -> Speed:
    """The speed of steps over a fixed time."""
    total, clock, processor = 0, perf_counter(), process_time()
    while perf_counter() - clock < _SECONDS:
        total += steps()
    clock, processor = perf_counter() - clock, process_time() - processor
    return Speed(total * _GAMES / processor, total * _GAMES / clock)


def contestants() -> dict[str, Steps]:
    """Everything to measure, by name."""
    found = {}
    for game in all_games():
        rules = game.from_setup(game.default_setup)
        found[f"{rules.name}:{rules.setup}"] = batch_steps(rules, observe=False)
        found[f"{rules.name}:{rules.setup}, with observations"] = batch_steps(rules, observe=True)
    if find_spec("pgx"):
        found["Pgx tic-tac-toe"] = pgx_steps(1)
        found[f"Pgx tic-tac-toe, {_STEPS_IN_ONE_CALL} steps a call"] = pgx_steps(_STEPS_IN_ONE_CALL)
    return found


def main() -> None:
    """Print the table."""
    # Pgx would otherwise use all cores.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    steps = contestants()
    measured: dict[str, list[Speed]] = {name: [] for name in steps}
    for _ in range(_ROUNDS):
        for name, step in steps.items():
            measured[name].append(speed(step))
    print(
        f"{_GAMES:,} games on one core, load average {os.getloadavg()[0]:.1f}; medians of {_ROUNDS} interleaved rounds"
    )
    print("Million moves a second by processor time (and by the clock):")
    for name, speeds in measured.items():
        processor, clock = (median(column) / 1e6 for column in zip(*speeds, strict=True))
        print(f"{name}: {processor:.1f} ({clock:.1f})")
    if not find_spec("pgx"):
        print("Pgx is not installed (pip install pgx jax), so there is nothing to compare with.")


if __name__ == "__main__":
    main()
