"""The command that lets programs play one another."""

import os
from argparse import Namespace
from functools import partial
from pathlib import Path

from commonfactor.agents.entrants import digest_of, entrant, source_of
from commonfactor.arena.standings import Standings
from commonfactor.arena.tournament import Tournament, check_tournament, rules_called
from commonfactor.cli.values import MOST_JOBS, jobs_in, number_in_option, seconds_in
from commonfactor.rules.registry import all_games
from commonfactor.terminal.crews import check_cluster, cluster_crew, local_crew
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.standings import standings_as_csv, standings_as_json, standings_lines
from commonfactor.terminal.standings_picture import check_picture, draw_standings
from commonfactor.terminal.tournaments import Plan, default_path, tell_tournament


def tournament(options: Namespace) -> ExitCode:
    """Play a tournament, or what is left of it, and tell how it ended."""
    asked = _tournament_in(options)
    check_tournament(asked)
    if options.picture is not None:
        check_picture(options.picture)
    if options.cluster is not None:
        check_cluster(options.cluster)
    crew = local_crew(_jobs_or_cores_in(options)) if options.cluster is None else cluster_crew(options.cluster)
    path = default_path(asked) if options.out is None else options.out
    player_called = partial(entrant, folder=str(Path.cwd()), seconds=asked.seconds, sources=asked.sources)
    return tell_tournament(Plan(asked, player_called, crew, path), lambda found: _tell(found, path, options))


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


def _jobs_or_cores_in(options: Namespace) -> int:
    if options.jobs is None:
        return min(MOST_JOBS, _usable_cores())
    return jobs_in(options)


def _usable_cores() -> int:
    """How many cores this program may use; all there are where the system does not tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _tell(found: Standings, path: str, options: Namespace) -> None:
    # Who reads the table may not read it to its end, and a picture that cannot be written is no reason to keep it back.
    try:
        if options.picture is not None:
            draw_standings(found, options.picture)
    finally:
        _print(found, path, options)


def _print(found: Standings, path: str, options: Namespace) -> None:
    if options.json:
        print(standings_as_json(found, path))
    elif options.csv:
        print(standings_as_csv(found), end="")
    else:
        Screen(plain=False).show([*standings_lines(found), "", f"The games are in {path}."])
