"""Where the program starts."""

import sys

from commonfactor import __version__


def main() -> int:
    """Answer for the version at once; everything else waits for the command line to be imported."""
    if sys.argv[1:] == ["--version"]:
        print(f"commonfactor {__version__}")
        return 0
    from commonfactor.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
