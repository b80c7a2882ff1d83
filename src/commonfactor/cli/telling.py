"""The commands about rules alone, which start fast because they load no solver."""

from argparse import Namespace

from commonfactor.rules.facts import line_facts
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import game_called, games_of_others
from commonfactor.terminal.exits import ExitCode, complain
from commonfactor.terminal.reports import games_lines, line_lines
from commonfactor.terminal.screen import Screen, report


def show(options: Namespace) -> ExitCode:
    line = parse(options.notation)
    report(line_lines(line), lambda: line_facts(line), as_json=options.json)
    return ExitCode.FINISHED


def rules(options: Namespace) -> ExitCode:
    name, _, setup = options.game.partition(":")
    game = game_called(name)
    Screen(plain=False).tell(game.from_setup(setup.removesuffix(":") or game.default_setup).rules_text())
    return ExitCode.FINISHED


def games(_options: Namespace) -> ExitCode:
    """List the games, and complain about those of other packages that cannot be loaded."""
    Screen(plain=False).show(games_lines())
    for failure in games_of_others().failures:
        complain(failure)
    return ExitCode.FINISHED
