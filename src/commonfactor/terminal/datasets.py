"""The command that writes positions labelled by the solver, as JSON lines."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

from commonfactor.arena.positions import MOST_IN_VAIN, Search, Wanted
from commonfactor.rules.base import SetupError
from commonfactor.terminal.exits import ExitCode, exit_code_of
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


class NewFile(AbstractContextManager["NewFile"]):
    """A text file where none was, so that nothing of anybody's is lost.

    It is gone again if the block that writes it does not come to its end.
    """

    def __init__(self, path: str) -> None:
        """Create the file; ``SetupError`` if there is one already, or it cannot be written."""
        self._path = path
        with self._blamed():
            self._file = Path(path).open("x", encoding="utf-8", newline="")  # noqa: SIM115  # it is closed at the end

    def write(self, text: str) -> None:
        """Put a text at the end."""
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
        """Say of this file what goes wrong with it."""
        try:
            yield
        except FileExistsError:
            raise SetupError(f"{self._path!r} exists already and is left as it is; choose another name") from None
        except (OSError, ValueError) as error:
            cause = getattr(error, "strerror", None) or error
            raise SetupError(f"{self._path!r} cannot be written: {cause}") from None
