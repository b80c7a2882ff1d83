"""Runs pytest with compiled modules from a given folder instead of the installed ones.

    python tests/solver/run_sanitized.py FOLDER ARGUMENTS...

The package is used as it is, with these modules in a copy of it; those that the folder does not have are left out.
"""

import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = {"_core": "solver", "_games": "agents"}
"""The compiled modules, and the subpackages that they belong to."""


def make_package(folder: Path) -> Path:
    """A copy of the package with the modules of the folder in it."""
    package = folder / "package"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(ROOT / "src" / "commonfactor", package / "commonfactor")
    for name, subpackage in MODULES.items():
        for module in folder.glob(f"{name}.*"):
            shutil.copy(module, package / "commonfactor" / subpackage)
    return package


def use(package: Path) -> None:
    """Import the package from there from now on; what the editable installation put before the path has to go."""
    sys.meta_path[:] = [finder for finder in sys.meta_path if "ScikitBuild" not in type(finder).__name__]
    sys.path.insert(0, str(package))
    for name, subpackage in MODULES.items():
        if not list((package / "commonfactor" / subpackage).glob(f"{name}.*.so")):
            continue
        module = import_module(f"commonfactor.{subpackage}.{name}")
        if not Path(str(module.__file__)).is_relative_to(package):
            sys.exit(f"{name} was imported from {module.__file__}, not from {package}.")


if __name__ == "__main__":
    use(make_package(Path(sys.argv[1]).resolve()))
    # A report goes to the file descriptor, and with a process that ends at once it would be lost there.
    sys.exit(pytest.main(["-q", "--capture=sys", "-p", "no:cacheprovider", *sys.argv[2:]]))
