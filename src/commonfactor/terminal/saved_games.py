"""Games outside the program: read from a record or a line of play, and named in commands for the shell."""

import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from shutil import which

from commonfactor.arena.match import Game, Match
from commonfactor.arena.record import RecordFile
from commonfactor.arena.terms import DEFAULT_NAMES, DEFAULT_TERMS, Names
from commonfactor.rules.base import FIRST, SetupError
from commonfactor.rules.notation import parse

# A line of play has no times.
_SOME_TIME = datetime.min.replace(tzinfo=UTC)


def match_from(source: str) -> Match:
    """The match in a record or of a line of play."""
    if ":" not in source or os.path.exists(source):  # noqa: PTH110 (Path raises where a line is too long for a name)
        return RecordFile(source).load()
    line = parse(source)
    match = Match(line.rules, DEFAULT_NAMES)
    match.play_all(line.moves, _SOME_TIME)
    return match


def game_of(match: Match, number: int | None) -> Game:
    """The game with a number, ``SetupError`` if there is none; without a number the last one that has a move."""
    if number is None:
        return next((game for game in reversed(match.games) if game.line.moves), match.game)
    if not 1 <= number <= len(match.games):
        raise SetupError(f"the games of this match go from 1 to {len(match.games)}, not {number}")
    return match.games[number - 1]


def command_about(command: str, match: Match) -> str:
    """A command that takes the line of the current game."""
    return shlex.join([*_program(), command, str(match.game.line)])


def command_for(match: Match) -> str:
    """The command that plays on from where a match stands."""
    game, terms = match.game, match.terms
    words = [*_program(), "play", str(game.line)]
    if terms.programs.has_person and any(terms.programs):
        person = terms.programs.people[0]
        names = Names(match.names[person - 1], match.names[2 - person])
        seat = "first" if game.player_at(FIRST) == person else "second"
        words += ["--vs", next(filter(None, terms.programs)), "--seat", seat]
    else:
        names = match.names
        words += ["--players", *filter(None, terms.programs)] if any(terms.programs) else []
        words += ["--first", "2"] if game.player_at(FIRST) == 2 else []
    if match.names != DEFAULT_NAMES:
        words += ["--names", *names]
    return shlex.join([*words, *_other_terms(match)])


def _other_terms(match: Match) -> list[str]:
    game, terms = match.game, match.terms
    words = []
    if any(terms.programs):
        words += ["--seed", str(terms.seed)]
    if terms.most_hints != DEFAULT_TERMS.most_hints:
        words += ["--hints", str(terms.most_hints)]
    # After the decision about the swap, the order of the players says it all.
    if terms.has_swap and not game.swap:
        words.append("--swap")
    if terms.scoring:
        words += ["--points-per-win", str(terms.scoring.points_per_win), "--target", str(terms.scoring.target)]
    return words


def command_with(command: str, file: RecordFile) -> str:
    """A command that takes the record in a file."""
    # A name with a dash in front would be taken for an option.
    path = f"./{file.path}" if str(file.path).startswith("-") else str(file.path)
    return shlex.join([*_program(), command, path])


def _program() -> list[str]:
    """The words that start this program in the shell it was started from."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return ["python", "-m", "commonfactor"]
    if started.name == "commonfactor" and which("commonfactor") is None:
        return [str(started)]
    return ["commonfactor"]
