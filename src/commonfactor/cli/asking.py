"""The commands that ask the solver, and the list of players."""

from argparse import Namespace

from commonfactor.cli.option_values import budget_in, jobs_in, number_in_option, rules_in
from commonfactor.rules.notation import parse
from commonfactor.solver.setup_sweep import Sweep, smallest
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.menu import players_lines
from commonfactor.terminal.reviews import tell_review
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.setup_tables import tell_setups, tell_sweep
from commonfactor.terminal.verdicts import graph_search, tell_analysis, tell_graph, tell_why


def analyse(options: Namespace) -> ExitCode:
    return tell_analysis(parse(options.notation), budget_in(options), as_json=options.json)


def why(options: Namespace) -> ExitCode:
    return tell_why(parse(options.notation), options.move, budget_in(options), as_json=options.json)


def review(options: Namespace) -> ExitCode:
    game = None if options.game is None else number_in_option("--game", options.game)
    return tell_review(options.game_played, game, budget_in(options), as_json=options.json)


def solve(options: Namespace) -> ExitCode:
    rules, highest = rules_in(options), number_in_option("--to", options.to)
    lowest = smallest(rules, highest) if options.lowest is None else number_in_option("--from", options.lowest)
    sweep = Sweep(rules, lowest, highest, budget_in(options), jobs_in(options))
    return tell_sweep(sweep, options.out, as_json=options.json)


def setups(options: Namespace) -> ExitCode:
    highest = None if options.to is None else number_in_option("--to", options.to)
    return tell_setups(rules_in(options), highest, only_fair=options.fair, as_json=options.json)


def graph(options: Namespace) -> ExitCode:
    search = graph_search(options.game, options.start, options.tokens)
    return tell_graph(options.game, search, options.file, budget_in(options), as_json=options.json)


def players(_options: Namespace) -> ExitCode:
    Screen(plain=False).show(players_lines())
    return ExitCode.FINISHED
