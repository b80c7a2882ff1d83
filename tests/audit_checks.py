"""Games of real programs, judged and added up."""

from collections.abc import Sequence
from itertools import count

from commonfactor.arena.audit import Tally
from commonfactor.arena.judging import JudgedGame, judged
from commonfactor.arena.match import Ending, Game, Result
from commonfactor.arena.referee import played
from commonfactor.arena.terms import PLAYERS
from commonfactor.players.base import THINKING
from commonfactor.players.registry import player_called
from commonfactor.rules.notation import parse
from commonfactor.solver.analysis import Budget


def judged_line(notation: str, budget: Budget = THINKING, opening: int = 0) -> JudgedGame:
    """A line of play between Ann, who begins, and Ben, judged as a game that came to its end."""
    line = parse(notation)
    result = Result(PLAYERS[line.position.to_move.other - 1], Ending.RULES)
    return judged(Game(line, result=result, players=("Ann", "Ben"), opening=opening), budget.control)


def tally_of(player: str, opponent: str, setups: Sequence[str], seed: int, rounds: int) -> Tally:
    """What a program does against another one, in so many games of every GAME:SETUP in either seat."""
    one, other, tally = player_called(player), player_called(opponent), Tally()
    # Games of one seed would share their chances move by move, and say less than their number.
    seeds = count(seed * 1_000_000)
    for _ in range(rounds):
        for setup in setups:
            rules = parse(f"{setup}:").rules
            tally.add(judged_line(str(played(rules, one, other, next(seeds)))), 1)
            tally.add(judged_line(str(played(rules, other, one, next(seeds)))), 2)
    return tally
