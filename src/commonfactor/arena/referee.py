"""Games between programs."""

from random import Random

from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.terms import PLAYERS
from commonfactor.players.base import THINKING, Forfeit, Player, generator
from commonfactor.rules.base import FIRST, AnyRules, Seat
from commonfactor.rules.notation import Line
from commonfactor.solver.analysis import Budget
from commonfactor.solver.oracle import forget

_LONGEST_SENTENCE = 300


def chances(seed: int, line: Line) -> Random:
    """The randomness of the next move, the same wherever a program plays a single game with this seed."""
    return generator(seed, 1, len(line.moves) + 1)


def played(rules: AnyRules, first: Player, second: Player, seed: int) -> Line:
    """The game that two players play. The solver's tables are emptied first, so that it is always the same."""
    forget()
    return continued(Line.start(rules), first, second, seed)


def continued(line: Line, first: Player, second: Player, seed: int) -> Line:
    """The game that two players play on from a line, with the solver's tables as they are; raises ``Forfeit``."""
    game = refereed(line, first, second, seed)
    if game.forfeit:
        raise Forfeit(game.forfeit.reason, game.forfeit.sentence)
    return game.line


def refereed(line: Line, first: Player, second: Player, seed: int, budget: Budget = THINKING) -> Game:
    """The game that two players play on from a line, with its result; the budget is for each move.

    An illegal move is an error here rather than a forfeit: players have to check their own.
    """
    opening, attempts, ending, why = len(line.moves), [0, 0], Ending.RULES, ("", "")
    while line.rules.can_move(line.position):
        seat: Seat = line.position.to_move
        player = first if seat is FIRST else second
        try:
            choice = player.choice(line, chances(seed, line), budget.control())
        except Forfeit as forfeit:
            attempts[seat - 1] += forfeit.attempts
            # The sentence may come from outside: too long, or with characters that no file accepts.
            sentence = str(forfeit).encode(errors="replace").decode()[:_LONGEST_SENTENCE]
            ending, why = Ending.FORFEIT, (forfeit.reason, sentence)
            break
        attempts[seat - 1] += choice.attempts
        line = line.play(choice.move)
    return Game(
        line,
        # A player who cannot move, or forfeits instead of moving, has lost.
        result=Result(PLAYERS[line.position.to_move.other - 1], ending, *why),
        players=(first.name, second.name),
        opening=opening,
        attempts=(attempts[0], attempts[1]),
    )
