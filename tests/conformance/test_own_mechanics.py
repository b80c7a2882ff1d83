"""A game has words of its own and no rules; a mechanic of one's own is played right, or not at all."""

from collections import defaultdict
from itertools import product
from typing import Any

import naive
import pytest

from commonfactor.agents.encoding import Encoding
from commonfactor.rules.base import SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.mechanics.follow import Follow
from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.mechanics.subtract import Subtract
from commonfactor.rules.numbers import NumberRules
from commonfactor.rules.pool import Limited, PoolPosition, PoolRules
from commonfactor.solver.analysis import Budget, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reference import Reference


def upwards(rules: Any, position: PoolPosition) -> int:
    """What may be picked where numbers must not become smaller."""
    last = max(position.targets, default=0)
    return PoolRules.allowed(rules, position) >> last << last


class Upwards(PoolRules):
    """A mechanic with a rule that no facts tell."""

    name, title, default_setup = "upwards", "Upwards", "2-12"
    mechanic, limited = "never-down", Limited.OPPONENT
    allowed = upwards


class SubtractLarge(Subtract):
    """A mechanic made from another by a name of its own."""

    name, title, default_setup = "large-steps", "Large Steps", "60"
    mechanic = "subtract-large"

    def divisors(self, number: int) -> tuple[int, ...]:
        return super().divisors(number)[-1:]

    def divisor_count(self, number: int) -> int:
        return len(self.divisors(number))


Facts = tuple[Limited, bool, bool, bool]
"""Whom a pick limits, whether for good, whether to related numbers, and whether relatives leave the pool too."""

FACTS: list[Facts] = list(product(Limited, (False, True), (False, True), (False, True)))


def mechanic_of(facts: Facts) -> type[PoolRules]:
    """A mechanic that says these facts, and nothing else."""
    rules = dict(zip(("limited", "limits_for_good", "wants_related", "sweeps"), facts, strict=True))
    words = {"mechanic": str(facts), "name": "facts", "title": "Facts", "default_setup": "2-9"}
    return type("Facts", (PoolRules,), {**rules, **words, "__qualname__": str(facts)})


