"""The commands that measure players, and make positions to measure them with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from commonfactor.cli.values import budget_in, number_in_option

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from enum import StrEnum
    from typing import TypeVar

    from commonfactor.solver.analysis import Budget
    from commonfactor.terminal.exits import ExitCode

    Choice = TypeVar("Choice", bound=StrEnum)

_AUDIT = """\
examples:
  commonfactor audit match.jsonl
  commonfactor audit tournament.jsonl --jobs 2 --csv moves.csv
  commonfactor audit records/*.jsonl --json

docs/measuring.md explains every column.
"""

_POSITIONS = """\
examples:
  commonfactor positions factor-frenzy --count 100 --seed 1 --difficulty only-move
  commonfactor positions clash --setup 2-40 --count 1000 --seed 7 --split train --out train.jsonl
"""

_MOST_POSITIONS = 1_000_000


def add_commands(add: Callable[..., ArgumentParser]) -> None:
    """Say what can be asked for here."""
    _add_audit_options(add("audit", audit, "tell how well players chose, against what the solver knows", _AUDIT))
    _add_positions_options(add("positions", positions, "write positions with their verdicts and reasons", _POSITIONS))


def _add_audit_options(command: ArgumentParser) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="records of matches, or files of tournaments")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.add_argument("--csv", metavar="FILE", help="write a row for every move to a new file")
    command.add_argument("--jobs", default="1", metavar="J", help="how many processes work (default: 1)")
    command.add_argument("--seconds", metavar="S", help="how long to think about a position (see --nodes)")
    command.add_argument(
        "--nodes", metavar="N", help="how many nodes to search for one (default without --seconds: 1,000,000 in 5 s)"
    )
    command.add_argument("--memory", metavar="MB", help="how many megabytes of tables to use (default: 2147)")


def _add_positions_options(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="the name of a game, such as factor-frenzy or frenzy")
    command.add_argument("--count", required=True, metavar="N", help="how many positions")
    command.add_argument("--seed", required=True, metavar="S", help="what decides which positions, and their splits")
    command.add_argument(
        "--difficulty", default="any", metavar="KIND", help="only-move, deep or any position (default: any)"
    )
    command.add_argument("--setup", metavar="SETUP", help="such as 2-40 or 60+48 (default: that of the rule book)")
    command.add_argument(
        "--split", metavar="SPLIT", help="only positions to train with, for validation or to test (default: all)"
    )
    command.add_argument("--out", metavar="FILE", help="write to a new file (default: to standard output)")


def audit(options: Namespace) -> ExitCode:
    """Judge the moves of games that were played."""
    from commonfactor.terminal.audits import Request, tell_audit

    jobs = number_in_option("--jobs", options.jobs)
    return tell_audit(Request(options.files, _budget_for_a_position(options), jobs, options.csv, options.json))


def _budget_for_a_position(options: Namespace) -> Budget:
    """The budget that options ask for; if they leave open how long, it is as for the move of a program."""
    from commonfactor.players.base import THINKING

    budget = budget_in(options)
    if options.seconds is None and options.nodes is None:
        return budget._replace(seconds=THINKING.seconds, nodes=THINKING.nodes)
    return budget


def positions(options: Namespace) -> ExitCode:
    """Write positions that the solver has labelled."""
    from commonfactor.arena.positions import Difficulty, Split, Wanted
    from commonfactor.rules.base import SetupError
    from commonfactor.rules.registry import game_called
    from commonfactor.terminal.datasets import write_positions

    game, count = game_called(options.game), number_in_option("--count", options.count)
    if not 1 <= count <= _MOST_POSITIONS:
        raise SetupError(f"--count is a number from 1 to {_MOST_POSITIONS:,}, not {count:,}")
    wanted = Wanted(
        rules=game.from_setup(game.default_setup if options.setup is None else options.setup),
        count=count,
        seed=number_in_option("--seed", options.seed),
        difficulty=_one_of(Difficulty, "--difficulty", options.difficulty),
        split=None if options.split is None else _one_of(Split, "--split", options.split),
    )
    return write_positions(wanted, options.out)


def _one_of(choices: type[Choice], option: str, text: str) -> Choice:
    from commonfactor.rules.base import SetupError
    from commonfactor.rules.numerals import quoted

    try:
        return choices(text)
    except ValueError:
        raise SetupError(f"{option} is one of {', '.join(choices)}, not {quoted(text)}") from None
