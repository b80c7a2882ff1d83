"""The players that ask the solver: the perfect one, the fallible ones of the levels, and the tutor."""

from collections.abc import Sequence
from fractions import Fraction
from math import pow as power
from random import Random
from typing import Any

from commonfactor.players.base import THINKING, Choice, Player
from commonfactor.players.heuristic import DEEPEST, MOST_MOVES, Lookahead, considered, good_looking, sight_of
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line, move_as_json
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Analysis, Verdict
from commonfactor.solver.claims import CanWin, GaveAway, Kept, Lost, NotFound, beaten_by
from commonfactor.solver.english import told
from commonfactor.solver.english.players import faultless_frequency, oversight, shortfall, slip_frequency
from commonfactor.solver.oracle import analyse
from commonfactor.solver.proofs.checking import Claim
from commonfactor.solver.reasons import easiest, winning_replies

# Each move takes an analysis of every reply, in time that grows with the pool.
_MOST_NUMBERS_SQUARED = 10_000_000

# Enough for every position of the recommended setups; in larger ones, more would keep people waiting.
_NODES_OF_A_GLANCE = 60_000

FEW_MOVES = 4
"""With this many moves or fewer, the tutor plays to win."""


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


class Fallible(Player):
    """Plays perfectly but for mistakes: instead of a winning move, the losing one that looks best."""

    def __init__(
        self, name: str, faultless: Fraction, depth: int | None = None, *, misses_wins_at_once: bool = False
    ) -> None:
        """Play this share of games without a mistake against an opponent who makes none.

        With a depth, analyse only briefly, and look that many moves ahead where the verdict is unknown.
        """
        self.name = name
        self.description = faultless_frequency(faultless)
        self._faultless, self._depth, self._misses_wins_at_once = faultless, depth, misses_wins_at_once

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        if self._depth:
            control.limit_nodes(_NODES_OF_A_GLANCE)
        analysis = analyse(line.rules, line.position, THINKING, control)
        if not self._misses_wins_at_once and (winning := wins_at_once(analysis, random)):
            return Choice(random.choice(winning))
        tempting = analysis.moves_with(Verdict.LOSS) or analysis.moves_with(Verdict.UNKNOWN)
        if tempting and analysis.verdict is not Verdict.LOSS and random.random() < self.rate_of_mistakes(line.rules):
            return good_looking(line, tempting, random, control)
        if self._depth and analysis.verdict is Verdict.UNKNOWN:
            return Lookahead(self._depth).choice(line, random, control)
        return exact_choice(analysis, random, control)

    def rate_of_mistakes(self, rules: AnyRules) -> float:
        """The probability of a mistake where there are winning moves and losing ones."""
        # The more chances a game has to go wrong, the lower the rate, so that a level is as strong in every game.
        chances = max(1.0, rules.chances_per_first_move * rules.mobility(rules.initial_position))
        return 1 - power(self._faultless, 1 / chances)


class Tutor(Player):
    """Gives back wins thrown away early, by a move with few winning replies, and comments on the opponent's moves."""

    name = "tutor"
    description = "says how good your moves are, and gives early mistakes back"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        analysis = analyse(line.rules, line.position, THINKING, control)
        generous = analysis.moves_with(Verdict.LOSS)
        if analysis.verdict is not Verdict.WIN or not generous or len(analysis.moves) <= FEW_MOVES:
            return exact_choice(analysis, random, control)
        choice = hardest_to_answer(analysis, generous, random, control)
        return choice._replace(note=told([CanWin()], line.rules, line.play(choice.move).position))

    def judgement(self, line: Line, move: Move, control: Control) -> Sequence[Claim]:
        """Claims about the effect of a move, without a word about what would have been better."""
        rules, analysis = line.rules, analyse(line.rules, line.position, THINKING, control)
        name, verdict = move_as_json(move), analysis.moves[move]
        if verdict is Verdict.WIN:
            losing = len(analysis.moves_with(Verdict.LOSS))
            return [Kept(move=name, only=0 < losing == len(analysis.moves) - 1)]
        if Verdict.UNKNOWN in (verdict, analysis.verdict):
            return [NotFound(question="does it win", move=name)]
        after = rules.play(line.position, move)
        winning = analyse(rules, after, THINKING, control).moves_with(Verdict.WIN)
        beaten = beaten_by(rules, line.position, move, easiest(rules, after, winning)) if winning else ()
        return [*beaten, GaveAway(move=name) if analysis.verdict is Verdict.WIN else Lost()]


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
