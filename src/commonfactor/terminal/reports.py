"""The list of games, and a position described by the rules alone."""

from collections.abc import Iterator

from commonfactor.rules.base import Seating
from commonfactor.rules.notation import Line
from commonfactor.rules.registry import all_games
from commonfactor.rules.words import MOST_LISTED, first_few, listed

_SEATS = Seating("Player 1", "Player 2")


def games_lines() -> Iterator[str]:
    for game in all_games():
        yield f"{game.name} (or {game.short_name}), {game.default_setup}"
        yield f"    {game.summary}"


def line_lines(line: Line) -> Iterator[str]:
    rules, position, moves = line.rules, line.position, line.moves
    lines = [f"{rules.title}, {rules.setup}", f"Moves: {listed(moves)}", *rules.board_lines(position, moves, _SEATS)]
    legal = rules.legal_moves(position)
    if legal:
        lines += rules.turn_lines(position, moves, _SEATS)
        lines.append(f"Player {position.to_move} to move, {len(legal):,} possible: {first_few(legal, MOST_LISTED)}")
    else:
        lines += rules.closing_lines(position, moves, _SEATS)
    # The lines between turns and those that open a turn overlap.
    yield from filter(None, dict.fromkeys(lines))
