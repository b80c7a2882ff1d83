"""A game as clients see it."""

from commonfactor.arena.match import Game as PlayedGame
from commonfactor.arena.match import other_player
from commonfactor.arena.terms import Player
from commonfactor.players.registry import level_of
from commonfactor.rules.base import FIRST, SECOND
from commonfactor.web.answers import Game, HintTold, LastDeed, Offer, Remark, Result, Seated
from commonfactor.web.boards import encoded_position
from commonfactor.web.events import Offered, Opponent
from commonfactor.web.table import Table


def game_told(game_id: str, table: Table, here: tuple[bool, bool]) -> Game:
    """All there is to show about a game."""
    match, game = table.match, table.game
    to_move, scoring, hint, remark = table.player_to_move, match.terms.scoring, table.hint, table.remark
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
        their_requirement=match.rules.requirement(game.line.position, whose="their"),
        last=_last_deed(game),
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
        hint=HintTold(hint.step, hint.text, hint.moves, list(hint.claims), hint.short) if hint else None,
        remark=Remark(remark.remark, list(remark.claims)) if remark else None,
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


def _last_deed(game: PlayedGame) -> LastDeed | None:
    line = game.line
    if not line.moves:
        return None
    if len(line.moves) == 1 and game.swap and game.swap.is_taken:
        return LastDeed(other_player(game.starter), None)
    return LastDeed(game.player_of(len(line.moves)), line.rules.deed(line.undone().position, line.moves[-1]))
