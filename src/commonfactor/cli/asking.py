"""The commands that tell something and end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonfactor.cli.values import budget_in, number_in_option

if TYPE_CHECKING:
    from argparse import Namespace

    from commonfactor.terminal.exits import ExitCode


def show(options: Namespace) -> ExitCode:
    """Tell what a position is."""
    from commonfactor.rules.notation import parse
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.reports import line_as_json, line_lines
    from commonfactor.terminal.screen import Screen

    line = parse(options.notation)
    if options.json:
        print(line_as_json(line))
    else:
        Screen(plain=False).show(line_lines(line))
    return ExitCode.FINISHED


def analyse(options: Namespace) -> ExitCode:
    """Tell who wins a position."""
    from commonfactor.rules.notation import parse
    from commonfactor.terminal.oracle import tell_analysis

    return tell_analysis(parse(options.notation), budget_in(options), as_json=options.json)


def why(options: Namespace) -> ExitCode:
    """Tell why a move is not allowed, wins or loses."""
    from commonfactor.rules.notation import parse
    from commonfactor.terminal.advice import tell_why

    return tell_why(parse(options.notation), options.move, budget_in(options))


def review(options: Namespace) -> ExitCode:
    """Tell who was winning at every ply of a game."""
    from commonfactor.terminal.reviews import tell_review

    game = None if options.game is None else number_in_option("--game", options.game)
    return tell_review(options.game_played, game, budget_in(options), as_json=options.json)


def solve(options: Namespace) -> ExitCode:
    """Tell who wins many setups."""
    from commonfactor.rules.registry import game_called
    from commonfactor.solver.sweep import Sweep
    from commonfactor.terminal.sweeping import tell_sweep

    game, jobs = game_called(options.game), number_in_option("--jobs", options.jobs)
    lowest, highest = number_in_option("--from", options.lowest), number_in_option("--to", options.to)
    return tell_sweep(Sweep(game, lowest, highest, budget_in(options), jobs), options.out, as_json=options.json)


def setups(options: Namespace) -> ExitCode:
    """Tell how fair the setups of a game are."""
    from commonfactor.rules.registry import game_called
    from commonfactor.terminal.setups import tell_setups

    highest = None if options.to is None else number_in_option("--to", options.to)
    return tell_setups(game_called(options.game), highest, only_fair=options.fair, as_json=options.json)


def graph(options: Namespace) -> ExitCode:
    """Tell who wins on a graph."""
    from commonfactor.terminal.oracle import graph_search, tell_graph

    search = graph_search(options.game, options.start, options.tokens)
    return tell_graph(options.game, search, options.file, budget_in(options), as_json=options.json)


def rules(options: Namespace) -> ExitCode:
    """Tell how a game is played."""
    from commonfactor.rules.registry import game_called
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.screen import Screen

    Screen(plain=False).tell(game_called(options.game).how_to_play())
    return ExitCode.FINISHED


def games(_options: Namespace) -> ExitCode:
    """List the games, and on standard error those of other packages that cannot be loaded."""
    from commonfactor.rules.registry import games_of_others
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.reports import games_lines
    from commonfactor.terminal.screen import Screen
    from commonfactor.terminal.streams import complain

    Screen(plain=False).show(games_lines())
    for failure in games_of_others().failures:
        complain(failure)
    return ExitCode.FINISHED


def players(_options: Namespace) -> ExitCode:
    """List the programs that play."""
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.levels import players_lines
    from commonfactor.terminal.screen import Screen

    Screen(plain=False).show(players_lines())
    return ExitCode.FINISHED
