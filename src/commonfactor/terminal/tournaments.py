"""The command tournament: plays what is left of one, on this machine or a cluster, and keeps it in a file."""

import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec

from commonfactor.arena.match import Game
from commonfactor.arena.standings import Standings, standings
from commonfactor.arena.tournament import Tournament, played_games, schedule
from commonfactor.arena.tournament_file import TournamentFile
from commonfactor.players.base import Player
from commonfactor.rules.base import NotationError
from commonfactor.rules.numerals import quoted
from commonfactor.solver.worker_processes import workers
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of
from commonfactor.terminal.progress import StatusLine, bar

_SECONDS_TO_REACH_A_CLUSTER = 5


class CrewError(NotationError):
    """There are no workers, or no longer; the message says why."""


class Crew(NamedTuple):
    """An executor, and how many tasks to give it at once so that no worker waits."""

    executor: Executor
    at_once: int


def crew_of(jobs: int, cluster: str | None) -> AbstractContextManager[Crew]:
    """So many processes, or the crew of a cluster by its address; ``CrewError`` if there can be none there."""
    if cluster is None:
        return _local_crew(jobs)
    # Dask would try a malformed address for ten seconds.
    if not re.fullmatch(r"(tcp|tls)://[^/\s]+:[0-9]{1,5}", cluster):
        raise CrewError(f"the address of a cluster is written tcp://HOST:PORT, not {quoted(cluster)}")
    try:
        import_module("distributed")
    except ModuleNotFoundError:
        raise CrewError("a cluster needs Dask: pip install 'commonfactor[cluster]'") from None
    return _cluster_crew(cluster)


@contextmanager
def _local_crew(jobs: int) -> Iterator[Crew]:
    """Processes of this machine, which end at once with the block, wherever they are."""
    with workers(jobs) as pool:
        try:
            yield Crew(pool, 2 * jobs)
        except BrokenProcessPool:
            raise CrewError("a process was ended from outside, or by a player; the games so far are kept") from None


@contextmanager
def _cluster_crew(address: str) -> Iterator[Crew]:
    distributed = import_module("distributed")
    # It would log a lost scheduler for as long as this program runs; the sentences below say it once.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=_SECONDS_TO_REACH_A_CLUSTER, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise CrewError(f"there is no Dask scheduler at {quoted(address)}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise CrewError(f"the cluster at {quoted(address)} has no worker")
        # Equal tasks must both run: players from elsewhere may answer differently each time.
        executor = client.get_executor(pure=False)
        try:
            yield Crew(executor, 2 * threads)
        except CancelledError:
            raise CrewError(f"the cluster at {quoted(address)} is gone; the games so far are kept") from None
        except distributed.KilledWorker:
            raise CrewError("workers ended over a game, perhaps by a player; the games so far are kept") from None
        finally:
            executor.shutdown(wait=False)


class Plan(NamedTuple):
    """A tournament, its players and workers, and the file for its games."""

    tournament: Tournament
    player_called: Callable[[str], Player]
    crew: AbstractContextManager[Crew]
    path: str


def default_path(tournament: Tournament) -> str:
    """The file that a tournament is kept in unless told otherwise, named after all of its settings."""
    return f"tournament-{sha256(msgspec.json.encode(tournament)).hexdigest()[:8]}.jsonl"


def tell_tournament(plan: Plan, tell: Callable[[Standings], None]) -> ExitCode:
    """Play the games that are missing, and pass the standings to ``tell``."""
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
    """Say why a player forfeits a game, once for each reason: one who does it once mostly does it a thousand times."""
    for game in games:
        if not (forfeit := game.forfeit):
            continue
        loser = game.players[2 - forfeit.winner]
        if forfeit.sentence and (loser, forfeit.reason) not in blamed:
            blamed.add((loser, forfeit.reason))
            status.clear()
            complain(f"{loser} has forfeited game {game.number} ({forfeit.reason}): {forfeit.sentence}")
