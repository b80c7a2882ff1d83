"""What there is to choose from: the games, the levels of the computer, and how far things go."""

from functools import cache
from typing import Any

import msgspec

from commonfactor.arena.terms import LONGEST_NAME
from commonfactor.players.registry import LEVELS
from commonfactor.rules.base import Board
from commonfactor.rules.registry import all_games
from commonfactor.rules.relations import RELATIONS
from commonfactor.web.answer_types import Catalogue, Extent, GameOffered, LevelOffered, Picture
from commonfactor.web.caps import (
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


@cache
def encoded_catalogue() -> msgspec.Raw:
    """All there is to choose from, as JSON, which is always the same."""
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
