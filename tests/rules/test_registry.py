"""Games of other packages: what can be played is found, and what cannot is told in one line."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from documentation.pages import DOCS, blocks_of

from commonfactor.agents.playout import playout
from commonfactor.rules.base import NotationError, SetupError
from commonfactor.rules.registry import GROUP, OWN_GAMES, Found, all_games, found_in, game_named
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Status
from commonfactor.solver.reference import Reference

GAME = '''\
"""Prime Steps

Pick a number that adds up to a prime with the number just picked.
"""

from commonfactor.rules.mechanics.follow import Follow
from commonfactor.rules.relations import relation_named


class PrimeSteps(Follow):
    name = "prime-steps"
    short_name = "steps"
    title = "Prime Steps"
    summary = "Pick a number that adds up to a prime with the number just picked."
    default_relation = relation_named("sum-is-prime")
    default_setup = "2-20"
    recommended_setup = "2-20"
'''

Finding = Callable[[str], Found]


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Finding]:
    """What is found where a package offers the game of a module with some text."""
    monkeypatch.syspath_prepend(tmp_path)

    def finding(text: str) -> Found:
        (tmp_path / "offered.py").write_text(text, encoding="utf-8")
        return found_in([EntryPoint("prime-steps", "offered:PrimeSteps", GROUP)])

    yield finding
    sys.modules.pop("offered", None)


def failure_of(found: Found) -> str:
    """What is said about the only offer, which cannot be loaded."""
    assert found.games == ()
    (failure,) = found.failures
    beginning = "the game 'prime-steps' (offered:PrimeSteps) cannot be loaded: "
    assert failure.startswith(beginning)
    assert failure.isprintable()
    return failure.removeprefix(beginning)


def test_a_game_needs_names_setups_and_rules_only(found: Finding) -> None:
    ((game,), failures) = found(GAME)
    assert failures == ()
    assert game.how_to_play()[0] == game.title
    rules = game.from_setup("2-10")
    assert rules.legal_moves(rules.play(rules.initial_position, 4)) == (3, 7, 9)


def test_what_is_not_a_class_of_rules_is_refused(found: Finding) -> None:
    assert failure_of(found("PrimeSteps = 7")) == "TypeError: it is not a class of rules"


def test_a_class_of_something_else_is_refused(found: Finding) -> None:
    assert failure_of(found("class PrimeSteps: pass")) == "TypeError: it is not a class of rules"


def test_a_class_that_leaves_methods_out_is_told_which(found: Finding) -> None:
    text = GAME.replace("rules.mechanics.follow import Follow", "rules.base import Rules as Follow")
    failure = failure_of(found(text))
    assert failure.startswith("TypeError: PrimeSteps lacks board_lines, can_move, candidate_setups, ")


def test_a_class_that_leaves_words_out_is_told_which(found: Finding) -> None:
    text = "".join(line for line in GAME.splitlines(keepends=True) if " title =" not in line and " summary" not in line)
    assert failure_of(found(text)) == "TypeError: PrimeSteps lacks title, summary"


@pytest.mark.parametrize(
    "text",
    [
        GAME[GAME.index("from ") :],
        GAME.replace('"""Prime Steps\n', '"""Steps of Primes\n'),
        GAME.replace("Prime Steps\n\nPick", "Prime Steps. Pick"),
        GAME.replace('Pick a number that adds up to a prime with the number just picked.\n"""', '"""', 1),
    ],
    ids=["none", "another title", "no title", "title alone"],
)
def test_a_game_without_its_rules_is_refused(found: Finding, text: str) -> None:
    assert failure_of(found(text)) == (
        "ValueError: offered must begin with a docstring of 'Prime Steps', an empty line and the rules"
    )


def test_where_python_leaves_docstrings_out_no_game_is_refused_for_that(tmp_path: Path) -> None:
    (tmp_path / "offered.py").write_text(GAME, encoding="utf-8")
    program = (
        "from importlib.metadata import EntryPoint; from commonfactor.rules.registry import found_in;"
        "print(found_in([EntryPoint('steps', 'offered:PrimeSteps', '')]).games[0].how_to_play()[1])"
    )
    ended = subprocess.run(
        [sys.executable, "-OO", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.stdout, ended.stderr) == ("Python was told to leave the rules out (-OO).\n", "")


# The example of the page is what a relation of one's own is tried with.
(RELATION,) = (block.text for block in blocks_of(DOCS / "your-own-game.md", "py") if "(Relation):" in block.text)
OWN_RELATION = GAME.replace("\n\n\nclass ", f"\n{RELATION}\n\nclass ").replace(
    'relation_named("sum-is-prime")', "Neighbours()"
)


def test_a_relation_that_leaves_words_out_is_told_which(found: Finding) -> None:
    text = OWN_RELATION.replace("    plural =", "    many =").replace("    unrelated =", "    few =")
    assert failure_of(found(text)) == "TypeError: Neighbours lacks plural, unrelated"


def test_a_relation_needs_a_name_that_can_be_typed_everywhere(found: Finding) -> None:
    failure = failure_of(found(OWN_RELATION.replace('"neighbours"', '"next to"')))
    assert failure == "ValueError: a name has small letters, digits and hyphens only, unlike 'next to'"


def test_a_relation_of_its_own_is_the_usual_one_of_a_game_and_can_be_named(found: Finding) -> None:
    game: Any = found(OWN_RELATION).games[0]
    assert game.options()["relation"] == (
        "neighbours", "common-factor", "divides", "sum-is-prime", "sum-is-square", "shares-a-digit",
    )  # fmt: skip
    usual, named, other = (
        game.from_setup(f"2-20{option}") for option in ("", ",relation=neighbours", ",relation=divides")
    )
    assert (usual.setup, named.setup, other.setup) == ("2-20", "2-20", "2-20,relation=divides")
    assert usual == named == game(2, 20, relation="neighbours")
    assert named.legal_moves(named.play(named.initial_position, 4)) == (3, 5)
    assert other.legal_moves(other.play(other.initial_position, 4)) == (2, 8, 12, 16, 20)
    with pytest.raises(SetupError, match=r"there is no relation 'next'; possible are .*, neighbours"):
        game(2, 20, relation="next")
    with pytest.raises(SetupError, match="there is no relation 'neighbours'"):
        OWN_GAMES[0].from_setup("2-20,relation=neighbours")


def test_a_relation_of_its_own_is_solved_and_told(found: Finding) -> None:
    ((game,), _) = found(OWN_RELATION)
    rules = game.from_setup("2-9")
    analysis, truth = analyse(rules, rules.initial_position), Reference(rules)
    assert analysis.proof is not None
    assert analysis.proof.check(rules, rules.initial_position).status is Status.COMPLETE
    assert (analysis.verdict == "win") == truth.is_won(rules.initial_position, Budget().control())
    position = rules.play(rules.initial_position, 4)
    assert rules.requirement(position) == "Pick a number that is next to 4."
    assert rules.objection(position, 7) == "7 is not next to 4"
    assert not playout(rules, (4, 5, 6, 7, 8)).is_over


def test_a_class_that_changes_a_rule_of_its_mechanic_is_told_what_to_do(found: Finding) -> None:
    text = (
        GAME
        + """
    def allowed(self, position):
        return super().allowed(position) & ~1
