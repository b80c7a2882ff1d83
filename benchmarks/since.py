"""How fast this tree is beside an earlier commit: python benchmarks/since.py COMMIT.

The commit is installed in a folder of its own. Old and new take turns in short runs, each in a new process, and the
fastest run of each counts. A figure above 1 means that this tree is faster.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[1]
_ROUNDS = 9

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
_TIMED = """
begin, rounds = process_time(), 0
while process_time() < begin + 0.3:
    step()
    rounds += 1
print((process_time() - begin) / rounds)
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
# A game that was just set up, with nothing kept of others; the first of a process tells more of the process.
_FIRST_ANSWER = """
from statistics import median
from commonfactor.solver.oracle import analyse, forget
def answer():
    forget()
    rules = parse(sys.argv[1]).rules
    begin = process_time()
    analyse(rules, rules.initial_position)
    return process_time() - begin
print(median(answer() for _ in range(51)))
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
    """The Python of an environment in which a commit is installed with what its environments need."""
    print(f"Installing {commit} takes a minute.", flush=True)
    for command in (
        ["git", "clone", "--quiet", str(_ROOT), str(folder)],
        ["git", "-C", str(folder), "checkout", "--quiet", commit],
        ["make", "--silent", "-C", str(folder), ".venv/ready-to-develop"],
    ):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / ".venv" / "bin" / "python"


def seconds(python: Path | str, workload: str, notation: str) -> float:
    """What one run of a workload says that it took."""
    command = [str(python), "-c", _PREPARED + workload, notation]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def ratios(old: Path, workload: str) -> Iterator[float]:
    """For each game, how many times as fast this tree is."""
    for notation in _GAMES:
        runs = [(seconds(old, workload, notation), seconds(sys.executable, workload, notation)) for _ in range(_ROUNDS)]
        yield min(before for before, _ in runs) / min(after for _, after in runs)


def main() -> None:
    """Print a row for each workload, and a column for each game."""
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/since.py COMMIT")
    with TemporaryDirectory() as folder:
        old = installed(sys.argv[1], Path(folder, "old"))
        print(f"{'times as fast as before':24}" + "".join(f"{name.partition(':')[0]:>18}" for name in _GAMES))
        for name, workload in _WORKLOADS.items():
            print(f"{name:24}" + "".join(f"{ratio:18.2f}" for ratio in ratios(old, workload)), flush=True)


if __name__ == "__main__":
    main()
