"""The lock file pins exactly what pyproject.toml asks for; ``make check`` runs this too."""

import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
NODE_LOCK = (ROOT / "web" / "requirements-node.txt").read_text(encoding="utf-8")
ASKED_FOR_HERE = re.compile(r"^ +#.*\bcommonfactor\b", re.MULTILINE)


class Pin(NamedTuple):
    """A version of a package for some environments."""

    requirement: Requirement
    text: str

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        (only,) = self.requirement.specifier
        assert only.operator == "=="
        return only.version


def pins_of(lock: str) -> list[Pin]:
    """The packages of a lock file, each with its hashes and the comment that says what needs it."""
    parts = re.split(r"^(?=[^\s#])", lock, flags=re.MULTILINE)[1:]
    return [Pin(Requirement(part.partition("\\")[0]), part) for part in parts]


def asked_for(project: dict[str, Any]) -> Iterator[Requirement]:
    """What running, developing and building the package needs."""
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    waiting = [*project["project"]["dependencies"], *extras["dev"], *project["build-system"]["requires"]]
    while waiting:
        requirement = Requirement(waiting.pop())
        if requirement.name == project["project"]["name"]:
            waiting += [line for extra in requirement.extras for line in extras[extra]]
        else:
            yield requirement


def complaints(project: dict[str, Any], lock: str) -> list[str]:
    """How a lock file differs from what a project asks for, as sentences."""
    pins, wanted = pins_of(lock), list(asked_for(project))
    names = {canonicalize_name(requirement.name) for requirement in wanted}
    return [
        *(f"{name} is not pinned." for name in names - {pin.name for pin in pins}),
        *(
            f"{pin.name} is no longer asked for."
            for pin in pins
            if ASKED_FOR_HERE.search(pin.text) and pin.name not in names
        ),
        *(
            f"{pin.name} {pin.version} does not fit {requirement}."
            for requirement in wanted
            for pin in pins
            if pin.name == canonicalize_name(requirement.name) and not requirement.specifier.contains(pin.version)
        ),
    ]


def test_the_lock_file_is_current() -> None:
    assert complaints(PROJECT, LOCK) == [], "make lock writes a new one"


@pytest.mark.parametrize("lock", [LOCK, NODE_LOCK], ids=["development", "Node"])
def test_every_package_has_one_version_with_hashes_and_no_address(lock: str) -> None:
    assert pins_of(lock)
    assert all(pin.version and "--hash=sha256:" in pin.text for pin in pins_of(lock))
    assert "://" not in lock


def test_nothing_else_is_installed_for_the_tests() -> None:
    """As ``make`` itself tells what it would do in a tree where nothing is set up."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "--dry-run", "--always-make", "test"]
    said = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, encoding="utf-8", check=True).stdout
    installs = [line for line in said.splitlines() if "pip" in line and " install " in line]
    assert [line.partition(" --quiet ")[2].partition(" <")[0] for line in installs] == [
        "--require-hashes --no-deps --requirement requirements-dev.txt",
        "--no-deps --no-build-isolation --editable .",
    ]


def changed(old: str, new: str) -> dict[str, Any]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert old in text
    return tomllib.loads(text.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"msgspec>=0.20",', '"msgspec>=0.20", "left-pad>=1",', r"left-pad is not pinned\."),
        ('"pytest>=9",', "", r"pytest is no longer asked for\."),
        ('"mypy>=1.18",', '"mypy>=1000",', r"mypy \S+ does not fit mypy>=1000\."),
        ('"numpy>=2"', '"numpy<2"', r"numpy \S+ does not fit numpy<2\."),
        ('"hatchling>=1.27", "scikit', '"hatchling<1", "scikit', r"hatchling \S+ does not fit hatchling<1\."),
    ],
    ids=["new", "gone", "raised", "in an extra", "of the build"],
)
def test_a_change_of_the_requirements_is_noticed(old: str, new: str, complaint: str) -> None:
    found = complaints(changed(old, new), LOCK)
    assert found
    assert all(re.fullmatch(complaint, sentence) for sentence in found)