"""
    )
    assert failure_of(found(text)) == (
        "TypeError: PrimeSteps changes allowed of the mechanic follow: a game has words and defaults of its own, and "
        "another rule is a mechanic of its own, made from PoolRules or NumberRules"
    )


@pytest.mark.parametrize("taken", ["factor-clash", "clash"])
def test_a_name_that_is_taken_is_refused(found: Finding, taken: str) -> None:
    text = GAME.replace('short_name = "steps"', f'short_name = "{taken}"')
    assert failure_of(found(text)) == f"ValueError: there is another game named '{taken}'"


@pytest.mark.parametrize("name", ["Prime Steps", "prime:steps", "prime_steps", "-steps", ""])
def test_a_name_that_cannot_be_typed_everywhere_is_refused(found: Finding, name: str) -> None:
    failure = failure_of(found(GAME.replace('"prime-steps"', f'"{name}"')))
    assert failure == f"ValueError: a name has small letters, digits and hyphens only, unlike '{name}'"


@pytest.mark.parametrize("setup", ["default_setup", "recommended_setup"])
def test_a_setup_that_cannot_be_is_refused(found: Finding, setup: str) -> None:
    failure = failure_of(found(GAME.replace(f'{setup} = "2-20"', f'{setup} = "20-2"')))
    assert failure == "SetupError: the pool 20-2 is empty: its first number is larger than its last"


def test_of_an_error_with_several_lines_the_first_is_told(found: Finding) -> None:
    assert failure_of(found("raise RuntimeError('first line\\nsecond line')")) == "RuntimeError: first line"


def test_a_module_that_ends_the_program_does_not(found: Finding) -> None:
    assert failure_of(found("import sys; sys.exit('no licence')")) == "SystemExit: no licence"


def test_a_module_that_is_not_there_is_told(found: Finding) -> None:
    assert failure_of(found("")) == "AttributeError: module 'offered' has no attribute 'PrimeSteps'"
    ((), (failure,)) = found_in([EntryPoint("gone", "no_such_module:Gone", GROUP)])
    assert failure.endswith(
        "(no_such_module:Gone) cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"
    )


def test_one_failure_keeps_no_other_game_away_and_the_first_has_the_name(found: Finding) -> None:
    ((game,), _) = found(GAME)
    offers = [
        EntryPoint(name, value, GROUP) for name, value in (("b", "offered:PrimeSteps"), ("a", "no_such_module:A"))
    ]
    again = EntryPoint("c", "offered:PrimeSteps", GROUP)
    games, (missing, taken) = found_in([again, *offers])
    assert games == (game,)
    assert missing.startswith("the game 'a' ")
    assert taken.startswith("the game 'c' ")
    assert taken.endswith("ValueError: there is another game named 'prime-steps'")


def test_games_of_others_come_after_our_own_and_are_known_by_both_names(
    found: Finding, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = found(GAME)
    monkeypatch.setattr("commonfactor.rules.registry.games_of_others", lambda: others)
    assert all_games() == (*OWN_GAMES, *others.games)
    assert game_named("prime-steps") is game_named("steps") is others.games[0]
    with pytest.raises(NotationError, match=r"there is no game 'primes'; the games are factor-clash, .*, prime-steps$"):
        game_named("primes")
