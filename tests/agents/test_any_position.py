"""A batch, a playout and an observation begin in any position, whatever moves have led there."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from commonfactor.agents._games import Playout
from commonfactor.agents.batch import BatchEnvironment
from commonfactor.agents.encoding import Encoding
from commonfactor.agents.playout import playout
from commonfactor.rules.base import FIRST, SECOND, AnyRules, Board, IllegalMoveError, Move, Seat, SetupError
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.mechanics.keep_away import KeepAway
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.numbers import NumbersPosition
from commonfactor.rules.pool import PoolPosition
from commonfactor.rules.registry import OWN_GAMES


class KeepingAway(KeepAway, FactorDuel):
    """The mechanic without a game of its own yet."""

    name = "keeping-away"


SETUPS = {
    "factor-clash": ("2-20", "5-90,opening=no-lone-primes,without=7+60"),
    "divisor-duel": ("60", "36+12+36"),
    "factor-challenge": ("2-20", "3-70,opening=even,relation=divides"),
    "factor-duel": ("2-20", "7-31"),
    "factor-frenzy": ("2-50", "4-28,opening=even"),
    "juniper-green": ("1-30", "1-20,opening=any"),
    "divisor-game": ("30", "12+18,one=no"),
    "keeping-away": ("2-20", "2-30,relation=shares-a-digit"),
}
GAMES: tuple[type[AnyRules], ...] = (*OWN_GAMES, KeepingAway)
RULES = [game.from_setup(setup) for game in GAMES for setup in SETUPS[game.name]]


def named(rules: AnyRules) -> str:
    return f"{rules.name}-{rules.setup}"


def lines(rules: Any, games: int) -> Iterator[Line]:
    """Lines of random games: before the first move, after each, and at the end."""
    random = Random(repr(rules))
    for _ in range(games):
        line = Line.start(rules)
        yield line
        while moves := rules.legal_moves(line.position):
            line = line.play(random.choice(moves))
            yield line


def rows_of(encoding: Encoding, seen: Any) -> list[list[Move]]:
    """Which numbers of a pool are marked in each row of an observation."""
    rows = seen[:-1].reshape(5, encoding.action_count)
    return [[encoding.moves[action] for action in np.flatnonzero(row)] for row in rows]


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_a_playout_from_a_position_goes_on_as_the_rules_say(rules: Any) -> None:
    encoding, random = Encoding(rules), Random(repr(rules))
    for line in lines(rules, 4):
        if not rules.can_move(line.position):
            continue
        game, position = playout(rules, position=line.position), line.position
        while legal := game.legal_actions():
            assert tuple(legal) == encoding.legal_actions(position)
            assert game.to_move == position.to_move
            action = random.choice(legal)
            position = rules.play(position, encoding.move(action))
            assert game.play(action) == rules.can_move(position)
        assert (game.to_move, rules.can_move(position)) == (position.to_move, False)
        game.restart()
        assert tuple(game.legal_actions()) == encoding.legal_actions(line.position)


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_a_batch_from_a_position_is_back_there_after_every_game(rules: Any) -> None:
    encoding = Encoding(rules)
    for line in lines(rules, 1):
        position = line.position
        if not rules.can_move(position):
            continue
        batch = BatchEnvironment(rules, games=4, position=position)
        for _ in range(3):
            assert all(tuple(np.flatnonzero(row)) == encoding.legal_actions(position) for row in batch.mask)
            assert (batch.to_move == position.to_move).all()
            assert all(np.array_equal(row, encoding.observation(position)) for row in batch.observation)
            for _ in range(rules.longest_game):
                _, done = batch.step(batch.random_actions())
                begun = batch.mask[done]
                assert all(tuple(np.flatnonzero(row)) == encoding.legal_actions(position) for row in begun)
            batch.reset()


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_a_position_shows_what_the_game_ahead_depends_on_and_nothing_untrue(rules: Any) -> None:
    encoding = Encoding(rules)
    seen_from: dict[bytes, Any] = {}
    for line in lines(rules, 6):
        full, bare = encoding.observation(line), encoding.observation(line.position)
        assert (bare <= full).all()
        assert bare[-1] == 1
        essence = (tuple(rules.legal_moves(line.position)), rules.essence(line.position))
        assert seen_from.setdefault(bare.tobytes(), essence) == essence


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules.board is Board.POOL], ids=named)
def test_rows_of_a_position_have_the_numbers_that_limit_a_pick(rules: Any) -> None:
    encoding = Encoding(rules)
    for line in lines(rules, 4):
        position = line.position
        me: Seat = position.to_move
        picked: dict[Seat, list[int]] = {seat: [] for seat in Seat}
        for seat in Seat:
            picked[seat if rules.limited == "mover" else seat.other] += position.limits_of(seat)
        lasts = [[], []] if rules.limits_for_good else [picked[me], picked[me.other]]
        expected = [list(rules.available_numbers(position)), *lasts, picked[me], picked[me.other]]
        assert rows_of(encoding, encoding.observation(position)) == expected


def test_numbers_are_seen_without_the_divisors_used_before() -> None:
    line = parse("divisor-duel:60+48:60/2")
    full, bare = Encoding(line.rules).observation(line), Encoding(line.rules).observation(line.position)
    values = len(Encoding(line.rules).places)
    assert bare[:values].tolist() == full[:values].tolist()
    assert (full[values:-1].sum(), bare[values:-1].sum()) == (1, 0)


def test_what_is_taken_from_a_position_on_is_seen_as_usual() -> None:
    line = parse("factor-clash:2-20:15,5")
    game = playout(line.rules, position=line.position, observes=True)
    game.play(Encoding(line.rules).action(10))
    rows = rows_of(Encoding(line.rules), game.observation[SECOND - 1])
    assert rows[1:] == [[5], [10], [5], [10]]


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_at_the_start_a_position_is_seen_as_a_line_is(rules: Any) -> None:
    start = Line.start(rules)
    assert np.array_equal(Encoding(rules).observation(start), Encoding(rules).observation(start.position))


def test_the_first_pick_of_a_position_is_limited_as_that_of_a_game() -> None:
    rules = parse("factor-clash:2-20,opening=even:").rules
    second = rules.initial_position._replace(to_move=SECOND)
    game = playout(rules, position=second)
    assert (game.to_move, game.legal_actions()) == (2, list(range(0, 19, 2)))


def test_the_largest_pool_begins_anywhere() -> None:
    line = parse("factor-clash:2-4097:2,4")
    assert playout(line.rules, position=line.position).legal_actions() == list(
        Encoding(line.rules).legal_actions(line.position)
    )


def test_nothing_begins_where_a_game_is_over() -> None:
    line = parse("factor-clash:2-20:13")
    for make in (playout, BatchEnvironment):
        with pytest.raises(SetupError, match=r"^the position is over: programs need a move to choose from$"):
            make(line.rules, position=line.position)
    assert Encoding(line.rules).observation(line.position)[-1] == 1


def test_a_game_begins_after_moves_or_in_a_position() -> None:
    line = parse("factor-clash:2-20:15,5")
    with pytest.raises(SetupError, match="a game begins after some moves or in a position, not both"):
        playout(line.rules, (10,), position=line.position)


@pytest.mark.parametrize(
    ("notation", "position"),
    [
        ("factor-clash:2-20:", None),
        ("factor-clash:2-20:", "factor-clash:2-20:15"),
        ("factor-clash:2-20:", parse("divisor-duel:60:").position),
        ("factor-clash:2-20:", parse("factor-clash:2-30:15").position),
        ("factor-clash:2-20:", parse("factor-clash:2-20,without=7:15").position._replace(available=1 << 40)),
        ("factor-clash:2-20,without=7:", parse("factor-clash:2-20:7").position),
        ("factor-clash:2-20:", PoolPosition(4, ((41,), ()), FIRST)),
        ("factor-clash:2-20:", PoolPosition(4, ((), ()), 3)),  # type: ignore[arg-type]
        ("divisor-duel:60:", parse("factor-clash:2-20:").position),
        ("divisor-duel:60:", NumbersPosition((7,), FIRST)),
        ("divisor-duel:60:", NumbersPosition((30, 2), FIRST)),
        ("divisor-duel:60+48:", NumbersPosition((30,), FIRST)),
    ],
)
def test_what_is_no_position_of_the_game_is_refused(notation: str, position: Any) -> None:
    rules = parse(notation).rules
    with pytest.raises(SetupError, match=f"is no position of {re.escape(notation[:-1])}$"):
        Encoding(rules).observation(position)


def test_the_core_begins_nowhere_out_of_bounds() -> None:
    taking: Any = Encoding(parse("factor-clash:2-20:").rules).compiled
    nothing = np.array([], np.int32)
    for wrong in ([19], [-1]):
        with pytest.raises(ValueError, match="place"):
            taking.starting(wrong, [0], ([], []), 0)
        with pytest.raises(ValueError, match="place"):
            taking.starting([], wrong, ([], []), 0)
        with pytest.raises(ValueError, match="place"):
            Playout(taking.starting([], [], (wrong, []), 0), nothing, observes=True)
    with pytest.raises(ValueError, match="place"):
        Playout(taking.starting([1], [0], ([], []), 0), nothing, observes=True)
    with pytest.raises(ValueError, match="player"):
        taking.starting([0], [0], ([], []), 2)
    descending: Any = Encoding(parse("divisor-duel:60:").rules).compiled
    with pytest.raises(ValueError, match="a piece stands on no node"):
        Playout(descending.starting([-1], 0), nothing, observes=True)
    with pytest.raises(ValueError, match="all its pieces"):
        descending.starting([1, 1], 0)


def test_moves_after_no_position_are_refused_as_before() -> None:
    with pytest.raises(IllegalMoveError, match="15 was already taken at move 1"):
        playout(parse("factor-clash:2-20:").rules, (15, 5, 15))
    assert playout(parse("factor-clash:2-20:").rules, (15, 5)).legal_actions() == [8, 18]
