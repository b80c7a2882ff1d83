"""The response time of the command line, as a multiple of Python's own start."""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

_RUNS = 30
_PROGRAM = str(Path(sys.executable).with_name("commonfactor"))
_COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "commonfactor --version": [_PROGRAM, "--version"],
    "commonfactor show": [_PROGRAM, "show", "factor-clash:2-20:15,5,10"],
    "commonfactor show --json": [_PROGRAM, "show", "factor-clash:2-20:15,5,10", "--json"],
}


def seconds(command: list[str]) -> float:
    """The time of one run."""
    begin = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin


def main() -> None:
    """Print median times; the commands take turns, so that other load hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in _COMMANDS}
    for _ in range(_RUNS):
        for name, command in _COMMANDS.items():
            times[name].append(seconds(command))
    yardstick = median(times["python -c pass"])
    for name, runs in times.items():
        print(f"{name}: {median(runs) * 1000:.0f} ms, {median(runs) / yardstick:.1f} times python -c pass")


if __name__ == "__main__":
    main()
