"""What clients are told: the type of every answer, of every refusal, and of every message on a socket."""

from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from msgspec.structs import asdict

from commonfactor.arena.facts import Decider
from commonfactor.arena.judging import Label
from commonfactor.arena.match import Ending
from commonfactor.arena.terms import Player
from commonfactor.players.hints import LAST_STEP
from commonfactor.rules.base import Seat
from commonfactor.rules.registry import all_games
from commonfactor.solver.analysis import Verdict
from commonfactor.web.events import Opponent
from commonfactor.web.refusals import Code, RefusalError
from commonfactor.web.table import REMATCH, TAKEBACK

SCHEMAS = "#/components/schemas/{name}"
"""Where a description has the schema of a type."""


def _one_of(*values: str) -> Meta:
    """What is known to be one of a few words only when the program runs."""
    return Meta(extra_json_schema={"enum": list(values)})


def _like(name: str) -> Meta:
    """What has the schema of this name, whatever holds it here."""
    return Meta(extra_json_schema={"$ref": SCHEMAS.format(name=name)})


Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Move = Annotated[int | str, Meta(description="A number, or text such as 48/2 where it takes two.")]
Factors = Annotated[tuple[Number, ...], Meta(description="The prime factors, each as often as it divides.")]
Options = Annotated[
    tuple[str, ...], Meta(description="What a setup may name; the first is the one of a setup that names none.")
]
GameName = Annotated[str, Meta(examples=[game.name for game in all_games()])]  # other packages may bring more
AnyEvent = Annotated[Any, _like("Event")]
AnyProof = Annotated[Any, _like("Proof")]
AnyClaim = Annotated[Any, _like("Claim")]
EncodedPosition = Annotated[Raw, _like("Position")]


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What clients are told."""


# Positions


class Bond(Answer, frozen=True):
    """What joins a number with another one that it is related to."""

    number: Annotated[Number, Meta(description="It limits the pick, or did when this one was picked.")]
    tie: Annotated[str, Meta(description="What to write on a line between them, such as the shared factor.")]


class Cell(Answer, frozen=True):
    """A number of a pool."""

    number: Number
    factors: Factors
    status: Literal["free", "barred", "gone"]
    move: Number
    taken_by: Seat | None
    ply: Number | None
    text: str | None
    removes: tuple[Number, ...] | None
    replies: Count | None
    preview: str | None
    bond: Bond | None
    shared: Annotated[tuple[Number, ...], Meta(description="The primes that relate it to what limits the pick.")]


class Target(Answer, frozen=True):
    """The numbers that limit the next pick."""

    words: Annotated[str, Meta(description="What to write before them, or alone where there are none.")]
    their_words: Annotated[str, Meta(description="The same, as told about the mover to others.")]
    numbers: tuple[Number, ...]


class PoolBoard(Answer, frozen=True, tag_field="kind", tag="pool"):
    """A pool that numbers are picked from."""

    low: Number
    high: Number
    target: Target
    cells: list[Cell]


class Divisor(Answer, frozen=True):
    """A divisor of a number that may be chosen."""

    divisor: Number
    move: Move
    leaves: Number
    text: str | None
    replies: Count | None
    preview: str | None


class Divided(Answer, frozen=True):
    """A number that changes, with its divisors."""

    number: Number
    factors: Factors
    command: Annotated[str, Meta(description="What to do with it, to go before a divisor.")]
    divisors: list[Divisor]


class Step(Answer, frozen=True):
    """The numbers before the first move, or after a move."""

    ply: Count
    numbers: tuple[Number, ...]
    move: Move | None
    seat: Seat | None


class NumbersBoard(Answer, frozen=True, tag_field="kind", tag="numbers"):
    """Numbers that change."""

    sign: Annotated[str, Meta(description="What a move does to a number, such as ÷.")]
    numbers: list[Divided]
    trail: list[Step]


class Why(Answer, frozen=True):
    """Whether a move is allowed, and why or why not."""

    move: str
    allowed: bool
    text: str
    claims: list[AnyClaim]


class Line(Answer, frozen=True):
    """A line of play, and where it has led."""

    game: GameName
    setup: str
    moves: tuple[Move, ...]
    to_move: Seat
    legal: tuple[Move, ...]
    over: bool
    winner: Seat | None
    notation: str


class Position(Line, frozen=True):
    """A position, and what may be done in it."""

    title: str
    requirement: Annotated[str, Meta(description="What is required of who moves, or why the game is over.")]
    objections: Annotated[dict[str, str], Meta(description="Why a number is not allowed.")]
    board: PoolBoard | NumbersBoard
    why: Why | UnsetType = UNSET


class DrawnGroup(Answer, frozen=True):
    """Numbers that a reason takes together, and what they are worth."""

    numbers: tuple[Number, ...]
    worth: str


class Drawing(Answer, frozen=True):
    """What a picture of a position and its reason needs."""

    numbers: tuple[Number, ...]
    edges: list[tuple[Number, Number]]
    joins: str
    pairs: list[tuple[Number, Number]]
    groups: list[DrawnGroup]
    line: tuple[str, ...]
    move: str | None


class Analysis(Line, frozen=True):
    """Who wins, which moves win, and why."""

    verdict: Annotated[Verdict, Meta(description="For the player to move.")]
    winning: tuple[Move, ...]
    losing: tuple[Move, ...]
    unknown: tuple[Move, ...]
    nimber: Count | None
    value: str | None
    reason: str | None
    short: Annotated[str | None, Meta(description="What a child hears first of the reason: one sentence.")]
    claims: Annotated[list[AnyClaim], Meta(description="The reason as data; of a loss, first what beats the best try.")]
    proof: AnyProof | None
    nodes: Count
    seconds: Annotated[float, Meta(ge=0)]
    proof_is_cut: bool
    drawing: Drawing | None


class ReviewedMove(Answer, frozen=True):
    """A move, and what it did to who was winning."""

    ply: Number
    player: Player
    move: Move
    label: Label
    refutation: Annotated[str | None, Meta(description="What beats the move, if it gave a win away.")]
    better: Move | None
    reason: str | None
    short: Annotated[str | None, Meta(description="What a child hears first of the reason: one sentence.")]
    claims: list[AnyClaim]
    verdict: Verdict


class SwapTold(Answer, frozen=True):
    """Who could take over the first seat, and whether that happened, if it has come to that."""

    player: Player
    is_taken: bool | None


class Decision(Answer, frozen=True):
    """What decided a game, and whose doing or luck that was."""

    kind: Decider
    player: Player


class Review(Answer, frozen=True):
    """Who was winning at every move."""

    game: GameName
    setup: str
    notation: str
    winner: Player | None
    accuracy: Annotated[float, Meta(ge=0, le=1)] | None
    moves: list[ReviewedMove]
    leaders: Annotated[list[Player | None], Meta(min_length=1)]
    decisive: Number | None
    decision: Decision | None
    kept: tuple[tuple[Count, Count], tuple[Count, Count]]
    names: tuple[str, str]
    levels: Annotated[tuple[Number | None, Number | None], Meta(description="Those of the computer; none of people.")]
    programs: Annotated[tuple[str | None, str | None], Meta(description="The programs that played; none of people.")]
    swap: SwapTold | None


class GameTold(Answer, frozen=True):
    """A game of a record."""

    notation: str
    winner: Player | None
    starter: Player


class Record(Answer, frozen=True):
    """The games that a record tells."""

    names: tuple[str, str]
    games: Annotated[list[GameTold], Meta(min_length=1)]


class Rules(Answer, frozen=True):
    """The rules of a game with its setup, by paragraphs, and in short for somebody new."""

    game: GameName
    setup: str
    title: str
    rules: list[str]
    short: list[str]
    positions: Annotated[list[str], Meta(description="Some to try the rules on, in the notation.")]


class Picture(Answer, frozen=True):
    """Some numbers of a pool after a few moves."""

    numbers: tuple[Number, ...]
    taken: Annotated[tuple[Number, ...], Meta(description="Those that were picked, by the two seats in turn.")]
    swept: Annotated[tuple[Number, ...], Meta(description="Those that left the pool with others.")]
    joined: Annotated[list[tuple[Number, Number]], Meta(description="What was picked because of what.")]


class GameOffered(Answer, frozen=True):
    """A game that can be played."""

    name: GameName
    short_name: str
    title: str
    summary: str
    accent: Annotated[str, Meta(description="Its colour, as in #5a3fb0, which can be written in on white.")]
    emblem: Annotated[str, Meta(description="Its sign: an SVG path, to be drawn with a line in a square of 24 by 24.")]
    default_setup: str
    recommended_setup: str
    has_pool: bool
    openings: Options
    relations: Options
    relation_words: Annotated[
        dict[str, str], Meta(description="What comes after *if* to say that two numbers are related, by relation.")
    ]
    highest: Number
    setup_question: str
    rules: list[str]
    picture: Picture | None


class LevelOffered(Answer, frozen=True):
    """A level of the computer."""

    number: Number
    name: str
    player: str
    description: str


class Extent(Answer, frozen=True):
    """How far things go."""

    largest_number: Number
    largest_to_divide: Number
    most_first_moves: Number
    most_moves: Number
    longest_name: Number
    longest_match: Number


class Catalogue(Answer, frozen=True):
    """All there is to choose from."""

    games: list[GameOffered]
    levels: list[LevelOffered]
    limits: Extent


# Games


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
    """What a player has asked the other one for."""

    kind: Annotated[str, _one_of(TAKEBACK, REMATCH)]
    by: Player
    number: Count


class HintTold(Answer, frozen=True):
    """The last step of help."""

    step: Annotated[int, Meta(ge=1, le=LAST_STEP)]
    text: str
    moves: Annotated[tuple[Move, ...], Meta(description="Those that the hint names.")]
    claims: Annotated[list[AnyClaim], Meta(description="The hint as data.")]
    short: Annotated[str | None, Meta(description="What is said first of it; none of hints of older games.")]


class Remark(Answer, frozen=True):
    """What a program said with its last move of the one that it answers."""

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


_Game = TypeVar("_Game", bound=Game)


def extended(game: Game, kind: type[_Game], **more: Any) -> _Game:
    """A game with more told about it."""
    return kind(**asdict(game), **more)


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


class Fault(Answer, frozen=True):
    """What was wrong with a request."""

    code: Annotated[str, _one_of(*(code.name.lower() for code in Code))]
    message: str
    field: Annotated[str, Meta(description="The field of the body, or the parameter, to correct.")] | UnsetType = UNSET


class Refusal(Answer, frozen=True):
    """Why a request was turned down, and how what it was about now stands."""

    error: Fault
    game: Game | UnsetType = UNSET
    position: EncodedPosition | UnsetType = UNSET

    @classmethod
    def of(cls, refusal: RefusalError) -> "Refusal":
        """The answer to a request that is turned down."""
        field = UNSET if refusal.field is None else refusal.field
        return cls(Fault(refusal.code.name.lower(), str(refusal), field), **refusal.concerned)


# Messages on a socket


class News(Answer, frozen=True, tag_field="type", tag="game"):
    """What has happened in a game."""

    events: list[AnyEvent]
    game: Game


class Presence(Answer, frozen=True, tag_field="type", tag="presence"):
    """Which players look on."""

    here: tuple[bool, bool]


class Pong(Answer, frozen=True, tag_field="type", tag="pong"):
    """The answer to a sign of life."""


Message = News | Presence | Pong


# The server itself


class Health(Answer, frozen=True):
    """The server is there, and still has its database."""

    status: Literal["ok"]


class Readiness(Answer, frozen=True):
    """Games can be stored."""

    status: Literal["ready"]
