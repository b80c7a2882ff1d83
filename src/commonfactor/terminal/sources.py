"""Games that were played elsewhere: in a record, or written as a line."""

import os
from datetime import UTC, datetime

from commonfactor.arena.match import Game, Match
from commonfactor.arena.record import RecordFile
from commonfactor.arena.terms import DEFAULT_NAMES
from commonfactor.rules.base import SetupError
from commonfactor.rules.notation import parse

# A line of play does not say when it was played.
_SOME_TIME = datetime.min.replace(tzinfo=UTC)


def match_from(source: str) -> Match:
    """The match in a record, or the game that a line of play is."""
    if ":" not in source or os.path.exists(source):  # noqa: PTH110 (Path raises where a line is too long for a name)
        return RecordFile(source).load()
    line = parse(source)
    match = Match(line.rules, DEFAULT_NAMES)
    match.play_all(line.moves, _SOME_TIME)
    return match


def game_of(match: Match, number: int | None) -> Game:
    """A game of a match by its number, or the last one that has a move; ``SetupError`` if there is none."""
    if number is None:
        return next((game for game in reversed(match.games) if game.line.moves), match.game)
    if not 1 <= number <= len(match.games):
        raise SetupError(f"the games of this match go from 1 to {len(match.games)}, not {number}")
    return match.games[number - 1]
