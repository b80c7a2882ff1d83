"""The command line: what can be asked, and which layer answers it.

Only parsing happens here. The module of a command is imported when the command is run, so that
asking for the version or for help waits for nothing else.
"""

from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run one command and answer with its exit code."""
    from pkgutil import resolve_name

    from commonfactor.cli.parser import parser
    from commonfactor.rules.base import NotationError
    from commonfactor.terminal.exits import ExitCode
    from commonfactor.terminal.screen import complain, prepare_streams

    prepare_streams()
    try:
        options = parser().parse_args(arguments)
        code: ExitCode = resolve_name(f"commonfactor.cli.{options.command}")(options)
    except NotationError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    except SystemExit as answered:  # argparse has told the help, the version or a mistake
        return int(answered.code or 0)
    return code
