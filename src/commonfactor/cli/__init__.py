"""The command line. A command's module is imported when the command runs, so that --help and --version start fast."""

from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    from pkgutil import resolve_name

    from commonfactor.cli.parser import parser
    from commonfactor.rules.base import NotationError
    from commonfactor.terminal.exits import ExitCode, complain, prepare_streams

    prepare_streams()
    try:
        options = parser().parse_args(arguments)
        code: ExitCode = resolve_name(f"commonfactor.cli.{options.command}")(options)
    except NotationError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    except SystemExit as answered:  # argparse has printed the help, the version or an error
        return int(answered.code or 0)
    return code
