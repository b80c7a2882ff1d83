"""The command that lets programs play one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonfactor.cli.values import number_in_option

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from commonfactor.arena.standings import Standings
    from commonfactor.arena.tournament import Tournament
    from commonfactor.terminal.exits import ExitCode

_MOST_JOBS = 64

_TOURNAMENT = """\
examples:
  commonfactor tournament --players random greedy lookahead:3 perfect
  commonfactor tournament --players mine.py:Mine greedy perfect --games clash duel:2-30 --rounds 20
  commonfactor tournament --players 'engine:./mine --fast' club --seconds 0.5 --out mine.jsonl
  commonfactor tournament --players random perfect --picture ratings.png --csv
  commonfactor tournament --players greedy perfect --cluster tcp://192.168.1.20:8786

Every game is kept in a file. Interrupted with Ctrl-C or otherwise, the same command goes on where it was.
"""


def add_commands(add: Callable[..., ArgumentParser]) -> None:
    """Say what can be asked for here."""
    command = add("tournament", tournament, "let programs play one another, and rate them", _TOURNAMENT)
    command.add_argument(
        "--players",
        nargs="+",
        required=True,
        metavar="PLAYER",
        help="programs by name, FILE.py:NAME for your own, 'engine:COMMAND' for an engine",
    )
    command.add_argument(
        "--games", nargs="+", metavar="GAME[:SETUP]", help="what they play (default: all games as in the rule books)"
    )
    command.add_argument(
        "--rounds",
        default="10",
        metavar="R",
        help="how many openings every two players play in each game, both seats each (default: 10)",
    )
    command.add_argument("--seed", default="1", metavar="S", help="what decides openings and chances (default: 1)")
    command.add_argument("--seconds", default="1", metavar="S", help="what an engine may spend on a move (default: 1)")
    where = command.add_mutually_exclusive_group()
    where.add_argument("--jobs", metavar="J", help="how many processes play at once (default: one per core)")
    where.add_argument("--cluster", metavar="tcp://HOST:PORT", help="play on a Dask cluster, not on this machine")
    command.add_argument("--out", metavar="FILE", help="where to keep the games (default: a name of their own)")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--csv", action="store_true", help="print a table as CSV")
    command.add_argument("--picture", metavar="FILE.png", help="draw the ratings and who beat whom")


def tournament(options: Namespace) -> ExitCode:
    """Play a tournament, or what is left of it, and tell how it ended."""
    from functools import partial
    from pathlib import Path

    from commonfactor.agents.entrants import entrant
    from commonfactor.arena.tournament import check_tournament
    from commonfactor.terminal.crews import check_cluster, cluster_crew, local_crew
    from commonfactor.terminal.standings_picture import check_picture
    from commonfactor.terminal.tournaments import Plan, default_path, tell_tournament

    asked = _tournament_in(options)
    check_tournament(asked)
    if options.picture is not None:
        check_picture(options.picture)
    if options.cluster is not None:
        check_cluster(options.cluster)
    crew = local_crew(_jobs_in(options)) if options.cluster is None else cluster_crew(options.cluster)
    path = default_path(asked) if options.out is None else options.out
    player_called = partial(entrant, folder=str(Path.cwd()), seconds=asked.seconds, sources=asked.sources)
    return tell_tournament(Plan(asked, player_called, crew, path), lambda found: _tell(found, path, options))


def _tournament_in(options: Namespace) -> Tournament:
    from commonfactor.agents.entrants import check_entrant, digest_of, source_of
    from commonfactor.arena.tournament import Tournament, rules_called
    from commonfactor.rules.registry import all_games
    from commonfactor.terminal.oracle import budget_of

    rules = [rules_called(game) for game in options.games or [game.name for game in all_games()]]
    players = [check_entrant(text) for text in options.players]
    files = {text: source for text in players if (source := source_of(text))}
    return Tournament(
        players=tuple(players),
        games=tuple(f"{each.name}:{each.setup}" for each in rules),
        rounds=number_in_option("--rounds", options.rounds),
        seed=number_in_option("--seed", options.seed),
        seconds=budget_of(options.seconds, None, None).seconds,
        sources={text: digest_of(source) for text, source in files.items()},
    )


def _jobs_in(options: Namespace) -> int:
    from commonfactor.rules.base import SetupError

    if options.jobs is None:
        return min(_MOST_JOBS, _usable_cores())
    jobs = number_in_option("--jobs", options.jobs)
    if not 1 <= jobs <= _MOST_JOBS:
        raise SetupError(f"--jobs is a number from 1 to {_MOST_JOBS}, not {jobs:,}")
    return jobs


def _usable_cores() -> int:
    """How many cores this program may use; all there are where the system does not tell."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _tell(found: Standings, path: str, options: Namespace) -> None:
    from commonfactor.terminal.standings_picture import draw_standings

    # Who reads the table may not read it to its end, and a picture that cannot be written is no reason to keep it back.
    try:
        if options.picture is not None:
            draw_standings(found, options.picture)
    finally:
        _print(found, path, options)


def _print(found: Standings, path: str, options: Namespace) -> None:
    from commonfactor.terminal.screen import Screen
    from commonfactor.terminal.standings import standings_as_csv, standings_as_json, standings_lines

    if options.json:
        print(standings_as_json(found, path))
    elif options.csv:
        print(standings_as_csv(found), end="")
    else:
        Screen(plain=False).show([*standings_lines(found), "", f"The games are in {path}."])
