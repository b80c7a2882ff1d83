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
    "terminal": 65.0,
    "web": 89.5,
    "agents": 88.0,
    "cli": 45.0,
}
"""The least that each folder must have, in per cent of statements and branches. They only ever rise.

Programs that the tests start are not followed, so what only they run counts as not covered.
"""


def covered_by_folder(coverage: Coverage) -> dict[str, Counter[str]]:
    """The sums over the files of each folder, as coverage names them."""
    with tempfile.NamedTemporaryFile("r", suffix=".json") as file:
        coverage.json_report(outfile=file.name)
        files = json.load(file)["files"]
    sums = {folder: Counter[str]() for folder in FLOORS}
    for name, measured in files.items():
        folder = Path(name).resolve().relative_to(ROOT).parts[0]
        if folder in sums:  # the rest is the two files of the package itself
            sums[folder].update({key: value for key, value in measured["summary"].items() if isinstance(value, int)})
    return sums


def main() -> int:
    """Print the table, and what is missing where that is too much; 1 if something is."""
    coverage = Coverage()
    coverage.load()
    low = []
    print(f"{'folder':12}{'statements':>12}{'branches':>10}{'covered':>10}{'floor':>8}")
    for folder, sums in covered_by_folder(coverage).items():
        covered = sums["covered_lines"] + sums["covered_branches"]
        share = 100 * covered / (sums["num_statements"] + sums["num_branches"])
        floor = FLOORS[folder]
        print(f"{folder:12}{sums['num_statements']:12,}{sums['num_branches']:10,}{share:9.2f}%{floor:7.1f}%")
        if share < floor:
            low.append(folder)
    for folder in low:
        print(f"\n{folder} is below its floor:")
        coverage.report(include=[f"*/commonfactor/{folder}/*"], show_missing=True, skip_covered=True)
    return int(bool(low))


if __name__ == "__main__":
    sys.exit(main())
