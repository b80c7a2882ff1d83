"""What is drawn of a position agrees with arithmetic, and with the proof that it shows."""

from itertools import combinations
from math import gcd
from random import Random
from typing import Any

import pytest

from commonfactor.rules.base import AnyRules, Board
from commonfactor.rules.factor_frenzy import FactorFrenzy
from commonfactor.rules.juniper_green import JuniperGreen
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Proof
from commonfactor.solver.proofs.lead import LeadProof
from commonfactor.solver.proofs.paths import PathsProof
from commonfactor.web.analyses import MOST_DRAWN_NUMBERS, Drawing, drawing_of

POOL_GAMES = [game for game in all_games() if game.board is Board.POOL]
DIVIDING = {FactorFrenzy, JuniperGreen}
over_every_pool_game = pytest.mark.parametrize("game", POOL_GAMES, ids=lambda game: game.name)


def drawn(line: Line) -> tuple[Drawing, Proof]:
    proof = analyse(line.rules, line.position).proof
    drawing = drawing_of(line.rules, line.position, proof)
    assert drawing is not None
    assert proof is not None
    return drawing, proof


def lines(game: type[AnyRules], setup: str = "2-17", games: int = 12) -> list[Line]:
    """Every line of some random games."""
    random, found = Random(f"drawings {game.name}"), []
    for _ in range(games):
        line = Line.start(game.from_setup(setup))
        found.append(line)
        while moves := line.rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
            found.append(line)
    return found


def are_joined(rules: AnyRules, low: int, high: int) -> bool:
    """What an edge means, by definition."""
    return high % low == 0 if type(rules) in DIVIDING else gcd(low, high) > 1


@over_every_pool_game
def test_edges_are_those_of_the_definition(game: type[AnyRules]) -> None:
    for line in lines(game):
        drawing, _ = drawn(line)
        expected = [(a, b) for a, b in combinations(drawing.numbers, 2) if are_joined(line.rules, a, b)]
        assert drawing.edges == expected
        assert drawing.joins == ("one divides the other" if game in DIVIDING else "share a factor")


@over_every_pool_game
def test_vertices_are_the_pool_and_the_numbers_that_decide_what_may_follow(game: type[AnyRules]) -> None:
    for line in lines(game):
        drawing, _ = drawn(line)
        pool = {number for number in range(2, 18) if line.position.available >> number & 1}
        last = {
            "factor-clash": line.moves[-1:],
            "juniper-green": line.moves[-1:],
            "factor-challenge": line.moves[-2:],
        }.get(game.name, ())
        assert drawing.numbers == tuple(sorted(pool | set(last)))


@over_every_pool_game
def test_the_move_is_the_one_that_the_reason_names(game: type[AnyRules]) -> None:
    for line in lines(game, games=4):
        drawing, proof = drawn(line)
        assert drawing.move == proof.move


def test_pairs_are_edges_and_no_number_is_in_two() -> None:
    shown = 0
    for line in lines(all_games()[0]):
        drawing, _ = drawn(line)
        assert all(pair in drawing.edges for pair in drawing.pairs)
        paired = [number for pair in drawing.pairs for number in pair]
        assert len(set(paired)) == len(paired)
        shown += len(paired)
    assert shown


def test_groups_of_factor_frenzy_are_the_whole_pool_and_share_no_edge() -> None:
    for line in lines(FactorFrenzy):
        drawing, _ = drawn(line)
        assert sorted(number for group in drawing.groups for number in group.numbers) == [*drawing.numbers]
        home = {number: place for place, group in enumerate(drawing.groups) for number in group.numbers}
        assert all(home[a] == home[b] for a, b in drawing.edges)
        assert all(group.worth.isdecimal() for group in drawing.groups)


def test_shares_of_factor_duel_are_what_either_may_take() -> None:
    for line in lines(parse("duel:2-17:").rules.__class__):
        drawing, proof = drawn(line)
        if not isinstance(proof, LeadProof):
            continue
        rules: Any = line.rules
        takeable = rules.takeable_by(line.position, 1) | rules.takeable_by(line.position, 2)
        grouped = sorted(number for group in drawing.groups for number in group.numbers)
        assert grouped == [number for number in range(2, 18) if takeable >> number & 1]


def test_a_share_is_worth_what_the_words_say() -> None:
    drawing, _ = drawn(parse("duel:2-20:"))
    words = {group.numbers: group.worth for group in drawing.groups}
    assert words[11,] == "one move for whoever comes first"


@pytest.mark.unfollowed
@over_every_pool_game
def test_lines_can_be_played_to_the_end(game: type[AnyRules]) -> None:
    for line in lines(game):
        drawing, proof = drawn(line)
        if isinstance(proof, PathsProof):
            assert bool(drawing.line) == line.rules.can_move(line.position)
        for move in drawing.line:
            line = line.play(line.rules.parse_move(move))  # noqa: PLW2901  # the line goes on
        assert not drawing.line or not line.rules.can_move(line.position)


def test_both_kinds_of_lines_are_drawn() -> None:
    kinds = {
        type(proof).__name__
        for drawing, proof in map(drawn, lines(parse("challenge:2-9:").rules.__class__))
        if drawing.line
    }
    assert kinds == {"LineProof", "PathsProof"}


@over_every_pool_game
def test_without_a_proof_there_is_still_the_graph(game: type[AnyRules]) -> None:
    line = Line.start(game.from_setup("2-10"))
    drawing = drawing_of(line.rules, line.position, None)
    assert drawing is not None
    assert drawing.edges
    assert (drawing.pairs, drawing.groups, drawing.line, drawing.move) == ([], [], (), None)


def test_what_nobody_can_take_in_is_not_drawn() -> None:
    largest, larger = (parse(f"frenzy:2-{MOST_DRAWN_NUMBERS + more}:") for more in (1, 2))
    assert drawing_of(largest.rules, largest.position, None)
    assert drawing_of(larger.rules, larger.position, None) is None


def test_divisor_duel_has_no_graph() -> None:
    line = parse("divisor:60:")
    assert drawing_of(line.rules, line.position, None) is None
