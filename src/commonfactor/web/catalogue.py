"""The catalogue: the games, the levels of the computer, and the limits."""

from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from commonfactor.arena.terms import LONGEST_NAME
from commonfactor.players.registry import LEVELS
from commonfactor.rules.base import Board
from commonfactor.rules.registry import all_games
from commonfactor.rules.relations import RELATIONS
from commonfactor.web.answer_types import Answer, GameName, Number
from commonfactor.web.game_limits import (
    HIGHEST_IN_POOL,
    HIGHEST_TO_DIVIDE,
    LONGEST_GAME,
    LONGEST_MATCH,
    MOST_FIRST_MOVES,
    highest_for,
)

_WORDS = (
    *("name", "short_name", "title", "summary", "accent", "emblem"),
    *("default_setup", "recommended_setup", "setup_question"),
)
_PICTURED_NUMBERS, _PICTURED_MOVES = 15, 4

Options = Annotated[
    tuple[str, ...], Meta(description="What a setup may name; the first is the one of a setup that names none.")
]


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


@cache
def encoded_catalogue() -> msgspec.Raw:
    """The catalogue as JSON, which never changes."""
    levels = [LevelOffered(level.number, level.name, level.player.name, level.description) for level in LEVELS]
    limits = Extent(HIGHEST_IN_POOL, HIGHEST_TO_DIVIDE, MOST_FIRST_MOVES, LONGEST_GAME, LONGEST_NAME, LONGEST_MATCH)
    return msgspec.Raw(msgspec.json.encode(Catalogue([_offered(game) for game in all_games()], levels, limits)))


def _offered(game: Any) -> GameOffered:
    has_pool = game.board is Board.POOL
    relations = {**RELATIONS, game.default_relation.name: game.default_relation} if has_pool else {}
    return GameOffered(
        **{word: getattr(game, word) for word in _WORDS},
        has_pool=has_pool,
        openings=game.options().get("opening", ()),
        relations=game.options().get("relation", ()),
        relation_words={name: relation.condition() for name, relation in relations.items()},
        highest=highest_for(game),
        rules=game.how_to_play()[1:],
        picture=_picture(game.from_setup(game.default_setup)) if has_pool else None,
    )


def _picture(rules: Any) -> Picture:
    """The first numbers of a pool after some moves among them, as long as half of them are left."""
    position = rules.initial_position
    shown = left = rules.available_numbers(position)[:_PICTURED_NUMBERS]
    taken: list[int] = []
    joined: list[tuple[int, int]] = []
    while len(taken) < _PICTURED_MOVES and 2 * len(left) > len(shown):
        choices = [move for move in rules.legal_moves(position) if move in shown]
        if not choices:
            break
        move = choices[len(choices) // 2]
        joined += [(target, move) for target in position.targets if rules.wants_related]
        taken.append(move)
        position = rules.play(position, move)
        left = tuple(number for number in shown if position.available >> number & 1)
    return Picture(shown, tuple(taken), tuple(number for number in shown if number not in {*left, *taken}), joined)
