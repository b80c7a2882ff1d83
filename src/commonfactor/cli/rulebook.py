"""The commands about rules alone, which start fast because they load no solver."""

from argparse import Namespace
from collections.abc import Iterator

from commonfactor.rules.base import Seating
from commonfactor.rules.notation import Line, line_facts, parse
from commonfactor.rules.registry import all_games, game_called, games_of_others
from commonfactor.rules.words import MOST_LISTED, first_few, listed
from commonfactor.terminal.exits import ExitCode, complain
from commonfactor.terminal.screen import Screen, report

_SEATS = Seating("Player 1", "Player 2")


def show(options: Namespace) -> ExitCode:
    line = parse(options.notation)
    report(_line_lines(line), lambda: line_facts(line), as_json=options.json)
    return ExitCode.FINISHED


def _line_lines(line: Line) -> Iterator[str]:
    rules, position, moves = line.rules, line.position, line.moves
    lines = [f"{rules.title}, {rules.setup}", f"Moves: {listed(moves)}", *rules.board_lines(position, moves, _SEATS)]
    legal = rules.legal_moves(position)
    if legal:
        lines += rules.turn_lines(position, moves, _SEATS)
        lines.append(f"Player {position.to_move} to move, {len(legal):,} possible: {first_few(legal, MOST_LISTED)}")
    else:
        lines += rules.closing_lines(position, moves, _SEATS)
    # The lines between turns and those that open a turn overlap.
    yield from filter(None, dict.fromkeys(lines))


def rules(options: Namespace) -> ExitCode:
    name, _, setup = options.game.partition(":")
    game = game_called(name)
    Screen(plain=False).tell(game.from_setup(setup.removesuffix(":") or game.default_setup).rules_text())
    return ExitCode.FINISHED


def games(_options: Namespace) -> ExitCode:
    """List the games, and complain about those of other packages that cannot be loaded."""
    screen = Screen(plain=False)
    for game in all_games():
        screen.show([f"{game.name} (or {game.short_name}), {game.default_setup}", f"    {game.summary}"])
    for failure in games_of_others().failures:
        complain(failure)
    return ExitCode.FINISHED
