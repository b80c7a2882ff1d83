"""The command that runs a tournament: shown as it goes, kept in a file, interrupted and gone on with."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec

from commonfactor.arena.match import Game
from commonfactor.arena.standings import Standings, standings
from commonfactor.arena.tournament import Tournament, played_games, schedule
from commonfactor.arena.tournament_file import TournamentFile
from commonfactor.players.base import Player
from commonfactor.terminal.crews import Crew
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.progress import StatusLine, bar
from commonfactor.terminal.screen import complain


class Plan(NamedTuple):
    """A tournament, who plays its games, and where they are kept."""

    tournament: Tournament
    player_called: Callable[[str], Player]
    crew: AbstractContextManager[Crew]
    path: str


def default_path(tournament: Tournament) -> str:
    """The file that a tournament is kept in unless told otherwise: another one for every other tournament."""
    return f"tournament-{sha256(msgspec.json.encode(tournament)).hexdigest()[:8]}.jsonl"


def tell_tournament(plan: Plan, tell: Callable[[Standings], None]) -> ExitCode:
    """Play what is still to be played, and tell how all of it ended."""
    code = exit_code_of(lambda: tell(_played(plan)))
    if code is not ExitCode.FINISHED:
        kept = f"the same command goes on from what is in {plan.path!r}"
        complain(f"stopped; {kept if Path(plan.path).exists() else 'no game was played yet'}")
    return code


def _played(plan: Plan) -> Standings:
    blamed = set[tuple[str, str]]()
    with StatusLine() as status:
        status.show("drawing the openings")
        drawn = schedule(plan.tournament)
        file = TournamentFile(plan.path, plan.tournament, drawn.pairings)
        games, total = file.known, len(drawn.pairings)
        missing = [pairing for pairing in drawn.pairings if pairing.number not in games]
        if missing:
            status.show(f"{bar(len(games), total)} games")
            with plan.crew as crew:
                for found in played_games(missing, plan.player_called, crew.executor, crew.at_once, monotonic):
                    file.add(*found)
                    games.update((game.number, game) for game in found)
                    _blame(found, blamed, status)
                    status.show(f"{bar(len(games), total)} games")
        status.show("fitting the ratings")
        return standings(plan.tournament, drawn, games)


def _blame(games: list[Game], blamed: set[tuple[str, str]], status: StatusLine) -> None:
    """Tell why a player forfeits a game, for every reason once: who does so once mostly does it a thousand times."""
    for game in games:
        if not (forfeit := game.forfeit):
            continue
        loser = game.players[2 - forfeit.winner]
        if forfeit.sentence and (loser, forfeit.reason) not in blamed:
            blamed.add((loser, forfeit.reason))
            status.clear()
            complain(f"{loser} has forfeited game {game.number} ({forfeit.reason}): {forfeit.sentence}")
