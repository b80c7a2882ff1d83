"""The commands that measure players, and make positions to measure them with."""

from argparse import Namespace
from enum import StrEnum
from typing import TypeVar

from commonfactor.arena.positions import Difficulty, Split, Wanted
from commonfactor.cli.values import budget_in, jobs_in, number_from_to, number_in_option
from commonfactor.players.base import THINKING
from commonfactor.rules.base import SetupError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import game_called
from commonfactor.terminal.audits import Request, tell_audit
from commonfactor.terminal.datasets import write_positions
from commonfactor.terminal.exits import ExitCode

_MOST_POSITIONS = 1_000_000

_Choice = TypeVar("_Choice", bound=StrEnum)


def audit(options: Namespace) -> ExitCode:
    """Judge the moves of games that were played."""
    budget = budget_in(options, THINKING)
    return tell_audit(Request(options.files, budget, jobs_in(options), options.csv, options.json))


def positions(options: Namespace) -> ExitCode:
    """Write positions that the solver has labelled."""
    game, count = game_called(options.game), number_from_to("--count", options.count, 1, _MOST_POSITIONS)
    wanted = Wanted(
        rules=game.from_setup(game.default_setup if options.setup is None else options.setup),
        count=count,
        seed=number_in_option("--seed", options.seed),
        difficulty=_one_of(Difficulty, "--difficulty", options.difficulty),
        split=None if options.split is None else _one_of(Split, "--split", options.split),
    )
    return write_positions(wanted, options.out)


def _one_of(choices: type[_Choice], option: str, text: str) -> _Choice:
    try:
        return choices(text)
    except ValueError:
        raise SetupError(f"{option} is one of {', '.join(choices)}, not {quoted(text)}") from None
