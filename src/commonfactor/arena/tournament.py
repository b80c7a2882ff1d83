"""Tournaments: all pairs of players meet, from the same openings and in both seats.

The header determines the schedule, and a place in the schedule determines its game: randomness comes from the seed and
the game's number, and the solver starts with empty tables. So games are the same in any order, process and machine.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations
from random import Random
from threading import Lock
from typing import NamedTuple

from msgspec import Struct, field

from commonfactor.arena.match import Game
from commonfactor.arena.openings import UNHURRIED, Opening, Openings
from commonfactor.arena.referee import refereed
from commonfactor.arena.terms import HIGHEST_SEED
from commonfactor.players.base import Player
from commonfactor.rules.base import AnyRules, Seat, SetupError
from commonfactor.rules.notation import Line, parse
from commonfactor.rules.numerals import quoted
from commonfactor.rules.registry import game_named
from commonfactor.solver.analysis import Verdict
from commonfactor.solver.oracle import forget

MOST_PLAYERS = 32
MOST_GAMES = 100_000

# A task's answer has all games played in this time, at least one: short games are not worth a message each, and long
# ones should be stored soon.
_SECONDS_PER_ANSWER = 0.5
_MOST_GAMES_PER_TASK = 32

_NOTES = {
    frozenset({Verdict.LOSS}): "no lost opening was found; who moves next has the better side.",
    frozenset({Verdict.WIN}): "no won opening was found; who moves next has the worse side.",
    frozenset({Verdict.WIN, Verdict.LOSS}): "who wins the openings was not found out; a seat counts as half a win.",
}

# The solver's tables belong to one game at a time.
_tables = Lock()


class Tournament(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="format", tag="commonfactor tournament"
):
    """The header of a tournament, which determines all of its games."""

    version: int = 1
    players: tuple[str, ...]
    games: tuple[str, ...]
    """Each as GAME:SETUP, with the game's long name."""
    rounds: int
    seed: int
    seconds: float = 1.0
    """The time of an engine for a move."""
    sources: dict[str, str] = field(default_factory=dict)
    """Digests of the files that players come from."""

    @property
    def length(self) -> int:
        return len(self.players) * (len(self.players) - 1) * len(self.games) * self.rounds


class Pairing(NamedTuple):
    number: int
    first: str
    second: str
    opening: str
    """The line with the drawn moves, in the notation."""
    seed: int
    favoured: Seat | None
    """The seat that wins with best play, or None if unknown."""

    @property
    def game(self) -> str:
        return self.opening.rpartition(":")[0]


class Schedule(NamedTuple):
    pairings: list[Pairing]
    notes: list[str]


@lru_cache(maxsize=64)
def rules_called(text: str) -> AnyRules:
    """The rules for GAME or GAME:SETUP; without a setup, the default one."""
    name, _, setup = text.partition(":")
    game = game_named(name)
    return game.from_setup(setup or game.default_setup)


def sharing_rules(line: Line) -> Line:
    """The line with the one rules object that all lines of its setup share, to save memory."""
    return line._replace(rules=rules_called(f"{line.rules.name}:{line.rules.setup}"))


def check_tournament(tournament: Tournament) -> None:
    """Raise ``SetupError`` unless the tournament can be played."""
    if not 2 <= len(tournament.players) <= MOST_PLAYERS:
        raise SetupError(f"a tournament has 2 to {MOST_PLAYERS} players, not {len(tournament.players)}")
    _check_names(tournament)
    if tournament.rounds < 1:
        raise SetupError("a tournament has at least 1 round")
    if (length := tournament.length) > MOST_GAMES:
        raise SetupError(f"a tournament has at most {MOST_GAMES:,} games, not {length:,}; ask for fewer rounds")
    if not 0 <= tournament.seed <= HIGHEST_SEED:
        raise SetupError(f"a seed goes from 0 to {HIGHEST_SEED:,}, not {tournament.seed:,}")
    if not tournament.seconds > 0:
        raise SetupError("an engine needs more than 0 seconds for a move")


def _check_names(tournament: Tournament) -> None:
    for several in (tournament.players, tournament.games):
        for name, times in Counter(several).items():
            if times > 1:
                raise SetupError(f"{quoted(name)} is there {times} times")
    for game in tournament.games:
        rules = rules_called(game)
        if game != f"{rules.name}:{rules.setup}":
            raise SetupError(f"the game {quoted(game)} is called {rules.name}:{rules.setup} here")


def schedule(tournament: Tournament) -> Schedule:
    """All games by round, game and pair; each pair plays an opening twice, with seats swapped."""
    check_tournament(tournament)
    drawn: list[list[Opening]] = []
    notes: list[str] = []
    for game in tournament.games:
        openings = Openings(rules_called(game), tournament.seed)
        drawn.append(openings.drawn(tournament.rounds))
        if openings.missing:
            notes.append(f"{game}: {_NOTES[frozenset(openings.missing)]}")
    pairings: list[Pairing] = []
    for opening in chain.from_iterable(zip(*drawn, strict=True)):
        for pair in combinations(tournament.players, 2):
            for first, second in (pair, pair[::-1]):
                number = len(pairings)
                random = Random(f"{tournament.seed}:{number}")  # noqa: S311  # a game needs no cryptography
                seed = random.randrange(HIGHEST_SEED)
                pairings.append(Pairing(number, first, second, str(opening.line), seed, opening.favoured))
    return Schedule(pairings, notes)


def played_game(pairing: Pairing, player_called: Callable[[str], Player]) -> Game:
    """One game of a schedule; always the same, whatever this process did before."""
    first, second = player_called(pairing.first), player_called(pairing.second)
    with _tables:
        forget()
        game = refereed(parse(pairing.opening), first, second, pairing.seed, UNHURRIED)
    line, players = sharing_rules(game.line), (pairing.first, pairing.second)
    return replace(game, line=line, players=players, number=pairing.number)


def played_for_a_while(
    pairings: Sequence[Pairing], player_called: Callable[[str], Player], clock: Callable[[], float]
) -> list[Game]:
    """The first of some games, as many as fit into a task's time, at least one."""
    end, games = clock() + _SECONDS_PER_ANSWER, []
    for pairing in pairings:
        games.append(played_game(pairing, player_called))
        if clock() >= end:
            break
    return games


def played_games(
    pairings: Sequence[Pairing],
    player_called: Callable[[str], Player],
    executor: Executor,
    at_once: int,
    clock: Callable[[], float],
) -> Iterator[list[Game]]:
    """Play games through an executor, with ``at_once`` tasks at a time, and yield each answer as it comes."""
    waiting = deque(pairings)
    running: dict[Future[list[Game]], list[Pairing]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            # Tasks shrink towards the end, so that no worker idles while another has several games.
            size = max(1, min(_MOST_GAMES_PER_TASK, len(waiting) // at_once))
            task = [waiting.popleft() for _ in range(size)]
            running[executor.submit(played_for_a_while, task, player_called, clock)] = task
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task, games = running.pop(future), future.result()
            waiting.extendleft(reversed(task[len(games) :]))
            yield games
