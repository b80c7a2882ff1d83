"""For a position, a line of play is found that leads to it."""

from random import Random

import pytest

from commonfactor.agents.engine_lines import line_to
from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import GAMES


def random_line(rules: AnyRules, most_moves: int, random: Random) -> Line:
    line = Line.start(rules)
    for _ in range(most_moves):
        if moves := rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
    return line


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_opening_of_a_few_moves_is_found(game: type[AnyRules]) -> None:
    random = Random(1)
    for setup in (game.default_setup, game.recommended_setup):
        for _ in range(30):
            line = random_line(game.from_setup(setup), random.randint(0, 6), random)
            assert line_to(line.rules, line.position).position == line.position


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_for_an_opening_it_makes_no_difference_what_is_known(game: type[AnyRules]) -> None:
    random = Random(2)
    for setup in (game.default_setup, game.recommended_setup):
        for _ in range(30):
            known = random_line(game.from_setup(setup), random.randint(0, 6), random)
            for line in (known, *map(known.play, known.rules.legal_moves(known.position))):
                assert line_to(line.rules, line.position, known) == line_to(line.rules, line.position)


@pytest.mark.parametrize("setup", ["factor-frenzy:2-100:", "factor-challenge:2-300:"])
def test_deep_in_a_game_a_line_that_is_known_is_gone_on_with(setup: str) -> None:
    random = Random(5)
    gone_on_with = 0
    for _ in range(10):
        known = random_line(parse(setup).rules, 40, random)
        line = line_to(known.rules, known.position, known)
        assert line.position == known.position
        gone_on_with += line == known
        for longer in map(known.play, known.rules.legal_moves(known.position)[:1]):
            assert line_to(longer.rules, longer.position, known).position == longer.position
    assert gone_on_with


def test_a_line_of_another_game_is_no_help_and_does_no_harm() -> None:
    other = parse("factor-clash:2-30:15,5")
    line = parse("factor-clash:2-20:15,5,10")
    assert line_to(line.rules, line.position, other).position == line.position


def test_numbers_that_are_equal_are_told_apart_by_what_becomes_of_them() -> None:
    line = parse("divisor-duel:12+12+30:12/2,30/5,12/3")
    assert line_to(line.rules, line.position).position == line.position


def test_a_position_that_cannot_come_about_has_no_line() -> None:
    start = parse("factor-clash:2-20:")
    impossible = start.position._replace(available=start.position.available & ~(1 << 7 | 1 << 9), last=9)
    with pytest.raises(NotationError, match="no line of play was found"):
        line_to(start.rules, impossible)
