"""How a position may have come about. Engines are told lines of play, and players only positions."""

from collections.abc import Iterator
from typing import Any

from commonfactor.arithmetic.number_sets import numbers_in
from commonfactor.rules.base import AnyRules, NotationError
from commonfactor.rules.divisor_duel import DivisorDuel
from commonfactor.rules.factor_challenge import FactorChallenge
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.factor_duel import FactorDuel
from commonfactor.rules.notation import Line
from commonfactor.rules.pool import PoolRules

# Openings of a few moves take a few steps; a position from deep in a game may take many.
_FEW_STEPS = 1_000
_MOST_STEPS = 20_000


def line_to(rules: AnyRules, position: Any, known: Line | None = None) -> Line:
    """Some line of play that leads to a position; ``NotationError`` if none is found.

    Any line will do, since all that the future depends on is in the position. Where one is found in a few steps, it
    comes from the position alone, whatever is known, so that what was played before a game changes nothing about
    it. Else the line that was played, if it is known up to the last move or two, is gone on with.
    """
    line = _found(rules, position, _FEW_STEPS) or _continued(rules, position, known)
    if line := line or _found(rules, position, _MOST_STEPS):
        return line
    where = f"{rules.name}:{rules.setup}"
    raise NotationError(
        f"no line of play was found that leads to this position of {where}, so no engine can be told it"
    )


def _continued(rules: AnyRules, position: Any, known: Line | None) -> Line | None:
    """The known line, or the one a move longer, if it leads to a position."""
    if known is None or known.rules != rules:
        return None
    return next((line for line in (known, *_continuations(known, position)) if line.position == position), None)


def _found(rules: AnyRules, position: Any, most_steps: int) -> Line | None:
    """The line that a search from the start of the game finds, depth first."""
    start = Line.start(rules)
    seen = {start.position}
    ahead = [iter([start])]
    while ahead and len(seen) <= most_steps:
        line = next(ahead[-1], None)
        if line is None:
            ahead.pop()
        elif line.position == position:
            return line
        else:
            fresh = [longer for longer in _continuations(line, position) if longer.position not in seen]
            seen.update(longer.position for longer in fresh)
            ahead.append(iter(fresh))
    return None


def _continuations(line: Line, target: Any) -> Iterator[Line]:
    """The lines one move longer from which a position may still be reached, the most pressing first."""
    rules, position = line.rules, line.position
    if isinstance(rules, PoolRules):
        taken = _to_be_taken(rules, position, target)
        reached = [line.play(number) for number in numbers_in(rules.allowed(position) & taken)]
        possible = [longer for longer in reached if not target.available & ~longer.position.available]
        # Who has few ways to go on later had better go now (Warnsdorff).
        yield from sorted(possible, key=lambda longer: (rules.allowed(longer.position) & taken).bit_count())
    elif isinstance(rules, DivisorDuel):
        for move in rules.legal_moves(position):
            longer = line.play(move)
            if _can_become(longer.position.numbers, target.numbers):
                yield longer


def _to_be_taken(rules: AnyRules, position: Any, target: Any) -> int:
    """The numbers, as a set, that whoever is to move may take on the way to a position."""
    gone: int = position.available & ~target.available
    match rules:
        case FactorDuel():
            held: int = target.held[position.to_move - 1]
            return gone & held
        case FactorClash():
            return gone & ~(1 << target.last) or gone
        case FactorChallenge():
            first, second = target.lasts
            return gone & ~(1 << first | 1 << second) or gone
    return gone


def _can_become(numbers: tuple[int, ...], targets: tuple[int, ...]) -> bool:
    """Whether each number can be divided down to a target of its own."""
    if not targets:
        return True
    *others, largest = targets
    return any(
        number % largest == 0 and _can_become(numbers[:place] + numbers[place + 1 :], tuple(others))
        for place, number in enumerate(numbers)
    )
