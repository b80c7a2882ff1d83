"""The solver compared with other ways to solve the same positions, in one run.

Each measurement has a process of its own, which is killed at the limit. Fast solvers are asked again, with new tables,
and the median counts. All answers are compared.
"""

import argparse
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

import peers
from clash_positions import mid_game

from commonfactor.rules.base import AnyRules
from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse

Prepare = Callable[[Any, Any], peers.Question]

_REPEAT_FOR_SECONDS = 1.0
_MOST_REPETITIONS = 101


class Puzzle(NamedTuple):
    """A position to solve."""

    title: str
    rules: AnyRules
    position: Any


class Peer(NamedTuple):
    """A solver; the promise is that the core is at least this many times as fast."""

    name: str
    prepare: Prepare
    promise: int | None = None


class Result(NamedTuple):
    """The median time of one question and its answer."""

    seconds: float
    answer: peers.Answer


def contests() -> Iterator[tuple[Puzzle, list[Peer]]]:
    """Every position with its solvers; the others are compared with the first."""
    core, reference = Peer("core", peers.core), Peer("reference search", peers.reference)
    libraries = [Peer("easyAI", peers.easy_ai), Peer("OpenSpiel, verdict only", peers.open_spiel)]
    for notation, promise in (
        ("factor-clash:2-26:15", 30),
        ("factor-challenge:2-18:", 100),
        ("factor-duel:2-20:", 100),
        ("factor-frenzy:2-34:", 100),
    ):
        line = parse(notation)
        plain = Peer("plain memoised search", peers.memoised, promise)
        matching = [Peer("networkx matchings", peers.matchings)] if isinstance(line.rules, FactorClash) else []
        yield Puzzle(notation, line.rules, line.position), [core, reference, plain, *matching, *libraries]
    rules = FactorClash(2, 400)
    yield (
        Puzzle("factor-clash:2-400, mid-game", rules, mid_game(rules, Random(400))),
        [
            Peer("core, graph made before", peers.core_with_graph),
            core,
            Peer("networkx, one matching", peers.one_matching, 1000),
        ],
    )


def measure(prepare: Prepare, puzzle: Puzzle, sending: Connection) -> None:
    """Measure a peer, repeatedly if it is fast; the body of a process."""
    times: list[float] = []
    while not times or (sum(times) < _REPEAT_FOR_SECONDS and len(times) < _MOST_REPETITIONS):
        ask = prepare(type(puzzle.rules).from_setup(puzzle.rules.setup), puzzle.position)
        if not times:
            sending.send("ready")
        begin = perf_counter()
        answer = ask()
        times.append(perf_counter() - begin)
    sending.send(Result(median(times), answer))


def result_within(limit: float, prepare: Prepare, puzzle: Puzzle) -> Result | None:
    """A peer's result for a position, or None if it takes longer than the limit."""
    # A fork of this process would inherit the threads of the libraries.
    context = get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=measure, args=(prepare, puzzle, sending))
    process.start()
    sending.close()  # the pipe ends with the process
    receiving.recv()  # start the clock when the peer is ready
    result: Result | None = receiving.recv() if receiving.poll(limit) else None
    process.kill()
    process.join()
    return result


def check_agreement(peer: Peer, answer: peers.Answer, expected: peers.Answer) -> None:
    """Exit if a peer's answer is wrong."""
    known = bool(expected) if isinstance(answer, bool) else expected
    if answer is not None and answer != known:
        raise SystemExit(f"{peer.name} says {answer}, not {known}")


def compare(puzzle: Puzzle, contestants: list[Peer], limit: float) -> None:
    """Print one row for each peer."""
    yardstick = None
    for peer in contestants:
        result = result_within(limit, peer.prepare, puzzle)
        if yardstick is None:
            if result is None:
                raise SystemExit(f"the core needs more than {limit:g} s for {puzzle.title}")
            yardstick = result
        if result is None:
            seconds, ratio = f"more than {limit:g}", f"more than {limit / yardstick.seconds:,.0f}"
        else:
            check_agreement(peer, result.answer, yardstick.answer)
            seconds, ratio = f"{result.seconds:.6f}", f"{result.seconds / yardstick.seconds:,.1f}"
        promise = f"{peer.promise:,}" if peer.promise else ""
        print(f"{puzzle.title:30}{peer.name:26}{seconds:>14}{ratio:>22}{promise:>12}", flush=True)


def main() -> None:
    """Compare all peers on all positions."""
    parser = argparse.ArgumentParser(description="Compare the solver with other ways to solve the same positions.")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for one peer and position (default: 20)")
    limit = parser.parse_args().limit
    print(f"{'position':30}{'peer':26}{'seconds':>14}{'times the core':>22}{'at least':>12}")
    for puzzle, contestants in contests():
        compare(puzzle, contestants, limit)


if __name__ == "__main__":
    main()
