"""The players that hardly look: one plays at random, one sees one move ahead."""

from collections.abc import Sequence
from random import Random
from typing import Any

from commonfactor.players.base import Choice, Player
from commonfactor.players.effort import Effort, OutOfEffort, considered
from commonfactor.rules.base import AnyRules, Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.english.games import oversight
from commonfactor.solver.strategy import replies_left


class RandomPlayer(Player):
    """Plays any legal move, all with the same probability."""

    name = "random"
    description = "plays at random"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return Choice(random.choice(line.rules.legal_moves(line.position)))


class Greedy(Player):
    """Wins at once if it can, avoids losing at once, and else leaves the fewest replies."""

    name = "greedy"
    description = "sees one move ahead"

    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        return good_looking(line, line.rules.legal_moves(line.position), random, control)


def good_looking(line: Line, moves: Sequence[Move], random: Random, control: Control) -> Choice:
    """The move that looks best at a glance: it does not lose at once, and leaves the fewest replies."""
    rules, position = line.rules, line.position
    replies = {move: replies_left(rules, position, move) for move in considered(moves, random)}
    # Sorting keeps the random order of equals.
    ranked = sorted(replies, key=replies.__getitem__)
    return Choice(_first_safe(rules, position, ranked, control), oversight(len(replies), len(moves)))


def _first_safe(rules: AnyRules, position: Any, ranked: list[Move], control: Control) -> Move:
    """The first move that does not lose at once, as far as effort allows to see; or else the first of all."""
    effort = Effort(rules, control)
    for move in ranked:
        try:
            if not _loses_at_once(rules, rules.play(position, move), effort):
                return move
        except OutOfEffort:
            return move
    return ranked[0]


def _loses_at_once(rules: AnyRules, reached: Any, effort: Effort) -> bool:
    effort.list()
    for reply in rules.legal_moves(reached):
        effort.count()
        if not rules.can_move(rules.play(reached, reply)):
            return True
    return False
