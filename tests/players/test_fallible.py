"""The levels: rare mistakes that look good, wins at once that are never missed, and each level above the last."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from player_checks import SMALL_SETUPS, lines_of

from commonfactor.arena.referee import continued
from commonfactor.players import exact
from commonfactor.players.base import THINKING, generator
from commonfactor.players.exact import Fallible
from commonfactor.players.registry import LEVELS, Level, player_called
from commonfactor.rules.base import FIRST, AnyRules, Move, Seat
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.registry import all_games
from commonfactor.solver import reasons
from commonfactor.solver.analysis import Analysis, Budget, Verdict
from commonfactor.solver.oracle import analyse, forget

ALWAYS_WRONG = Fallible("always wrong", Fraction(1, 10**300))
MISSES_NO_WIN_AT_ONCE = LEVELS[1:]

over_every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@cache
def remembered(rules: AnyRules, position: Any) -> Analysis:
    return analyse(rules, position)


@pytest.fixture
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse every position once, which changes nothing where answers are exact."""
    for module in (exact, reasons):
        monkeypatch.setattr(module, "analyse", lambda rules, position, *_: remembered(rules, position))


def winner(rules: AnyRules, first: str, second: str, seed: int) -> Seat:
    ended = continued(Line.start(rules), player_called(first), player_called(second), seed)
    loser: Seat = ended.position.to_move
    return loser.other


def replies(line: Line, move: Move) -> int:
    return len(line.play(move).rules.legal_moves(line.play(move).position))


@pytest.mark.unfollowed
@pytest.mark.parametrize("budget", [THINKING, Budget(nodes=20)], ids=["exact", "hardly any budget"])
@over_every_game
def test_from_level_two_on_no_win_at_once_is_ever_missed(game: type[AnyRules], budget: Budget) -> None:
    seen = 0
    for setup in (SMALL_SETUPS[game], game.recommended_setup):
        for seed, line in enumerate(lines_of(game.from_setup(setup), 400, seed=5)):
            if 0 in (replies(line, move) for move in line.rules.legal_moves(line.position)):
                seen += 1
                for level in MISSES_NO_WIN_AT_ONCE:
                    choice = level.player.choice(line, generator(seed, 1, 1), budget.control())
                    assert replies(line, choice.move) == 0, f"{level.name} plays {choice.move} after {line}"
    assert seen > 20


def test_level_one_misses_wins_at_once() -> None:
    line = parse("factor-clash:2-20:")
    moves = {LEVELS[0].player.choice(line, Random(seed), THINKING.control()).move for seed in range(50)}
    assert moves
    assert all(replies(line, move) for move in moves)


def lines_that_matter(rules: AnyRules, count: int) -> Iterator[tuple[Line, tuple[Move, ...]]]:
    """Lines after which there are winning and losing moves and none wins at once, with the losing moves."""
    for line in lines_of(rules, count, seed=8):
        analysis = analyse(rules, line.position)
        winning, losing = analysis.moves_with(Verdict.WIN), analysis.moves_with(Verdict.LOSS)
        if winning and losing and all(replies(line, move) for move in winning):
            yield line, losing


def can_lose_at_once(line: Line, move: Move) -> bool:
    after = line.play(move)
    return any(replies(after, reply) == 0 for reply in after.rules.legal_moves(after.position))


@pytest.mark.unfollowed
@over_every_game
def test_a_mistake_is_the_losing_move_that_looks_best(game: type[AnyRules]) -> None:
    """It does not lose at once if there is another, and leaves the fewest replies of those."""
    seen = 0
    for seed, (line, losing) in enumerate(lines_that_matter(game.from_setup(SMALL_SETUPS[game]), 200)):
        move = ALWAYS_WRONG.choice(line, Random(seed), THINKING.control()).move
        assert move in losing
        looks = {other: (can_lose_at_once(line, other), replies(line, other)) for other in losing}
        assert looks[move] == min(looks.values())
        seen += 1
    assert seen > 5


