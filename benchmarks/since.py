"""The speed of this tree compared with an earlier commit: python benchmarks/since.py COMMIT.

The commit is installed in a folder of its own. An old and a new process take turns of a hundredth of a second, so that
other load hits both alike, and the fastest turn of each counts. A figure is the median of several such pairs, with the
lowest and the highest in brackets. Above 1, this tree is faster.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import IO, cast

_ROOT = Path(__file__).parents[1]
_PAIRS = 5
_TURNS = 40

_GAMES = (
    "factor-clash:2-20:",
    "divisor-duel:60:",
    "factor-challenge:2-20:",
    "factor-duel:2-20:",
    "factor-frenzy:2-50:",
)
_PREPARED = """
import sys
from random import Random
from time import process_time
from commonfactor.rules.notation import parse
rules, random = parse(sys.argv[1]).rules, Random(1)
"""
# Each line on standard input starts a turn.
_TIMED = """
for _ in sys.stdin:
    begin, rounds = process_time(), 0
    while process_time() < begin + 0.01:
        step()
        rounds += 1
    print((process_time() - begin) / rounds, flush=True)
"""
_SETTING_UP = """
def step():
    for _ in range(200):
        parse(sys.argv[1])
"""
_RANDOM_PLAY = """
def step():
    random.seed(1)
    for _ in range(100):
        position = rules.initial_position
        while legal := rules.legal_moves(position):
            position = rules.play(position, random.choice(legal))
"""
_BATCH = """
from commonfactor.agents.batch import BatchEnvironment
batch = BatchEnvironment(rules, 1024, observe={observe})
def step():
    batch.step(batch.random_actions())
"""
_ENVIRONMENT = """
from commonfactor.agents.pettingzoo_env import raw_env
env = raw_env(*sys.argv[1].split(":")[:2])
def step():
    random.seed(1)
    for _ in range(20):
        env.reset()
        for _ in env.agent_iter():
            seen, _, is_over, is_cut_short, _ = env.last()
            env.step(None if is_over or is_cut_short else random.choice(seen["action_mask"].nonzero()[0]))
"""
# A new game with empty tables. The median leaves out the first, which also pays for the start of the process.
_FIRST_ANSWER = """
from statistics import median
from commonfactor.solver.oracle import analyse, forget
def answer():
    forget()
    rules = parse(sys.argv[1]).rules
    begin = process_time()
    analyse(rules, rules.initial_position)
    return process_time() - begin
for _ in sys.stdin:
    print(median(answer() for _ in range(9)), flush=True)
"""

_WORKLOADS = {
    "setting up": _SETTING_UP + _TIMED,
    "random play": _RANDOM_PLAY + _TIMED,
    "batch": _BATCH.format(observe=False) + _TIMED,
    "batch, observed": _BATCH.format(observe=True) + _TIMED,
    "environment": _ENVIRONMENT + _TIMED,
    "first answer": _FIRST_ANSWER,
}


def installed(commit: str, folder: Path) -> Path:
    """The Python interpreter of an environment with a commit and its development requirements."""
    print(f"Installing {commit} takes a minute.", flush=True)
    for command in (
        ["git", "clone", "--quiet", str(_ROOT), str(folder)],
        ["git", "-C", str(folder), "checkout", "--quiet", commit],
        ["make", "--silent", "-C", str(folder), ".venv/ready-to-develop"],
    ):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / ".venv" / "bin" / "python"


@contextmanager
def turns(python: Path | str, workload: str, notation: str) -> Iterator[Callable[[], float]]:
    """A process after one turn to warm up; each call runs another turn and returns the seconds of a round."""
    command = [str(python), "-c", _PREPARED + workload, notation]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        asked, told = cast("tuple[IO[str], IO[str]]", (process.stdin, process.stdout))

        def turn() -> float:
            asked.write("\n")
            return float(told.readline())

        turn()
        yield turn


def ratio(old: Path, workload: str, notation: str) -> float:
    """The speed of this tree as a multiple of the old one's, from one pair of processes."""
    with turns(old, workload, notation) as before, turns(sys.executable, workload, notation) as after:
        seconds = [(before(), after()) for _ in range(_TURNS)]
    return min(before for before, _ in seconds) / min(after for _, after in seconds)


def figure(old: Path, workload: str, notation: str) -> str:
    """The median and the range of several pairs."""
    ratios = [ratio(old, workload, notation) for _ in range(_PAIRS)]
    return f"{median(ratios):.2f} [{min(ratios):.2f}-{max(ratios):.2f}]"


def main() -> None:
    """Print a row for each workload, and a column for each game."""
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/since.py COMMIT")
    with TemporaryDirectory() as folder:
        old = installed(sys.argv[1], Path(folder, "old"))
        print(f"{'times as fast as before':24}" + "".join(f"{name.partition(':')[0]:>18}" for name in _GAMES))
        for name, workload in _WORKLOADS.items():
            figures = (figure(old, workload, notation) for notation in _GAMES)
            print(f"{name:24}" + "".join(f"{told:>18}" for told in figures), flush=True)


if __name__ == "__main__":
    main()
