"""A game as clients see it."""

import re
from typing import Any

from commonfactor.arena.match import Ending, Game, Match
from commonfactor.arena.terms import PLAYERS, Player
from commonfactor.rules.base import FIRST, SECOND, Board
from commonfactor.rules.notation import Line
from commonfactor.web.boards import position_facts
from commonfactor.web.events import Offered, Opponent
from commonfactor.web.levels import level_of
from commonfactor.web.table import Table

# Longer numbers are read in groups of three figures.
_LONG_NUMBER = re.compile(r"[0-9]{5,}")


def game_facts(game_id: str, table: Table, here: tuple[bool, bool]) -> dict[str, Any]:
    """All there is to show about a game."""
    match, game = table.match, table.game
    to_move = table.player_to_move
    return {
        "id": game_id,
        "number": table.number,
        "opponent": table.opponent,
        "game": match.rules.name,
        "setup": match.rules.setup,
        "title": match.rules.title,
        "players": [_player_facts(table, player, is_here=here[player - 1]) for player in PLAYERS],
        "seats": [game.player_at(FIRST), game.player_at(SECOND)],
        "starter": game.starter,
        "to_move": to_move,
        "is_waiting": table.is_waiting,
        "has_swap": match.terms.has_swap,
        "swap_open": to_move is not None and game.is_swap_open,
        "status": status(table),
        "last": last_move(match, game),
        "position": position_facts(game.line),
        "players_of_moves": [game.player_of(ply) for ply in range(1, len(game.line.moves) + 1)],
        "result": {"winner": game.result.winner, "by": game.result.ending} if game.result else None,
        "score": table.score,
        "target": match.terms.scoring.target if match.terms.scoring else None,
        "match_winner": match.winner if match.terms.scoring else None,
        "games": len(table.games),
        "offer": _offer_facts(table),
        "can_undo": [table.can_take_back(player) for player in PLAYERS],
        "hints": game.hints,
        "hint": _hint_facts(table),
    }


def _hint_facts(table: Table) -> dict[str, Any] | None:
    hint = table.hint
    return None if hint is None else {"step": hint.step, "text": hint.text, "moves": hint.moves}


def _offer_facts(table: Table) -> dict[str, Any] | None:
    offer = table.offer
    if offer is None or not isinstance(offer.what, Offered):
        return None
    return {"kind": offer.what.what, "by": offer.what.player, "number": offer.number}


def _player_facts(table: Table, player: Player, *, is_here: bool) -> dict[str, Any]:
    program = table.match.terms.programs.of(player)
    return {
        "name": table.match.names[player - 1],
        "program": program,
        "level": level_of(program),
        "is_here": is_here or program is not None or table.opponent is not Opponent.FRIEND,
        "has_joined": table.has_joined[player - 1],
    }


def status(table: Table) -> str:
    """One sentence or two: whose move it is and what is required, or how the game ended."""
    match, game = table.match, table.game
    names, position = match.names, game.line.position
    mover = names[game.player_to_move - 1]
    requirement = _grouped(match.rules.requirement(position, whose=f"{mover}'s"))
    if table.is_waiting:
        return "Waiting for your friend to join."
    if game.result is None:
        if game.is_swap_open:
            return _swap_question(mover, names[2 - game.player_to_move], game.line)
        return f"{mover} to move. {requirement}"
    winner, loser = names[game.result.winner - 1], names[2 - game.result.winner]
    if game.result.ending is Ending.RESIGNATION:
        return f"{loser} resigned. {winner} wins."
    return f"{winner} wins, because {loser} cannot move. {requirement}"


def _swap_question(mover: str, starter: str, line: Line) -> str:
    first = f"{starter}'s {line.moves[0]}" if line.rules.board is Board.POOL else f"{starter}'s first move"
    return f"{mover} may swap: {first} becomes {mover}'s, and {starter} moves next; without a swap {mover} moves next."


def last_move(match: Match, game: Game) -> str | None:
    """The last move in words, or the swap if that came after it."""
    rules, moves = game.line.rules, game.line.moves
    if not moves:
        return None
    move = moves[-1]
    if len(moves) == 1 and game.swap and game.swap.is_taken:
        first = f"the {move}" if rules.board is Board.POOL else "the first move"
        return f"{match.names[2 - game.starter]} swapped sides and took over {first}."
    name = match.names[game.player_of(len(moves)) - 1]
    return f"{name} {_grouped(rules.deed(game.line.undone().position, move))}."


def _grouped(text: str) -> str:
    """Text without foreign words in it, its long numbers in groups."""
    return _LONG_NUMBER.sub(lambda figures: f"{int(figures[0]):,}", text)
