"""The command that writes positions labelled by the solver, as JSON lines."""

import json
from contextlib import nullcontext

from commonfactor.arena.positions import MOST_IN_VAIN, Search, Wanted
from commonfactor.terminal.exits import ExitCode, exit_code_of
from commonfactor.terminal.new_files import NewFile
from commonfactor.terminal.progress import StatusLine, bar
from commonfactor.terminal.screen import complain

_LOOKED_AT_PER_SIGN = 100


def write_positions(wanted: Wanted, path: str | None) -> ExitCode:
    """Write positions to a new file, or to standard output; say so if there are not as many as asked for."""
    search = Search(wanted)
    code = exit_code_of(lambda: _write(search, wanted, path))
    if code is ExitCode.FINISHED and search.found < wanted.count:
        complain(_shortage(search, wanted))
        return ExitCode.BAD_INPUT
    return code


def _write(search: Search, wanted: Wanted, path: str | None) -> None:
    with nullcontext() if path is None else NewFile(path) as file, StatusLine() as status:
        for looked_at, labelled in enumerate(search):
            if labelled or looked_at % _LOOKED_AT_PER_SIGN == 0:
                status.show(f"{bar(search.found, wanted.count)}, {looked_at:,} looked at")
            if labelled:
                status.clear()
                print(json.dumps(labelled.facts()), file=file)


def _shortage(search: Search, wanted: Wanted) -> str:
    setup = f"{wanted.rules.name}:{wanted.rules.setup}"
    if search.is_exhaustive:
        return f"{setup} has {search.found:,} such positions, not {wanted.count:,}; these are all of them"
    return (
        f"{search.found:,} such positions of {setup} were found, not {wanted.count:,}; "
        f"{MOST_IN_VAIN:,} more in a row were not of the kind, or not new"
    )
