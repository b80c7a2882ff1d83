"""Setups and whole games for Hypothesis to draw."""

from hypothesis import strategies as st

from commonfactor.arithmetic.factorisation import proper_divisor_count
from commonfactor.rules.base import AnyRules, SetupError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import Opening, PoolRules
from commonfactor.rules.relations import RELATIONS

_MOST_DIVISORS = 500
_CHOICES = st.lists(st.integers(0, 1 << 16), max_size=80)


@st.composite
def rules_of(draw: st.DrawFn, game: type[AnyRules]) -> AnyRules:
    """A game with some small setup that can be played, with any of its options."""
    if not issubclass(game, PoolRules):
        # Hypothesis is fond of factorials, which have tens of thousands of divisors and so of moves.
        large = st.integers(10**17, 10**18).filter(lambda number: proper_divisor_count(number) < _MOST_DIVISORS)
        # Where a number may lose as little as 1 at a time, games from large ones are long.
        numbers = st.one_of(st.integers(2, 5000), large) if game is DivisorDuel else st.integers(2, 60)
        setup = "+".join(map(str, draw(st.lists(numbers, min_size=1, max_size=4))))
        options = [f"{name}={draw(st.sampled_from(values))}" for name, values in game.options().items()]
        return game.from_setup(",".join([setup, *options]))
    relation = draw(st.sampled_from([game.default_relation, *RELATIONS.values()]))
    low = draw(st.integers(relation.least, 60))
    high = draw(st.integers(low, low + 40))
    without = draw(st.sets(st.integers(low, high), max_size=4))
    opening = draw(st.sampled_from(Opening))
    try:
        return game(low, high, opening, relation.name, without)
    except SetupError:
        return game(low, high, Opening.ANY, relation.name)


@st.composite
def games_of(draw: st.DrawFn, game: type[AnyRules]) -> list[Line]:
    """A game played to its end: the line before every move, and the final one."""
    line = Line.start(draw(rules_of(game)))
    choices = iter(draw(_CHOICES))
    lines = [line]
    while legal := line.rules.legal_moves(line.position):
        line = line.play(legal[next(choices, 0) % len(legal)])
        lines.append(line)
    return lines
