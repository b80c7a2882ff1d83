"""A conformance test for engines: named checks, each told as held or not with a sentence."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from commonfactor.agents import engine_checks  # noqa: F401  # it fills the list of checks
from commonfactor.agents.engine_bench import CHECKS, Bench, Check, NotHeldError
from commonfactor.agents.engine_errors import EngineError, EngineNotStartedError


class Finding(NamedTuple):
    """What a check has found."""

    name: str
    has_passed: bool
    sentence: str


def findings(command: Sequence[str], seconds: float, checks: Sequence[Check] = CHECKS) -> Iterator[Finding]:
    """What each check finds; ``EngineNotStartedError`` if the command cannot be run at all."""
    bench = Bench(command, seconds)
    try:
        for check in checks:
            yield _finding(check, bench)
            if not bench.was_greeted:
                return  # to whom nobody can talk, nobody can put questions
    finally:
        bench.give_up()


def _finding(check: Check, bench: Bench) -> Finding:
    try:
        check.run(bench)
    except EngineNotStartedError:
        raise
    except (EngineError, NotHeldError) as error:
        bench.give_up()
        return Finding(check.name, has_passed=False, sentence=f"{check.clause}, but {error}.")
    return Finding(check.name, has_passed=True, sentence=f"{check.clause}.")