@pytest.mark.parametrize(
    ("mechanic", "changes"),
    [
        (FactorClash, {"allowed": upwards}),
        (Follow, {"legal_moves": lambda rules, position: rules.legal_moves(position)[:1]}),
        (Follow, {"play": None}),
        (Follow, {"limits_for_good": True}),
        (Follow, {"followers": lambda _rules, _number: 0}),
        (Follow, {"related_to": 0, "swept_by": 0}),
        (Follow, {"_computed_pool": None}),
        (FactorFrenzy, {"takeable_by": None, "sweeps": False}),
        (DivisorDuel, {"changed": lambda _rules, number, _divisor: number - 1}),
        (Subtract, {"divisors": None, "least_divisor": 3}),
        (Subtract, {"options": None}),
    ],
)
def test_a_game_that_changes_a_rule_cannot_be_made(mechanic: type, changes: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as refused:
        type("Mine", (mechanic,), changes)
    assert str(refused.value) == (
        f"Mine changes {', '.join(sorted(changes))} of the mechanic {mechanic.mechanic}: a game has words and "  # type: ignore[attr-defined]
        "defaults of its own, and another rule is a mechanic of its own, made from PoolRules or NumberRules"
    )


def test_a_rule_that_comes_from_beside_is_refused_too() -> None:
    with pytest.raises(TypeError, match=r"^Mine changes allowed of the mechanic follow: "):
        type("Mine", (type("Beside", (), {"allowed": upwards}), FactorClash), {})
    with pytest.raises(TypeError, match=r"^Mine changes sweeps of the mechanic keep-away: "):
        type("Mine", (KeepAway, FactorFrenzy), {})


def test_words_defaults_and_methods_of_its_own_are_a_game_s_own_matter() -> None:
    words = {"prompt": lambda _rules, _position: "Which?", "highest": 30, "limits_for_good": False, "digits": 7}
    assert type("Mine", (Follow,), words).mechanic == "follow"  # type: ignore[attr-defined]


def test_the_name_of_a_mechanic_is_not_taken_twice() -> None:
    with pytest.raises(TypeError) as refused:
        type("Mine", (PoolRules,), {"mechanic": "follow", "sweeps": True})
    assert str(refused.value) == (
        "Mine needs a mechanic name of its own: follow is commonfactor.rules.mechanics.follow.Follow"
    )


def reached_from(rules: Any) -> dict[Any, tuple[Any, ...]]:
    """Every position with the moves of one line that leads to it."""
    found: dict[Any, tuple[Any, ...]] = {rules.initial_position: ()}
    pending = [rules.initial_position]
    for position in pending:
        for move in rules.legal_moves(position):
            after = rules.play(position, move)
            if after not in found:
                found[after] = (*found[position], move)
                pending.append(after)
    return found


def check_verdicts(rules: Any) -> dict[Any, bool]:
    """See to it that the solver says what a search without tables says; who wins in every position."""
    won: dict[Any, bool] = {}
    truth, control = Reference(rules), Budget().control()

    def is_won(position: Any) -> bool:
        if position not in won:
            won[position] = not all(is_won(rules.play(position, move)) for move in rules.legal_moves(position))
        return won[position]

    for position in reached_from(rules):
        assert truth.is_won(position, control) is is_won(position)
    for position in list(reached_from(rules))[:40]:
        analysis = analyse(rules, position)
        assert analysis.verdict is (Verdict.WIN if won[position] else Verdict.LOSS)
        assert {move: verdict is Verdict.WIN for move, verdict in analysis.moves.items()} == {
            move: not won[rules.play(position, move)] for move in rules.legal_moves(position)
        }
    return won


@pytest.mark.parametrize("facts", FACTS, ids=str)
@pytest.mark.parametrize("relation", ["common-factor", "sum-is-prime"])
def test_a_mechanic_is_its_facts_in_the_rules_the_core_and_the_solver(facts: Facts, relation: str) -> None:
    limited, for_good, wants_related, sweeps = facts
    rules = mechanic_of(facts)(2, 8, relation=relation)
    encoding, are_related = Encoding(rules), naive.RELATIONS[relation]
    essences = defaultdict(set)
    for position, is_won in check_verdicts(rules).items():
        essences[rules.essence(position)].add(is_won)
    assert all(len(outcomes) == 1 for outcomes in essences.values()), "what comes down to the same has the same winner"
    for position, moves in reached_from(rules).items():
        left = set(range(2, 9))
        for move in moves:
            left -= {move, *(number for number in left if sweeps and are_related(move, number))}
        picks = {Limited.MOVER: moves[::-1][1::2], Limited.OPPONENT: moves[::-1][::2], Limited.NOBODY: ()}[limited]
        limits = picks if for_good else picks[:1]
        legal = sorted(one for one in left if all(are_related(one, limit) is wants_related for limit in limits))
        assert list(rules.legal_moves(position)) == legal
        if legal:
            assert [encoding.move(action) for action in encoding.playout(moves).legal_actions()] == legal


def test_a_rule_that_no_facts_tell_is_searched_plainly_and_not_played_by_the_core() -> None:
    rules = Upwards(2, 12)
    won = check_verdicts(rules)
    assert sum(not won[rules.play(rules.initial_position, move)] for move in range(2, 13)) == 4
    with pytest.raises(SetupError) as refused:
        Encoding(rules)
    assert str(refused.value) == (
        "programs play games whose rules follow from the facts of their mechanic, "
        "and Upwards has rules of its own: allowed"
    )


def test_what_the_numbers_become_are_facts() -> None:
    rules = SubtractLarge(30)
    check_verdicts(rules)
    encoding = Encoding(rules)
    for position, moves in reached_from(rules).items():
        if legal := rules.legal_moves(position):
            assert [encoding.move(action) for action in encoding.playout(moves).legal_actions()] == list(legal)


def test_a_number_mechanic_with_other_moves_is_not_played_by_the_core() -> None:
    changes = {
        "mechanic": "pass-by",
        "legal_moves": lambda rules, position: NumberRules.legal_moves(rules, position)[1:],
    }
    with pytest.raises(SetupError, match=r"Divisor Duel has rules of its own: legal_moves$"):
        Encoding(type("PassBy", (DivisorDuel,), changes)(60))
