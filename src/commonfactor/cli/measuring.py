"""The commands that measure players, and make positions to measure them with."""

import os
from argparse import Namespace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeVar

from commonfactor.agents.entrants import digest_of, entrant, source_of
from commonfactor.arena.labelled_positions import Difficulty, Split, Wanted
from commonfactor.arena.tournament import Tournament, check_tournament, rules_called
from commonfactor.cli.option_values import MOST_JOBS, budget_in, jobs_in, number_from_to, number_in_option, seconds_in
from commonfactor.players.base import THINKING
from commonfactor.rules.base import SetupError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import all_games, game_called
from commonfactor.terminal.audits import tell_audit
from commonfactor.terminal.datasets import write_positions
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.scoreboard import check_picture, tell_standings
from commonfactor.terminal.tournaments import Plan, crew_of, default_path, tell_tournament

_Choice = TypeVar("_Choice", bound=StrEnum)


def tournament(options: Namespace) -> ExitCode:
    asked = _tournament_in(options)
    check_tournament(asked)
    if options.picture is not None:
        check_picture(options.picture)
    crew = crew_of(_usable_cores() if options.jobs is None else jobs_in(options), options.cluster)
    path = default_path(asked) if options.out is None else options.out
    player_called = partial(entrant, folder=str(Path.cwd()), seconds=asked.seconds, sources=asked.sources)
    return tell_tournament(
        Plan(asked, player_called, crew, path),
        lambda found: tell_standings(found, path, options.picture, as_json=options.json, as_csv=options.csv),
    )


def _tournament_in(options: Namespace) -> Tournament:
    rules = [rules_called(game) for game in options.games or [game.name for game in all_games()]]
    players = [entrant(text).name for text in options.players]
    files = {text: source for text in players if (source := source_of(text))}
    return Tournament(
        players=tuple(players),
        games=tuple(f"{each.name}:{each.setup}" for each in rules),
        rounds=number_in_option("--rounds", options.rounds),
        seed=number_in_option("--seed", options.seed),
        seconds=seconds_in(options),
        sources={text: digest_of(source) for text, source in files.items()},
    )


def _usable_cores() -> int:
    """How many cores this program may use, as far as the system tells and jobs are allowed."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST_JOBS, cores)


def audit(options: Namespace) -> ExitCode:
    budget = budget_in(options, THINKING)
    return tell_audit(options.files, budget, jobs_in(options), options.csv, as_json=options.json)


def positions(options: Namespace) -> ExitCode:
    game, count = game_called(options.game), number_from_to("--count", options.count, 1, 1_000_000)
    wanted = Wanted(
        rules=game.from_setup(game.default_setup if options.setup is None else options.setup),
        count=count,
        seed=number_in_option("--seed", options.seed),
        difficulty=_one_of(Difficulty, "--difficulty", options.difficulty),
        split=None if options.split is None else _one_of(Split, "--split", options.split),
    )
    return write_positions(wanted, options.out)


def _one_of(choices: type[_Choice], option: str, text: str) -> _Choice:
    try:
        return choices(text)
    except ValueError:
        raise SetupError(f"{option} is one of {', '.join(choices)}, not {quoted(text)}") from None
