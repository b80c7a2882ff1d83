"""Files that a command writes, and that were not there before."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from commonfactor.rules.base import SetupError


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
