"""Lines of play, the one notation for them, ``GAME:SETUP:MOVES``, and their JSON.

``factor-clash:2-20:15,5,10`` is Factor Clash on the pool 2 to 20 after the picks 15, 5 and 10; ``factor-frenzy:2-50:``
is a game before its first move. Short names of games are read; long ones are written.
"""

from typing import Any, NamedTuple, Self

from commonfactor.rules.base import AnyRules, IllegalMoveError, InvalidMoveError, Move, NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import game_named


class Line(NamedTuple):
    """Moves from the start of a game, each legal, and the position they lead to."""

    rules: AnyRules
    moves: tuple[Move, ...]
    position: Any  # of the type that the rules have

    @classmethod
    def start(cls, rules: AnyRules) -> Self:
        """The line without a move."""
        return cls(rules, (), rules.initial_position)

    def play(self, move: Move) -> "Line":
        """The line one move longer; the errors of ``Rules.play``, naming earlier moves."""
        try:
            position = self.rules.play(self.position, move)
        except IllegalMoveError:
            raise IllegalMoveError(self.rules.objection(self.position, move, self.moves)) from None
        return Line(self.rules, (*self.moves, move), position)

    def undone(self) -> "Line":
        """The line without its last move, which there must be."""
        if not self.moves:
            raise ValueError("there is no move to take back")
        # Replaying keeps no earlier positions, which are large where the pool is.
        position = self.rules.initial_position
        for move in self.moves[:-1]:
            position = self.rules.play(position, move)
        return Line(self.rules, self.moves[:-1], position)

    def __str__(self) -> str:
        return f"{self.rules.name}:{self.rules.setup}:{','.join(map(str, self.moves))}"


def parse(text: str) -> Line:
    """The line of play that ``text`` names; ``NotationError`` says which part is wrong, and how."""
    parts = text.split(":")
    if len(parts) != 3:
        raise NotationError(
            f"a position is written GAME:SETUP:MOVES, such as factor-clash:2-20:15,5, not {quoted(text)}"
        )
    name, setup, moves = parts
    line = Line.start(game_named(name).from_setup(setup))
    for ply, word in enumerate(moves.split(",") if moves else (), start=1):
        try:
            line = line.play(line.rules.parse_move(word))
        except (InvalidMoveError, IllegalMoveError) as error:
            raise NotationError(f"move {ply}: {error}") from None
    return line


def line_facts(line: Line) -> dict[str, Any]:
    """A line of play and the position it leads to, as the JSON of every interface tells them."""
    rules, position = line.rules, line.position
    outcome = rules.outcome(position)
    return {
        "game": rules.name,
        "setup": rules.setup,
        "moves": [move_as_json(move) for move in line.moves],
        "to_move": int(position.to_move),
        "legal": [move_as_json(move) for move in rules.legal_moves(position)],
        "over": outcome is not None,
        "winner": int(outcome.winner) if outcome else None,
        "notation": str(line),
    }


def objection_or_permission(line: Line, move: Move) -> tuple[str, bool]:
    objection = line.rules.objection(line.position, move, line.moves)
    if objection:
        return f"{move} is not allowed: {objection}.", False
    return f"{move} is allowed: {line.rules.permission(line.position, move)}.", True


def move_as_json(move: Move) -> int | str:
    """A move as JSON writes it: a number, or text such as ``48/2`` where it takes two."""
    return move if isinstance(move, int) else str(move)
