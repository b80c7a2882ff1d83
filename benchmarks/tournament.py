"""How long a tournament of a thousand games takes, among four players in every game as in the rule books."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

_PLAYERS = ("random", "greedy", "lookahead:3", "perfect")
_ROUNDS = 17
_PROGRAM = str(Path(sys.executable).with_name("commonfactor"))


def seconds_of(jobs: int, rounds: int) -> tuple[float, int]:
    """The time of the whole command with this many processes, and the number of games it played."""
    with TemporaryDirectory() as folder:
        out = str(Path(folder, "games.jsonl"))
        command = [_PROGRAM, "tournament", "--players", *_PLAYERS, "--rounds", str(rounds), "--jobs", str(jobs)]
        started = perf_counter()
        told = subprocess.run([*command, "--out", out, "--json"], check=True, capture_output=True).stdout
        seconds = perf_counter() - started
    return seconds, sum(row["wins"] for row in json.loads(told)["players"])


def main() -> None:
    """Print a row for one process and for two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=_ROUNDS, help="default: %(default)s, which are 1,020 games")
    rounds = parser.parse_args().rounds
    print("| Processes | Games | Seconds | Games a second |")
    print("|---|---|---|---|")
    for jobs in (1, 2):
        seconds, games = seconds_of(jobs, rounds)
        print(f"| {jobs} | {games:,} | {seconds:.1f} | {games / seconds:.0f} |")


if __name__ == "__main__":
    main()
