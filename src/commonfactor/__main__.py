"""Where the program starts, and where everything that can end it is answered with an exit code."""

import sys

from commonfactor import __version__


def main() -> int:
    """Run the command line; whatever becomes of the output, no traceback is shown."""
    try:
        code = _answer(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, KeyboardInterrupt) as error:
        return _answer_to(error)
    return code


def _answer(arguments: list[str]) -> int:
    # The version waits for nothing else to be imported.
    if arguments == ["--version"]:
        print(f"commonfactor {__version__}")
        return 0
    from commonfactor.cli import run

    return run(arguments)


def _answer_to(error: OSError | KeyboardInterrupt) -> int:
    from commonfactor.terminal.exits import ExitCode, complain, drop

    if isinstance(error, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    drop(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return ExitCode.BROKEN_PIPE
    complain(f"the output cannot be written: {error.strerror}")
    return ExitCode.BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
