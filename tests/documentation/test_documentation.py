"""The documentation says what the program does, because every example in it is run."""

import doctest
import re
import shutil
import subprocess
from argparse import ArgumentParser, _SubParsersAction
from datetime import UTC, datetime
from pathlib import Path

import pytest
from documentation.pages import DOCS, HEADING, RUN_PAGES, Block, blocks, blocks_of, name_of, prose_of, section
from processes import environment

from commonfactor.arena.match import Match
from commonfactor.arena.record import record_of
from commonfactor.arena.terms import DEFAULT_NAMES, Scoring, Terms
from commonfactor.cli.parser import parser
from commonfactor.rules.base import AnyRules
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import line_facts, parse
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.rules.registry import all_games
from commonfactor.solver.proofs.checking import Claim
from commonfactor.solver.proofs.json_form import CLAIMS
from commonfactor.terminal.exits import ExitCode

COMMAND_LINE = DOCS / "command-line.md"
GAME_SECTIONS = ["Rules", "Setup", "Notation", "Example", "What is known"]
LAST_SECTIONS = ["Corrections to the rule book", "Where it comes from"]
TYPED = re.compile(r"^\$ .*(?:\n> ?.*)*", re.MULTILINE)
PROMPT = re.compile(r"^[$>] ?", re.MULTILINE)


# Examples


def transcript(block: Block, folder: str) -> str:
    return "".join(f"{typed}\n{output(PROMPT.sub('', typed), folder)}" for typed in TYPED.findall(block.text))


def output(command: str, folder: str) -> str:
    run = subprocess.run(
        [shutil.which("bash") or "bash", "-c", command],
        cwd=folder,
        env=environment({"PYTHONUTF8": "1"}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return run.stdout + run.stderr


@pytest.mark.parametrize("page", RUN_PAGES, ids=name_of)
def test_no_console_block_is_overlooked(page: Path) -> None:
    assert page.read_text(encoding="utf-8").count("```console") == len(list(blocks_of(page, "console")))


@pytest.mark.parametrize("page", sorted({block.page for block in blocks("console")}), ids=name_of)
def test_the_console_blocks_of_a_page_show_what_their_commands_print(page: Path, tmp_path: Path) -> None:
    """All in one folder, because later commands may use the files of earlier ones."""
    for block in blocks_of(page, "console"):
        assert block.text == transcript(block, str(tmp_path)), block


@pytest.mark.parametrize("page", sorted({block.page for block in blocks("python")}), ids=name_of)
def test_the_python_blocks_of_a_page_show_what_their_statements_return(page: Path) -> None:
    session = "\n".join(block.text for block in blocks("python") if block.page == page)
    examples = doctest.DocTestParser().get_doctest(session, {}, name_of(page), str(page), 0)
    assert examples.examples
    report: list[str] = []
    assert doctest.DocTestRunner().run(examples, out=report.append).failed == 0, "".join(report)


# Games


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_has_a_page_with_the_same_sections(game: type[AnyRules]) -> None:
    headings = HEADING.findall(prose_of(DOCS / f"{game.name}.md"))
    assert headings[:-1] == [("#", game.title), *(("##", title) for title in GAME_SECTIONS)]
    assert headings[-1] in [("##", title) for title in LAST_SECTIONS]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_page_of_a_game_shows_a_game_and_its_notation(game: type[AnyRules]) -> None:
    page = DOCS / f"{game.name}.md"
    assert f"commonfactor play {game.name}" in section(page, "Example")
    assert f"`{game.name}:{game.default_setup}:`" in section(page, "Notation")
    assert f"`{game.short_name}:{game.default_setup}:" in section(page, "Notation")


@pytest.mark.parametrize(
    "game", [game for game in all_games() if issubclass(game, PoolRules)], ids=lambda game: game.name
)
def test_the_page_of_a_pool_game_has_its_limits_and_openings(game: type[PoolRules]) -> None:
    setup = section(DOCS / f"{game.name}.md", "Setup")
    low, high = game.default_bounds()
    assert f"from {game.default_relation.least} up to {game.highest:,} |" in setup
    assert f"| pool | {low} to {high} |" in setup
    assert all(f"- `{opening}`: " in setup for opening in Opening)


# The command line


def commands() -> dict[str, ArgumentParser]:
    actions = parser()._actions  # noqa: SLF001 (argparse has no public way to list what a parser knows)
    (subparsers,) = (action for action in actions if isinstance(action, _SubParsersAction))
    return dict(subparsers.choices)


def options_of(parser: ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings}  # noqa: SLF001 (as above)


@pytest.mark.parametrize("command", commands())
def test_every_command_has_a_section_with_all_its_options(command: str) -> None:
    text = section(COMMAND_LINE, "") + section(COMMAND_LINE, command)
    assert f"`commonfactor {command}" in text
    assert {option for option in options_of(commands()[command]) if not re.search(rf"{option}(?![\w-])", text)} == set()


def test_the_options_of_the_program_itself_are_documented() -> None:
    assert all(option in section(COMMAND_LINE, "") for option in options_of(parser()))


def test_every_prompt_command_is_documented(tmp_path: Path) -> None:
    listed = output("printf 'help\\nquit\\n' | commonfactor play factor-clash", str(tmp_path))
    words = re.findall(r"^([a-z]+(?: [A-Z]+)?)  +\w", listed, re.MULTILINE)
    assert "why N" in words
    assert {word for word in words if f"| `{word}` |" not in section(COMMAND_LINE, "play")} == set()


def test_every_key_of_the_json_object_is_documented() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (?:string|number|array|boolean)", section(COMMAND_LINE, "show"), re.MULTILINE)
    assert rows == list(line_facts(parse("factor-clash:2-20:15")))


def test_every_exit_code_is_documented() -> None:
    rows = re.findall(r"^\| (\d+) \|", section(COMMAND_LINE, "Exit codes"), re.MULTILINE)
    assert [int(row) for row in rows] == list(ExitCode)


def test_every_field_of_a_record_is_documented() -> None:
    match = Match(FactorClash(), DEFAULT_NAMES, Terms(Scoring(1, 2), has_swap=True))
    match.play(17, datetime.now(UTC))
    match.decide_swap(is_taken=True, at=datetime.now(UTC))
    fields = set(re.findall(r'"(\w+)":', record_of(match).decode()))
    assert set(re.findall(r"^\| `(\w+)`", section(DOCS / "records.md", "The format"), re.MULTILINE)) == fields


# Claims


@pytest.mark.parametrize("kind", CLAIMS, ids=lambda kind: kind.__name__)
def test_every_kind_of_claim_is_documented_with_its_keys(kind: type[Claim]) -> None:
    rows = [
        row for row in section(DOCS / "solver.md", "Proofs").splitlines() if f"`{kind.__struct_config__.tag}`" in row
    ]
    keys = set(kind.__struct_fields__) - {"after"}
    assert any(keys <= set(re.findall(r"`([\w-]+)`", row)) for row in rows), (keys, rows)
