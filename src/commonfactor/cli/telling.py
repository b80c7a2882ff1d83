"""The commands that tell something of the rules alone, and so need not load the solver."""

from argparse import Namespace

from commonfactor.rules.notation import parse
from commonfactor.rules.registry import game_called, games_of_others
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.reports import games_lines, line_as_json, line_lines
from commonfactor.terminal.screen import Screen
from commonfactor.terminal.streams import complain


def show(options: Namespace) -> ExitCode:
    """Tell what a position is."""
    line = parse(options.notation)
    if options.json:
        print(line_as_json(line))
    else:
        Screen(plain=False).show(line_lines(line))
    return ExitCode.FINISHED


def rules(options: Namespace) -> ExitCode:
    """Tell how a game is played."""
    Screen(plain=False).tell(game_called(options.game).how_to_play())
    return ExitCode.FINISHED


def games(_options: Namespace) -> ExitCode:
    """List the games, and on standard error those of other packages that cannot be loaded."""
    Screen(plain=False).show(games_lines())
    for failure in games_of_others().failures:
        complain(failure)
    return ExitCode.FINISHED
