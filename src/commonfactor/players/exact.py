"""The players that know: the perfect one, and the one that slips at times."""

from collections.abc import Sequence
from random import Random
from typing import Any

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.effort import MOST_MOVES, considered, oversight
from commonfactor.players.lookahead import DEEPEST, sight_of
from commonfactor.players.words import moves_ahead, numeral
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.oracle import analyse
from commonfactor.solver.reasons import winning_replies

# One analysis asks about every move, each in time that grows with the pool.
_MOST_NUMBERS_SQUARED = 10_000_000

# One time in ten to one time in two are said in words.
_RAREST_SLIP, _MOST_FREQUENT_SLIP = 0.1, 0.5


class Perfect(Player):
    """Wins whatever can be won, at once where it can, and is as hard to beat as can be where nothing can."""

    name = "perfect"
    description = "plays perfectly"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return perfect_choice(analyse(line.rules, line.position, THINKING, control), random, control)


class Slips(Player):
    """Wins whatever can be won, but now and then it plays some other move."""

    def __init__(self, probability: float) -> None:
        """Slip with a probability that has at most three decimals."""
        self._probability = probability
        self.name = f"slips:{probability:g}"
        self.description = _frequency_of_slips(probability)

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        exact = exact_choice(analyse(line.rules, line.position, THINKING, control), random, control)
        others = [move for move in line.rules.legal_moves(line.position) if move != exact.move]
        slips = random.random() < self._probability
        return Choice(random.choice(others)) if slips and others else exact


def perfect_choice(analysis: Analysis, random: Random, control: Control) -> Choice:
    """A win at once if there is one, and else the best that one can do with what an analysis says."""
    if at_once := wins_at_once(analysis, random):
        return Choice(random.choice(at_once))
    return exact_choice(analysis, random, control)


def exact_choice(analysis: Analysis, random: Random, control: Control) -> Choice:
    """The best that one can do with what an analysis says."""
    if winning := analysis.moves_with(Verdict.WIN):
        return Choice(random.choice(winning))
    hopeful = analysis.moves_with(Verdict.UNKNOWN)
    if hopeful and analysis.verdict is not Verdict.LOSS:
        return _by_looking_ahead(analysis, hopeful, random, control, "Who wins")
    return hardest_to_answer(analysis, tuple(analysis.moves), random, control)


def wants_seat(rules: AnyRules, position: Any, control: Control) -> bool:
    """Whether the seat that has just moved is known to win, so that one would rather sit there."""
    return analyse(rules, position, THINKING, control).verdict is Verdict.LOSS


def wins_at_once(analysis: Analysis, random: Random) -> list[Move]:
    """The moves that leave the opponent none; of very many moves only some are looked at."""
    rules, position = analysis.rules, analysis.position
    moves = [move for move, verdict in analysis.moves.items() if verdict is not Verdict.LOSS]
    looked_at = moves if len(moves) <= MOST_MOVES else random.sample(moves, MOST_MOVES)
    return [move for move in looked_at if not rules.can_move(rules.play(position, move))]


def hardest_to_answer(analysis: Analysis, moves: Sequence[Move], random: Random, control: Control) -> Choice:
    """Of moves that lose, one after which the fewest replies win; of very many, only some are looked at."""
    rules = analysis.rules
    size = rules.mobility(rules.initial_position)
    looked_at = random.sample(moves, min(len(moves), max(1, _MOST_NUMBERS_SQUARED // size**2)))
    if len(looked_at) == 1:
        return Choice(looked_at[0], oversight(1, len(moves)))
    replies = winning_replies(rules, analysis.position, looked_at, control)
    if not replies:
        return _by_looking_ahead(analysis, moves, random, control, "Which move is hardest to answer")
    fewest = min(map(len, replies.values()))
    hardest = random.choice([move for move, winning in replies.items() if len(winning) == fewest])
    return Choice(hardest, oversight(len(replies), len(moves)))


def _by_looking_ahead(
    analysis: Analysis, moves: Sequence[Move], random: Random, control: Control, question: str
) -> Choice:
    """What one plays where the budget does not suffice for an exact answer."""
    looked_at = considered(moves, random)
    sight = sight_of(analysis.rules, analysis.position, looked_at, DEEPEST, control)
    note = f"{question} was not found out within the budget; it looked {moves_ahead(sight.depth)} instead."
    return Choice(random.choice(sight.best), f"{note} {oversight(len(looked_at), len(moves))}".rstrip())


def _frequency_of_slips(probability: float) -> str:
    if not _RAREST_SLIP <= probability <= _MOST_FREQUENT_SLIP:
        return f"slips in {100 * probability:g} % of its moves"
    times = round(1 / probability)
    about = "" if f"{1 / times:.3f}" == f"{probability:.3f}" else "about "
    return f"slips {about}one time in {numeral(times)}"
