"""Games between programs, from a seed to the end."""

from commonfactor.players.base import THINKING, Player, generator
from commonfactor.rules.base import FIRST, AnyRules
from commonfactor.rules.notation import Line
from commonfactor.solver.oracle import forget

_ONLY_GAME = 1


def played(rules: AnyRules, first: Player, second: Player, seed: int) -> Line:
    """The game that two players play. It begins with empty tables of the solver, so that it is always the same."""
    forget()
    return continued(Line.start(rules), first, second, seed)


def continued(line: Line, first: Player, second: Player, seed: int) -> Line:
    """The game that two players play on from some point.

    Tables that are filled already save time, and change nothing as long as the exact answers are
    within the budget of a move.
    """
    while line.rules.can_move(line.position):
        player = first if line.position.to_move is FIRST else second
        random = generator(seed, _ONLY_GAME, len(line.moves) + 1)
        line = line.play(player.choice(line.rules, line.position, random, THINKING.control()).move)
    return line
