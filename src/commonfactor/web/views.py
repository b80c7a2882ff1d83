"""A game as clients see it."""

import re

from commonfactor.arena.match import Ending, Match
from commonfactor.arena.match import Game as PlayedGame
from commonfactor.arena.terms import Player
from commonfactor.players.registry import level_of
from commonfactor.rules.base import FIRST, SECOND, Board
from commonfactor.rules.notation import Line
from commonfactor.web.answers import Game, HintTold, Offer, Result, Seated
from commonfactor.web.boards import encoded_position
from commonfactor.web.events import Offered, Opponent
from commonfactor.web.table import Table

# Longer numbers are read in groups of three figures.
_LONG_NUMBER = re.compile(r"[0-9]{5,}")


def game_told(game_id: str, table: Table, here: tuple[bool, bool]) -> Game:
    """All there is to show about a game."""
    match, game = table.match, table.game
    to_move, hint, scoring = table.player_to_move, table.hint, match.terms.scoring
    return Game(
        id=game_id,
        number=table.number,
        opponent=table.opponent,
        game=match.rules.name,
        setup=match.rules.setup,
        title=match.rules.title,
        players=(_seated(table, 1, is_here=here[0]), _seated(table, 2, is_here=here[1])),
        seats=(game.player_at(FIRST), game.player_at(SECOND)),
        starter=game.starter,
        to_move=to_move,
        is_waiting=table.is_waiting,
        has_swap=match.terms.has_swap,
        swap_open=to_move is not None and game.is_swap_open,
        status=status(table),
        last=last_move(match, game),
        position=encoded_position(game.line),
        players_of_moves=tuple(game.player_of(ply) for ply in range(1, len(game.line.moves) + 1)),
        result=Result(game.result.winner, game.result.ending) if game.result else None,
        score=table.score,
        target=scoring.target if scoring else None,
        match_winner=match.winner if scoring else None,
        games=len(table.games),
        offer=_offer(table),
        can_undo=(table.can_take_back(1), table.can_take_back(2)),
        hints=game.hints,
        hint=HintTold(hint.step, hint.text, hint.moves) if hint else None,
    )


def _offer(table: Table) -> Offer | None:
    offer = table.offer
    if offer is None or not isinstance(offer.what, Offered):
        return None
    return Offer(offer.what.what, offer.what.player, offer.number)


def _seated(table: Table, player: Player, *, is_here: bool) -> Seated:
    program = table.match.terms.programs.of(player)
    return Seated(
        name=table.match.names[player - 1],
        program=program,
        level=level_of(program),
        is_here=is_here or program is not None or table.opponent is not Opponent.FRIEND,
        has_joined=table.has_joined[player - 1],
    )


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


def last_move(match: Match, game: PlayedGame) -> str | None:
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
