"""Prints the coverage of each folder, and fails where it is below its floor.

What it reads is the data of the last run with ``--cov``.
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parents[1] / "src/commonfactor"

FLOORS = {
    "arithmetic": 100.0,
    "rules": 100.0,
    "solver": 100.0,
    "players": 100.0,
    "arena": 100.0,
    "terminal": 0.0,
    "web": 0.0,
    "agents": 0.0,
    "cli": 0.0,
}
"""The least that each folder must have, in per cent of statements and branches. They only ever rise.

Programs that the tests start are not followed, so what only they run counts as not covered.
"""


def covered_by_folder() -> dict[str, Counter[str]]:
    """The sums over the files of each folder, as coverage names them."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        coverage = Coverage()
        coverage.load()
        coverage.json_report(outfile=file.name)
        files = json.load(file)["files"]
    sums = {folder: Counter[str]() for folder in FLOORS}
    for name, measured in files.items():
        folder = Path(name).resolve().relative_to(ROOT).parts[0]
        if folder in sums:  # the rest is the two files of the package itself
            sums[folder].update({key: value for key, value in measured["summary"].items() if isinstance(value, int)})
    return sums


def main() -> int:
    """Print the table; 1 if something is below its floor."""
    is_low = False
    print(f"{'folder':12}{'statements':>12}{'branches':>10}{'covered':>10}{'floor':>8}")
    for folder, sums in covered_by_folder().items():
        covered = sums["covered_lines"] + sums["covered_branches"]
        share = 100 * covered / (sums["num_statements"] + sums["num_branches"])
        is_low |= share < FLOORS[folder]
        print(
            f"{folder:12}{sums['num_statements']:12,}{sums['num_branches']:10,}{share:9.2f}%{FLOORS[folder]:7.1f}%"
            f"{'  too low' if share < FLOORS[folder] else ''}"
        )
    return int(is_low)


if __name__ == "__main__":
    sys.exit(main())
