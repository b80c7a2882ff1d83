"""Equal forms mean the same game but for names, and other names alone hardly ever make another form."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from commonfactor.rules.base import AnyRules
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.notation import parse
from commonfactor.rules.relations import RELATIONS
from commonfactor.rules.renaming import Form, canonical_form

Edge = tuple[int, int]


class KeepingAway(KeepAway, FactorDuel):
    """The one mechanic of which there is no game."""


PETERSEN = (
    [(n, (n + 1) % 5) for n in range(5)] + [(n, n + 5) for n in range(5)] + [(5 + n, 5 + (n + 2) % 5) for n in range(5)]
)
PRISM = (
    [(n, (n + 1) % 5) for n in range(5)] + [(n, n + 5) for n in range(5)] + [(5 + n, 5 + (n + 1) % 5) for n in range(5)]
)


def form_of(colours: Iterable[int], edges: Iterable[Edge]) -> Form:
    neighbours: dict[int, int] = defaultdict(int)
    for one, other in edges:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    return canonical_form(dict(enumerate(colours)), lambda number: neighbours[number])


@pytest.mark.parametrize(("vertices", "graphs"), [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)])
def test_there_are_as_many_forms_as_graphs_without_names(vertices: int, graphs: int) -> None:
    """A000088 in the encyclopedia of integer sequences."""
    pairs = list(combinations(range(vertices), 2))
    chosen = (
        [pair for pair, is_edge in zip(pairs, edges, strict=True) if is_edge]
        for edges in product((False, True), repeat=len(pairs))
    )
    assert len({form_of([0] * vertices, edges) for edges in chosen}) == graphs


@pytest.mark.parametrize(("vertices", "graphs"), [(1, 2), (2, 6), (3, 20), (4, 90)])
def test_there_are_as_many_forms_as_graphs_in_two_colours(vertices: int, graphs: int) -> None:
    """A000666 in the same, for loops are colours."""
    pairs = list(combinations(range(vertices), 2))
    found = {
        form_of(colours, [pair for pair, is_edge in zip(pairs, edges, strict=True) if is_edge])
        for edges in product((False, True), repeat=len(pairs))
        for colours in product((0, 1), repeat=vertices)
    }
    assert len(found) == graphs


def renamed(edges: Iterable[Edge], seed: int) -> list[Edge]:
    names = Random(seed).sample(range(10), 10)
    return [(names[one], names[other]) for one, other in edges]


def test_graphs_that_refinement_cannot_tell_apart_have_a_form_each() -> None:
    petersen = {form_of([0] * 10, renamed(PETERSEN, seed)) for seed in range(20)}
    prism = {form_of([0] * 10, renamed(PRISM, seed)) for seed in range(20)}
    assert len(petersen) == len(prism) == 1
    assert petersen != prism


def test_of_a_graph_with_too_many_orders_some_are_tried() -> None:
    """Rings of five beside rings of six: alike from everywhere, and far more orders than are tried."""
    fives = [(5 * ring + one, 5 * ring + (one + 1) % 5) for ring in range(4) for one in range(5)]
    sixes = [(20 + 6 * ring + one, 20 + 6 * ring + (one + 1) % 6) for ring in range(4) for one in range(6)]
    form = form_of([0] * 44, fives + sixes)
    assert len(form) == sum(len(before) for _, before in form) == 44


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("clash:2-10:6,9", "clash:2-10:6,3"),
        ("clash:2-30:4,8", "clash:2-30:2,16"),
        ("challenge:2-17:11,13", "challenge:2-17:13,17"),
        ("duel:2-26:22,3", "duel:2-26:26,3"),
        ("frenzy:2-20:11", "frenzy:2-20:13"),
        ("frenzy:2-16,relation=divides:11", "frenzy:2-16:13"),
        ("juniper-green:2-20:2", "juniper-green:2-20,without=13+17:2"),
        ("divisor:12", "divisor:45"),
        ("divisor:12+18", "divisor:175+245"),
        ("divisor:8+7", "divisor:27"),
        ("divisor-game:12:2", "divisor-game:12:1,1"),
    ],
)
def test_other_numbers_alone_make_no_other_form(one: str, other: str) -> None:
    first, second = (parse(notation if notation.count(":") > 1 else f"{notation}:") for notation in (one, other))
    assert first.rules.form(first.position) == second.rules.form(second.position)


def test_of_many_numbers_the_names_count() -> None:
    one, other, related = map(parse, ("clash:2-300:2", "clash:2-300:4", "clash:2-300,relation=shares-a-digit:2"))
    forms = [line.rules.form(line.position) for line in (one, other, related)]
    assert forms[0] == one.rules.form(one.position)
    assert len(set(forms)) == 3


SETUPS = {
    "follow": ["clash:2-10", "clash:3-11", "juniper-green:1-9", "juniper-green:2-9,opening=any", "clash:2-9,without=4"],
    "walk": ["challenge:2-8", "challenge:3-10"],
    "keep-apart": ["duel:2-10", "duel:3-11"],
    "keep-away": [],
    "sweep": ["frenzy:2-14", "frenzy:3-15"],
    "divide": ["divisor:360", "divisor:36+48", "divisor:12+18+20", "divisor:30+30"],
    "subtract": ["divisor-game:24", "divisor-game:24,one=no", "divisor-game:8+12"],
}


def positions(rules: AnyRules) -> Iterator[Any]:
    found = [rules.initial_position]
    seen = set(found)
    for position in found:
        yield position
        following = {rules.play(position, move) for move in rules.legal_moves(position)} - seen
        seen |= following
        found += following


@pytest.mark.parametrize("mechanic", SETUPS)
def test_a_form_has_one_game_tree_however_the_moves_are_called(mechanic: str) -> None:
    trees: dict[tuple[int, ...], int] = {}
    of_forms: dict[tuple[Any, ...], set[int]] = defaultdict(set)
    essences = set()

    @cache
    def tree(rules: AnyRules, position: Any) -> int:
        branches = sorted(tree(rules, rules.play(position, move)) for move in rules.legal_moves(position))
        return trees.setdefault(tuple(branches), len(trees))

    setups: list[AnyRules] = [parse(f"{setup}:").rules for setup in SETUPS[mechanic]]
    if mechanic not in ("divide", "subtract"):
        game = type(setups[0]) if setups else KeepingAway
        setups += [game.from_setup(f"2-9,relation={relation}") for relation in RELATIONS]
    for rules in setups:
        assert rules.mechanic == mechanic
        for position in positions(rules):
            of_forms[rules.form(position)].add(tree(rules, position))
            essences.add((rules.setup.partition("relation")[2], rules.essence(position)))
    assert all(len(trees) == 1 for trees in of_forms.values())
    assert len(of_forms) < len(essences) or mechanic == "subtract"
