"""The commands for engines: speaking the protocol, and checking who speaks it."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import NoReturn

from commonfactor.agents.engine_errors import EngineNotStartedError
from commonfactor.agents.engine_player import EnginePlayer
from commonfactor.agents.engines.conformance import findings
from commonfactor.agents.engines.conversation import Engine
from commonfactor.agents.entrants import entrant
from commonfactor.cli.values import seconds_in
from commonfactor.rules.base import SetupError
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.streams import complain

_LONGEST_NAME = 25


def engine(options: Namespace) -> NoReturn:
    """Speak the protocol on the standard streams."""
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
    if not options.engine:
        raise SetupError("check-engine is followed by the command that starts the engine")
    seconds = seconds_in(options)
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
    passed = []
    for finding in findings(command, seconds):
        print(f"{'passed' if finding.has_passed else 'FAILED'}  {finding.name:{_LONGEST_NAME}}  ", end="")
        print(finding.sentence, flush=True)
        passed.append(finding.has_passed)
        yield finding.has_passed
    print(f"{sum(passed)} of {len(passed)} checks passed.")


def _tell_json(command: Sequence[str], seconds: float) -> Iterator[bool]:
    found = list(findings(command, seconds))
    checks = [{"name": name, "passed": has_passed, "sentence": sentence} for name, has_passed, sentence in found]
    print(json.dumps({"command": command, "passed": all(check["passed"] for check in checks), "checks": checks}))
    return (finding.has_passed for finding in found)
