"""Relations: the numbers they find are those of their definitions, and their sentences say what holds."""

from itertools import combinations

import naive
import pytest

from commonfactor.rules.base import SetupError
from commonfactor.rules.relations import RELATIONS, Relation, relation_named

POOLS = [(1, 40), (2, 20), (2, 130), (7, 7), (30, 64), (95, 205)]


@pytest.fixture(params=list(RELATIONS.values()), ids=list(RELATIONS))
def relation(request: pytest.FixtureRequest) -> Relation:
    kind: Relation = request.param
    return kind


def test_every_relation_has_a_definition_here() -> None:
    assert set(naive.RELATIONS) == set(RELATIONS)


@pytest.mark.parametrize(("low", "high"), POOLS)
def test_relatives_are_those_of_the_definition(relation: Relation, low: int, high: int) -> None:
    are_related = naive.RELATIONS[relation.name]
    for number in range(1, high + 1):
        others = [other for other in range(low, high + 1) if other != number]
        expected = [other for other in others if are_related(number, other)]
        assert relation.relatives(number, low, high) == sum(1 << other for other in expected)
        assert [other for other in others if relation.holds(number, other)] == expected


@pytest.mark.parametrize(("low", "high"), POOLS)
@pytest.mark.parametrize("is_shifted", [False, True])
def test_cliques_have_every_related_pair_and_no_other(
    relation: Relation, low: int, high: int, *, is_shifted: bool
) -> None:
    origin = low if is_shifted else 0
    cliques = [[vertex + origin for vertex in clique] for clique in relation.cliques(low, high, origin)]
    pairs = {pair for clique in cliques for pair in combinations(clique, 2)}
    are_related = naive.RELATIONS[relation.name]
    assert pairs == {pair for pair in combinations(range(low, high + 1), 2) if are_related(*pair)}


@pytest.mark.parametrize(
    ("name", "number", "other", "text"),
    [
        ("common-factor", 9, 14, "9 = 3·3 and 14 = 2·7 share no factor"),
        ("common-factor", 8, 12, "8 = 2·2·2 and 12 = 2·2·3 share the factor 4"),
        ("common-factor", 9, 1, "9 = 3·3 and 1 share no factor"),
        ("divides", 6, 18, "6 divides 18"),
        ("divides", 18, 6, "18 is a multiple of 6"),
        ("divides", 7, 12, "7 neither divides nor is a multiple of 12"),
        ("sum-is-prime", 4, 7, "4 and 7 add up to 11, which is a prime"),
        ("sum-is-prime", 4, 5, "4 and 5 add up to 9 = 3·3, which is no prime"),
        ("sum-is-square", 7, 9, "7 and 9 add up to 16 = 2·2·2·2, which is a square"),
        ("sum-is-square", 7, 8, "7 and 8 add up to 15 = 3·5, which is no square"),
        ("shares-a-digit", 12, 25, "12 and 25 share the digit 2"),
        ("shares-a-digit", 123, 321, "123 and 321 share the digits 1, 2, 3"),
        ("shares-a-digit", 13, 25, "13 and 25 share no digit"),
    ],
)
def test_comparisons_carry_the_arithmetic(name: str, number: int, other: int, text: str) -> None:
    relation = relation_named(name)
    assert relation.comparison(number, other) == text
    assert relation.comparison(number, other, "your ") == text.replace(f" {other}", f" your {other}", 1)


def test_a_relation_that_is_none_is_named_with_those_that_are() -> None:
    with pytest.raises(SetupError, match="there is no relation 'triples'; possible are common-factor, divides, sum-is"):
        relation_named("triples")


def test_a_relation_writes_nothing_on_its_lines_unless_it_says_what() -> None:
    divides = RELATIONS["divides"]
    assert (Relation.tie(divides, 4, 12), Relation.shared_primes(divides, 4, 12)) == ("", ())