@pytest.mark.usefixtures("_remembered")
@pytest.mark.parametrize("level", LEVELS[:-1], ids=lambda level: level.name)
def test_mistakes_are_as_frequent_as_the_rate_says(level: Level) -> None:
    line = parse("factor-challenge:2-20:")
    winning = analyse(line.rules, line.position).moves_with(Verdict.WIN)
    assert isinstance(level.player, Fallible)
    mistakes = sum(
        level.player.choice(line, Random(seed), THINKING.control()).move not in winning for seed in range(1000)
    )
    assert mistakes / 1000 == pytest.approx(level.player.rate_of_mistakes(line.rules), abs=0.04)


def test_a_lost_position_is_played_as_the_perfect_player_does() -> None:
    line = parse("factor-challenge:2-26:10")
    perfect = player_called("perfect")
    for seed in range(20):
        expected = perfect.choice(line, Random(seed), THINKING.control())
        assert player_called("expert").choice(line, Random(seed), THINKING.control()) == expected


def test_a_game_without_figures_of_its_own_has_a_rate_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse("factor-frenzy:2-44:").rules
    monkeypatch.setattr(rules, "name", "new-game", raising=False)
    rates = [level.player.rate_of_mistakes(rules) for level in LEVELS if isinstance(level.player, Fallible)]
    assert all(0 < higher < lower < 1 for lower, higher in pairwise(rates))


GAMES_PER_PAIR = 40


@pytest.mark.unfollowed
@pytest.mark.usefixtures("_remembered")
@over_every_game
def test_every_level_beats_the_one_below_it(game: type[AnyRules]) -> None:
    """The seeds are fixed, so the games are always the same; benchmarks/strength.py plays many more."""
    rules = game.from_setup(game.recommended_setup)
    for weaker, stronger in pairwise(level.name for level in LEVELS):
        won = sum(winner(rules, stronger, weaker, seed) is FIRST for seed in range(0, GAMES_PER_PAIR, 2))
        won += sum(winner(rules, weaker, stronger, seed) is not FIRST for seed in range(1, GAMES_PER_PAIR, 2))
        assert won / GAMES_PER_PAIR >= 0.55, f"{stronger} wins {won} of {GAMES_PER_PAIR} against {weaker}"


@pytest.mark.unfollowed
@pytest.mark.usefixtures("_remembered")
@over_every_game
def test_the_share_of_games_without_a_mistake_is_as_described(game: type[AnyRules]) -> None:
    """Against the perfect player, who starts from a won position wins iff it makes no mistake."""
    rules = game.from_setup(game.recommended_setup)
    assert analyse(rules, rules.initial_position).verdict is Verdict.WIN
    described = {"newcomer": 0.0, "casual": 1 / 15, "club": 1 / 3, "expert": 2 / 3, "perfect": 1.0}
    for level in LEVELS:
        kept = sum(winner(rules, level.name, "perfect", seed) is FIRST for seed in range(40))
        assert kept / 40 == pytest.approx(described[level.name], abs=0.12), level.name


def test_levels_describe_themselves() -> None:
    assert [level.description for level in LEVELS] == [
        "hardly ever plays a game without a mistake",
        "plays about one game in fifteen without a mistake",
        "plays about one game in three without a mistake",
        "plays about two games in three without a mistake",
        "plays perfectly",
    ]


@pytest.mark.unfollowed
@pytest.mark.parametrize("level", LEVELS[:3], ids=lambda level: level.name)
@pytest.mark.parametrize("notation", ["factor-challenge:2-60:", "factor-frenzy:2-200:"])
def test_levels_one_to_three_only_glance_at_what_is_too_much_for_them(notation: str, level: Level) -> None:
    line = parse(notation)
    forget()
    control = THINKING.control()
    choice = level.player.choice(line, Random(1), control)
    assert control.nodes <= 60_001
    forget()
    assert level.player.choice(line, Random(1), THINKING.control()) == choice


def test_where_a_glance_does_not_tell_level_three_looks_three_moves_ahead() -> None:
    line, chances = parse("factor-challenge:2-60:"), Random(4)
    chances.random()  # decides about a mistake
    expected = player_called("lookahead:3").choice(line, chances, Budget(nodes=100).control())
    forget()
    careful = Fallible("careful", Fraction(1), depth=3)
    assert careful.choice(line, Random(4), Budget(nodes=100).control()) == expected
