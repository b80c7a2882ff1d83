"""What every program that plays can do."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget
from commonfactor.solver.english import told
from commonfactor.solver.proofs.base import Claim

# The nodes end the thinking after a second or two, on any machine at the same point, so that the
# same seed gives the same game; the seconds only protect whoever waits on a slow one, or plays
# with many hundred numbers, where nodes take long.
THINKING = Budget(seconds=5.0, bytes=512 << 20, nodes=1_000_000)
"""What one move may cost."""


def generator(seed: int, game_number: int, ply: int) -> Random:
    """The chance of one move: from its place alone, so that a resumed match goes on as it would have."""
    return Random(f"{seed}:{game_number}:{ply}")  # noqa: S311  # a game needs no cryptography


class Choice(NamedTuple):
    """A move, and what the opponent ought to know about how it was found."""

    move: Move
    note: str = ""
    """A sentence, if there is something to say, such as that the budget did not suffice for an exact answer."""
    attempts: int = 0
    """How many answers of a foreign player were not accepted before this one."""


class Forfeit(Exception):  # noqa: N818  # it ends a game and is no error
    """A player has lost by rule; the message is a sentence that says why."""

    def __init__(self, reason: str, sentence: str, attempts: int = 0) -> None:
        """Name the reason by a code such as ``illegal-move``, and count the answers that were not accepted."""
        super().__init__(reason, sentence, attempts)
        self.reason, self.sentence, self.attempts = reason, sentence, attempts

    def __str__(self) -> str:
        return self.sentence


class Player(ABC):
    """A program that plays either side of any game. It keeps nothing from one move to the next.

    Two players are equal iff their names are.
    """

    name: str
    """What the registry calls it, such as ``lookahead:3``."""
    description: str
    """What it does, in a few words, such as ``looks 3 moves ahead``."""

    @abstractmethod
    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        """A legal move after a line that has one, by chance only as far as ``random`` decides.

        The control meters what the solver may spend, and can cancel it and any looking ahead: then the choice comes
        soon, and is what was best so far. Raises ``Forfeit`` if there is none to offer.
        """

    def judgement(self, line: Line, move: Move, control: Control) -> Sequence[Claim]:
        """What it claims about a move that its opponent made after a line; mostly nothing."""
        return ()

    def remark(self, line: Line, move: Move, control: Control) -> str:
        """The same in words."""
        return told(self.judgement(line, move, control), line.rules, line.position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"player_called({self.name!r})"
