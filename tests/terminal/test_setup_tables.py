"""The command that compares setups, in rows for people and in JSON."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from io import StringIO

import pytest

from commonfactor.arena.setups import Outlook, outlook
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.notation import parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Verdict
from commonfactor.terminal import setup_tables
from commonfactor.terminal.exits import ExitCode
from commonfactor.terminal.setup_tables import tell_setups


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """What signals did before a command took them over."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


class Screenful(StringIO):
    """A standard error that a person sees."""

    def isatty(self) -> bool:
        return True


def told(
    capsys: pytest.CaptureFixture[str],
    game: type[AnyRules],
    highest: int | None,
    *,
    only_fair: bool = False,
    as_json: bool = False,
) -> list[str]:
    """What the command prints, having finished without a complaint."""
    rules = game.from_setup(game.default_setup)
    assert tell_setups(rules, highest, only_fair=only_fair, as_json=as_json) is ExitCode.FINISHED
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out.splitlines()


def test_people_get_aligned_rows_with_marks_and_a_conclusion(capsys: pytest.CaptureFixture[str]) -> None:
    heading, *rows, conclusion = told(capsys, DivisorDuel, 60)
    assert heading == "setup                        winner   openings that win  moves    by luck"
    assert rows[0] == "4                            first    1 of 1               1.0      100 %"
    assert rows[6] == "60                           first    3 of 10              1.0       30 % - book"
    (recommended,) = [row for row in rows if row.endswith("* fair")]
    assert recommended.startswith(DivisorDuel.recommended_setup)
    assert conclusion == (
        f"The win is hardest to find in {DivisorDuel.recommended_setup}. "
        f"To play it: commonfactor play divisor-duel:{DivisorDuel.recommended_setup}:"
    )


def test_rows_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(row) for row in told(capsys, DivisorDuel, 12, as_json=True)]
    assert [row["setup"] for row in rows] == ["4", "6", "12", "4+6", "4+12", "6+12", "4+6+12"]
    assert rows[-1] == {
        "game": "divisor-duel",
        "setup": "4+6+12",
        "verdict": "win",
        "openings": 7,
        "winning": 2,
        "plies": 3.0,
        "luck": 2 / 7,
        "recommended": False,
    }


@pytest.mark.unfollowed
def test_the_fairest_alone(capsys: pytest.CaptureFixture[str]) -> None:
    recommended = DivisorDuel.recommended_setup
    heading, row, how_to_play = told(capsys, DivisorDuel, None, only_fair=True)
    assert heading.split()[:2] == ["setup", "winner"]
    assert row.startswith(f"{recommended} ")
    assert row.endswith(" * fair")
    assert how_to_play == f"To play it: commonfactor play divisor-duel:{recommended}:"
    (line,) = told(capsys, DivisorDuel, None, only_fair=True, as_json=True)
    assert (json.loads(line)["setup"], json.loads(line)["recommended"]) == (recommended, True)


@pytest.mark.unfollowed
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_how_to_play_it_is_a_position(capsys: pytest.CaptureFixture[str], game: type[AnyRules]) -> None:
    notation = told(capsys, game, 12, only_fair=True)[-1].split()[-1]
    assert str(parse(notation)) == notation


SETUPS_TO_8 = (
    "2-8                        ",
    "2-8,opening=even           ",
    "2-8,opening=no-lone-primes ",
)


def test_what_is_unknown_has_a_sign(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(game: type[AnyRules], setup: str) -> Outlook:
        return Outlook(game.name, setup, Verdict.UNKNOWN, 7, None, None, None)

    monkeypatch.setattr(setup_tables, "outlook", unknown)
    rows = told(capsys, FactorClash, 8)
    assert rows[1:] == [f"{row}  unknown  ? of 7                 ?          ?" for row in SETUPS_TO_8]
    with pytest.raises(SetupError, match="of none of these setups of Factor Clash was it found out"):
        tell_setups(FactorClash(), 8, only_fair=True, as_json=False)


def test_the_longest_row_fits_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def largest(game: type[AnyRules], setup: str) -> Outlook:
        return Outlook(game.name, setup, Verdict.UNKNOWN, 199, 199, 199.0, 0.000012)

    monkeypatch.setattr(setup_tables, "outlook", largest)
    monkeypatch.setattr(FactorDuel, "recommended_setup", "2-200,opening=no-lone-primes")
    heading, *rows, _ = told(capsys, FactorDuel, 200)
    assert rows[-1].endswith(" * fair")
    assert {len(re.split(" [*-] ", row)[0]) for row in rows} == {len(heading)}
    assert max(map(len, rows)) <= 80


def test_a_person_sees_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = Screenful()
    monkeypatch.setattr(sys, "stderr", errors)
    assert tell_setups(DivisorDuel(), 6, only_fair=True, as_json=False) is ExitCode.FINISHED
    assert "] 1 of 3, 6" in errors.getvalue()
    assert errors.getvalue().endswith("\r\x1b[K")


def test_interrupted_it_ends_after_the_rows_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: type[AnyRules], setup: str) -> Outlook:
        if setup == "2-9":
            os.kill(os.getpid(), signal.SIGINT)
        return outlook(game, setup)

    monkeypatch.setattr(setup_tables, "outlook", interrupted)
    assert tell_setups(FactorClash(), 20, only_fair=False, as_json=True) is ExitCode.INTERRUPTED
    assert [json.loads(row)["setup"] for row in capsys.readouterr().out.splitlines()] == [
        "2-8",
        "2-8,opening=even",
        "2-8,opening=no-lone-primes",
    ]


@pytest.mark.parametrize("highest", [0, 7, 201, 10**9])
def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], highest: int) -> None:
    with pytest.raises(SetupError, match=rf"compared up to a number from 8 to 200, not {highest:,}"):
        tell_setups(FactorClash(), highest, only_fair=False, as_json=False)
    with pytest.raises(SetupError, match="from 4 to 200"):
        tell_setups(DivisorDuel(), 3, only_fair=False, as_json=False)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("game", "default", "first"),
    [
        (FactorClash, "2-30,opening=even", "2-8,opening=even"),
        (FactorClash, "5-30,without=7", "5-11,without=7"),
        (DivisorDuel, "60+48", "4"),
    ],
)
def test_a_default_setup_may_have_options_or_several_numbers(
    capsys: pytest.CaptureFixture[str], game: type[AnyRules], default: str, first: str
) -> None:
    mine = type("Mine", (game,), {"default_setup": default, "recommended_setup": first})
    assert told(capsys, mine, 12)[1].split()[0] == first
    assert told(capsys, mine, 12)[1].endswith(" * fair")


def test_setups_that_all_are_too_large_are_refused() -> None:
    with pytest.raises(SetupError, match=r"^no setup of Factor Clash like 500-600 goes up to 200 or less"):
        tell_setups(FactorClash(500, 600), None, only_fair=False, as_json=False)


def test_the_first_column_is_as_wide_as_the_longest_setup(capsys: pytest.CaptureFixture[str]) -> None:
    rules = FactorClash.from_setup("2-20,opening=even,relation=shares-a-digit")
    tell_setups(rules, 10, only_fair=False, as_json=False)
    heading, *rows, _ = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == [rules.setup_to(last) for last in (8, 9, 10)]
    assert {row.index(" first ") for row in rows if " first " in row} <= {heading.index(" winner ")}
