"""A load test of the server: hundreds of games between friends, first alone, then with a full queue of analyses.

Server and clients share the machine. Exits with 1 if a bound is exceeded.
"""

import asyncio
import gc
import os
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from load_client import Address, Curiosity, FriendsGame, Play, UnexpectedAnswerError
from load_server import LoadedServer, Meter

from commonfactor.rules.registry import all_games

_QUICK_SECONDS = 20
_WARM_UP_SECONDS = 5
_BEGUN_TOGETHER = 10

# Together more than the queue holds, but from each host fewer than its limit.
_CURIOUS_HOSTS, _QUESTIONS_EACH = 8, 10
_ANSWERED, _REFUSED = 200, 429


class Phase(NamedTuple):
    """A kind of load, with the bounds on response times in milliseconds."""

    name: str
    has_full_queue: bool
    acknowledged_p50: float | None
    acknowledged_p99: float
    loop_p99: float | None


_PHASES = (
    Phase("play", has_full_queue=False, acknowledged_p50=25, acknowledged_p99=150, loop_p99=None),
    Phase("play, queue full", has_full_queue=True, acknowledged_p50=None, acknowledged_p99=400, loop_p99=50),
)
_MOST_MEGABYTES = 300
_LEAST_SHARE_OF_RATE = 0.99


class Figure(NamedTuple):
    """A measured value and its bounds, if any."""

    title: str
    value: float
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_in_bounds(self) -> bool:
        """Whether the bounds hold; a value that could not be measured is NaN and out of bounds."""
        is_enough = self.at_least is None or self.value >= self.at_least
        return is_enough and (self.at_most is None or self.value <= self.at_most)

    def __str__(self) -> str:
        digits = 1 if self.value < 10 and self.value != int(self.value) else 0
        bound = "" if self.at_most is None else f" (≤ {self.at_most:g})"
        bound += "" if self.at_least is None else f" (≥ {self.at_least:g})"
        return f"{self.value:,.{digits}f}{bound}"


class Course:
    """The run of one phase, made once all games have begun."""

    def __init__(self, games: list[FriendsGame], curiosity: Curiosity, meter: Meter, errors: Counter[str]) -> None:
        self._games, self._curiosity, self._meter, self._errors = games, curiosity, meter, errors
        self._play = Play(games, errors)
        self.begin = self.end = monotonic() + _WARM_UP_SECONDS
        self._core_share, self._open_sockets = 0.0, 0

    async def run(self, times: list[float]) -> None:
        """Make moves at these times after the beginning, and end when all players have received all of them."""
        async with _alongside(self._meter.run(), self._curiosity.run()):
            await self._play.run(self.begin, times)
            self.end, self._core_share = monotonic(), self._meter.core_share
        for game in self._games:
            try:
                await game.see_all()
            except UnexpectedAnswerError as error:
                self._errors[str(error)] += 1
            self._open_sockets += game.open_sockets
            game.leave()
        for status, count in self._curiosity.statuses.items():
            if status not in {_ANSWERED, _REFUSED}:
                self._errors[f"an analysis was answered with status {status}"] += count

    def figures(self, phase: Phase, rate: float, delays: list[float]) -> list[Figure]:
        """The measurements, in milliseconds and megabytes."""
        taken, meter = self._play.seconds, self._meter
        return [
            Figure("Games", len(self._games)),
            Figure("Sockets", self._open_sockets),
            Figure("Moves a second", len(taken) / (self.end - self.begin), at_least=rate * _LEAST_SHARE_OF_RATE),
            Figure("Acknowledged, p50", 1000 * quantile(taken, 0.5), phase.acknowledged_p50),
            Figure("Acknowledged, p99", 1000 * quantile(taken, 0.99), phase.acknowledged_p99),
            Figure("Slowest", 1000 * quantile(taken, 1)),
            Figure("Errors", self._errors.total(), 0),
            Figure("Server, MB", meter.server_bytes / 1e6),
            Figure("Workers, MB", meter.workers_bytes / 1e6),
            Figure("Together, MB", meter.all_bytes / 1e6, _MOST_MEGABYTES),
            Figure("Loop delay, p50", 1000 * quantile(delays, 0.5)),
            Figure("Loop delay, p99", 1000 * quantile(delays, 0.99), phase.loop_p99),
        ]

    def remarks(self) -> list[str]:
        """Context for judging the figures."""
        late = 1000 * quantile(self._play.lateness, 0.99)
        statuses = self._curiosity.statuses
        return [
            f"the server took {100 * self._core_share:.0f} % of one core",
            f"the clients were late by {late:.0f} ms (p99)",
            f"{statuses[_ANSWERED]} analyses were answered, {statuses[_REFUSED]} refused since the queue was full",
            *(f"error, {times} times: {error}" for error, times in self._errors.most_common(5)),
        ]


