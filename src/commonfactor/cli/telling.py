"""The commands that tell something of the rules alone, and so need not load the solver."""

from argparse import Namespace

from commonfactor.rules.notation import line_facts, parse
from commonfactor.rules.registry import game_called, games_of_others
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.reports import games_lines, line_lines
from commonfactor.terminal.screen import Screen, report
from commonfactor.terminal.streams import complain


def show(options: Namespace) -> ExitCode:
    """Tell what a position is."""
    line = parse(options.notation)
    report(line_lines(line), lambda: line_facts(line), as_json=options.json)
    return ExitCode.FINISHED


def rules(options: Namespace) -> ExitCode:
    """Tell how a game is played, with the setup of the rule book or with another."""
    name, _, setup = options.game.partition(":")
    game = game_called(name)
    Screen(plain=False).tell(game.from_setup(setup.removesuffix(":") or game.default_setup).rules_text())
    return ExitCode.FINISHED


def games(_options: Namespace) -> ExitCode:
    """List the games, and on standard error those of other packages that cannot be loaded."""
    Screen(plain=False).show(games_lines())
    for failure in games_of_others().failures:
        complain(failure)
    return ExitCode.FINISHED
