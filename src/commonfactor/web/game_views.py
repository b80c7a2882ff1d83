"""Games as clients see them, in answers and in messages."""

from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from commonfactor.arena.match import Ending, other_player
from commonfactor.arena.match import Game as PlayedGame
from commonfactor.arena.terms import Player
from commonfactor.players.hints import LAST_STEP
from commonfactor.players.registry import level_of
from commonfactor.rules.base import FIRST, SECOND
from commonfactor.web.answer_types import (
    Answer,
    AnyClaim,
    AnyEvent,
    AnyMove,
    Count,
    EncodedPosition,
    GameName,
    Number,
    one_of,
)
from commonfactor.web.boards import encoded_position
from commonfactor.web.events import Offered, Opponent
from commonfactor.web.table import REMATCH, TAKEBACK, Table


class Seated(Answer, frozen=True):
    """A player of a game."""

    name: str
    program: str | None
    level: Number | None
    is_here: bool
    has_joined: bool


class Result(Answer, frozen=True):
    """How a game ended."""

    winner: Player
    by: Ending


class Offer(Answer, frozen=True):
    """A player's request to the other one."""

    kind: Annotated[str, one_of(TAKEBACK, REMATCH)]
    by: Player
    number: Count


class HintTold(Answer, frozen=True):
    """The last step of help."""

    step: Annotated[int, Meta(ge=1, le=LAST_STEP)]
    text: str
    moves: Annotated[tuple[AnyMove, ...], Meta(description="Those that the hint names.")]
    claims: Annotated[list[AnyClaim], Meta(description="The hint as data.")]
    short: Annotated[str | None, Meta(description="Its first sentence; none of hints of older games.")]


class Remark(Answer, frozen=True):
    """A program's comment on the move that it has answered."""

    text: str
    claims: Annotated[list[AnyClaim], Meta(description="The same as data, about the position before that move.")]


class LastDeed(Answer, frozen=True):
    """The last move, or the swap if that came after it."""

    player: Player
    deed: Annotated[str | None, Meta(description="What the player did, such as *took 14*; null if they swapped sides.")]


class Game(Answer, frozen=True):
    """A game as it stands."""

    id: str
    number: Annotated[int, Meta(ge=1, description="How many events there were.")]
    opponent: Opponent
    game: GameName
    setup: str
    title: str
    players: tuple[Seated, Seated]
    seats: Annotated[
        tuple[Player, Player], Meta(description="Who sits in the seat that moves first, and in the other.")
    ]
    starter: Player
    to_move: Player | None
    is_waiting: Annotated[bool, Meta(description="Whether a friend has not joined yet.")]
    has_swap: bool
    swap_open: bool
    their_requirement: Annotated[
        str, Meta(description="The position's requirement, as told about the mover to others.")
    ]
    last: LastDeed | None
    position: EncodedPosition
    players_of_moves: tuple[Player, ...]
    result: Result | None
    score: tuple[Count, Count]
    target: Number | None
    match_winner: Player | None
    games: Number
    offer: Offer | None
    can_undo: tuple[bool, bool]
    hints: tuple[Count, Count]
    hint: HintTold | None
    remark: Remark | None


class OwnGame(Game, frozen=True):
    """A game as it stands, for somebody who may act in it."""

    you: Annotated[tuple[Player, ...], Meta(description="Whose token was sent.")]


GameAfter = Annotated[OwnGame, Meta(description="Left out for who asks with Prefer: return=minimal.")] | UnsetType


class GameSince(OwnGame, frozen=True):
    """A game as it stands, and what has happened since; without since there are no events."""

    events: list[AnyEvent]


class NewSeats(Answer, frozen=True):
    """A new game, with the token of your seat and the invitation for a friend."""

    id: str
    tokens: Annotated[dict[Player, str], Meta(min_length=1)]
    invitation: str | None
    game: OwnGame


class NewSeat(Answer, frozen=True):
    """The seat is yours; this is its token."""

    token: str
    player: Player
    game: OwnGame


class Done(Answer, frozen=True):
    """It has happened and is stored."""

    number: Number
    game: GameAfter = UNSET


class Hint(HintTold, frozen=True):
    """The next step of help, which is stored."""

    number: Number
    game: GameAfter = UNSET


class News(Answer, frozen=True, tag_field="type", tag="game"):
    """Events of a game."""

    events: list[AnyEvent]
    game: Game


class Presence(Answer, frozen=True, tag_field="type", tag="presence"):
    """Which players look on."""

    here: tuple[bool, bool]


class Pong(Answer, frozen=True, tag_field="type", tag="pong"):
    """The answer to a sign of life."""


Message = News | Presence | Pong

_Game = TypeVar("_Game", bound=Game)


def extended(game: Game, kind: type[_Game], **more: Any) -> _Game:
    """A view of a game with more fields."""
    return kind(**asdict(game), **more)


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
