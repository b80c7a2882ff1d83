"""What the commands that only tell something print."""

from collections.abc import Iterator

from commonfactor.rules.base import Seating
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import all_games
from commonfactor.rules.words import MOST_LISTED, first_few, listed

_SEATS = Seating("Player 1", "Player 2")


def games_lines() -> Iterator[str]:
    """All games with their names, their setup unless told otherwise, and what they are about."""
    for game in all_games():
        yield f"{game.name} (or {game.short_name}), {game.default_setup}"
        yield f"    {game.summary}"


def line_lines(line: Line) -> Iterator[str]:
    """A line of play and the position it leads to, for people."""
    rules, position, moves = line.rules, line.position, line.moves
    lines = [f"{rules.title}, {rules.setup}", f"Moves: {listed(moves)}", *rules.board_lines(position, moves, _SEATS)]
    legal = rules.legal_moves(position)
    if legal:
        lines += rules.turn_lines(position, moves, _SEATS)
        lines.append(f"Player {position.to_move} to move, {len(legal):,} possible: {first_few(legal, MOST_LISTED)}")
    else:
        lines += rules.closing_lines(position, moves, _SEATS)
    # What stands between turns and what opens a turn overlap; once is enough here.
    yield from filter(None, dict.fromkeys(lines))