@asynccontextmanager
async def _alongside(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run coroutines until the block ends; if one fails, so does the block."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work) for work in works]
        yield
        for task in tasks:
            task.cancel()


def quantile(values: list[float], share: float) -> float:
    """The smallest value that this share of all values does not exceed; NaN if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def _games_begun(address: Address, games: int, errors: Counter[str], rng: Random) -> list[FriendsGame]:
    """The given number of games, of all kinds, each with two players and their sockets."""
    starts = [(game.name, game.recommended_setup) for game in all_games()]
    begun: list[FriendsGame] = []
    while len(begun) < games:
        numbers = range(len(begun), min(len(begun) + _BEGUN_TOGETHER, games))
        begun += await asyncio.gather(
            *(FriendsGame.begun(address, starts[number % len(starts)], errors, rng) for number in numbers)
        )
    return begun


def _times(begin: float, end: float, rate: float, rng: Random) -> list[float]:
    """Random times in order, with the given number a second on average."""
    return sorted(rng.uniform(begin, end) for _ in range(round(rate * (end - begin))))


async def _course(server: LoadedServer, phase: Phase, options: Namespace) -> Course:
    errors, rng = Counter[str](), Random(1)
    games = await _games_begun(server.address, options.games, errors, rng)
    # A full garbage collection over thousands of connections would look like a delay of the server.
    gc.collect()
    gc.freeze()
    curiosity = Curiosity(server.address, _CURIOUS_HOSTS if phase.has_full_queue else 0, _QUESTIONS_EACH, rng)
    course = Course(games, curiosity, Meter(server.pid), errors)
    await course.run(_times(-_WARM_UP_SECONDS, 0, options.rate, rng) + _times(0, options.seconds, options.rate, rng))
    if phase.has_full_queue and not curiosity.statuses[_REFUSED]:
        errors["the queue of analyses was never full"] += 1
    return course


def _measured(phase: Phase, options: Namespace) -> list[Figure]:
    """Run a phase with a server and games of its own, print remarks, and return the figures."""
    with TemporaryDirectory() as folder:
        with LoadedServer(Path(folder)) as server:
            course = asyncio.run(_course(server, phase, options))
        gc.unfreeze()
        print(f"{phase.name}, event loop of {server.event_loop}:", *course.remarks(), sep="\n  ", flush=True)
        return course.figures(phase, options.rate, server.delays(course.begin, course.end))


def _options() -> Namespace:
    parser = ArgumentParser(description="Load a server, and tell how it bears it.")
    parser.add_argument("--seconds", type=float, default=300, help="how long each phase lasts (default: %(default)s)")
    parser.add_argument("--games", type=int, default=500, help="how many games there are (default: %(default)s)")
    parser.add_argument("--rate", type=float, default=250, help="moves a second in all games (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help=f"{_QUICK_SECONDS} seconds for each phase")
    options = parser.parse_args()
    if options.quick:
        options.seconds = _QUICK_SECONDS
    return options


def main() -> None:
    """Print a table with a row for each phase, and all bounds that were exceeded."""
    options = _options()
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"{cores} cores, load before the start {load:.1f}, {options.seconds:g} seconds for each phase", flush=True)
    rows = {phase.name: _measured(phase, options) for phase in _PHASES}
    print("Times in milliseconds")
    titles = [figure.title for figure in rows[_PHASES[0].name]]
    print("| Phase |", " | ".join(titles), "|")
    print("|---" * (len(titles) + 1) + "|")
    for name, figures in rows.items():
        print(f"| {name} |", " | ".join(map(str, figures)), "|")
    broken = [
        f"{name}: {figure.title} {figure}" for name, row in rows.items() for figure in row if not figure.is_in_bounds
    ]
    if broken:
        raise SystemExit("\n".join(["broken bounds:", *broken]))


if __name__ == "__main__":
    main()
