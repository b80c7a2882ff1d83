"""Where the program starts, and where everything that can end it is answered with an exit code."""

import os
import sys

from commonfactor import __version__


def main() -> int:
    """Run the command line; whatever becomes of the output, no traceback is shown."""
    try:
        code = _answer(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 141
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        from commonfactor.terminal.streams import complain

        _drop_output()
        complain(f"the output cannot be written: {error.strerror}")
        return 2
    return code


def _answer(arguments: list[str]) -> int:
    # The version waits for nothing else to be imported.
    if arguments == ["--version"]:
        print(f"commonfactor {__version__}")
        return 0
    from commonfactor.cli import run

    return run(arguments)


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that Python's own flush at exit stays silent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
