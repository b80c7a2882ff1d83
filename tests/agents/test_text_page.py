"""The page on text games says what the program does; its Python examples are run with those of all pages."""

import re
from inspect import signature
from pathlib import Path

import pytest

from commonfactor.agents.text import Disguise, Reason, Refusal, TextGame, TextPlayer
from commonfactor.agents.text.answers import LONGEST_ANSWER
from commonfactor.agents.text.game import MOST_MOVES_LISTED
from commonfactor.agents.text.player import MOST_RETRIES
from commonfactor.agents.text.wording import MOST_LINKS, MOST_NAMES
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse

PAGE = (Path(__file__).parents[2] / "docs" / "text-games.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of the table with a heading, by rows."""
    _, _, table = PAGE.partition(f"\n| {heading} |")
    lines = table.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def test_the_prompt_on_the_page_is_the_prompt() -> None:
    line = parse("factor-clash:2-12:6,3")
    assert f"```text\n{TextGame(line.rules).prompt(line.position, line.moves)}\n```" in PAGE


def test_every_reason_is_on_the_page() -> None:
    assert [code.strip("`") for code, _ in rows("Reason")] == list(Reason)


def test_every_disguise_is_on_the_page() -> None:
    assert [name.strip("`") for name, *_ in rows("Disguise")] == list(Disguise)


def test_every_choice_of_a_player_is_on_the_page_with_its_default() -> None:
    parameters = signature(TextPlayer).parameters.values()
    choices = {choice.name: choice.default for choice in parameters if choice.kind is choice.KEYWORD_ONLY}
    written = {name: str(default) if isinstance(default, str) else default for name, default in choices.items()}
    assert [(name, default.replace('"', "'")) for name, default, _ in rows("Choice")] == [
        (f"`{name}`", f"`{default!r}`") for name, default in written.items()
    ]


def test_every_limit_is_on_the_page() -> None:
    assert f"at most {MOST_NAMES:,} numbers and {MOST_LINKS:,} links" in PAGE
    assert f"more than {LONGEST_ANSWER:,} characters" in PAGE
    assert f"asked for again, at most {MOST_RETRIES}" in PAGE
    assert f"Of more than {MOST_MOVES_LISTED:,} legal moves the first {MOST_MOVES_LISTED:,} are listed" in PAGE
    assert TextGame(FactorClash(2, 200), disguise="tokens").rules_text


def test_what_the_page_says_is_read_is_read() -> None:
    game = TextGame(FactorClash())
    answers = [answer for _, said in rows("Ending") for answer in re.findall(r"`([^`]+)`", said)]
    assert len(answers) == 7
    assert {game.move_in(answer, game.rules.initial_position) for answer in answers} == {12}


def test_what_the_page_says_is_refused_is_refused() -> None:
    game = TextGame(FactorClash())
    refused = re.findall(r"`([^`]+)`", PAGE.partition("Refused are ")[2].partition("\n\n")[0])
    assert len(refused) == 7
    for answer in refused:
        with pytest.raises(Refusal):
            game.move_in(answer, game.rules.initial_position)
