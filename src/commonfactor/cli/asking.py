"""The commands that ask the solver something, or about who plays, and end."""

from argparse import Namespace

from commonfactor.cli.values import budget_in, jobs_in, number_in_option, rules_in
from commonfactor.rules.notation import parse
from commonfactor.solver.setup_sweep import Sweep, smallest
from commonfactor.terminal.advice import tell_why
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.levels import players_lines
from commonfactor.terminal.oracle import graph_search, tell_analysis, tell_graph
from commonfactor.terminal.reviews import tell_review
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.setups import tell_setups
from commonfactor.terminal.sweeping import tell_sweep


def analyse(options: Namespace) -> ExitCode:
    """Tell who wins a position."""
    return tell_analysis(parse(options.notation), budget_in(options), as_json=options.json)


def why(options: Namespace) -> ExitCode:
    """Tell why a move is not allowed, wins or loses."""
    return tell_why(parse(options.notation), options.move, budget_in(options), as_json=options.json)


def review(options: Namespace) -> ExitCode:
    """Tell who was winning at every ply of a game."""
    game = None if options.game is None else number_in_option("--game", options.game)
    return tell_review(options.game_played, game, budget_in(options), as_json=options.json)


def solve(options: Namespace) -> ExitCode:
    """Tell who wins many setups."""
    rules, highest = rules_in(options), number_in_option("--to", options.to)
    lowest = smallest(rules, highest) if options.lowest is None else number_in_option("--from", options.lowest)
    sweep = Sweep(rules, lowest, highest, budget_in(options), jobs_in(options))
    return tell_sweep(sweep, options.out, as_json=options.json)


def setups(options: Namespace) -> ExitCode:
    """Tell how fair the setups of a game are."""
    highest = None if options.to is None else number_in_option("--to", options.to)
    return tell_setups(rules_in(options), highest, only_fair=options.fair, as_json=options.json)


def graph(options: Namespace) -> ExitCode:
    """Tell who wins on a graph."""
    search = graph_search(options.game, options.start, options.tokens)
    return tell_graph(options.game, search, options.file, budget_in(options), as_json=options.json)


def players(_options: Namespace) -> ExitCode:
    """List the programs that play."""
    Screen(plain=False).show(players_lines())
    return ExitCode.FINISHED
