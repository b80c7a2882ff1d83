"""The conformance test passes those who keep to the protocol, and tells what others do wrong."""

import json
import re
import sys
from pathlib import Path

import pytest
from agents.engine_processes import hostile_engine, nothing_left, own_engine
from processes import Finished, run

from commonfactor.agents.engines.conformance import CHECKS, findings, sample_lines, starts
from commonfactor.rules.registry import all_games

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"


@pytest.fixture(scope="module")
def engine_of_the_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small engine that the page of the protocol shows, as a file."""
    (source,) = re.findall(r"^```python\n(import sys\n.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    path = tmp_path_factory.mktemp("engine") / "the_largest.py"
    path.write_text(source, "utf-8")
    return path


def checked(*command: str) -> Finished:
    with nothing_left():
        return run("check-engine", "--seconds", "0.1", *command)


def failures(finished: Finished) -> set[str]:
    return set(re.findall(r"^FAILED  (\S+)", finished.out, re.MULTILINE))


def test_our_own_engine_passes_every_check() -> None:
    finished = checked(*own_engine("greedy"))
    assert (finished.code, failures(finished), finished.err) == (0, set(), "")


def test_the_engine_of_the_page_passes_every_check_and_is_short(engine_of_the_page: Path) -> None:
    with nothing_left():
        found = list(findings([sys.executable, str(engine_of_the_page)], 0.1))
    assert [finding.name for finding in found] == [check.name for check in CHECKS]
    assert [finding.sentence for finding in found if not finding.has_passed] == []
    assert len(engine_of_the_page.read_text("utf-8").splitlines()) <= 42


def test_an_engine_is_asked_about_every_game_there_is() -> None:
    names = {game.name for game in all_games()}
    assert {line.rules.name for line in starts()} == {line.rules.name for line in sample_lines()} == names
    assert all(line.rules.can_move(line.position) for line in starts())
    assert {len(line.moves) for line in sample_lines()} > {0, 1, 2, 3, 4}
    assert {setup for line in starts() for setup in line.rules.setup.split(",")[1:]} >= {"opening=even"}
    assert any("+" in line.rules.setup for line in starts())


FLAWS = {
    "id name The Largest\\n": ("", {"hello"}),
    '[] | ["1"]': ("_", {"hello-in-another-version"}),
    "*moves]": ("*moves[:1]]", {"bad-positions", "legal-moves"}),
    "{moves[-1]}": ("2", {"moves", "whole-games"}),
    "*COMMANDS]": ("*COMMANDS[:5]]", {"list-commands"}),
    "raw.decode()": ('raw.decode(errors="replace")', {"text-that-is-not-utf8"}),
    " if len(raw) <= 65536": (" if True", {"line-that-is-too-long"}),
    "'unknown'": ("'unclear'", {"unknown-command"}),
    ' and seconds.replace(".", "").isdigit()': ("", {"bad-limits"}),
    '    if raw.split() == [b"quit"]:': ('    if raw == b"quit now":', {"quits"}),
    'return f"= position {line}"': ('return f"= position {line}\\n= ping"', {"positions", "moves"}),
}


@pytest.mark.parametrize("part", FLAWS)
def test_a_flaw_is_found_by_its_check(part: str, engine_of_the_page: Path, tmp_path: Path) -> None:
    flaw, expected = FLAWS[part]
    source = engine_of_the_page.read_text("utf-8")
    assert source.count(part) == 1
    flawed = tmp_path / "flawed.py"
    flawed.write_text(source.replace(part, flaw), "utf-8")
    checks = [check for check in CHECKS if check.name in expected]
    found = findings([sys.executable, str(flawed)], 0.1, checks)
    assert {finding.name for finding in found if not finding.has_passed} == expected


@pytest.mark.parametrize("kind", ["exits_silently", "crash_at_hello", "answers_before_asked", "wrong_version"])
def test_hostile_engines_fail_and_leave_nothing_behind(kind: str) -> None:
    finished = checked(*hostile_engine(kind))
    assert finished.code == 1
    assert "Traceback" not in finished.out + finished.err
    assert failures(finished)


def test_the_findings_can_be_had_as_json() -> None:
    finished = checked("--json", "cat")
    found = json.loads(finished.out)
    assert (finished.code, found["passed"], found["command"]) == (1, False, ["cat"])
    assert [(check["name"], check["passed"]) for check in found["checks"]] == [("hello", False)]


def test_a_command_that_cannot_be_run_is_bad_input() -> None:
    finished = checked("no-such-program", "--level", "3")
    assert (finished.code, finished.out) == (2, "")
    assert finished.complaint == "the command 'no-such-program' cannot be run: No such file or directory"
    assert "is followed by the command" in run("check-engine").complaint
