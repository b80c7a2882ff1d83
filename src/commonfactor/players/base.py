"""The interface of a program that plays."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from commonfactor.rules.base import Move
from commonfactor.rules.notation import Line
from commonfactor.solver._core import Control
from commonfactor.solver.analysis import Budget
from commonfactor.solver.english import told
from commonfactor.solver.proofs.checking import Claim

# Nodes end the thinking after a second or two, at the same point on every machine, so that a seed always gives the
# same game. The seconds only limit the wait on slow machines and in pools of many hundred numbers.
THINKING = Budget(seconds=5.0, bytes=512 << 20, nodes=1_000_000)


def generator(seed: int, game_number: int, ply: int) -> Random:
    """The randomness of one move. It depends on the move's place alone, so a resumed match goes on as it would have."""
    return Random(f"{seed}:{game_number}:{ply}")  # noqa: S311  # a game needs no cryptography


class Choice(NamedTuple):
    """A move, and what the opponent should know about how it was found."""

    move: Move
    note: str = ""
    """A sentence, such as that the budget did not suffice for an exact answer."""
    attempts: int = 0
    """How many answers of an outside program were rejected before this one."""


class Forfeit(Exception):  # noqa: N818  # it ends a game and is no error
    """A player has lost by breaking a rule. ``reason`` is a code such as ``illegal-move``."""

    def __init__(self, reason: str, sentence: str, attempts: int = 0) -> None:
        super().__init__(reason, sentence, attempts)
        self.reason, self.sentence, self.attempts = reason, sentence, attempts

    def __str__(self) -> str:
        return self.sentence


class Player(ABC):
    """A program that plays either side of any game, and keeps nothing from one move to the next."""

    name: str
    """Its name in the registry, such as ``lookahead:3``."""
    description: str
    """A few words, such as ``looks three moves ahead``."""

    @abstractmethod
    def choice(self, line: Line, random: Random, control: Control) -> Choice:
        """A legal move after a line that has one; all randomness comes from ``random``.

        The control meters the solver. Cancelling it also ends any lookahead: the choice is then the best so far.
        Raises ``Forfeit`` if there is no move to offer.
        """

    def judgement(self, line: Line, move: Move, control: Control) -> Sequence[Claim]:
        """Claims about a move that the opponent made after a line; usually none."""
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
