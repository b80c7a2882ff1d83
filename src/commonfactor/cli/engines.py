"""The commands that make an engine of a player, and check one."""

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from io import BytesIO
from typing import NoReturn

from commonfactor.agents.engine_errors import EngineNotStartedError
from commonfactor.agents.engine_player import EnginePlayer
from commonfactor.agents.engines.conformance import Finding, findings
from commonfactor.agents.engines.conversation import Engine
from commonfactor.agents.entrants import entrant
from commonfactor.cli.option_values import seconds_in
from commonfactor.rules.base import SetupError
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of


def engine(options: Namespace) -> NoReturn:
    source, sink = BytesIO() if sys.stdin is None else sys.stdin.buffer, sys.stdout.buffer
    # A player from a file may print, which must not mix with the answers.
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
    # A normal exit would wait for the threads that may still read or search.
    os._exit(code)


def check_engine(options: Namespace) -> ExitCode:
    if not options.engine:
        raise SetupError("check-engine is followed by the command that starts the engine")
    seconds = seconds_in(options)
    if not seconds:
        raise SetupError("an engine needs more than 0 seconds for a move")
    found: list[Finding] = []
    try:
        code = exit_code_of(lambda: _check(options.engine, seconds, found, as_json=options.json))
    except EngineNotStartedError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    is_failed = code is ExitCode.FINISHED and not all(finding.has_passed for finding in found)
    return ExitCode.CHECK_FAILED if is_failed else code


def _check(command: Sequence[str], seconds: float, found: list[Finding], *, as_json: bool) -> None:
    for finding in findings(command, seconds):
        found.append(finding)
        if not as_json:
            print(f"{'passed' if finding.has_passed else 'FAILED'}  {finding.name:25}  ", end="")
            print(finding.sentence, flush=True)
    passed = sum(finding.has_passed for finding in found)
    if as_json:
        checks = [{"name": name, "passed": has_passed, "sentence": sentence} for name, has_passed, sentence in found]
        print(json.dumps({"command": command, "passed": passed == len(found), "checks": checks}))
    else:
        print(f"{passed} of {len(found)} checks passed.")
