"""The solver's response times: the first answer of a new process, Factor Clash in mid-game, and two variants."""

import subprocess
import sys
from random import Random
from statistics import median
from time import perf_counter

from clash_positions import mid_game

from commonfactor.rules.factor_clash import FactorClash
from commonfactor.rules.notation import parse
from commonfactor.rules.pool import PoolPosition
from commonfactor.solver.oracle import analyse, forget

_PROCESSES = 9
_FIRST_QUESTION = """
import sys
from time import perf_counter
from commonfactor.rules.notation import parse
from commonfactor.solver.oracle import analyse

line = parse(sys.argv[1])
begin = perf_counter()
analyse(line.rules, line.position)
print(perf_counter() - begin)
"""
_MILLISECONDS_ALLOWED = {
    "factor-clash:2-20:": 5,
    "divisor-duel:60:": 5,
    "factor-challenge:2-20:": 20,
    "factor-duel:2-20:": 5,
    "factor-frenzy:2-50:": 30,
}
# The highest number: how many positions to ask about, the seconds allowed, the seconds hoped for.
_MID_GAME = {128: (101, 100e-6, 10e-6), 10**4: (21, 10e-3, 2e-3), 10**6: (5, 3.0, 1.0)}


def first_answer(notation: str) -> float:
    """The seconds for all verdicts of a position in a process that has just imported the solver."""
    command = [sys.executable, "-c", _FIRST_QUESTION, notation]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def print_openings() -> None:
    """The initial position of every game; they take turns, so that other load hits all alike."""
    times: dict[str, list[float]] = {notation: [] for notation in _MILLISECONDS_ALLOWED}
    for _ in range(_PROCESSES):
        for notation, runs in times.items():
            runs.append(first_answer(notation))
    print(f"First answer of a process, median of {_PROCESSES} processes")
    for notation, runs in times.items():
        allowed = _MILLISECONDS_ALLOWED[notation]
        print(f"{notation:24}{median(runs) * 1000:8.2f} ms, slowest {max(runs) * 1000:.2f}; at most {allowed}")


def seconds_with_proof(rules: FactorClash, position: PoolPosition) -> float:
    """The time for the verdicts of all moves and the proof: all winning moves, pairing and barrier."""
    begin = perf_counter()
    proof = analyse(rules, position).proof
    spent = perf_counter() - begin
    if proof is None:
        raise SystemExit(f"no proof within the budget on {rules.setup}")
    return spent


def first_seconds_with_proof(rules: FactorClash, position: PoolPosition) -> float:
    """The same including the graph of the pool, which the first question makes."""
    forget()
    return seconds_with_proof(FactorClash.from_setup(rules.setup), position)


def print_mid_game() -> None:
    """Random halves of a pool, with and without the time to make its graph."""
    print("Factor Clash in mid-game, verdicts of all moves and proof, median in milliseconds")
    for high, (count, allowed, hoped) in _MID_GAME.items():
        figures = mid_game_figures(FactorClash(2, high), count)
        print(f"2 to {high:<10,}{figures}; at most {allowed * 1000:g}, hoped for {hoped * 1000:g}")


def mid_game_figures(rules: FactorClash, count: int) -> str:
    """The times of one pool."""
    rng = Random(rules.high)
    seconds_with_proof(rules, mid_game(rules, rng))
    positions = [mid_game(rules, rng) for _ in range(count)]
    warm = [seconds_with_proof(rules, position) for position in positions]
    cold = [first_seconds_with_proof(rules, position) for position in positions]
    return f"{median(warm) * 1000:10.3f}, slowest {max(warm) * 1000:.3f}, with the graph {median(cold) * 1000:.3f}"


def print_variants() -> None:
    """The mechanics of two games with the relations of others."""
    figures = mid_game_figures(FactorClash(2, 10**4, relation="divides"), 21)
    print(f"Follow on divides, 2 to 10,000 in mid-game with proof{figures}; at most 50")
    line = parse("factor-frenzy:2-40,relation=common-factor:")
    begin = perf_counter()
    verdict = analyse(line.rules, line.position).verdict
    print(f"Sweep on common-factor, 2 to 40: a {verdict} after {perf_counter() - begin:.3f} s; at most 60")


def main() -> None:
    """Print all tables."""
    print_openings()
    print_mid_game()
    print_variants()


if __name__ == "__main__":
    main()
