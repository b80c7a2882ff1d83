"""The players that ask the solver: the perfect one, and one that slips at times."""

from collections.abc import Sequence
from random import Random
from typing import Any

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.effort import MOST_MOVES, considered
from commonfactor.players.lookahead import DEEPEST, sight_of
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.english.games import oversight, shortfall, slip_frequency
from commonfactor.solver.oracle import analyse
from commonfactor.solver.resistance import winning_replies

# Each move takes an analysis of every reply, in time that grows with the pool.
_MOST_NUMBERS_SQUARED = 10_000_000


class Perfect(Player):
    """Wins every won position, at once if possible, and makes lost ones as hard as possible for the opponent."""

    name = "perfect"
    description = "plays perfectly"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return perfect_choice(analyse(line.rules, line.position, THINKING, control), random, control)


class Slips(Player):
    """Wins every won position, but now and then plays a random other move."""

    def __init__(self, probability: float) -> None:
        self._probability = probability
        self.name = f"slips:{probability:g}"
        self.description = slip_frequency(probability)

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        exact = exact_choice(analyse(line.rules, line.position, THINKING, control), random, control)
        others = [move for move in line.rules.legal_moves(line.position) if move != exact.move]
        slips = random.random() < self._probability
        return Choice(random.choice(others)) if slips and others else exact


def perfect_choice(analysis: Analysis, random: Random, control: Control) -> Choice:
    """A move that wins at once if there is one, else an exact choice."""
    if at_once := wins_at_once(analysis, random):
        return Choice(random.choice(at_once))
    return exact_choice(analysis, random, control)


def exact_choice(analysis: Analysis, random: Random, control: Control) -> Choice:
    """A winning move, else one that may win, else the move that is hardest to answer."""
    if winning := analysis.moves_with(Verdict.WIN):
        return Choice(random.choice(winning))
    hopeful = analysis.moves_with(Verdict.UNKNOWN)
    if hopeful and analysis.verdict is not Verdict.LOSS:
        return _by_looking_ahead(analysis, hopeful, random, control, "who wins")
    return hardest_to_answer(analysis, tuple(analysis.moves), random, control)


def wants_seat(rules: AnyRules, position: Any, control: Control) -> bool:
    """Whether the seat that has just moved is known to win."""
    return analyse(rules, position, THINKING, control).verdict is Verdict.LOSS


def wins_at_once(analysis: Analysis, random: Random) -> list[Move]:
    """The moves that leave the opponent none; very many moves are sampled."""
    rules, position = analysis.rules, analysis.position
    moves = [move for move, verdict in analysis.moves.items() if verdict is not Verdict.LOSS]
    looked_at = moves if len(moves) <= MOST_MOVES else random.sample(moves, MOST_MOVES)
    return [move for move in looked_at if not rules.can_move(rules.play(position, move))]


def hardest_to_answer(analysis: Analysis, moves: Sequence[Move], random: Random, control: Control) -> Choice:
    """Of losing moves, one after which the fewest replies win; very many moves are sampled."""
    rules = analysis.rules
    size = rules.mobility(rules.initial_position)
    looked_at = random.sample(moves, min(len(moves), max(1, _MOST_NUMBERS_SQUARED // size**2)))
    if len(looked_at) == 1:
        return Choice(looked_at[0], oversight(1, len(moves)))
    replies = winning_replies(rules, analysis.position, looked_at, control)
    if not replies:
        return _by_looking_ahead(analysis, moves, random, control, "which move is hardest")
    fewest = min(map(len, replies.values()))
    hardest = random.choice([move for move, winning in replies.items() if len(winning) == fewest])
    return Choice(hardest, oversight(len(replies), len(moves)))


def _by_looking_ahead(
    analysis: Analysis, moves: Sequence[Move], random: Random, control: Control, question: str
) -> Choice:
    """A choice where the budget does not suffice for an exact answer to the question."""
    looked_at = considered(moves, random)
    sight = sight_of(analysis.rules, analysis.position, looked_at, DEEPEST, control)
    note = f"{shortfall(sight.depth, question)} {oversight(len(looked_at), len(moves))}"
    return Choice(random.choice(sight.best), note.rstrip())
