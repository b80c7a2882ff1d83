"""Every mechanic with every relation, in the words of that relation and of no other."""

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from conformance.test_mechanics import GAMES, SETUPS, random_lines

from commonfactor.agents.text import Disguise, TextGame
from commonfactor.players.hints import LAST_STEP, hint
from commonfactor.rules.base import Seating
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import PoolRules
from commonfactor.rules.relations import RELATIONS
from commonfactor.solver.analysis import Budget
from commonfactor.solver.english import told
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reasons import reason_for

SEATING = Seating("Ann", "Ben")

# Titles are capitalised, so that "Factor Clash" tells of no relation.
OWN_WORDS = {
    "common-factor": r"\bshares? (?:a|no|the) factor\b|co-prime",
    "divides": r"\bdivides?\b|(?:is a|are|and) multiples?\b|no multiple in|factors? (?:and|or)",
    "sum-is-prime": r"(?<!-)\bprime\b",
    "sum-is-square": r"square",
    "shares-a-digit": r"digit",
}
ABOUT_FACTORS = ("common-factor", "divides")


def words_of_others(relation: str) -> str:
    others = [words for name, words in OWN_WORDS.items() if name != relation]
    return "|".join(others if relation in ABOUT_FACTORS else [*others, "factor"])


def texts_about(rules: PoolRules) -> Iterator[str]:
    """Whatever is said of a game before it begins."""
    yield from (*rules.rules_text(), *rules.welcome_lines(), *rules.variation_lines())
    for disguise in (Disguise.PLAIN, Disguise.RENAMED):
        yield TextGame(rules, disguise=disguise).rules_text


def texts_at(line: Line) -> Iterator[str]:
    """Whatever is said at a position: what to do, why each number may be taken or not, hints and reasons."""
    rules, position, control = line.rules, line.position, Budget(seconds=60).control()
    yield from (rules.requirement(position), rules.requirement(position, "Ann's"), rules.prompt(position))
    yield from rules.board_lines(position, line.moves, SEATING)
    yield TextGame(rules).position_text(position, line.moves)
    for number in rules.possible_moves(100) or ():
        yield rules.objection(position, number, line.moves) or rules.permission(position, number)
    proof = analyse(rules, position, Budget(seconds=60)).prove(control)
    if proof:
        yield told(proof.claims(rules, position), rules, position)
    if rules.outcome(position):
        yield from rules.closing_lines(position, line.moves, SEATING)
        return
    yield from rules.turn_lines(position, line.moves, SEATING)
    yield from (hint(rules, position, step, control).text for step in range(1, LAST_STEP + 1))
    for move in rules.legal_moves(position):
        yield reason_for(rules, position, move, control).text
        yield from rules.move_lines(position, move, SEATING)
        yield rules.deed(position, move)


@pytest.mark.unfollowed
@pytest.mark.parametrize(("game", "relation"), SETUPS)
def test_a_game_is_told_in_the_words_of_its_relation_alone(game: type[PoolRules], relation: str) -> None:
    rules = game(max(2, RELATIONS[relation].least), 13, relation=relation)
    assert re.search(OWN_WORDS[relation], rules.variation_lines()[0] if rules.variation_lines() else rules.summary)
    (line,) = random_lines(rules, Random(f"{game.name} {relation}"), 1)
    stages = [Line.start(rules)]
    for move in line.moves:
        stages.append(stages[-1].play(move))
    for text in (*texts_about(rules), *(text for stage in stages for text in texts_at(stage))):
        assert not re.search(words_of_others(relation), text), text


@pytest.mark.parametrize(
    ("game", "relation"), [pair for pair in product(GAMES, RELATIONS) if pair[1] != pair[0].default_relation.name]
)
def test_a_variant_says_at_the_welcome_which_relation_is_played(game: type[PoolRules], relation: str) -> None:
    told = "\n".join(game(2, 13, relation=relation).welcome_lines())
    assert re.search(OWN_WORDS[relation], told)
    assert game(2, 13).welcome_lines() == [
        line for line in told.split("\n") if not re.search(OWN_WORDS[relation], line)
    ]
