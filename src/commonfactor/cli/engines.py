"""The commands for engines: speaking the protocol, and checking who speaks it."""

from __future__ import annotations

from argparse import REMAINDER
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from commonfactor.terminal.exits import ExitCode

_ENGINE = """\
examples:
  commonfactor engine
  commonfactor engine lookahead:3
  commonfactor engine mine.py:mine
  printf 'position clash:2-20:15,5\\ngo seconds 1\\nwait\\n' | commonfactor engine

docs/engine-protocol.md tells what can be said to it.
"""


_CHECK_ENGINE = """\
examples:
  commonfactor check-engine commonfactor engine greedy
  commonfactor check-engine --seconds 0.2 --json python my_engine.py

Exit code 0 if every check passed, 1 if one failed, 2 if the command cannot be run.
"""

_LONGEST_NAME = 25


def add_commands(add: Callable[..., ArgumentParser]) -> None:
    """Say what can be asked for here."""
    speaking = add("engine", engine, "let a program play for other programs, by the engine protocol", _ENGINE)
    speaking.add_argument(
        "player",
        nargs="?",
        default="perfect",
        metavar="PLAYER",
        help="a level or a program by its name, or FILE.py:NAME",
    )
    checking = add("check-engine", check_engine, "tell whether an engine keeps to the engine protocol", _CHECK_ENGINE)
    checking.add_argument("--seconds", default="1", metavar="S", help="how long it may think about a move (default: 1)")
    checking.add_argument("--json", action="store_true", help="print one JSON object")
    checking.add_argument(
        "engine", nargs=REMAINDER, metavar="COMMAND", help="what starts the engine: a program and its arguments"
    )


def engine(options: Namespace) -> NoReturn:
    """Speak the protocol on the standard streams."""
    import os
    import sys
    from io import BytesIO

    from commonfactor.agents.engine import Engine
    from commonfactor.agents.engine_player import EnginePlayer
    from commonfactor.agents.entrants import entrant
    from commonfactor.rules.base import SetupError
    from commonfactor.terminal.exits import ExitCode, exit_code_of
    from commonfactor.terminal.streams import complain

    source, sink = BytesIO() if sys.stdin is None else sys.stdin.buffer, sys.stdout.buffer
    # What a player from a file prints must not get among the answers.
    sys.stdout = sys.stderr
    player = entrant(options.player)
    if isinstance(player, EnginePlayer):
        raise SetupError(f"{player.name} is an engine already; the players are those by name, and FILE.py:NAME")
    try:
        code = exit_code_of(Engine(player, source, sink).run)
    except BrokenPipeError:
        code = ExitCode.BROKEN_PIPE
    except OSError as error:
        complain(f"the output cannot be written: {error.strerror}")
        code = ExitCode.BAD_INPUT
    # One thread may still read, and another one search on; Python's own way out is not made for that.
    os._exit(code)


def check_engine(options: Namespace) -> ExitCode:
    """Tell which checks an engine passes."""
    from commonfactor.agents.engine_errors import EngineNotStartedError
    from commonfactor.rules.base import SetupError
    from commonfactor.terminal.exits import ExitCode, exit_code_of
    from commonfactor.terminal.oracle import budget_of
    from commonfactor.terminal.streams import complain

    if not options.engine:
        raise SetupError("check-engine is followed by the command that starts the engine")
    seconds = budget_of(options.seconds, None, None).seconds
    if not seconds:
        raise SetupError("an engine needs more than 0 seconds for a move")
    tell = _tell_json if options.json else _tell_lines
    passed: list[bool] = []
    try:
        code = exit_code_of(lambda: passed.extend(tell(options.engine, seconds)))
    except EngineNotStartedError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    return ExitCode.CHECK_FAILED if code is ExitCode.FINISHED and not all(passed) else code


def _tell_lines(command: Sequence[str], seconds: float) -> Iterator[bool]:
    from commonfactor.agents.engine_check import findings

    passed = []
    for finding in findings(command, seconds):
        print(f"{'passed' if finding.has_passed else 'FAILED'}  {finding.name:{_LONGEST_NAME}}  ", end="")
        print(finding.sentence, flush=True)
        passed.append(finding.has_passed)
        yield finding.has_passed
    print(f"{sum(passed)} of {len(passed)} checks passed.")


def _tell_json(command: Sequence[str], seconds: float) -> Iterator[bool]:
    import json

    from commonfactor.agents.engine_check import findings

    found = list(findings(command, seconds))
    checks = [{"name": name, "passed": has_passed, "sentence": sentence} for name, has_passed, sentence in found]
    print(json.dumps({"command": command, "passed": all(check["passed"] for check in checks), "checks": checks}))
    return (finding.has_passed for finding in found)
