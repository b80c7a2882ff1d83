"""A build of the core without NDEBUG, as the sanitizers get it, stops where a precondition does not hold."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "native"
HEADERS = (
    "batch_chance.hpp",
    "bits.hpp",
    "col_number.hpp",
    "kayles_facts.hpp",
    "kayles_piece.hpp",
    "table.hpp",
)
VIOLATIONS = {
    "lowest of none": "Bits<1>{}.lowest();",
    "beyond a set": "Bits<2>{}.has(128);",
    "before a set": "Bits<1>{}.add(-1);",
    "set too large": "Bits<1>::of({0, 1});",
    "empty key": "ExactTable<2, int>{}.find({0, 0});",
    "low above high": "simplest_within(1, 0);",
    "number of bounds": "Bounds::between(0, one).number();",
    "value of no fact": "node_kayles::Fact{}.value();",
    "empty piece": "node_kayles::Piece{}.everything();",
    "key of no vertices": "node_kayles::PieceKey(node_kayles::Piece{}, 0);",
    "nothing to draw from": "Chance(1).below(0);",
}


@pytest.fixture(scope="module")
def violations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that does what must not be done: the violation whose number it is given."""
    folder = tmp_path_factory.mktemp("assertions")
    cases = "\n".join(f"        case {number}: {code} break;" for number, code in enumerate(VIOLATIONS.values()))
    includes = "\n".join(f'#include "{name}"' for name in HEADERS)
    (folder / "violations.cpp").write_text(
        f"#include <cstdlib>\n{includes}\nusing namespace commonfactor;\n"
        f"int main(int, char** given) {{\n    switch (std::atoi(given[1])) {{\n{cases}\n    }}\n}}\n",
        encoding="utf-8",
    )
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    command = [compiler, "-std=c++20", f"-I{NATIVE}", "violations.cpp", "-o", "violations"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "violations"


@pytest.mark.parametrize("number", range(len(VIOLATIONS)), ids=list(VIOLATIONS))
def test_a_precondition_that_does_not_hold_ends_the_program(violations: Path, number: int) -> None:
    ended = subprocess.run([violations, str(number)], capture_output=True, encoding="utf-8", check=False)
    assert ended.returncode == -signal.SIGABRT
    assert "Assertion" in ended.stderr


def test_nothing_else_ends_it(violations: Path) -> None:
    assert subprocess.run([violations, str(len(VIOLATIONS))], check=False).returncode == 0
