"""The command positions: positions labelled by the solver as JSON lines; and new files, which it writes them to."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

from commonfactor.arena.labelled_positions import MOST_IN_VAIN, Search, Wanted
from commonfactor.rules.base import SetupError
from commonfactor.terminal.exits import ExitCode, complain, exit_code_of
from commonfactor.terminal.progress import StatusLine, bar

_LOOKED_AT_PER_SIGN = 100


def write_positions(wanted: Wanted, path: str | None) -> ExitCode:
    """Write positions to a new file or to standard output, and complain if there are too few."""
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


class NewFile(AbstractContextManager["NewFile"]):
    """A text file where there was none, so that no data is lost; removed if the block that writes it fails."""

    def __init__(self, path: str) -> None:
        """Create the file; ``SetupError`` if it exists or cannot be written."""
        self._path = path
        with self._blamed():
            self._file = Path(path).open("x", encoding="utf-8", newline="")  # noqa: SIM115  # __exit__ closes it

    def write(self, text: str) -> None:
        with self._blamed():
            self._file.write(text)

    def __exit__(self, kind: object, *_: object) -> None:
        with ExitStack() as unless_complete:
            unless_complete.callback(Path(self._path).unlink, missing_ok=True)
            with self._blamed():
                self._file.close()
            if kind is None:
                unless_complete.pop_all()

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """Turn errors into a ``SetupError`` that names the file."""
        try:
            yield
        except FileExistsError:
            raise SetupError(f"{self._path!r} exists already and is left as it is; choose another name") from None
        except (OSError, ValueError) as error:
            cause = getattr(error, "strerror", None) or error
            raise SetupError(f"{self._path!r} cannot be written: {cause}") from None
